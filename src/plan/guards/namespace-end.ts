import { NAMESPACE } from '../../api/builtin-finalizers.ts'
import type { FinalizerSubject, Refusal } from '../guard.ts'
import type { EndGuard, EndSubject } from './end-subject.ts'
import { namespaceUnread } from './namespace-content-text.ts'
import { contentControllerAlive, namespaceControllerAlive } from './namespace-controller-alive.ts'
import { namespaceNotEmpty } from './namespace-not-empty.ts'
import { refusalsOfOwn } from './namespace-own-finalizers.ts'
import { notTerminating } from './not-terminating.ts'
import { namespaceRepairFirst } from './repair-first.ts'
import { wouldBeRejected } from './would-be-rejected.ts'

/**
 * Those that nothing can pass come first, then the rungs of the ladder in order. That the namespace controller works
 * comes last: what is unread or still there decides whether it has anything to end.
 */
const guards: readonly EndGuard[] = [
  subject => notTerminating(asFinalizer(subject)),
  subject => wouldBeRejected(asFinalizer(subject)),
  namespaceRepairFirst,
  contentControllerAlive,
  namespaceUnread,
  namespaceNotEmpty,
  namespaceControllerAlive,
]

/** Every guard that refuses the end of a Namespace by force. A live one has no other flaw. */
export function refusalsOfEnd(subject: EndSubject): readonly Refusal[] {
  const ofEnd = guards.map(guard => guard(subject)).filter(refusal => refusal !== undefined)
  const refusals = [...ofEnd, ...refusalsOfOwn(subject)]
  return refusals[0]?.guard === 'NotTerminating' ? refusals.slice(0, 1) : refusals
}

/** The removal as guards of single finalizers see it. No cause of another object says why this is rejected. */
function asFinalizer({ ref, object, probe, reach }: EndSubject): FinalizerSubject {
  return { ref, object, finalizer: NAMESPACE, field: 'spec', owners: [], causes: [], probe, reach }
}
