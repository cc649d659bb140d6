import { type ObjectRef, refOf } from '../../api/object-ref.ts'
import { resourceName } from '../../api/resource-type.ts'
import type { Unreadable } from '../../api/terminating.ts'
import type { FactSource } from '../../cluster/facts/fact-source.ts'
import { sweepDependents } from '../../cluster/facts/read-dependents.ts'

export interface Owned {
  readonly objects: readonly ObjectRef[]
  /** Types that could not be read, and that may hold more of what is owned. */
  readonly unread: readonly Unreadable[]
}

/**
 * What an object owns, itself or through other objects, by ownerReferences; each once. An object in a namespace can own
 * only what is in it, so that nothing is missed where a user may read just that namespace.
 */
export async function ownedObjects(
  source: FactSource,
  owner: { readonly uid: string; readonly namespace?: string },
): Promise<Owned> {
  const { uid, namespace } = owner
  const found = new Map<string, ObjectRef>()
  const unread = new Map(source.discovery.unreadable.map(each => [each.resource, each]))
  const clusterScoped = new Set(source.discovery.types.filter(type => !type.namespaced).map(resourceName))
  let owners: readonly string[] = [uid]
  while (owners.length > 0) {
    const { dependents, unreadable } = await sweepDependents(source, owners, namespace)
    for (const each of unreadable)
      if (namespace === undefined || !clusterScoped.has(each.resource)) unread.set(each.resource, each)
    const fresh = dependents.filter(({ meta }) => meta.uid !== uid && !found.has(meta.uid))
    for (const { type, meta } of fresh) found.set(meta.uid, refOf(type, meta))
    owners = [...new Set(fresh.map(({ meta }) => meta.uid))]
  }
  return { objects: [...found.values()], unread: [...unread.values()] }
}
