import { awaitsNamespaceController } from '../namespaces/condition.ts'
import { remainingIn } from '../namespaces/remaining.ts'
import type { Blocker, RuleContext, StuckObject } from '../stuck-object.ts'
import { unknownGroupFacts, unreadFact } from '../unread.ts'

/** A terminating Namespace waits for everything that is left in it, Pods before the rest. */
export function namespaceContent(held: StuckObject, context: RuleContext): readonly Blocker[] {
  if (!awaitsNamespaceController(held)) return []
  const { pods, others, complete } = remainingIn(held.ref.name, context)
  const waitingFor = [
    ...pods.map(pod => ({ ref: pod.ref, reason: 'NamespacePods' as const, held: pod })),
    ...others.map(other => ({ ref: other.ref, reason: 'NamespaceContent' as const, held: other })),
  ]
  const missing = complete ? [] : [...context.unreadable.map(unreadFact), ...unknownGroupFacts(context.facts)]
  if (waitingFor.length > 0) return [{ verdict: 'waiting', waitingFor, missing }]
  // Nothing was seen, and not everything could be seen.
  return complete ? [] : [{ verdict: 'unknown', missing }]
}
