import { factFrom } from '../../messages/sentence.ts'
import { isPod, remainingIn } from '../namespaces/remaining.ts'
import { awaitsNamespaceController, namespaceBeingEmptied } from '../namespaces/terminating-namespaces.ts'
import type { Blocker, RuleContext, StuckObject } from '../stuck-object.ts'
import { unknownGroupFacts, unreadFact } from '../unread.ts'

/** Edges in one namespace: beyond it each object names only so many of the Pods that a namespace has in plenty. */
const MAX_EDGES = 100_000

/** A terminating Namespace waits for everything that is left in it, Pods before the rest. */
export function namespaceContent(held: StuckObject, context: RuleContext): readonly Blocker[] {
  if (!awaitsNamespaceController(held)) return []
  const { pods, others, complete } = remainingIn(held.ref.name, context)
  const waitingFor = [
    ...pods.map(pod => ({ ref: pod.ref, reason: 'NamespacePods' as const, held: pod })),
    ...others.map(other => ({ ref: other.ref, reason: 'NamespaceContent' as const, held: other })),
  ]
  const unread = [...context.unreadable.map(unreadFact), ...unknownGroupFacts(context.facts)]
  const apart = unread.length > 0 ? unread : [factFrom('namespaces', 'NamespaceApart', { namespace: held.ref.name })]
  const missing = complete ? [] : apart
  if (waitingFor.length > 0) return [{ verdict: 'waiting', waitingFor, missing }]
  // Nothing was seen, and not everything could be seen.
  return complete ? [] : [{ verdict: 'unknown', missing }]
}

/**
 * Since 1.33 the namespace controller touches nothing while a Pod remains: what it has not reached has no
 * deletionTimestamp and waits for the Pods (kubernetes-deletion.md 2.3).
 */
export function namespacePods(held: StuckObject, context: RuleContext): readonly Blocker[] {
  if (held.meta.deletionTimestamp !== undefined || isPod(held)) return []
  const namespace = namespaceBeingEmptied(held.ref.namespace, context)
  if (namespace === undefined || !held.type.verbs.includes('delete')) return []
  const { pods, others } = remainingIn(namespace.ref.name, context)
  if (pods.length === 0) return []
  const named = pods.slice(0, Math.max(1, Math.floor(MAX_EDGES / others.length)))
  return [{ verdict: 'waiting', waitingFor: named.map(pod => ({ ref: pod.ref, reason: 'NamespacePods', held: pod })) }]
}
