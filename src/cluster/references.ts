import { ApiFailure } from '../api/failure.ts'
import type { Reference } from '../api/reference.ts'
import { parseApiVersion, type TypedObject } from '../api/resource-type.ts'
import { fieldsOf } from '../api/shape.ts'
import type { FactSource } from './facts/fact-source.ts'
import { resolveOwners } from './owners.ts'
import { readWhole } from './read-whole.ts'

/**
 * What an object depends on, read now: its owners, without which the garbage collector deletes it, and the claim of a
 * PersistentVolume, without which the volume is released and may be reclaimed. Rejects only when it is interrupted.
 */
export async function readReferences(of: TypedObject, server: Server): Promise<readonly Reference[]> {
  return (await Promise.all([readOwners(of, server), readClaim(of, server)])).flat()
}

type Server = Pick<FactSource, 'transport' | 'discovery' | 'signal'>

async function readOwners({ type, object: { metadata } }: TypedObject, server: Server): Promise<readonly Reference[]> {
  const { transport, discovery, signal } = server
  const { types, unreadable } = discovery
  const finding = { type, meta: metadata }
  const ownersOf = await resolveOwners(transport, [finding], types, signal)
  return ownersOf(finding).map(({ ref: { apiVersion, kind, name, uid, namespace }, exists }) => {
    const { group } = parseApiVersion(apiVersion)
    const served = types.some(each => each.group === group && each.kind === kind)
    const hidden = unreadable.some(({ resource }) => resource === `*.${group}`)
    // For the garbage collector an owner in another namespace is none.
    const elsewhere = metadata.namespace !== undefined && namespace !== undefined && namespace !== metadata.namespace
    const found = served || hidden ? exists && !elsewhere : false
    return { field: 'ownerReferences', kind, name, uid, exists: found }
  })
}

async function readClaim({ type, object: { spec } }: TypedObject, server: Server): Promise<readonly Reference[]> {
  const { transport, discovery, signal } = server
  if (type.group !== '' || type.kind !== 'PersistentVolume') return []
  const { name, namespace, uid } = fieldsOf(fieldsOf(spec).claimRef)
  if (typeof name !== 'string' || typeof namespace !== 'string' || typeof uid !== 'string') return []
  const kind = 'PersistentVolumeClaim'
  const claims = discovery.types.find(each => each.group === '' && each.kind === kind)
  const reference = { field: 'claimRef', kind, name, uid } as const
  if (claims === undefined) return [{ ...reference, exists: null }]
  try {
    const claim = await readWhole(transport, claims, { name, namespace }, signal)
    return [{ ...reference, exists: claim?.metadata.uid === uid }]
  } catch (error) {
    if (!(error instanceof ApiFailure) || signal?.aborted) throw error
    return [{ ...reference, exists: null }]
  }
}
