import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { faultyServer } from '../rig/faulty-server.ts'
import { run } from '../rig/rig.ts'
import { oneObject } from './scenes.ts'

const test = suite('a second interrupt')

test('ends the process at once, and what was sent by then is told', async () => {
  const scene = await oneObject()
  let kill: (signal: NodeJS.Signals) => void = () => {}
  let signals = 0
  const interrupt = (): void => {
    signals++
    kill('SIGINT')
  }
  await using server = await faultyServer(({ isWrite }) => {
    // The patch is done and not answered; then the look that tells what became of it is not answered either.
    if (isWrite) return exchange => exchange.forward().then(interrupt)
    return signals === 0 ? undefined : interrupt
  })
  const onStart = (how: typeof kill): void => {
    kill = how
    server.onStart(how)
  }
  const { code, stdout } = await run([...scene.words, '-o', 'json'], { env: server.env, onStart })
  assert.equal([code, signals], [130, 2])
  const { kind, command, complete, steps } = JSON.parse(stdout)
  assert.equal([kind, command, complete], ['Outcome', 'remove', false])
  const [{ result, message, commands }] = steps
  assert.equal([steps.length, result, message], [1, 'failed', `sent, outcome unknown; see its state now: ${commands}`])
  assert.ok(steps[0].backup)
})

test.run()
