import { CRD_CLEANUP, FOREGROUND, ORPHAN } from '../../api/builtin-finalizers.ts'
import { once } from '../facts.ts'
import { type Blocker, isCustom, type RuleContext, type StuckObject } from '../stuck-object.ts'

const NOT_FOREIGN: ReadonlySet<string> = new Set([FOREGROUND, ORPHAN, CRD_CLEANUP])

/**
 * A terminating custom resource that its controller holds by a finalizer waits for the terminating objects that it
 * owns: controllers delete these first. All of them are in the survey, so nothing more is read.
 */
export function ownedObjects(held: StuckObject, context: RuleContext): readonly Blocker[] {
  const owned = ownedBy(held, context)
  // In a foreground deletion those that block are edges already.
  const edges = held.meta.finalizers?.includes(FOREGROUND) ? owned.filter(({ blocks }) => !blocks) : owned
  if (edges.length === 0) return []
  return [{ verdict: 'waiting', waitingFor: edges.map(({ held }) => ({ ref: held.ref, reason: 'Owned', held })) }]
}

/** The terminating objects that a terminating custom resource owns, which somebody holds by a finalizer. */
export function ownedBy(held: StuckObject, context: RuleContext): readonly OwnedObject[] {
  const { meta, ref } = held
  if (meta.deletionTimestamp === undefined || !isCustom(held)) return []
  if (!(meta.finalizers ?? []).some(name => !NOT_FOREIGN.has(name))) return []
  // Of what has not been deleted yet it is not known whether its controller will wait for them.
  if (context.together?.isLive(ref.uid)) return []
  return terminatingByOwner(context).get(ref.uid) ?? []
}

type OwnedObject = { readonly held: StuckObject; readonly blocks: boolean }

function terminatingByOwner({ facts, terminating }: RuleContext): ReadonlyMap<string, readonly OwnedObject[]> {
  return once(facts, 'terminating objects by owner', () => {
    const byOwner = new Map<string, OwnedObject[]>()
    for (const held of terminating.values()) {
      for (const { uid, blockOwnerDeletion } of held.meta.ownerReferences ?? []) {
        const owned = byOwner.get(uid) ?? []
        if (owned.length === 0) byOwner.set(uid, owned)
        if (uid !== held.ref.uid) owned.push({ held, blocks: blockOwnerDeletion === true })
      }
    }
    return byOwner
  })
}
