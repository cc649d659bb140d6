import { ApiFailure } from '../api/failure.ts'
import { listPath } from '../api/path.ts'
import type { ResourceType } from '../api/resource-type.ts'
import { listPages } from './list-pages.ts'
import { METADATA_LIST_ACCEPT } from './metadata-accept.ts'
import type { Transport } from './transport/transport.ts'

const PAGE_SIZE = 500

export interface UidSearch {
  /** The namespace of each that was found, by uid. */
  readonly namespaces: ReadonlyMap<string, string>
  /** The whole type was read: what was not found is not there. */
  readonly whole: boolean
}

/** In which namespaces objects of a type with these uids are, sought through the whole cluster. */
export async function findUids(
  transport: Transport,
  type: ResourceType,
  uids: ReadonlySet<string>,
  signal?: AbortSignal,
): Promise<UidSearch> {
  const namespaces = new Map<string, string>()
  const headers = { accept: METADATA_LIST_ACCEPT }
  const request = { path: listPath(type), pageSize: PAGE_SIZE, headers, signal }
  try {
    for await (const page of listPages(transport, request)) {
      for (const { metadata } of page) {
        if (uids.has(metadata.uid) && metadata.namespace !== undefined) namespaces.set(metadata.uid, metadata.namespace)
      }
      if (namespaces.size === uids.size) break
    }
    return { namespaces, whole: true }
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
    return { namespaces, whole: false }
  }
}
