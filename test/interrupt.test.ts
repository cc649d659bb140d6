import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import process from 'node:process'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { temporaryFolder } from './cluster/temporary-folder.ts'

const test = suite('a hang-up')

const PROGRAM = `
import { hearInterrupts, interrupted } from '${new URL('../src/interrupt.ts', import.meta.url)}'
hearInterrupts()
process.kill(process.pid, 'SIGHUP')
// The shell hands it on, and the system sends it to all that is left when the shell ends.
setTimeout(() => process.kill(process.pid, 'SIGHUP'), 50)
setTimeout(() => process.exit(interrupted.aborted ? 9 : 7), 200)
`

/** Exit code and signal. */
const endOf = async (program: string, ...args: readonly string[]) =>
  once(spawn(program, args, { stdio: 'ignore' }), 'exit')

test('does not end what runs without any terminal, as under nohup', async () => {
  using folder = temporaryFolder()
  assert.equal(await endOf(process.execPath, folder.write('program.ts', PROGRAM)), [7, null])
})

test('is an interrupt where there is a terminal, which went', async () => {
  // util-linux gives a program a terminal of its own; elsewhere its command line is another one.
  if (process.platform !== 'linux' || !existsSync('/usr/bin/script')) return
  using folder = temporaryFolder()
  const command = `${process.execPath} ${folder.write('program.ts', PROGRAM)}`
  assert.equal(await endOf('/usr/bin/script', '-qec', command, '/dev/null'), [9, null])
})

test.run()
