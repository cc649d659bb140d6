import { isAbsence } from '../api/absence.ts'
import { ApiFailure } from '../api/failure.ts'
import { NAMESPACE_TYPE } from '../api/namespace-type.ts'
import type { KubeObject } from '../api/object.ts'
import { listPath, objectPath } from '../api/path.ts'
import type { Unreadable } from '../api/terminating.ts'
import { listAll } from './list-pages.ts'
import { mapConcurrently } from './map-concurrently.ts'
import { readKubeObject } from './read-object.ts'
import type { Transport } from './transport/transport.ts'
import { orFailure, unreadable } from './unreadable.ts'

const CONCURRENT_REQUESTS = 16
/** From here on one list is cheaper for the server than a read each. */
const LIST_FROM = 8
const PAGE_SIZE = 500
interface NamespaceObject extends KubeObject {
  readonly spec?: { readonly finalizers?: readonly string[] }
}

export interface NamespaceFinalizers {
  /** spec.finalizers by the uid of the Namespace. */
  readonly byUid: ReadonlyMap<string, readonly string[]>
  readonly unreadable: readonly Unreadable[]
}

/**
 * Reads `spec.finalizers` of terminating Namespaces, which a metadata list does not hold. One that is gone by now is in
 * neither answer; one that cannot be read is unreadable.
 */
export async function readNamespaceFinalizers(
  transport: Transport,
  namespaces: readonly { readonly name: string; readonly uid: string }[],
  signal?: AbortSignal,
): Promise<NamespaceFinalizers> {
  const byUid = new Map<string, readonly string[]>()
  const failures: Unreadable[] = []
  const keep = (namespace: NamespaceObject): void => {
    byUid.set(namespace.metadata.uid, namespace.spec?.finalizers ?? [])
  }
  if (namespaces.length >= LIST_FROM) for (const namespace of await listTerminating(transport, signal)) keep(namespace)
  const missing = namespaces.filter(namespace => !byUid.has(namespace.uid))
  await mapConcurrently(CONCURRENT_REQUESTS, missing, async ({ name }) => {
    const path = objectPath(NAMESPACE_TYPE, name)
    const read = await orFailure(readKubeObject(transport, { method: 'GET', path, signal }))
    if (!(read instanceof ApiFailure)) keep(read)
    else if (!isAbsence(read, name)) failures.push(unreadable(`namespaces/${name}`, read))
  })
  return { byUid, unreadable: failures }
}

/** All terminating Namespaces: status.phase is the one field the server can select them by. */
async function listTerminating(transport: Transport, signal?: AbortSignal): Promise<readonly NamespaceObject[]> {
  const query = { fieldSelector: 'status.phase=Terminating' }
  const request = { path: listPath(NAMESPACE_TYPE), pageSize: PAGE_SIZE, query, signal }
  const listed = await orFailure(listAll(transport, request))
  return listed instanceof ApiFailure ? [] : listed
}
