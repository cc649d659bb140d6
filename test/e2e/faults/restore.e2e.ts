import { suite } from 'uvu'
import { broken, early, late, lost, notDone, odd, terminated } from './plans.ts'
import { backup } from './scenes.ts'
import { stepper } from './step-through.ts'

const test = suite('restore with one fault at each request')

const one = stepper(backup)

test('before it is created', () => one(points => early(points, 2)))
test('from its creation on', () => one(late))
test('the answer to its creation is lost', () => one(lost))
test('the answer to its creation is lost again and again, or says something else', () => one(odd))
test('its creation does not come to the server', () => one(notDone))
test('nothing is answered any more: breaks, errors', () => one(points => broken(points, [])))
test('nothing is answered any more: SIGTERM', () => one(terminated))

test.run()
