import { seenOf } from '../../api/fact.ts'
import { blockingDependents, deletesInForeground, terminatingDependents } from '../ownership/owner-lookup.ts'
import type { Blocker, RuleContext, StuckObject } from '../stuck-object.ts'
import { unknownGroupFacts, unreadFact } from '../unread.ts'

/** An owner deleted in the foreground waits for its dependents with blockOwnerDeletion, terminating or not. */
export function foregroundDeletion(held: StuckObject, context: RuleContext): readonly Blocker[] {
  if (!deletesInForeground(held)) return []
  const blocking = blockingDependents(held, context)
  const seen = seenOf(blocking) ?? []
  // What the survey saw is in a sweep that was read to its end.
  const others = blocking.state === 'known' ? [] : terminatingDependents(held, context)
  const dependents = [...new Map([...others, ...seen].map(each => [each.ref.uid, each])).values()]
  const groups = unknownGroupFacts(context.facts)
  const missing = blocking.state === 'unreadable' ? [unreadFact(blocking.why), ...groups] : groups
  if (dependents.length > 0) {
    const waitingFor = dependents.map(each => ({ ref: each.ref, reason: 'Dependent' as const, held: each }))
    return [{ verdict: 'waiting', waitingFor, missing }]
  }
  return missing.length === 0 ? [] : [{ verdict: 'unknown', missing }]
}
