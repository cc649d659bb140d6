import type { KubeObject } from '../../../api/object.ts'
import { listPath } from '../../../api/path.ts'
import { listAll } from '../../../cluster/list-pages.ts'
import { listMetadata } from '../../../cluster/read-metadata.ts'
import type { Finding } from '../../../cluster/scan/scan.ts'
import type { StorageTools } from '../sources/helm-storage.ts'
import { installedType } from '../sources/installed-type.ts'

/** All objects of a type in all namespaces, whole. Rejects with ApiFailure, or with an Error for an unknown type. */
export async function listWhole(resource: string, tools: StorageTools): Promise<readonly KubeObject[]> {
  const { transport, pageSize, signal } = tools
  return listAll(transport, { path: listPath(await installedType(resource, tools)), pageSize, signal })
}

/** The same with no more than their metadata. */
export async function listFindings(resource: string, tools: StorageTools): Promise<readonly Finding[]> {
  return listMetadata(tools.transport, await installedType(resource, tools), undefined, tools)
}
