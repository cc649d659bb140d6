import { FOREGROUND } from '../../api/builtin-finalizers.ts'
import { largest } from '../../api/long-lists.ts'
import { isEndRefused } from '../controller-manager/deletion-probe.ts'
import { PATIENCE_SECONDS } from '../controller-manager/patience.ts'
import { controllerManager } from '../controller-manager-lease.ts'
import type { Evidence, Remedy, Verdict } from '../explanation.ts'
import { ownersBlockedBy } from '../ownership/blocking-dependents.ts'
import { type Fate, fateOf } from '../ownership/fate.ts'
import { deleteCommand, releaseOwners } from '../ownership/release.ts'
import { toRepair } from '../remedy.ts'
import { formatSeconds } from '../seconds.ts'
import type { Blocker, CauseDraft, RuleContext, StuckObject } from '../stuck-object.ts'

/**
 * DependentAlive: an owner deleted in the foreground waits for this dependent, and nobody deletes it: the garbage
 * collector never touches it (`stuck`), or works and has left it alone for long (`unknown`).
 */
export function dependentAlive(held: StuckObject, context: RuleContext): readonly Blocker[] {
  if (held.meta.deletionTimestamp !== undefined) return []
  const owners = ownersBlockedBy(held, context)
  if (owners.length === 0) return []
  const fate = fateOf(held, context)
  if (fate.fate === 'untouched') return [alive(held, owners, fate, 'stuck', [fate.why])]
  const age = largest(owners.map(owner => owner.ageSeconds ?? 0))
  const manager = controllerManager(context.facts)
  if (manager.state !== 'works' || age < PATIENCE_SECONDS || isEndRefused(held, context)) return []
  const duty = fate.fate === 'released' ? 'remove the owner reference from it' : 'delete it'
  const left: Evidence = {
    fact: `the garbage collector has had ${formatSeconds(age)} to ${duty}; it retries a rejected request after up to 17 minutes`,
    source: 'metadata',
  }
  const kept = fate.fate === 'released' ? [fate.why] : []
  return [alive(held, owners, fate, 'unknown', [...kept, left, manager.evidence])]
}

function alive(
  held: StuckObject,
  owners: readonly StuckObject[],
  fate: Fate,
  verdict: Verdict,
  evidence: readonly Evidence[],
): Blocker {
  const { ref } = held
  const names = owners.map(owner => `${owner.ref.kind} ${owner.ref.name}`).join(', ')
  const cause: CauseDraft = {
    key: `DependentAlive/${ref.uid}`,
    code: 'DependentAlive',
    subject: ref,
    finalizer: FOREGROUND,
    summary: `${ref.kind} ${ref.name} has not been deleted; the foreground deletion of ${names} is waiting for it.`,
    evidence: [...evidence, { fact: `it blocks ${names} (blockOwnerDeletion)`, source: 'ownerReferences' }],
    remedies: () => [
      ...(fate.fate === 'deleted' ? [collect(held)] : []),
      releaseOwners(owners, afterwards(held, fate)),
      ...(fate.fate === 'deleted' ? [] : [remove(held)]),
    ],
  }
  return { verdict, cause }
}

function afterwards({ ref }: StuckObject, { fate }: Fate): string {
  if (fate === 'deleted' || fate === 'unknown') return `${ref.kind} ${ref.name} is then deleted in the background`
  return `${ref.kind} ${ref.name} stays`
}

/** What the collector would do anyway, were it not that it waits up to 17 minutes between two tries. */
function collect(held: StuckObject): Remedy {
  const { kind, name } = held.ref
  return toRepair(
    `delete ${kind} ${name}, as the garbage collector does at its next try, which can be up to 17 minutes away if its deletion was rejected before`,
    [deleteCommand(held)],
    'low',
  )
}

function remove(held: StuckObject): Remedy {
  return toRepair(
    `or, if it is no longer needed, delete ${held.ref.kind} ${held.ref.name}`,
    [deleteCommand(held)],
    'medium',
  )
}
