import { ApiFailure } from '../../api/failure.ts'
import type { ObjectMeta } from '../../api/object.ts'
import { listPath } from '../../api/path.ts'
import type { ResourceType } from '../../api/resource-type.ts'
import type { Status } from '../../api/status.ts'
import { METADATA_ACCEPT } from '../metadata-accept.ts'
import { expectOk } from '../transport/read.ts'
import type { Transport } from '../transport/transport.ts'

const LINE_FEED = 10

export interface WatchRequest {
  readonly type: ResourceType
  readonly namespace?: string
  readonly labelSelector?: string
  readonly resourceVersion: string
  readonly signal?: AbortSignal
}

/** One change as the server tells it; a bookmark only moves the resourceVersion on. */
export interface WatchEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK'
  readonly meta: ObjectMeta
}

/**
 * The changes of one type's metadata from a resourceVersion on, until the server ends the watch (each does after some
 * minutes). Throws ApiFailure: `status` with code 410 when that resourceVersion is too old to go on from.
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
    },
    headers: { accept: METADATA_ACCEPT },
    ...(request.signal && { signal: request.signal }),
  })
  await expectOk(response)
  for await (const line of lines(response.body)) yield parseEvent(line)
}

function parseEvent(line: string): WatchEvent {
  const event = JSON.parse(line) as { type: WatchEvent['type'] | 'ERROR'; object: Status | { metadata: ObjectMeta } }
  if (event.type !== 'ERROR') return { type: event.type, meta: (event.object as { metadata: ObjectMeta }).metadata }
  const status = event.object as Status
  throw new ApiFailure({ kind: 'status', status, code: status.code ?? 500 })
}

async function* lines(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest: Uint8Array[] = []
  for await (const chunk of body) {
    let start = 0
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      const line = Buffer.concat([...rest, chunk.subarray(start, end)]).toString()
      rest = []
      start = end + 1
      if (line.trim() !== '') yield line
    }
    if (start < chunk.length) rest.push(chunk.subarray(start))
  }
}
