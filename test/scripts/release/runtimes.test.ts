import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { makePageRoom } from '../../../scripts/release/page-room.ts'
import { stripElf } from '../../../scripts/release/strip-elf.ts'
import { unsignPe } from '../../../scripts/release/unsign-pe.ts'

const runtimes = suite('a Node that is shipped')
const onLinux = process.platform === 'linux' ? runtimes : runtimes.skip

onLinux('is smaller without debug data, and runs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kubectl-finalize-strip-'))
  try {
    const whole = readFileSync(process.execPath)
    const stripped = stripElf(whole)
    makePageRoom(stripped)
    const program = join(folder, 'node')
    writeFileSync(program, stripped, { mode: 0o755 })
    assert.ok(stripped.length < 0.9 * whole.length, `${stripped.length} of ${whole.length}`)
    const { stdout } = spawnSync(program, ['-p', 'process.version'], { encoding: 'utf8' })
    assert.is(stdout, `${process.version}\n`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

/** The parts of a Windows program that a signature touches. */
function signedProgram(trailing = 0): Buffer {
  const program = Buffer.alloc(600 + trailing, 1)
  program.writeUInt32LE(64, 0x3c)
  program.write('PE\0\0', 64, 'latin1')
  const optional = 64 + 24
  program.writeUInt16LE(0x20b, optional)
  program.writeUInt32LE(500, optional + 144)
  program.writeUInt32LE(100, optional + 148)
  return program
}

runtimes('loses its signature with all that refers to it', () => {
  const plain = unsignPe(signedProgram())
  assert.is(plain.length, 500)
  assert.is(plain.readBigUInt64LE(64 + 24 + 144), 0n)
  assert.is(plain.readUInt32LE(64 + 24 + 64), 0)
  assert.ok(plain.subarray(256).equals(signedProgram().subarray(256, 500)))
  assert.ok(unsignPe(plain).equals(plain), 'and is left as it is without one')
})

runtimes('is refused when it is not what it should be', () => {
  assert.throws(() => stripElf(Buffer.alloc(100)), /ELF/)
  assert.throws(() => unsignPe(Buffer.alloc(100)), /PE/)
  assert.throws(() => unsignPe(signedProgram(8)), /not at the end/)
})

runtimes.run()
