import { ApiFailure } from '../api/failure.ts'
import type { ObjectMeta } from '../api/object.ts'
import { listPath } from '../api/path.ts'
import type { ResourceType } from '../api/resource-type.ts'
import { METADATA_LIST_ACCEPT } from './metadata-accept.ts'
import { readJson } from './transport/read.ts'
import type { Transport } from './transport/transport.ts'

const PAGE_SIZE = 500

interface MetadataList {
  readonly metadata: { readonly continue?: string }
  readonly items: readonly { readonly metadata: ObjectMeta }[] | null
}

/**
 * The namespaces in which objects of a type with these uids are, sought through the whole cluster. A uid that is not in
 * the answer was not found; a type that cannot be read to its end gives what was found until then.
 */
export async function findUids(
  transport: Transport,
  type: ResourceType,
  uids: ReadonlySet<string>,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  const tokens = new Set<string>()
  try {
    for (let token = ''; found.size < uids.size; ) {
      const { body } = await readJson(transport, {
        method: 'GET',
        path: listPath(type),
        query: { limit: String(PAGE_SIZE), ...(token !== '' && { continue: token }) },
        headers: { accept: METADATA_LIST_ACCEPT },
        ...(signal && { signal }),
      })
      const list = body as MetadataList
      for (const { metadata } of list.items ?? []) {
        if (uids.has(metadata.uid) && metadata.namespace !== undefined) found.set(metadata.uid, metadata.namespace)
      }
      token = list.metadata.continue ?? ''
      if (token === '' || tokens.has(token)) break
      tokens.add(token)
    }
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
  }
  return found
}
