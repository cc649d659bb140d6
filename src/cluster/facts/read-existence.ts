import type { ObjectMeta } from '../../api/object.ts'
import { listPath, objectPath } from '../../api/path.ts'
import type { ResourceType } from '../../api/resource-type.ts'
import { listAll, listPages } from '../list-pages.ts'
import { ONLY_METADATA, ONLY_METADATA_LIST } from '../metadata-accept.ts'
import { readJson } from '../transport/read.ts'
import type { FactSource } from './fact-source.ts'

/**
 * The metadata of an object, without any of its content, or undefined when no namespace has one of this name.
 * Rejects with ApiFailure, also where the server says by its name that it is not there.
 */
export async function readExistence(
  { transport, signal, pageSize }: FactSource,
  type: ResourceType,
  name: string,
  namespace?: string,
): Promise<ObjectMeta | undefined> {
  const cancel = signal && { signal }
  if (type.namespaced && namespace === undefined) {
    const query = { fieldSelector: `metadata.name=${name}` }
    const headers = { accept: ONLY_METADATA_LIST }
    const found = await listAll(transport, { path: listPath(type), pageSize, query, headers, ...cancel })
    return found.find(({ metadata }) => metadata.name === name)?.metadata
  }
  const path = objectPath(type, name, type.namespaced ? namespace : undefined)
  const request = { method: 'GET' as const, path, headers: { accept: ONLY_METADATA }, ...cancel }
  return ((await readJson(transport, request)).body as { readonly metadata: ObjectMeta }).metadata
}

/** The metadata of all objects of a type, in one namespace or everywhere. Rejects with ApiFailure. */
export async function readMetadata(
  { transport, signal, pageSize, known = read => read }: FactSource,
  type: ResourceType,
  namespace?: string,
): Promise<readonly ObjectMeta[]> {
  const headers = { accept: ONLY_METADATA_LIST }
  const path = listPath(type, type.namespaced ? namespace : undefined)
  const metas: ObjectMeta[] = []
  for await (const page of listPages(transport, { path, pageSize, headers, signal }))
    for (const { metadata } of page) metas.push(known(metadata))
  return metas
}
