import type { KubeObject } from '../../api/object.ts'
import type { Status } from '../../api/status.ts'
import type { Warned, WatchEvent } from '../answer/answer.ts'
import { invalid } from '../answer/invalid.ts'
import { Refusal } from '../answer/refusal.ts'
import { countWatch } from '../metrics/counts.ts'
import type { ResourceRequest } from '../request/resource-request.ts'
import type { Server } from '../server.ts'
import type { StoreEvent } from '../store/store.ts'
import { checkReadable, toVersion } from '../types/conversion.ts'
import { selection } from './list.ts'
import { createQueue } from './queue.ts'

const INVALID_VERSION = 'strconv.ParseUint: parsing'

/**
 * WATCH: from a resourceVersion the events after it; without one (or 0) first what exists as ADDED. `sendInitialEvents`
 * ends that part with a bookmark. A version that is compacted away is an ERROR event with 410
 * (kubernetes-deletion.md 7.5).
 */
export function watch(server: Server, request: ResourceRequest): Warned {
  const { type, query } = request
  checkOptions(query)
  checkReadable(server, type)
  const selected = selection(query, type)
  const inScope = (object: KubeObject) =>
    (request.namespace === undefined || object.metadata.namespace === request.namespace) &&
    (request.name === undefined || object.metadata.name === request.name)
  const matches = (object: KubeObject) => inScope(object) && (selected?.(object) ?? true)
  return { kind: 'watch', type, events: stream(server, request, matches) }
}

function checkOptions(query: Readonly<Record<string, string>>): void {
  const version = query.resourceVersion ?? ''
  if (!/^\d*$/.test(version)) {
    throw new Refusal(500, {
      message: `resourceVersion: Invalid value: "${version}": ${INVALID_VERSION} "${version}": invalid syntax`,
    })
  }
  if (query.sendInitialEvents !== undefined && query.resourceVersionMatch === undefined) {
    const detail = 'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'
    throw invalid({ group: 'meta.k8s.io', kind: 'ListOptions' }, '', [
      { field: 'resourceVersionMatch', reason: 'FieldValueForbidden', message: `Forbidden: ${detail}` },
    ])
  }
}

async function* stream(
  server: Server,
  request: ResourceRequest,
  matches: (object: KubeObject) => boolean,
): AsyncGenerator<WatchEvent> {
  const { type, query, signal } = request
  const { store } = server
  const ended = countWatch(server.counts, request)
  const converted = (object: KubeObject) => toVersion(server, object, type)
  const queue = createQueue<StoreEvent>(signal)
  // Subscribed before the past is read, so that nothing falls between.
  const stop = store.subscribe(event => {
    if (event.storage === type.storage) queue.push(event)
  })
  const seconds = Number(query.timeoutSeconds ?? 0)
  const timer = seconds > 0 ? setTimeout(() => queue.end(), seconds * 1000) : undefined
  const bookmarks = query.allowWatchBookmarks === 'true' || query.allowWatchBookmarks === '1'
  try {
    const since = Number(query.resourceVersion ?? 0)
    const initial = query.sendInitialEvents === 'true' || query.sendInitialEvents === '1'
    if (since === 0 || initial) {
      const revision = store.revision
      for (const object of store.list(type.storage).filter(matches)) yield { type: 'ADDED', object: converted(object) }
      if (initial && bookmarks) yield { type: 'BOOKMARK', resourceVersion: String(revision), initialEventsEnd: true }
    } else {
      const past = store.eventsSince(type.storage, since)
      if (past === undefined) {
        yield { type: 'ERROR', status: tooOld(since, store.revision) }
        return
      }
      for (const event of past) yield* seenThrough(event, matches, converted)
    }
    for await (const event of queue) yield* seenThrough(event, matches, converted)
    if (bookmarks) yield { type: 'BOOKMARK', resourceVersion: String(store.revision) }
  } catch (error) {
    // The stream has begun: what cannot be converted can only be told as an event.
    if (!(error instanceof Refusal)) throw error
    yield { type: 'ERROR', status: error.status }
  } finally {
    stop()
    ended()
    clearTimeout(timer)
  }
}

/** An object that enters or leaves a selection is ADDED or DELETED to that watch, whatever happened to it. */
function* seenThrough(
  event: StoreEvent,
  matches: (object: KubeObject) => boolean,
  converted: (object: KubeObject) => KubeObject,
): Generator<WatchEvent> {
  const before = event.previous !== undefined && matches(event.previous)
  const after = event.type !== 'DELETED' && matches(event.object)
  if (!before && !after) return
  const type = before && after ? 'MODIFIED' : after ? 'ADDED' : 'DELETED'
  yield { type, object: converted(event.object) }
}

function tooOld(since: number, current: number): Status {
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: `too old resource version: ${since} (${current})`,
    reason: 'Expired',
    code: 410,
  }
}
