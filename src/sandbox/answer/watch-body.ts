import type { KubeObject } from '../../api/object.ts'
import { apiVersionOf } from '../../api/resource-type.ts'
import type { ApiResponse } from '../../cluster/transport/transport.ts'
import type { Negotiated } from '../request/accept.ts'
import type { Answer, ResponseContext, WatchEvent } from './answer.ts'
import { partialObject } from './partial.ts'
import { encodePartial, encodeStatus, encodeWatchFrame } from './protobuf.ts'
import { tableOf } from './table.ts'

type WatchAnswer = Extract<Answer, { kind: 'watch' }>

const INITIAL_EVENTS_END = { 'k8s.io/initial-events-end': 'true' }

/** The stream of a watch: a JSON line an event, or length-prefixed protobuf frames. */
export function watchBody(answer: WatchAnswer, wanted: Negotiated, context: ResponseContext): ApiResponse {
  const binary = wanted.mediaType === 'application/vnd.kubernetes.protobuf'
  const contentType = binary ? `${wanted.mediaType};stream=watch` : 'application/json'
  return {
    status: 200,
    headers: { 'content-type': contentType, 'cache-control': 'no-cache, private', 'transfer-encoding': 'chunked' },
    body: frames(answer, wanted, context, binary),
  }
}

async function* frames(
  answer: WatchAnswer,
  wanted: Negotiated,
  context: ResponseContext,
  binary: boolean,
): AsyncGenerator<Uint8Array> {
  let first = true
  for await (const event of answer.events) {
    if (binary) {
      const encoded =
        event.type === 'ERROR' ? encodeStatus(event.status) : encodePartial(objectOf(answer, event), wanted.version)
      yield encodeWatchFrame(event.type, encoded)
      continue
    }
    const object =
      event.type === 'ERROR' ? event.status : formed(answer, objectOf(answer, event), wanted, context, first)
    first = false
    yield Buffer.from(`${JSON.stringify({ type: event.type, object })}\n`)
  }
}

/** A bookmark is an object of the watched kind with nothing but a resourceVersion. */
function objectOf({ type }: WatchAnswer, event: Exclude<WatchEvent, { type: 'ERROR' }>): KubeObject {
  if (event.type !== 'BOOKMARK') return event.object
  const { resourceVersion, initialEventsEnd } = event
  const metadata = { resourceVersion, annotations: initialEventsEnd && INITIAL_EVENTS_END }
  return { kind: type.kind, apiVersion: apiVersionOf(type), metadata: metadata as unknown as KubeObject['metadata'] }
}

function formed(
  { type }: WatchAnswer,
  object: KubeObject,
  wanted: Negotiated,
  context: ResponseContext,
  first: boolean,
): unknown {
  switch (wanted.form) {
    case 'PartialObjectMetadata':
    case 'PartialObjectMetadataList':
      return partialObject(object, wanted.version)
    case 'Table': {
      const metadata = { resourceVersion: object.metadata.resourceVersion ?? '' }
      const table = tableOf(type, [object], metadata, context, wanted)
      // Columns are sent once; later events repeat only the row.
      return first ? table : { ...table, columnDefinitions: null }
    }
    case 'Object':
      return object
  }
}
