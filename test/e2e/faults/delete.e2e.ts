import { suite } from 'uvu'
import { endsAgain } from './delete-again.ts'
import { twoWaves } from './delete-scenes.ts'
import { broken, early, late, lost, notDone, odd, silent, terminated } from './plans.ts'
import { stepper } from './step-through.ts'

const test = suite('delete with one fault at each request')

const waves = stepper(() => twoWaves())

test('before the first deletion', () => waves(points => early(points, 1), endsAgain))
test('from the first deletion on', () => waves(late, endsAgain))
test('the answer to a deletion is lost, and it is looked up', () =>
  waves(lost, ({ ran }) => (ran?.code === 0 ? [] : [`exit ${ran?.code}, and the object could be looked at`])))
test('the answer to a deletion is lost again and again, or says something else', () => waves(odd, endsAgain))
test('a deletion does not come to the server', () => waves(notDone, endsAgain))
test('nothing is answered any more: breaks, errors', () => waves(broken, endsAgain))
test('nothing is answered any more: silence', () => waves(silent, endsAgain))
test('nothing is answered any more: SIGTERM', () => waves(terminated, endsAgain))

test.run()
