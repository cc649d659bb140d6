import { suite } from 'uvu'
import { broken, early, late, lost, silent } from './plans.ts'
import { endedNamespace } from './scenes.ts'
import { stepper } from './step-through.ts'

const test = suite('namespace that somebody ended by force, with one fault at each request')

const cure = stepper(endedNamespace)

test('before it is created', () => cure(points => early(points, 1)))
test('from its creation on', () => cure(late))
test('the answer to a change is lost', () => cure(lost))
test('nothing is answered any more: breaks, errors', () => cure(broken))
test('nothing is answered any more: silence', () => cure(silent))

test.run()
