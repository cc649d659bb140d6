import type { KubeObject } from '../../../api/object.ts'
import { listPath } from '../../../api/path.ts'
import type { ResourceType } from '../../../api/resource-type.ts'
import { listAll } from '../../../cluster/list-pages.ts'
import { METADATA_LIST_ACCEPT } from '../../../cluster/metadata-accept.ts'
import type { Finding } from '../../../cluster/scan/scan.ts'
import type { StorageTools } from '../sources/helm-storage.ts'
import { installedType } from '../sources/installed-type.ts'

/** All objects of a type in all namespaces, whole. Rejects with ApiFailure, or with an Error for an unknown type. */
export async function listWhole(resource: string, tools: StorageTools): Promise<readonly KubeObject[]> {
  return listOf(await installedType(resource, tools), tools)
}

/** The same with no more than their metadata. */
export async function listMetadata(resource: string, tools: StorageTools): Promise<readonly Finding[]> {
  const type = await installedType(resource, tools)
  const items = await listOf(type, tools, { accept: METADATA_LIST_ACCEPT })
  return items.map(({ metadata }) => ({ type, meta: metadata }))
}

function listOf(type: ResourceType, { transport, pageSize, signal }: StorageTools, headers = {}) {
  return listAll(transport, { path: listPath(type), pageSize, headers, signal })
}
