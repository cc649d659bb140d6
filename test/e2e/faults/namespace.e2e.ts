import { suite } from 'uvu'
import { broken, early, late, lost, notDone, odd, silent, terminated } from './plans.ts'
import { forcedNamespace, heldNamespace } from './scenes.ts'
import { stepper } from './step-through.ts'

const test = suite('namespace with one fault at each request')

const ladder = stepper(heldNamespace)
const force = stepper(forcedNamespace)

test('held by an object, before the patch', () => ladder(points => early(points, 1)))
test('held by an object, from the patch on', () => ladder(late))
test('held by an object, nothing is answered any more: breaks, errors', () => ladder(broken))
test('held by an object, nothing is answered any more: silence', () => ladder(silent))
test('held by an object, nothing is answered any more: SIGTERM', () => ladder(terminated))
test('by force, before /finalize', () => force(points => early(points, 1)))
test('by force, from /finalize on', () => force(late))
test('by force, the answer to /finalize is lost, and it is looked up', () =>
  force(lost, ({ ran }) => (ran?.code === 0 ? [] : [`exit ${ran?.code}, and the namespace could be looked at`])))
test('by force, the answer to /finalize is lost again and again, or says something else', () => force(odd))
test('by force, /finalize does not come to the server', () => force(notDone))
test('by force, nothing is answered any more: breaks, errors', () => force(broken))
test('by force, nothing is answered any more: silence', () => force(silent))

test.run()
