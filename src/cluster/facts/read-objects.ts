import type { KubeObject } from '../../api/object.ts'
import { listPath, objectPath } from '../../api/path.ts'
import { apiVersionOf, type ResourceType } from '../../api/resource-type.ts'
import { ONLY_METADATA, ONLY_METADATA_LIST } from '../metadata-accept.ts'
import { readJson } from '../transport/read.ts'
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
  const { body } = await readJson(transport, {
    method: 'GET',
    path: objectPath(type, name, type.namespaced ? namespace : undefined),
    ...accepting(type, ONLY_METADATA),
    ...(signal && { signal }),
  })
  return body as KubeObject
}

/** All objects of a type, page by page, in one namespace or everywhere; each with the apiVersion and kind of its type. */
export async function readList(
  { transport, signal }: FactSource,
  type: ResourceType,
  namespace?: string,
): Promise<readonly KubeObject[]> {
  const objects: KubeObject[] = []
  const seen = new Set<string>()
  for (let token = ''; ; ) {
    const { body } = await readJson(transport, {
      method: 'GET',
      path: listPath(type, type.namespaced ? namespace : undefined),
      query: { limit: String(WHOLE_PAGE_SIZE), ...(token !== '' && { continue: token }) },
      ...accepting(type, ONLY_METADATA_LIST),
      ...(signal && { signal }),
    })
    const page = body as { metadata?: { continue?: string }; items?: KubeObject[] | null }
    // Items of a list do not say what they are.
    for (const item of page.items ?? []) objects.push({ ...item, apiVersion: apiVersionOf(type), kind: type.kind })
    token = page.metadata?.continue ?? ''
    if (token === '' || seen.has(token)) return objects
    seen.add(token)
  }
}

function accepting(type: ResourceType, form: string): { headers?: Record<string, string> } {
  if (type.group !== '' || type.plural !== 'secrets') return {}
  return { headers: { accept: form } }
}
