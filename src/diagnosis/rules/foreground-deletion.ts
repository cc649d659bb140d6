import type { Held, Holding, RuleContext } from '../held.ts'
import { blockingDependents, terminatingDependents } from '../ownership/blocking-dependents.ts'
import { deletesInForeground } from '../ownership/owner-lookup.ts'

/** An owner deleted in the foreground waits for its dependents with blockOwnerDeletion, terminating or not. */
export function foregroundDeletion(held: Held, context: RuleContext): readonly Holding[] {
  if (!deletesInForeground(held)) return []
  const blocking = blockingDependents(held, context)
  if (blocking.state === 'pending') return []
  const dependents = blocking.state === 'known' ? blocking.value : terminatingDependents(held, context)
  if (dependents.length > 0) {
    const waitingFor = dependents.map(dependent => ({
      ref: dependent.ref,
      reason: 'Dependent' as const,
      held: dependent,
    }))
    return [{ verdict: 'waiting', waitingFor }]
  }
  const proven = blocking.state === 'known' && context.facts.unknownGroups.size === 0
  return proven ? [] : [{ verdict: 'unknown' }]
}
