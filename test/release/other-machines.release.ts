import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { segmentsOf } from '../../scripts/release/page-room.ts'
import type { Platform } from '../../scripts/release/platforms.ts'
import { runtimeFor } from '../../scripts/release/runtime.ts'
import { krewInstall } from './krew-install.ts'
import type { ManifestPlatform } from './krew-rules.ts'
import { labelOf, manifest, root } from './released.ts'

const machines = suite('the archive for')
const LOAD = 1
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2:'

/** Where Node keeps whether it is a single executable, and what it says there. */
function fuseOf(bytes: Buffer): string {
  const at = bytes.indexOf(FUSE) + FUSE.length
  return bytes.toString('latin1', at, at + 1)
}

function checkLinux(program: Buffer, { selector }: ManifestPlatform): void {
  assert.is(fuseOf(program), '1')
  if (selector.matchLabels.arch !== 'arm64') return
  const loaded = segmentsOf(program).filter(segment => segment.readUInt32LE(0) === LOAD)
  const pages = loaded.map(segment => {
    const [start, size] = [segment.readBigUInt64LE(0x10), segment.readBigUInt64LE(0x28)]
    return { first: start >> 16n, last: (start + size - 1n) >> 16n }
  })
  for (const [index, { last }] of pages.slice(0, -1).entries()) assert.ok(pages[index + 1]!.first > last, `${index}`)
}

function checkWindows(program: Buffer): void {
  const optional = program.readUInt32LE(0x3c) + 24
  assert.is(program.toString('latin1', optional - 24, optional - 20), 'PE\0\0')
  assert.is(fuseOf(program), '1')
  assert.is(program.readBigUInt64LE(optional + 144), 0n, 'no signature that is not valid any more')
}

async function checkDarwin(store: string, bin: string, { selector }: ManifestPlatform): Promise<void> {
  const { node } = await runtimeFor(root, selector.matchLabels as unknown as Platform, () => {})
  const shipped = readFileSync(join(store, 'node'))
  assert.ok(shipped.equals(readFileSync(node)), 'Node is as its makers signed it')
  // A Mac's Node does not run elsewhere; the launcher does.
  copyFileSync(process.execPath, join(store, 'node'))
  const out = execFileSync(join(bin, 'kubectl-finalize'), ['version', '--client'], { encoding: 'utf8' })
  assert.ok(out.startsWith(`Client Version: ${manifest.spec.version}\n`), out)
}

const unzip = spawnSync('unzip', ['-v']).status === 0
if (!unzip) console.log('SKIPPED: archives for Windows, for there is no unzip')

for (const platform of manifest.spec.platforms) {
  const test = platform.uri.endsWith('.zip') && !unzip ? machines.skip : machines
  test(`${labelOf(platform)} can be installed, and has what that machine asks for`, async () => {
    using plugin = krewInstall(manifest, platform)
    const entry = join(plugin.store, platform.bin)
    assert.is(statSync(entry).mode & 0o111, 0o111)
    assert.ok(readFileSync(join(plugin.store, 'LICENSE'), 'utf8').includes('Apache License'))
    const { os } = platform.selector.matchLabels
    if (os === 'linux') checkLinux(readFileSync(entry), platform)
    if (os === 'windows') checkWindows(readFileSync(entry))
    if (os === 'darwin') await checkDarwin(plugin.store, plugin.bin, platform)
  })
}

machines.run()
