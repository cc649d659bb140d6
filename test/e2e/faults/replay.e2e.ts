import { suite } from 'uvu'
import { broken, early, late, lost, notDone, odd, silent, terminated } from './plans.ts'
import { twoGroups } from './scenes.ts'
import { stepper } from './step-through.ts'

const test = suite('replay with one fault at each request')

const groups = stepper(twoGroups)

test('before the first deletion', () => groups(points => early(points, 1)))
test('from the first deletion on', () => groups(late))
test('the answer to a change is lost, and it is looked up', () =>
  groups(lost, ({ ran }) => (ran?.code === 0 ? [] : [`exit ${ran?.code}, and the object could be looked at`])))
test('the answer to a change is lost again and again, or says something else', () => groups(odd))
test('a change does not come to the server', () => groups(notDone))
test('nothing is answered any more: breaks, errors', () => groups(broken))
test('nothing is answered any more: silence', () => groups(silent))
test('nothing is answered any more: SIGTERM', () => groups(terminated))

test.run()
