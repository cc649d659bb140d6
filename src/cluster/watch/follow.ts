import { ApiFailure, codeOf } from '../../api/failure.ts'
import type { ObjectMeta } from '../../api/object.ts'
import { type ResourceType, resourceName } from '../../api/resource-type.ts'
import { isTypeGone } from '../is-gone.ts'
import type { Finding, Scan, ScanRequest } from '../scan/scan.ts'
import { scanType } from '../scan/scan-type.ts'
import { anyOf, limitOf } from '../transport/aborted.ts'
import type { Transport } from '../transport/transport.ts'
import { type WatchEvent, type WatchRequest, watchType } from './watch-type.ts'

/** Seconds before a watch that failed is tried again; doubled each time up to the longest. */
const FIRST_PAUSE = 1
const LONGEST_PAUSE = 30
/** A watch that the server has not ended so long after its time has no connection any more. */
const SILENT_SECONDS = 30

/** What happened to a terminating object: it began to terminate, it changed, or it is gone. */
export interface Change extends Finding {
  readonly event: 'ADDED' | 'MODIFIED' | 'DELETED'
}

export interface FollowRequest
  extends Pick<ScanRequest, 'types' | 'labelSelector' | 'pageSize'>,
    Pick<WatchRequest, 'unhurried'> {
  readonly signal: AbortSignal
  readonly sleep: (seconds: number, signal: AbortSignal) => Promise<void>
  readonly onChange: (change: Change) => void
  /** A terminating object changed in what is not told of: labels, annotations, who wrote what. */
  readonly onTouch?: (finding: Finding) => void
  /** A type's watch broke and will be tried again, or is given up. */
  readonly onTrouble: (type: ResourceType, failure: ApiFailure) => void
  /** A type's watch expired (410): the type is listed again, and until then its changes are unknown. */
  readonly onExpired?: (type: ResourceType, failure: ApiFailure) => void
  /** The server has accepted a watch of the type. */
  readonly onOpen?: (type: ResourceType) => void
  /** A watch of the type has ended, or was never accepted. */
  readonly onEnd?: (type: ResourceType) => void
  /** Seconds of one watch, after which a silent connection is found. Without it the server decides. */
  readonly watchSeconds?: number
}

/**
 * Goes on from a scan and tells every change of what is terminating, type by type, until the signal aborts. A watch
 * that ends is begun again where it was; one that expired (410) is replaced by a new list, whose differences are told.
 * Answers how many types were followed, and how many of them were given up; a type that is proven gone is not.
 */
export async function follow(
  transport: Transport,
  scan: Scan,
  request: FollowRequest,
): Promise<{ readonly followed: number; readonly givenUp: number }> {
  const followed = request.types.filter(
    type => type.verbs.includes('watch') && scan.resourceVersions.has(resourceName(type)),
  )
  const ends = await Promise.all(
    followed.map(type => {
      const known = scan.findings.filter(finding => finding.type === type).map(({ meta }) => [meta.uid, meta] as const)
      return followType(transport, type, scan.resourceVersions.get(resourceName(type))!, new Map(known), request)
    }),
  )
  return { followed: followed.length, givenUp: ends.filter(end => end === 'given up').length }
}

async function followType(
  transport: Transport,
  type: ResourceType,
  scope: { readonly resourceVersion: string; readonly namespace?: string | undefined },
  known: Map<string, ObjectMeta>,
  request: FollowRequest,
): Promise<'given up' | 'over'> {
  let { resourceVersion } = scope
  let pause = FIRST_PAUSE
  let expired = false
  const shared = { type, signal: request.signal, namespace: scope.namespace, labelSelector: request.labelSelector }
  const tell: Tell = (event, meta) => request.onChange({ event, type, meta })
  const touch: Touch = meta => request.onTouch?.({ type, meta })
  while (!request.signal.aborted) {
    try {
      if (expired) {
        const list = await scanType(transport, { ...shared, limit: request.pageSize })
        resourceVersion = list.resourceVersion
        expired = false
        takeList(list.kept, known, tell, touch)
      }
      for await (const event of watchOnce(transport, { ...shared, resourceVersion }, request)) {
        resourceVersion = event.meta.resourceVersion ?? resourceVersion
        pause = FIRST_PAUSE
        if (event.type !== 'BOOKMARK') takeEvent(event, known, tell, touch)
      }
      await request.sleep(FIRST_PAUSE, request.signal)
    } catch (error) {
      if (request.signal.aborted) break
      if (!(error instanceof ApiFailure)) throw error
      if (await isTypeGone(error, transport, type, request.signal)) return 'over'
      if (codeOf(error) === 410 && !expired) {
        expired = true
        request.onExpired?.(type, error)
        continue
      }
      request.onTrouble(type, error)
      if (codeOf(error) === 403 || codeOf(error) === 405) return 'given up'
      await request.sleep(pause, request.signal)
      pause = Math.min(2 * pause, LONGEST_PAUSE)
    }
  }
  return 'over'
}

/** The events of one watch, until it ends or was silent for too long. */
async function* watchOnce(transport: Transport, from: WatchRequest, request: FollowRequest) {
  const { watchSeconds: seconds, unhurried, onOpen, onEnd } = request
  using limit = seconds === undefined ? undefined : limitOf(seconds + SILENT_SECONDS)
  const signal = anyOf(request.signal, limit?.signal)
  const how = { seconds, signal, unhurried, onlyTerminating: true, onOpen: () => onOpen?.(from.type) } as const
  try {
    yield* watchType(transport, { ...from, ...how })
  } finally {
    onEnd?.(from.type)
  }
}

type Tell = (event: Change['event'], meta: ObjectMeta) => void
type Touch = (meta: ObjectMeta) => void
type Told = Exclude<WatchEvent, { readonly type: 'BOOKMARK' }>

function takeEvent({ type, meta }: Told, known: Map<string, ObjectMeta>, tell: Tell, touch: Touch): void {
  const before = known.get(meta.uid)
  if (type === 'DELETED') {
    if (before !== undefined) tell('DELETED', meta)
    known.delete(meta.uid)
  } else if (meta.deletionTimestamp !== undefined) {
    if (before === undefined) tell('ADDED', meta)
    else if (differs(before, meta)) tell('MODIFIED', meta)
    else touch(meta)
    known.set(meta.uid, meta)
  }
}

function takeList(terminating: readonly ObjectMeta[], known: Map<string, ObjectMeta>, tell: Tell, touch: Touch): void {
  const present = new Set(terminating.map(meta => meta.uid))
  for (const [uid, meta] of known) {
    if (!present.has(uid)) takeEvent({ type: 'DELETED', meta }, known, tell, touch)
  }
  for (const meta of terminating) takeEvent({ type: 'MODIFIED', meta }, known, tell, touch)
}

/** Whether what `list` shows of an object changed; status updates alone are not told. */
function differs(a: ObjectMeta, b: ObjectMeta): boolean {
  const shown = ({ deletionTimestamp, deletionGracePeriodSeconds, finalizers, ownerReferences }: ObjectMeta): string =>
    JSON.stringify([
      deletionTimestamp,
      deletionGracePeriodSeconds ?? 0,
      finalizers ?? [],
      ownerReferences?.map(({ uid }) => uid) ?? [],
    ])
  return shown(a) !== shown(b)
}
