import { spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { signalsHeard } from '../src/interrupt.ts'

const test = suite('the signals of an interrupt')

test('are those of a key and of a termination, and that the terminal went', () => {
  assert.equal(signalsHeard([1]), ['SIGINT', 'SIGTERM', 'SIGHUP'])
  assert.equal(signalsHeard([]), ['SIGINT', 'SIGTERM'])
})

const PROGRAM = `
import { hearInterrupts, interrupted } from '${new URL('../src/interrupt.ts', import.meta.url)}'
hearInterrupts()
process.kill(process.pid, 'SIGHUP')
setTimeout(() => process.exit(interrupted.aborted ? 130 : 7), 200)
`

test('do not end what runs without any terminal when one goes, as under nohup', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], { stdio: 'ignore' })
  assert.equal(await once(child, 'exit'), [7, null])
})

test.run()
