import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { FOREGROUND } from '../../src/api/builtin-finalizers.ts'
import { removeFinalizers } from '../../src/execute/remove-finalizers.ts'
import { HOLD, removal } from './removals.ts'
import { results, setup } from './stuck-in-sandbox.ts'

const test = suite('release an owner')

test('foregroundDeletion goes by a DELETE of just this object after the others, and the server’s slip is passed', async () => {
  const it = setup([HOLD, FOREGROUND])
  const steps = await removeFinalizers(removal(it.object, [HOLD, FOREGROUND]), it.tools)
  assert.equal(
    steps.map(({ action, finalizer, result }) => [action, finalizer, result]),
    [
      ['RemoveFinalizer', HOLD, 'done'],
      ['Delete', FOREGROUND, 'done'],
    ],
  )
  // With resourceVersion first; without it only where the object is still in that state.
  assert.equal([it.writes, it.now()], [['PATCH', 'DELETE', 'DELETE'], undefined])
})

test('an owner that changes under the DELETE is looked at again, and never deleted by its uid alone for that', async () => {
  let first = true
  const it = setup([FOREGROUND], ({ change }) => ({ method }) => {
    if (method === 'DELETE' && first) change({ finalizers: [FOREGROUND, HOLD] })
    if (method === 'DELETE') first = false
    return undefined
  })
  const steps = await removeFinalizers(removal(it.object, [FOREGROUND]), it.tools)
  assert.equal([results(steps), it.writes], [['changed Changed'], ['DELETE']])
  assert.equal(it.now()!.metadata.finalizers, [FOREGROUND, HOLD])
})

test('an owner that changed since it was shown is not let go', async () => {
  const it = setup([FOREGROUND, HOLD])
  it.change({ finalizers: [HOLD] })
  const steps = await removeFinalizers(removal(it.object, [FOREGROUND]), it.tools)
  assert.equal([results(steps), it.writes], [['changed Changed'], []])
})

test.run()
