import { ApiFailure } from '../../api/failure.ts'
import type { KubeObject } from '../../api/object.ts'
import { listPath, objectPath } from '../../api/path.ts'
import { apiVersionOf, type ResourceType } from '../../api/resource-type.ts'
import { listPages } from '../list-pages.ts'
import { ONLY_METADATA, ONLY_METADATA_LIST } from '../metadata-accept.ts'
import { readKubeObject } from '../read-object.ts'
import type { FactSource } from './fact-source.ts'

/** Objects a page of whole objects, which are several times larger than their metadata. */
const WHOLE_PAGE_SIZE = 500

/** One object; of a Secret only its metadata, which is all that this program ever reads of one. */
export async function readObject(
  { transport, signal }: FactSource,
  type: ResourceType,
  name: string,
  namespace?: string,
): Promise<KubeObject> {
  return readKubeObject(transport, {
    method: 'GET',
    path: objectPath(type, name, type.namespaced ? namespace : undefined),
    ...accepting(type, ONLY_METADATA),
    signal,
  })
}

/**
 * All objects of a type, page by page, in one namespace or everywhere, with the apiVersion and kind of the type. Where
 * that fails, `seen` has what came before.
 */
export async function readList(
  { transport, signal, known = read => read }: FactSource,
  type: ResourceType,
  namespace?: string,
  seen: KubeObject[] = [],
): Promise<readonly KubeObject[]> {
  const pages = listPages(transport, {
    path: listPath(type, type.namespaced ? namespace : undefined),
    pageSize: WHOLE_PAGE_SIZE,
    ...accepting(type, ONLY_METADATA_LIST),
    signal,
  })
  // Items of a list do not say what they are.
  const typed = { apiVersion: apiVersionOf(type), kind: type.kind }
  for await (const page of pages)
    for (const item of page) seen.push({ ...item, ...typed, metadata: known(item.metadata) })
  return seen
}

/** Objects after which it is seen whether a list of the whole type is worth while. */
const TRIED_ITEMS = 1000

/**
 * The same for many namespaces, by one list of the whole type. undefined where it is forbidden or fails, or has mostly
 * objects of other namespaces: then these are to be listed one by one.
 */
export async function readListsAtOnce(
  { transport, signal, known = read => read }: FactSource,
  type: ResourceType,
  namespaces: ReadonlySet<string>,
): Promise<ReadonlyMap<string, readonly KubeObject[]> | undefined> {
  const lists = new Map<string, KubeObject[]>([...namespaces].map(namespace => [namespace, []]))
  const typed = { apiVersion: apiVersionOf(type), kind: type.kind }
  let read = 0
  let kept = 0
  try {
    const path = listPath(type, undefined)
    const pages = listPages(transport, {
      path,
      pageSize: WHOLE_PAGE_SIZE,
      ...accepting(type, ONLY_METADATA_LIST),
      signal,
    })
    for await (const page of pages) {
      for (const item of page) {
        read++
        const list = lists.get(item.metadata.namespace ?? '')
        if (list === undefined) continue
        kept++
        list.push({ ...item, ...typed, metadata: known(item.metadata) })
      }
      if (read >= TRIED_ITEMS && kept * 2 < read) return undefined
    }
    return lists
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
    return undefined
  }
}

function accepting(type: ResourceType, form: string): { headers?: Record<string, string> } {
  if (type.group !== '' || type.plural !== 'secrets') return {}
  return { headers: { accept: form } }
}
