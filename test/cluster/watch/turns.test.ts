import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { turnsEvery } from '../../../src/cluster/watch/turns.ts'

const test = suite('turns')

test('are so far apart whoever asks, and come at once after a pause', async () => {
  let now = 0
  const waited: number[] = []
  const turn = turnsEvery(
    1,
    () => now,
    async seconds => void waited.push(seconds),
  )
  const { signal } = new AbortController()
  await Promise.all([turn(signal), turn(signal), turn(signal)])
  assert.equal(waited, [1, 2])
  now = 10
  await turn(signal)
  assert.equal(waited, [1, 2])
})

test.run()
