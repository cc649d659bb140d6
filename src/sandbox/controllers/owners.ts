import { FOREGROUND } from '../../api/builtin-finalizers.ts'
import type { OwnerReference } from '../../api/object.ts'
import { parseApiVersion } from '../../api/resource-type.ts'
import type { Server } from '../server.ts'
import type { ServedType } from '../types/served-type.ts'
import type { Node } from './ownership-graph.ts'

export interface ClassifiedOwners {
  /** Exists, and is not waiting for its dependents; also while it terminates for another reason. */
  readonly solid: readonly OwnerReference[]
  /** Exists, terminating, holds foregroundDeletion. */
  readonly waiting: readonly OwnerReference[]
  /** Not there, or there with another uid. */
  readonly dangling: readonly OwnerReference[]
}

/** Owners are looked up in the dependent's namespace (or cluster-wide), so one in another namespace is dangling. */
export function classifyOwners(server: Server, { type, object }: Node): ClassifiedOwners {
  const groups = Object.groupBy(object.metadata.ownerReferences ?? [], reference => {
    const ownerType = typeOf(server, reference)
    if (ownerType === undefined) return 'solid'
    const namespace = ownerType.namespaced && type.namespaced ? object.metadata.namespace : undefined
    const owner = server.store.get(ownerType.storage, namespace, reference.name)
    if (owner === undefined || owner.metadata.uid !== reference.uid) return 'dangling'
    const { deletionTimestamp, finalizers = [] } = owner.metadata
    return deletionTimestamp !== undefined && finalizers.includes(FOREGROUND) ? 'waiting' : 'solid'
  })
  return { solid: groups.solid ?? [], waiting: groups.waiting ?? [], dangling: groups.dangling ?? [] }
}

export function ownerTypeKnown(server: Server, { object }: Node): boolean {
  return (object.metadata.ownerReferences ?? []).every(reference => typeOf(server, reference) !== undefined)
}

/** A namespaced owner of a cluster-scoped dependent, or one that lives in another namespace under the same uid. */
export function isMisplaced(server: Server, { type, object }: Node): boolean {
  return (object.metadata.ownerReferences ?? []).some(reference => {
    const ownerType = typeOf(server, reference)
    if (ownerType === undefined || !ownerType.namespaced) return false
    if (!type.namespaced) return true
    const elsewhere = server.store.list(ownerType.storage).find(candidate => candidate.metadata.uid === reference.uid)
    return elsewhere !== undefined && elsewhere.metadata.namespace !== object.metadata.namespace
  })
}

function typeOf(server: Server, reference: OwnerReference): ServedType | undefined {
  const { group, version } = parseApiVersion(reference.apiVersion)
  return server.types.findKind(group, version, reference.kind)
}
