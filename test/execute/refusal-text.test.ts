import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { refusalsOf } from '../../src/plan/guards/index.ts'
import { refusedBy, refusedSteps } from '../../src/plan/refused-steps.ts'
import { inWords } from '../../src/render/words/in-words.ts'
import { worded } from '../worded.ts'
import { because, HOLD, removal, repair, subject, terminating } from './removals.ts'

const test = suite('refused steps')

test('say why, what would change it, and which override passes all of it', () => {
  const alive = { guard: 'ControllerAlive', why: 'it works.', instead: 'let it' } as const
  const unknown = { guard: 'ControllerUnknown', why: 'nobody knows' } as const
  const both = 'it works; let it. Nobody knows (or --override ControllerAlive,ControllerUnknown)'
  assert.equal(worded(refusedBy([alive, unknown])), { result: 'refused', guard: 'ControllerAlive', message: both })
})

test('say the repair of one cause once, where a rejection has named it', () => {
  const remedies = [repair('start its server', 'kubectl scale x')]
  const causes = [because('ControllerMissing', HOLD), because('WebhookUnavailable', undefined, { remedies })]
  const rejection = { by: 'silent webhook', webhook: 'w', why: '' } as const
  const refusals = refusalsOf(subject({ causes, probe: { accepted: false, code: 500, rejection, message: 'no' } }))
  assert.equal(
    refusals.map(({ guard }) => guard),
    ['WouldBeRejected', 'RepairFirst'],
  )
  const start = { what: 'start its server', commands: ['kubectl scale x'] }
  assert.equal(refusedBy(refusals).advice, [start])
})

test('that have commands give them apart from the words, and the override after them', () => {
  const end = { what: 'end the namespace', commands: ['kubectl finalize namespace shop'] }
  const { message, advice } = refusedBy([
    { guard: 'ProtectedFinalizer', why: 'it keeps what is in it', instead: [end] },
  ])
  assert.is(worded(message), 'it keeps what is in it')
  assert.equal(worded(advice), [end, { what: 'or --override ProtectedFinalizer', commands: [] }])
})

test('offer no override where one of them cannot be passed', () => {
  const alive = { guard: 'ControllerAlive', why: 'it works' } as const
  assert.not.match(JSON.stringify(refusedBy([{ guard: 'WouldBeRejected', why: 'no' }, alive])), 'override')
  assert.not.match(JSON.stringify(refusedBy([{ guard: 'ProtectedFinalizer', why: 'no', final: true }])), 'override')
})

test('there is one for each refused finalizer with its first guard, and for each that is not there', () => {
  const whole = removal(terminating({ finalizers: [HOLD, 'example.com/b'] }), [HOLD])
  const refusals = [{ guard: 'RepairFirst' as const, why: 'it can be repaired' }]
  const steps = refusedSteps({
    ...whole,
    judged: [{ finalizer: HOLD, field: 'metadata', refusals, passed: [] }],
    absent: ['example.com/c'],
  })
  assert.equal(
    steps.map(({ finalizer, result, guard }) => [finalizer, result, guard]),
    [
      [HOLD, 'refused', 'RepairFirst'],
      ['example.com/c', 'gone', undefined],
    ],
  )
  assert.match(inWords(steps[1]!.message!), 'found: example.com/hold, example.com/b')
})

test('an object without finalizers is skipped: something else holds it', () => {
  const [step] = refusedSteps(removal(terminating({ finalizers: [] }), []))
  assert.is(step!.result, 'skipped')
})

test.run()
