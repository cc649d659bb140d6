import type { ObjectMeta } from '../../api/object.ts'
import { listPath, objectPath } from '../../api/path.ts'
import type { ResourceType } from '../../api/resource-type.ts'
import { checkedList, checkedObject } from '../../api/shape.ts'
import { isGone } from '../is-gone.ts'
import { METADATA_ACCEPT } from '../metadata-accept.ts'
import { readKubeObject, shaped } from '../read-object.ts'
import { readJson } from '../transport/read.ts'
import type { Transport } from '../transport/transport.ts'

/** Objects of the one page that is read: of a larger place the rest is asked for by name. */
const MIN_PAGE_SIZE = 500

/** `recreated`: another object has its name now, so it is gone. */
export type State = 'there' | 'gone' | 'recreated'

/** Objects of one type, in one namespace where it has one; undefined: in any. */
export interface Place {
  readonly type: ResourceType
  readonly namespace: string | undefined
  /** As they were seen. */
  readonly objects: readonly ObjectMeta[]
}

export interface ListedPlace {
  /** By uid; without those of which a list that goes on says nothing. */
  readonly states: ReadonlyMap<string, State>
  /** Where a watch can go on from. */
  readonly resourceVersion: string | undefined
}

/** A user who may list or watch no more than the one object is allowed this. */
export function selectorOf({ objects }: Place): { readonly fieldSelector?: string } {
  const [only, ...others] = objects
  return only === undefined || others.length > 0 ? {} : { fieldSelector: `metadata.name=${only.name}` }
}

/** Which of the objects are there, by one list: what a whole list does not have is gone. Rejects with ApiFailure. */
export async function listPlace(
  transport: Transport,
  place: Place,
  { accept, signal }: { readonly accept: string; readonly signal?: AbortSignal | undefined },
): Promise<ListedPlace> {
  const { type, namespace, objects } = place
  const request = {
    method: 'GET',
    path: listPath(type, namespace),
    query: { limit: String(Math.max(MIN_PAGE_SIZE, 2 * objects.length)), ...selectorOf(place) },
    headers: { accept },
    signal,
  } as const
  const { body } = await readJson(transport, request)
  const page = shaped(request, () => checkedList(body))
  const there = new Map<string, string>()
  for (const item of page.items) {
    const { metadata } = shaped(request, () => checkedObject(item))
    there.set(placeOf(metadata), metadata.uid)
  }
  const states = new Map<string, State>()
  for (const meta of objects) {
    const uid = there.get(placeOf(meta))
    if (uid !== undefined) states.set(meta.uid, uid === meta.uid ? 'there' : 'recreated')
    else if (page.continue === '') states.set(meta.uid, 'gone')
  }
  return { states, resourceVersion: page.resourceVersion || undefined }
}

function placeOf({ namespace = '', name }: ObjectMeta): string {
  return `${namespace}/${name}`
}

/** The object's metadata now, or that it is gone by uid. Rejects with ApiFailure where neither is known. */
export async function lookAt(
  transport: Transport,
  type: ResourceType,
  { name, namespace, uid }: ObjectMeta,
  signal?: AbortSignal,
  how: { readonly accept?: string; readonly afterInterrupt?: true | undefined } = {},
): Promise<ObjectMeta | 'gone' | 'recreated'> {
  const { accept = METADATA_ACCEPT, afterInterrupt } = how
  try {
    const path = objectPath(type, name, namespace)
    const request = { method: 'GET', path, headers: { accept }, signal, afterInterrupt } as const
    const { metadata } = await readKubeObject(transport, request)
    return metadata.uid === uid ? metadata : 'recreated'
  } catch (error) {
    if (await isGone(error, transport, type, name, signal)) return 'gone'
    throw error
  }
}
