import { ApiFailure } from '../../api/failure.ts'
import { append } from '../../api/long-lists.ts'
import type { ObjectMeta } from '../../api/object.ts'
import { parsedJson } from '../../api/parsed-json.ts'
import { resourceName } from '../../api/resource-type.ts'
import { METRICS_PATH } from '../../api/watchers.ts'
import { MAX_PAGE_BYTES } from '../list-pages.ts'
import { METADATA_LIST_ACCEPT } from '../metadata-accept.ts'
import { countsText } from '../metrics/server-counts.ts'
import { collectWhole, once } from '../transport/collect.ts'
import type { ApiRequest, ApiResponse, Transport } from '../transport/transport.ts'
import { type Exchange, exchangeKey, type RecordedAnswer, type RecordedRequest } from './exchange.ts'
import { isOfLog, logBytes, recordedLog } from './recorded-log.ts'
import { recordedRequest } from './recorded-request.ts'
import { type ResourcePath, resourcePath } from './resource-path.ts'
import { withoutSecrets } from './without-secrets.ts'

/** Headers that say something of the answer itself. */
const TELLING = ['content-type', 'retry-after'] as const
/** Of an answer that is no JSON: the page of a proxy says what it has to say in fewer. */
const MAX_TEXT = 4096

type Fields = Readonly<Record<string, unknown>>

/** A list while its pages arrive. */
interface Pages {
  readonly items: Fields[]
  read: number
  readonly readIn: Map<string, number>
}

export interface RecordingTransport extends Transport {
  /** What was asked and answered so far, each request once, with its last answer; without secrets. */
  exchanges(): readonly Exchange[]
}

/**
 * The same transport, which keeps every answer without the secrets in it (`withoutSecrets`). Of a scan it keeps what is
 * terminating, what is in a terminating namespace, and what those own; metadata are asked for as JSON, for that.
 */
export function recordingTransport(transport: Transport): RecordingTransport {
  const { keep, exchanges } = keptExchanges()
  const keepPage = pageKeeper(keep)

  const keepAnswer = (request: ApiRequest, { status, headers }: ApiResponse, bytes: Uint8Array): void => {
    const recorded = recordedRequest(request)
    const telling = Object.fromEntries(TELLING.flatMap(name => (headers[name] ? [[name, headers[name]]] : [])))
    const text = new TextDecoder().decode(bytes)
    const value = parsedJson(text)
    const body = typeof value === 'object' && value !== null ? (value as Fields) : text.slice(0, MAX_TEXT)
    const path = recorded.form === 'discovery' ? undefined : resourcePath(recorded.path)
    const answer = { status, headers: telling }
    const isTold = path !== undefined && typeof body !== 'string' && status < 300
    if (!isTold) keep(recorded, { ...answer, body: unquoted(body) })
    else if (request.method !== 'GET' || path.name !== undefined || !('items' in body))
      keep(recorded, { ...answer, body: withoutSecrets(path, body) })
    else keepPage(recorded, path, body, request.query?.continue !== undefined, answer)
  }

  /** Of megabytes the few lines by which it is told who watches. */
  const keepCounts = async (request: ApiRequest, response: ApiResponse): Promise<ApiResponse> => {
    const body = await countsText(response.body)
    keep(recordedRequest(request), { status: 200, headers: { 'content-type': 'text/plain' }, body })
    return { ...response, body: once(Buffer.from(body)) }
  }

  return {
    server: transport.server,
    close: () => transport.close(),
    exchanges,
    async send(request) {
      try {
        const response = await transport.send(asJson(request))
        if (request.path === METRICS_PATH && response.status === 200) return await keepCounts(request, response)
        const ofLog = isOfLog(request)
        const bytes = ofLog ? await logBytes(request, response) : await collectWhole(response.body, MAX_PAGE_BYTES)
        if (ofLog) keep(recordedRequest(request), recordedLog({ status: response.status, headers: {} }, bytes))
        else keepAnswer(request, response, bytes)
        return { ...response, body: once(bytes) }
      } catch (error) {
        const isTold = error instanceof ApiFailure && error.fault.kind !== 'aborted'
        if (isTold) keep(recordedRequest(request), { fault: unquoted(error.fault) })
        throw error
      }
    },
  }
}

/** What is no object, such as the words of a refusal, without credentials: these may quote what was sent. */
function unquoted<Told>(message: Told): Told {
  return withoutSecrets({ group: '', plural: '' }, { message }).message as Told
}

/** Each request once, with its last answer. */
function keptExchanges() {
  const kept = new Map<string, Exchange>()

  const keep = (request: RecordedRequest, answer: RecordedAnswer): void => {
    const key = exchangeKey(request)
    const known = kept.get(key)?.answer
    // A list that was read to its end is not forgotten for one that was not.
    const isWorse = 'fault' in answer || answer.partial
    if (isWorse && known !== undefined && 'status' in known && known.status < 300 && !known.partial) return
    kept.set(key, { request, answer })
  }
  return { keep, exchanges: () => [...kept.values()] }
}

/** Puts the pages of each list together, and of a scan what is of the chain of something that terminates. */
function pageKeeper(keep: (request: RecordedRequest, answer: RecordedAnswer) => void) {
  const underway = new Map<string, Pages>()
  const { noteStuck, isOfChain } = stuckChain()
  return (
    request: RecordedRequest,
    path: ResourcePath,
    page: Fields,
    continues: boolean,
    { status, headers }: Omit<ApiResponse, 'body'>,
  ): void => {
    const key = exchangeKey(request)
    const pages: Pages = (continues && underway.get(key)) || { items: [], read: 0, readIn: new Map() }
    underway.set(key, pages)
    const items = (page.items ?? []) as readonly Fields[]
    noteStuck(path, items)
    const chosen = request.form === 'scan' ? items.filter(item => isOfChain(path, item)) : items
    const reduced = chosen.map(item => withoutSecrets(path, item))
    append(pages.items, request.form === 'scan' ? reduced.map(({ metadata }) => ({ metadata })) : reduced)
    pages.read += items.length
    for (const { metadata } of items as readonly { metadata?: ObjectMeta }[]) {
      const namespace = metadata?.namespace
      if (namespace !== undefined) pages.readIn.set(namespace, (pages.readIn.get(namespace) ?? 0) + 1)
    }
    const { metadata, ...rest } = page
    const { continue: token, remainingItemCount: _, ...meta } = (metadata ?? {}) as Fields
    keep(request, {
      status,
      headers,
      body: { ...rest, metadata: meta, items: pages.items },
      read: pages.read,
      ...(pages.items.length < pages.read && { readIn: Object.fromEntries(pages.readIn) }),
      ...(token ? { partial: true } : {}),
    })
    if (!token) underway.delete(key)
  }
}

/** What terminates as far as lists were read, and whether an object is in it, or owned by it. */
function stuckChain() {
  const stuck = { namespaces: new Set<string>(), uids: new Set<string>() }
  const noteStuck = (path: ResourcePath, items: readonly Fields[]): void => {
    for (const { metadata } of items as readonly { metadata?: ObjectMeta }[]) {
      if ((metadata?.deletionTimestamp ?? null) === null) continue
      stuck.uids.add(metadata!.uid)
      if (resourceName(path) === 'namespaces') stuck.namespaces.add(metadata!.name)
    }
  }

  const isOfChain = (path: ResourcePath, item: Fields): boolean => {
    const meta = item.metadata as ObjectMeta | undefined
    if (path.namespace !== undefined || meta === undefined) return true
    if ((meta.deletionTimestamp ?? null) !== null || stuck.namespaces.has(meta.namespace ?? '')) return true
    return (meta.ownerReferences ?? []).some(({ uid }) => stuck.uids.has(uid))
  }
  return { noteStuck, isOfChain }
}

/** Protobuf would have to be decoded here only to be written as JSON. */
function asJson(request: ApiRequest): ApiRequest {
  if (recordedRequest(request).form !== 'scan') return request
  return { ...request, headers: { ...request.headers, accept: METADATA_LIST_ACCEPT } }
}
