import { ApiFailure } from '../../api/failure.ts'
import { listPath } from '../../api/path.ts'
import { resourceName } from '../../api/resource-type.ts'
import { isConversionFailure } from '../../statements/stored-objects.ts'
import type { ApiRequest, ApiResponse, Transport } from '../transport/transport.ts'
import type { Archived, ArchivedObjects } from './archived-objects.ts'
import { exchangeKey, type RecordedAnswer, type RecordedRequest } from './exchange.ts'
import { joined, notFound, objectIn, response, unrecorded } from './playback-response.ts'
import { recordedRequest } from './recorded-request.ts'
import { type ResourcePath, resourcePath } from './resource-path.ts'
import { selectionOf } from './select.ts'

/** What is known of a cluster that is not at hand. */
export interface Archive {
  /** As messages name it: `the recording`. */
  readonly what: string
  /** The time that everything in it is of. */
  readonly takenAt: Date
  /** It may be of any later time: nothing says when it was taken. */
  readonly isUndated: boolean
  /** Answers to exact requests. */
  readonly answers: ReadonlyMap<string, RecordedAnswer>
  readonly objects: ArchivedObjects
}

/** The page token behind which stands what is not known. */
const REST = 'not-recorded'

/** Of a page token: behind it stands which object is next. */
const PAGE = 'from-'

/** Objects a page: what is made of one is garbage before it is old, and is collected at once. */
const MAX_PAGE = 100

export interface PlaybackOptions {
  /** A list that is known in part is not answered at all. */
  readonly wholeLists?: true
}

/**
 * An API server that has only an archive: the same request gets the recorded answer; any other is answered from the
 * objects as far as they tell. What is unknown is ApiFailure `unrecorded`, never a 404; of a list that is partly known,
 * the known part comes as pages, and the page after them fails.
 */
export function playback(archive: Archive, options: PlaybackOptions = {}): Transport {
  return {
    server: archive.what,
    close() {},
    async send(request) {
      if (request.signal?.aborted) throw new ApiFailure({ kind: 'aborted', message: 'the request was aborted' })
      const recorded = recordedRequest(request)
      const answer = archive.answers.get(exchangeKey(recorded))
      if (answer === undefined) return fromObjects(archive, request, recorded, options)
      if ('fault' in answer) throw new ApiFailure(answer.fault)
      if (answer.partial && options.wholeLists) throw unrecorded(archive, request)
      return answer.read === undefined
        ? response(answer.status, answer.body, answer.headers)
        : recordedList(archive, request, answer)
    },
  }
}

function recordedList(
  archive: Archive,
  request: ApiRequest,
  { status, headers, body, read = 0, partial }: Extract<RecordedAnswer, { status: number }>,
): ApiResponse {
  const { items, metadata, ...list } = body as { metadata: object; items: readonly unknown[] }
  const known = { length: items.length, isWhole: !partial, left: read - items.length }
  const { from, to, more } = pageOf(archive, request, known)
  return response(status, { ...list, metadata: { ...metadata, ...more }, items: items.slice(from, to) }, headers)
}

interface Page {
  /** Which items of those that are known are on it. */
  readonly from: number
  readonly to: number
  /** What the metadata of the list say of those that follow. */
  readonly more: { readonly continue?: string; readonly remainingItemCount?: number }
}

/**
 * Which page of a list is asked for. A list that is known in part ends in a page that fails; where objects were not
 * kept, the last page has their number as the remaining ones.
 */
function pageOf(
  archive: Archive,
  request: ApiRequest,
  { length, isWhole, left }: { readonly length: number; readonly isWhole: boolean; readonly left: number },
): Page {
  const { limit, continue: token = PAGE } = request.query ?? {}
  if (token === REST || !token.startsWith(PAGE)) throw unrecorded(archive, request)
  const from = Number(token.slice(PAGE.length))
  const to = from + Math.min(Number(limit ?? 0) || MAX_PAGE, MAX_PAGE)
  const isLast = to >= length
  const next = isLast ? (isWhole ? undefined : REST) : `${PAGE}${to}`
  const more = {
    ...(next !== undefined && { continue: next }),
    ...(isLast && left > 0 && { remainingItemCount: left }),
  }
  return { from, to, more }
}

function fromObjects(
  archive: Archive,
  request: ApiRequest,
  recorded: RecordedRequest,
  options: PlaybackOptions,
): ApiResponse {
  const path = recorded.form === 'discovery' ? undefined : resourcePath(recorded.path)
  if (recorded.method !== 'GET' || path === undefined || path.subresource !== undefined || request.query?.watch)
    throw unrecorded(archive, request)
  return path.name === undefined
    ? listFrom(archive, request, recorded, path, options)
    : objectFrom(archive, request, recorded, path, path.name)
}

function objectFrom(
  archive: Archive,
  request: ApiRequest,
  { form }: RecordedRequest,
  path: ResourcePath,
  name: string,
): ApiResponse {
  const resource = resourceName(path)
  const known = archive.objects.get(resource, path.namespace, name)
  if (!isConverted(archive, path)) throw unrecorded(archive, request)
  if (known !== undefined && (known.isWhole || form !== 'whole'))
    return response(200, Buffer.concat(known.json(form === 'whole')))
  // One of which only the metadata is known is there.
  if (known === undefined && archive.objects.isComplete(resource, path.namespace, 'metadata'))
    return response(404, notFound(path, name))
  throw unrecorded(archive, request)
}

function listFrom(
  archive: Archive,
  request: ApiRequest,
  { form, query }: RecordedRequest,
  path: ResourcePath,
  { wholeLists }: PlaybackOptions,
): ApiResponse {
  if (form === 'discovery') throw unrecorded(archive, request)
  const resource = resourceName(path)
  const selection = selectionOf(query ?? {})
  if (selection === undefined) throw unrecorded(archive, request)
  const needsWhole = form === 'whole' || selection.needsWhole
  const known = archive.objects.of(resource, path.namespace)
  const usable = needsWhole ? known.filter(({ isWhole }) => isWhole) : known
  const isComplete = archive.objects.isComplete(resource, path.namespace, needsWhole ? 'whole' : form)
  const failure = isComplete && isConverted(archive, path) ? undefined : failureOfWiderList(archive, request, path)
  if (failure !== undefined) return failure
  if (!isComplete && (usable.length === 0 || wholeLists)) throw unrecorded(archive, request)
  const { length } = usable
  const left = form === 'scan' && selection.isAll ? archive.objects.countOf(resource, path.namespace) - length : 0
  const { from, to, more } = pageOf(archive, request, { length, isWhole: isComplete, left })
  const matches = (each: Archived): boolean =>
    selection.isAll || selection.matches(objectIn(each.json(selection.needsWhole)))
  const items = usable.slice(from, to).filter(matches)
  const list =
    form === 'whole'
      ? { kind: 'List', apiVersion: 'v1' }
      : { kind: 'PartialObjectMetadataList', apiVersion: 'meta.k8s.io/v1' }
  return response(
    200,
    joined(
      { ...list, metadata: { resourceVersion: '0', ...more } },
      items.map(each => each.json(form === 'whole')),
    ),
  )
}

/** Whether the server could make this version of the objects, of which another may be known. */
function isConverted({ answers }: Archive, { namespace: _, ...path }: ResourcePath): boolean {
  const list = { method: 'GET', path: listPath(path), form: 'scan' } as const
  const answer = answers.get(exchangeKey(list))
  const failed = answer !== undefined && 'status' in answer && answer.status >= 429
  return !failed || !isConversionFailure(JSON.stringify(answer.body))
}

/** What kept the server from listing a type everywhere keeps it from listing a namespace of it; but for permissions. */
function failureOfWiderList(
  { answers }: Archive,
  request: ApiRequest,
  { namespace, ...path }: ResourcePath,
): ApiResponse | undefined {
  if (namespace === undefined) return undefined
  const wider = answers.get(exchangeKey(recordedRequest({ ...request, path: listPath(path) })))
  if (wider === undefined) return undefined
  if ('fault' in wider) throw new ApiFailure(wider.fault)
  return wider.status >= 429 ? response(wider.status, wider.body, wider.headers) : undefined
}
