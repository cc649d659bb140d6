import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { removeFinalizers } from '../../src/change/remove-finalizers.ts'
import { cutAfter } from '../../src/sandbox/faults.ts'
import { HOLD, removal } from './removals.ts'
import { conflict, firstPatches, madeAndCut, results, setup } from './stuck-in-sandbox.ts'

const test = suite('answers that nobody heard')

test('an answer that is cut off after the patch was made: done, and it is gone', async () => {
  const it = setup([HOLD], ({ sandbox }) => firstPatches(1, madeAndCut(sandbox)))
  const steps = await removeFinalizers(removal(it.object, [HOLD]), it.tools)
  assert.equal([results(steps), it.writes, it.now()], [['done'], ['PATCH'], undefined])
  assert.equal([steps[0]!.message, steps[0]!.backup], ['it is gone', '/backups/1'])
})

test('the same where others keep the object: done, and what holds it', async () => {
  const it = setup([HOLD, 'example.com/b'], ({ sandbox }) => firstPatches(1, madeAndCut(sandbox)))
  const steps = await removeFinalizers(removal(it.object, [HOLD]), it.tools)
  assert.equal([results(steps), it.writes], [['done'], ['PATCH']])
  assert.match(steps[0]!.message!, 'held by example.com/b')
})

test('an answer that is cut off before the patch was made: it is sent again', async () => {
  const it = setup([HOLD], () => firstPatches(1, () => cutAfter(conflict(), 3)))
  const steps = await removeFinalizers(removal(it.object, [HOLD]), it.tools)
  assert.equal([results(steps), it.writes, it.now()], [['done'], ['PATCH', 'PATCH'], undefined])
})

test('no answer ever: failed, and that the outcome is unknown', async () => {
  const it = setup([HOLD], () => firstPatches(100, () => cutAfter(conflict(), 3)))
  const steps = await removeFinalizers(removal(it.object, [HOLD]), it.tools)
  assert.equal(results(steps), ['failed'])
  assert.match(steps[0]!.message!, 'outcome unknown')
  assert.equal(
    steps[0]!.advice!.flatMap(({ commands }) => commands),
    ['kubectl get configmaps/settings -n shop'],
  )
})

test.run()
