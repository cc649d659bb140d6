import { type ObjectRef, refOf } from '../../api/object-ref.ts'
import type { Owner, Unreadable } from '../../api/terminating.ts'
import type { FactSource } from '../../cluster/facts/fact-source.ts'
import { resolveOwners } from '../../cluster/owners.ts'
import type { Finding } from '../../cluster/scan/scan.ts'
import { walkDependents } from '../inspect/walk-dependents.ts'

export interface Owned {
  readonly objects: readonly ObjectRef[]
  readonly shared: readonly Shared[]
  /** Types that could not be read, and that may hold more of what is owned. */
  readonly unread: readonly Unreadable[]
}

/**
 * It has another owner as well, who is there, or may be: no garbage collector would take it (kubernetes-deletion.md 3).
 */
export interface Shared {
  readonly ref: ObjectRef
  readonly owner: Owner
}

/** What an object owns, itself or through other objects, by ownerReferences; each once. */
export async function ownedObjects(
  source: FactSource,
  owner: { readonly uid: string; readonly namespace?: string },
): Promise<Owned> {
  const { dependents, unreadable } = await walkDependents(source, [owner])
  const shared = await sharedAmong(dependents, owner.uid, source)
  const unread = [...source.discovery.unreadable, ...unreadable]
  return {
    objects: dependents.filter(({ meta }) => !shared.has(meta.uid)).map(({ type, meta }) => refOf(type, meta)),
    shared: [...shared.values()],
    unread: [...new Map(unread.map(each => [each.resource, each])).values()],
  }
}

/** Those with another owner too, and what depends on them; only an owner that is proven gone does not count. */
async function sharedAmong(
  found: readonly Finding[],
  uid: string,
  { transport, discovery, signal }: FactSource,
): Promise<ReadonlyMap<string, Shared>> {
  const going = new Set([uid, ...found.map(({ meta }) => meta.uid)])
  const besides = found.filter(({ meta }) => meta.ownerReferences?.some(reference => !going.has(reference.uid)))
  const ownersOf = await resolveOwners(transport, besides, discovery.types, signal)
  const shared = new Map<string, Shared>()
  for (const finding of besides) {
    const owner = ownersOf(finding).find(({ ref, exists }) => exists !== false && !going.has(ref.uid))
    if (owner !== undefined) shared.set(finding.meta.uid, { ref: refOf(finding.type, finding.meta), owner })
  }
  for (let more = shared.size; more > 0; ) {
    const hanging = found.filter(
      ({ meta }) => !shared.has(meta.uid) && meta.ownerReferences?.some(reference => shared.has(reference.uid)),
    )
    for (const { type, meta } of hanging) {
      const reference = meta.ownerReferences!.find(each => shared.has(each.uid))!
      const { ref } = shared.get(reference.uid)!
      const { controller = false, blockOwnerDeletion = false } = reference
      shared.set(meta.uid, { ref: refOf(type, meta), owner: { ref, controller, blockOwnerDeletion, exists: true } })
    }
    more = hanging.length
  }
  return shared
}
