import type { ObjectRef } from '../../api/object-ref.ts'
import { refOf } from '../../api/object-ref.ts'
import type { FactSource } from '../../cluster/facts/fact-source.ts'
import { readDependents } from '../../cluster/facts/read-dependents.ts'

/**
 * What an object owns, itself or through other objects, by ownerReferences; each once. Rejects with ApiFailure when a type
 * could not be read: what is not known would be left behind.
 */
export async function ownedObjects(source: FactSource, uid: string): Promise<readonly ObjectRef[]> {
  const found = new Map<string, ObjectRef>()
  let owners: readonly string[] = [uid]
  while (owners.length > 0) {
    const dependents = await readDependents(source, owners)
    const fresh = dependents.filter(({ meta }) => meta.uid !== uid && !found.has(meta.uid))
    for (const { type, meta } of fresh) found.set(meta.uid, refOf(type, meta))
    owners = [...new Set(fresh.map(({ meta }) => meta.uid))]
  }
  return [...found.values()]
}
