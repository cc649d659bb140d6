import { ApiFailure, garbled } from '../../api/failure.ts'
import type { ObjectMeta } from '../../api/object.ts'
import { listPath } from '../../api/path.ts'
import type { ResourceType } from '../../api/resource-type.ts'
import { checkedMeta, ShapeError } from '../../api/shape.ts'
import { METADATA_ACCEPT } from '../metadata-accept.ts'
import { tooLong } from '../transport/collect.ts'
import { failureIn } from '../transport/error-answer.ts'
import { expectOk } from '../transport/read.ts'
import type { Transport } from '../transport/transport.ts'

const LINE_FEED = 10

/** Of one event: the metadata of one object, or a whole one. */
const MAX_EVENT_BYTES = 32 << 20

export interface WatchRequest {
  readonly type: ResourceType
  readonly namespace?: string | undefined
  readonly labelSelector?: string | undefined
  readonly fieldSelector?: string | undefined
  readonly resourceVersion: string
  /** After so many seconds the server ends the watch; without it, when it likes. */
  readonly seconds?: number | undefined
  readonly signal?: AbortSignal | undefined
  /** As in ApiRequest. */
  readonly unhurried?: true | undefined
  /** Living objects are left out, except at the end: the last event has the resourceVersion to go on from. */
  readonly onlyTerminating?: true | undefined
  /** Told when the server has accepted the watch. */
  readonly onOpen?: (() => void) | undefined
}

/** One change as the server tells it; a bookmark only moves the resourceVersion on. */
export type WatchEvent =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly meta: ObjectMeta }
  | { readonly type: 'BOOKMARK'; readonly meta: Pick<ObjectMeta, 'resourceVersion'> }

/**
 * The changes of one type's metadata from a resourceVersion on, until the server ends the watch (each does after some
 * minutes). Throws ApiFailure: `status` with code 410 when that resourceVersion is too old to go on from,
 * `garbled` for what is no event.
 */
export async function* watchType(transport: Transport, request: WatchRequest): AsyncGenerator<WatchEvent> {
  const response = await transport.send({
    method: 'GET',
    path: listPath(request.type, request.namespace),
    query: {
      watch: '1',
      allowWatchBookmarks: 'true',
      resourceVersion: request.resourceVersion,
      ...(request.labelSelector !== undefined && { labelSelector: request.labelSelector }),
      ...(request.fieldSelector !== undefined && { fieldSelector: request.fieldSelector }),
      ...(request.seconds !== undefined && { timeoutSeconds: String(request.seconds) }),
    },
    headers: { accept: METADATA_ACCEPT },
    signal: request.signal,
    unhurried: request.unhurried,
  })
  await expectOk(response)
  request.onOpen?.()
  let passedOver: string | undefined
  try {
    for await (const line of lines(response.body)) {
      passedOver = request.onlyTerminating && isOfLiving(line) ? line : undefined
      if (passedOver === undefined) yield parseEvent(line, request.type)
    }
  } finally {
    // However it ended: the next watch goes on from there.
    if (passedOver !== undefined) yield parseEvent(passedOver, request.type)
  }
}

/**
 * Whether an object lives on after its event: without this name it has no such field (with it, it may have none). An
 * event of another form is parsed, and so is one with an escaped letter (\u0054), which could hide the name.
 */
function isOfLiving(line: string): boolean {
  const isWhole = /^\{"type":"(ADDED|MODIFIED)",/.test(line) && line.endsWith('}}')
  return isWhole && !line.includes('"deletionTimestamp"') && !line.includes('\\u')
}

function parseEvent(line: string, { plural }: ResourceType): WatchEvent {
  try {
    return eventOf(JSON.parse(line))
  } catch (error) {
    if (error instanceof ApiFailure) throw error
    const flaw = error instanceof ShapeError ? error.message : 'it is not JSON'
    throw garbled(`unexpected event in the watch of ${plural}: ${flaw}`, { cause: error })
  }
}

function eventOf(value: unknown): WatchEvent {
  const { type, object } = (value ?? {}) as {
    type?: unknown
    object?: { metadata?: { resourceVersion?: unknown } } | null
  }
  switch (type) {
    case 'ADDED':
    case 'MODIFIED':
    case 'DELETED':
      return { type, meta: checkedMeta(object?.metadata) }
    case 'BOOKMARK': {
      const { resourceVersion } = object?.metadata ?? {}
      if (typeof resourceVersion !== 'string') throw new ShapeError('metadata.resourceVersion is missing')
      return { type, meta: { resourceVersion } }
    }
    case 'ERROR':
      throw failureIn(object)
    default:
      throw new ShapeError(`type ${JSON.stringify(type) ?? 'is missing'} is not a type of a watch event`)
  }
}

async function* lines(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    let start = 0
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      const line = Buffer.concat([...rest, chunk.subarray(start, end)]).toString()
      rest = []
      length = 0
      start = end + 1
      if (line.trim() !== '') yield line
    }
    if (start < chunk.length) rest.push(chunk.subarray(start))
    length += chunk.length - start
    if (length > MAX_EVENT_BYTES) throw tooLong(MAX_EVENT_BYTES)
  }
}
