import type { KubeObject } from '../../api/object.ts'
import { aggregatedApi, isAvailable } from '../discovery/groups.ts'
import type { Server } from '../server.ts'
import type { ServedType } from '../types/served-type.ts'

export interface Node {
  readonly type: ServedType
  readonly object: KubeObject
}

/** What depends on what, by the uid of the owner. */
export interface Graph {
  nodes(): readonly Node[]
  dependentsOf(uid: string): readonly Node[]
}

/** Reads every type that can be deleted, listed and watched, except events, as the garbage collector's monitors do. */
export function ownershipGraph(server: Server): Graph {
  const nodes: Node[] = []
  const dependents = new Map<string, Node[]>()
  for (const type of server.types.stored()) {
    if (type.storage === 'events' || !type.verbs.includes('watch') || !type.verbs.includes('delete')) continue
    const aggregated = aggregatedApi(server, type.group, type.version)
    if (aggregated !== undefined && !isAvailable(aggregated)) continue
    for (const object of server.store.list(type.storage)) {
      const { deletionTimestamp, ownerReferences = [] } = object.metadata
      if (deletionTimestamp === undefined && ownerReferences.length === 0) continue
      const node = { type, object }
      nodes.push(node)
      for (const { uid } of ownerReferences) dependents.set(uid, [...(dependents.get(uid) ?? []), node])
    }
  }
  return { nodes: () => nodes, dependentsOf: uid => dependents.get(uid) ?? [] }
}

/** Only blockOwnerDeletion=true holds a foreground owner. */
export function isBlocking({ object }: Node, owner: Node): boolean {
  return (object.metadata.ownerReferences ?? []).some(
    reference => reference.uid === owner.object.metadata.uid && reference.blockOwnerDeletion === true,
  )
}
