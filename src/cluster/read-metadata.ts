import type { ObjectMeta } from '../api/object.ts'
import { listPath, objectPath } from '../api/path.ts'
import type { ResourceType } from '../api/resource-type.ts'
import { type ListRequest, listPages } from './list-pages.ts'
import { METADATA_ACCEPT, METADATA_LIST_ACCEPT } from './metadata-accept.ts'
import { readKubeObject } from './read-object.ts'
import type { Finding } from './scan/scan.ts'
import type { Transport } from './transport/transport.ts'

/** The metadata of one object; `namespace` is left out for cluster-scoped types. Rejects as `readKubeObject` does. */
export async function readMetadata(
  transport: Transport,
  type: ResourceType,
  name: string,
  namespace: string | undefined,
  signal: AbortSignal | undefined,
): Promise<ObjectMeta> {
  const path = objectPath(type, name, namespace)
  const headers = { accept: METADATA_ACCEPT }
  return (await readKubeObject(transport, { method: 'GET', path, headers, signal })).metadata
}

/** The metadata of all objects of a type, in one namespace or everywhere. Rejects as `listPages` does. */
export async function listMetadata(
  transport: Transport,
  type: ResourceType,
  namespace: string | undefined,
  request: Pick<ListRequest, 'pageSize' | 'query' | 'signal'>,
): Promise<readonly Finding[]> {
  const found: Finding[] = []
  const headers = { accept: METADATA_LIST_ACCEPT }
  for await (const page of listPages(transport, { ...request, path: listPath(type, namespace), headers }))
    for (const { metadata } of page) found.push({ type, meta: metadata })
  return found
}
