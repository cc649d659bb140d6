import type { KubeObject } from '../../api/object.ts'
import { resourceName } from '../../api/resource-type.ts'
import { checkedObject, ShapeError } from '../../api/shape.ts'
import { type Archived, ArchivedObjects } from './archived-objects.ts'
import { type Exchange, exchangeKey } from './exchange.ts'
import type { Archive } from './playback.ts'
import { resourcePath } from './resource-path.ts'

/** What a recording says of itself, in its first line. */
export interface RecordingHead {
  readonly apiVersion: 'kubectl-finalize/v1'
  readonly kind: 'Recording'
  /** RFC 3339, with milliseconds: the time that ages count to. */
  readonly takenAt: string
  /** Of the program that wrote it. */
  readonly version: string
  /** What was looked at; undefined: the whole cluster. */
  readonly namespace?: string | undefined
  /** The context's namespace at that time. */
  readonly contextNamespace: string
  /** Names, hosts and messages are pseudonyms. */
  readonly redacted: boolean
}

export interface Recording {
  readonly head: RecordingHead
  readonly exchanges: readonly Exchange[]
}

/** A recording as the archive that plays it back; each list and object in it answers other requests too. */
export function archiveOf({ head, exchanges }: Recording): Archive {
  const objects = new ArchivedObjects()
  for (const exchange of exchanges) shelve(objects, exchange)
  return {
    what: 'the recording',
    takenAt: new Date(head.takenAt),
    isUndated: false,
    answers: new Map(exchanges.map(({ request, answer }) => [exchangeKey(request), answer])),
    objects,
  }
}

function shelve(objects: ArchivedObjects, { request, answer }: Exchange): void {
  const path = request.form === 'discovery' ? undefined : resourcePath(request.path)
  const isAnswer = request.method === 'GET' && 'status' in answer && answer.status < 300
  if (path === undefined || path.subresource !== undefined || !isAnswer) return
  const resource = resourceName(path)
  // Of a Secret or ConfigMap nothing but this is ever asked, nor kept.
  const isWhole = request.form === 'whole'
  const { items } = (answer.body ?? {}) as { readonly items?: unknown }
  if (path.name !== undefined) {
    const object = objectIn(answer.body)
    if (object?.metadata.name === path.name) objects.add(resource, archived(object, isWhole))
    return
  }
  if (!Array.isArray(items)) return
  const read = items.map(objectIn)
  for (const object of read) if (object !== undefined) objects.add(resource, archived(object, isWhole))
  for (const [namespace, count] of Object.entries(answer.readIn ?? {})) objects.count(resource, namespace, count)
  const isAll = request.query === undefined && !answer.partial && !read.includes(undefined)
  if (isAll) objects.complete(resource, path.namespace, request.form)
}

/** undefined where the answer was malformed: its own request gets it as it was, and no other one. */
function objectIn(body: unknown): KubeObject | undefined {
  try {
    return checkedObject(body)
  } catch (error) {
    if (error instanceof ShapeError) return undefined
    throw error
  }
}

function archived(object: KubeObject, isWhole: boolean): Archived {
  const { metadata } = object
  const { name, namespace, resourceVersion } = metadata
  const partial = { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata }
  return {
    name,
    namespace,
    revision: Number(resourceVersion) || 0,
    isWhole,
    json: asksWhole => [Buffer.from(JSON.stringify(asksWhole ? object : partial))],
  }
}
