import { ApiFailure } from '../api/failure.ts'
import type { KubeObject } from '../api/object.ts'
import type { Reference } from '../api/reference.ts'
import { parseApiVersion, type ResourceType } from '../api/resource-type.ts'
import { fieldsOf } from '../api/shape.ts'
import type { Discovery } from './discovery/discovered.ts'
import { resolveOwners } from './owners.ts'
import { readWhole } from './read-whole.ts'
import type { Transport } from './transport/transport.ts'

/**
 * What an object depends on, read now: its owners, without which the garbage collector deletes it, and the claim of a
 * PersistentVolume, without which the volume is released and may be reclaimed. Rejects only when it is interrupted.
 */
export async function readReferences(
  transport: Transport,
  type: ResourceType,
  object: KubeObject,
  discovery: Discovery,
  signal: AbortSignal,
): Promise<readonly Reference[]> {
  const [owners, claims] = await Promise.all([
    readOwners(transport, type, object, discovery, signal),
    readClaim(transport, type, object, discovery, signal),
  ])
  return [...owners, ...claims]
}

async function readOwners(
  transport: Transport,
  type: ResourceType,
  { metadata }: KubeObject,
  { types, unreadable }: Discovery,
  signal: AbortSignal,
): Promise<readonly Reference[]> {
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

async function readClaim(
  transport: Transport,
  type: ResourceType,
  { spec }: KubeObject,
  { types }: Discovery,
  signal: AbortSignal,
): Promise<readonly Reference[]> {
  if (type.group !== '' || type.kind !== 'PersistentVolume') return []
  const { name, namespace, uid } = fieldsOf(fieldsOf(spec).claimRef)
  if (typeof name !== 'string' || typeof namespace !== 'string' || typeof uid !== 'string') return []
  const kind = 'PersistentVolumeClaim'
  const claims = types.find(each => each.group === '' && each.kind === kind)
  const reference = { field: 'claimRef', kind, name, uid } as const
  if (claims === undefined) return [{ ...reference, exists: null }]
  try {
    const claim = await readWhole(transport, claims, { name, namespace }, signal)
    return [{ ...reference, exists: claim?.metadata.uid === uid }]
  } catch (error) {
    if (!(error instanceof ApiFailure) || signal.aborted) throw error
    return [{ ...reference, exists: null }]
  }
}
