import { ApiFailure } from '../../api/failure.ts'
import { listPath } from '../../api/path.ts'
import { resourceName } from '../../api/resource-type.ts'
import { isConversionFailure } from '../../statements/stored-objects.ts'
import type { ApiRequest, ApiResponse, Transport } from '../transport/transport.ts'
import type { Archived, ArchivedObjects, ListForm } from './archived-objects.ts'
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
      const told =
        answer === undefined
          ? fromObjects(archive, recorded, request.query, options)
          : recordedAnswer(answer, request.query, options)
      if (told === undefined) throw unrecorded(archive, request)
      return told
    },
  }
}

type Query = ApiRequest['query']

/** The answer as it was, a list page by page; undefined where that page is not known. */
function recordedAnswer(answer: RecordedAnswer, query: Query, { wholeLists }: PlaybackOptions) {
  if ('fault' in answer) throw new ApiFailure(answer.fault)
  const { status, headers, body, read, partial } = answer
  if (partial && wholeLists) return undefined
  if (read === undefined) return response(status, body, headers)
  const { items, metadata, ...list } = body as { metadata: object; items: readonly unknown[] }
  const page = pageOf(query, items.length, !partial, read - items.length)
  if (page === undefined) return undefined
  const { from, to, more } = page
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
 * Which page is asked for of a list of which so many items are known; undefined where it is not known. A list that is
 * known in part ends in such a page; where objects were not kept, the last page has their number as the remaining ones.
 */
function pageOf(query: Query, length: number, isWhole: boolean, left: number): Page | undefined {
  const { limit, continue: token = PAGE } = query ?? {}
  if (token === REST || !token.startsWith(PAGE)) return undefined
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

/** undefined where the objects do not tell. */
function fromObjects(archive: Archive, recorded: RecordedRequest, query: Query, options: PlaybackOptions) {
  const { form } = recorded
  const path = form === 'discovery' ? undefined : resourcePath(recorded.path)
  if (recorded.method !== 'GET' || form === 'discovery' || path === undefined) return undefined
  if (path.subresource !== undefined || query?.watch) return undefined
  if (path.name !== undefined) return objectFrom(archive, form, path, path.name)
  return listFrom(archive, { ...recorded, form }, path, query, options)
}

function objectFrom(archive: Archive, form: ListForm, path: ResourcePath, name: string): ApiResponse | undefined {
  const resource = resourceName(path)
  const known = archive.objects.get(resource, path.namespace, name)
  if (!isConverted(archive, path)) return undefined
  if (known !== undefined && (known.isWhole || form !== 'whole'))
    return response(200, Buffer.concat(known.json(form === 'whole')))
  // One of which only the metadata is known is there.
  const isAbsent = known === undefined && archive.objects.isComplete(resource, path.namespace, 'metadata')
  return isAbsent ? response(404, notFound(path, name)) : undefined
}

function listFrom(
  archive: Archive,
  recorded: RecordedRequest & { readonly form: ListForm },
  path: ResourcePath,
  query: Query,
  { wholeLists }: PlaybackOptions,
): ApiResponse | undefined {
  const { form } = recorded
  const resource = resourceName(path)
  const selection = selectionOf(recorded.query ?? {})
  if (selection === undefined) return undefined
  const needsWhole = form === 'whole' || selection.needsWhole
  const known = archive.objects.of(resource, path.namespace)
  const usable = needsWhole ? known.filter(({ isWhole }) => isWhole) : known
  const isComplete = archive.objects.isComplete(resource, path.namespace, needsWhole ? 'whole' : form)
  const failure = isComplete && isConverted(archive, path) ? undefined : failureOfWiderList(archive, recorded, path)
  if (failure !== undefined) return failure
  if (!isComplete && (usable.length === 0 || wholeLists)) return undefined
  const { length } = usable
  const left = form === 'scan' && selection.isAll ? archive.objects.countOf(resource, path.namespace) - length : 0
  const page = pageOf(query, length, isComplete, left)
  if (page === undefined) return undefined
  const matches = (each: Archived): boolean =>
    selection.isAll || selection.matches(objectIn(each.json(selection.needsWhole)))
  const items = usable.slice(page.from, page.to).filter(matches)
  const list =
    form === 'whole'
      ? { kind: 'List', apiVersion: 'v1' }
      : { kind: 'PartialObjectMetadataList', apiVersion: 'meta.k8s.io/v1' }
  return response(
    200,
    joined(
      { ...list, metadata: { resourceVersion: '0', ...page.more } },
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
  recorded: RecordedRequest,
  { namespace, ...path }: ResourcePath,
): ApiResponse | undefined {
  if (namespace === undefined) return undefined
  const wider = answers.get(exchangeKey({ ...recorded, path: listPath(path) }))
  if (wider === undefined) return undefined
  if ('fault' in wider) throw new ApiFailure(wider.fault)
  return wider.status >= 429 ? response(wider.status, wider.body, wider.headers) : undefined
}
