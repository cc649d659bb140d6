import { type Rejection, rejectionOf } from '../../statements/rejection.ts'
import { awaitsNamespaceController, problemIn } from '../namespaces/terminating-namespaces.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'

/**
 * What rejects the deletions that the namespace controller requests in a terminating Namespace, by its conditions:
 * webhooks and policies for DELETE, also of objects that this user may not delete.
 */
export function namespaceRejection(held: StuckObject, context: RuleContext): Rejection | undefined {
  if (!awaitsNamespaceController(held)) return undefined
  const message = problemIn(held, 'NamespaceDeletionContentFailure', context)
  if (message === undefined) return undefined
  // The condition quotes errors without their codes.
  const answer = { accepted: false, reason: '', message, causes: [{ message }] } as const
  const broken = rejectionOf({ ...answer, code: 500 })
  return broken.by === 'something else' ? rejectionOf({ ...answer, code: 400 }) : broken
}
