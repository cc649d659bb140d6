import { suite } from 'uvu'
import { endsAgain, tellsSuspended } from './delete-again.ts'
import { suspendedAndHeld, suspendedWaves } from './delete-scenes.ts'
import { broken, lost, notDone, silent, terminated } from './plans.ts'
import type { Point } from './points.ts'
import { stepper } from './step-through.ts'

const test = suite('delete of what GitOps keeps: no answer any more, or none to a resumption')

/** The second time that each of them is changed. */
const resumptions = (points: readonly Point[]): readonly Point[] =>
  points.filter(({ key, isWrite, occurrence }) => isWrite && key.startsWith('PATCH') && occurrence > 0)

const waves = stepper(() => suspendedWaves())
const waiting = stepper(suspendedAndHeld, 3)

test('nothing is answered any more: breaks, errors', () => waves(broken, endsAgain))
test('nothing is answered any more: silence', () => waves(silent, endsAgain))
test('nothing is answered any more: SIGTERM', () => waves(terminated, endsAgain))
test('the answer to a resumption is lost', () => waiting(points => lost(resumptions(points)), tellsSuspended))
test('a resumption does not come to the server', () => waiting(points => notDone(resumptions(points)), tellsSuspended))

test.run()
