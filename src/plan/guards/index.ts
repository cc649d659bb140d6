import type { FinalizerSubject, Guard, Refusal } from '../guard.ts'
import { controllerAlive } from './controller-alive.ts'
import { controllerUnknown, incompleteRead } from './controller-unknown.ts'
import { lastInSpec } from './namespace-not-empty.ts'
import { notTerminating } from './not-terminating.ts'
import { protectedFinalizer } from './protected-finalizer.ts'
import { repairFirst } from './repair-first.ts'
import { wouldBeRejected } from './would-be-rejected.ts'
import { wouldBeUndone } from './would-be-undone.ts'

/** Those that nothing can pass come first: they are what the user has to be told. */
const guards: readonly Guard[] = [
  notTerminating,
  wouldBeRejected,
  wouldBeUndone,
  protectedFinalizer,
  lastInSpec,
  controllerAlive,
  repairFirst,
  incompleteRead,
  controllerUnknown,
]

/** Every guard that refuses the removal of one finalizer, the most final first. A live object has no other flaw. */
export function refusalsOf(subject: FinalizerSubject): readonly Refusal[] {
  const refusals = guards.map(guard => guard(subject)).filter(refusal => refusal !== undefined)
  return refusals[0]?.guard === 'NotTerminating' ? refusals.slice(0, 1) : refusals
}
