import { FOREGROUND, ORPHAN } from '../../api/builtin-finalizers.ts'
import type { KubeObject } from '../../api/object.ts'
import type { Server } from '../server.ts'
import type { ServedType } from '../types/served-type.ts'
import { type Client, clientFor, MERGE_PATCH, pathOf } from './client.ts'
import type { Controller } from './controller.ts'
import { reportMisplacedOwner } from './owner-event.ts'
import { classifyOwners, isMisplaced, ownerTypeKnown } from './owners.ts'
import { type Graph, isBlocking, type Node, ownershipGraph } from './ownership-graph.ts'

/** Deletes dependents whose owners are gone, ends foreground and orphan deletions (kubernetes-deletion.md 3). */
export const garbageCollector: Controller = {
  name: 'garbage-collector',
  async reconcile(server) {
    const client = clientFor(server, 'kube-controller-manager')
    const graph = ownershipGraph(server)
    for (const node of graph.nodes()) {
      const { deletionTimestamp, finalizers = [], ownerReferences = [] } = node.object.metadata
      if (deletionTimestamp !== undefined && finalizers.includes(ORPHAN)) await orphanDependents(client, graph, node)
      if (deletionTimestamp !== undefined && finalizers.includes(FOREGROUND))
        await endForeground(server, client, graph, node)
      if (deletionTimestamp === undefined && ownerReferences.length > 0) await collect(server, client, graph, node)
    }
  },
}

/** Foreground ends when no dependent with blockOwnerDeletion is left; until then each of them is looked at. */
async function endForeground(server: Server, client: Client, graph: Graph, owner: Node): Promise<void> {
  const blocking = graph.dependentsOf(owner.object.metadata.uid).filter(node => isBlocking(node, owner))
  if (blocking.length === 0) {
    await removeFinalizer(client, owner, FOREGROUND)
    return
  }
  for (const dependent of blocking) {
    if (dependent.object.metadata.deletionTimestamp === undefined) await collect(server, client, graph, dependent)
  }
}

async function orphanDependents(client: Client, graph: Graph, owner: Node): Promise<void> {
  for (const dependent of graph.dependentsOf(owner.object.metadata.uid)) {
    await keepOwners(client, dependent, reference => reference.uid !== owner.object.metadata.uid)
  }
  await removeFinalizer(client, owner, ORPHAN)
}

/** attemptToDeleteItem for an object that is not terminating and has owners. */
async function collect(server: Server, client: Client, graph: Graph, node: Node): Promise<void> {
  if (isMisplaced(server, node)) {
    reportMisplacedOwner(server, node)
    // A cluster-scoped dependent of a namespaced owner is dropped without a retry, for ever.
    if (!node.type.namespaced) return
  }
  // An owner kind that is not served cannot be looked up: retried for ever, never collected.
  if (!ownerTypeKnown(server, node)) return
  const { solid, waiting, dangling } = classifyOwners(server, node)
  if (solid.length > 0) {
    const gone = new Set([...dangling, ...waiting].map(reference => reference.uid))
    if (gone.size > 0) await keepOwners(client, node, reference => !gone.has(reference.uid))
    return
  }
  const dependents = graph.dependentsOf(node.object.metadata.uid)
  if (waiting.length > 0 && dependents.length > 0) {
    if (dependents.some(isDeletingDependents)) await unblock(client, node)
    await remove(client, node, 'Foreground')
    return
  }
  const { finalizers = [] } = node.object.metadata
  await remove(
    client,
    node,
    finalizers.includes(ORPHAN) ? 'Orphan' : finalizers.includes(FOREGROUND) ? 'Foreground' : 'Background',
  )
}

function isDeletingDependents({ object }: Node): boolean {
  const { deletionTimestamp, finalizers = [] } = object.metadata
  return deletionTimestamp !== undefined && finalizers.includes(FOREGROUND)
}

/** A possible cycle of foreground deletions is cut by blocking no owner any more. */
async function unblock(client: Client, { type, object }: Node): Promise<void> {
  const ownerReferences = object.metadata.ownerReferences!.map(owner => ({ ...owner, blockOwnerDeletion: false }))
  await client.send('PATCH', pathOf(type, object), { metadata: { ownerReferences } }, MERGE_PATCH)
}

async function keepOwners(
  client: Client,
  { type, object }: Node,
  keep: (owner: { uid: string }) => boolean,
): Promise<void> {
  const { uid, ownerReferences = [] } = object.metadata
  const metadata = { uid, ownerReferences: ownerReferences.filter(keep) }
  await client.send('PATCH', pathOf(type, object), { metadata }, MERGE_PATCH)
}

async function remove(client: Client, { type, object }: Node, propagationPolicy: string): Promise<void> {
  const { uid, resourceVersion } = object.metadata
  const preconditions = { uid, resourceVersion }
  await client.send('DELETE', pathOf(type, object), {
    kind: 'DeleteOptions',
    apiVersion: 'v1',
    preconditions,
    propagationPolicy,
  })
}

async function removeFinalizer(
  client: Client,
  { type, object }: { type: ServedType; object: KubeObject },
  finalizer: string,
): Promise<void> {
  const { uid, resourceVersion, finalizers = [] } = object.metadata
  const metadata = { uid, resourceVersion, finalizers: finalizers.filter(name => name !== finalizer) }
  await client.send('PATCH', pathOf(type, object), { metadata }, MERGE_PATCH)
}
