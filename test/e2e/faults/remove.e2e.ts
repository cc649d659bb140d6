import { suite } from 'uvu'
import { broken, early, late, lost, notDone, odd, silent, terminated } from './plans.ts'
import { four, oneObject } from './scenes.ts'
import { stepper } from './step-through.ts'

const test = suite('remove with one fault at each request')

const one = stepper(oneObject)
const set = stepper(four)

test('before the patch', () => one(points => early(points, 2)))
test('from the patch on', () => one(late))
test('the answer to the patch is lost, and it is looked up', () =>
  one(lost, ({ ran }) => (ran?.code === 0 ? [] : [`exit ${ran?.code}, and the object could be looked at`])))
test('the answer to the patch is lost again and again, or says something else', () => one(odd))
test('the patch does not come to the server', () => one(notDone))
test('nothing is answered any more: breaks, errors', () => one(broken))
test('nothing is answered any more: silence', () => one(silent))
test('nothing is answered any more: SIGTERM', () => one(terminated))
test('of a set, before a patch', () => set(points => early(points, 1)))
test('of a set, from the first patch on', () => set(late))
test('of a set, nothing is answered any more: breaks, errors', () => set(broken))
test('of a set, nothing is answered any more: silence', () => set(silent))

test.run()
