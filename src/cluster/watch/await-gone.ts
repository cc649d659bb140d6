import { ApiFailure, codeOf } from '../../api/failure.ts'
import type { ObjectMeta } from '../../api/object.ts'
import { listPath, objectPath } from '../../api/path.ts'
import type { ResourceType } from '../../api/resource-type.ts'
import { isGone, isTypeGone } from '../is-gone.ts'
import { mapConcurrently } from '../map-concurrently.ts'
import { METADATA_ACCEPT, METADATA_LIST_ACCEPT } from '../metadata-accept.ts'
import { readKubeObject } from '../read-object.ts'
import { readJson } from '../transport/read.ts'
import type { Transport } from '../transport/transport.ts'
import { watchType } from './watch-type.ts'

const CONCURRENT_LOOKS = 8
/** Seconds before a watch that failed is begun again; doubled each time up to the longest. */
const FIRST_PAUSE = 1
const LONGEST_PAUSE = 15
/** Seconds between two looks where the user may not watch. */
const POLL = 2

export interface AwaitRequest {
  readonly type: ResourceType
  /** Where all of them are; undefined for a cluster-scoped type. */
  readonly namespace: string | undefined
  /** As they were seen: another object of the same name is another uid, and does not count. */
  readonly objects: readonly ObjectMeta[]
  readonly signal: AbortSignal
  readonly sleep: (seconds: number, signal: AbortSignal) => Promise<void>
  readonly onGone: (meta: ObjectMeta) => void
  /** The watch broke and will be begun again. */
  readonly onTrouble: (failure: ApiFailure) => void
}

/**
 * Watches objects of one type until each is proven gone, or the signal aborts, and tells of each once. A watch that breaks, or that is too
 * old to go on (410), begins again with a look at each object. Rejects with ApiFailure only where nothing may be read.
 */
export async function awaitGone(transport: Transport, request: AwaitRequest): Promise<void> {
  const { type, signal, sleep } = request
  const left = new Map(request.objects.map(meta => [meta.uid, meta]))
  const tellGone = (uid: string): void => {
    const meta = left.get(uid)
    if (left.delete(uid)) request.onGone(meta!)
  }
  let from: string | undefined
  let mayWatch = type.verbs.includes('watch')
  let pause = FIRST_PAUSE
  const failed = async (error: unknown): Promise<void> => {
    if (!(error instanceof ApiFailure)) throw error
    if (await isTypeGone(error, transport, type, signal)) {
      for (const uid of [...left.keys()]) tellGone(uid)
      return
    }
    from = undefined
    if (codeOf(error) === 401) throw error
    if (codeOf(error) === 403 || codeOf(error) === 405) {
      if (!mayWatch) throw error
      mayWatch = false
      return
    }
    if (codeOf(error) !== 410) request.onTrouble(error)
    await sleep(pause, signal)
    pause = Math.min(pause * 2, LONGEST_PAUSE)
  }
  while (left.size > 0 && !signal.aborted) {
    try {
      if (from === undefined) {
        // The look comes after the place from which it is watched: what goes between the two is told twice, and never missed.
        if (mayWatch) from = await currentVersion(transport, request)
        await lookAtEach(transport, [...left.values()], request, tellGone)
        if (left.size === 0) return
      }
      if (from === undefined) {
        await sleep(POLL, signal)
        continue
      }
      for await (const event of watchType(transport, { ...place(request), type, resourceVersion: from, signal })) {
        from = event.meta.resourceVersion ?? from
        pause = FIRST_PAUSE
        if (event.type === 'DELETED') tellGone(event.meta.uid)
        if (left.size === 0) return
      }
      await sleep(FIRST_PAUSE, signal)
    } catch (error) {
      if (signal.aborted) return
      await failed(error)
    }
  }
}

/** A user who may watch no more than the one object is allowed this. */
function place({ namespace, objects }: AwaitRequest) {
  const [only, ...others] = objects
  const isOne = only !== undefined && others.length === 0
  return { namespace, fieldSelector: isOne ? `metadata.name=${only.name}` : undefined }
}

async function currentVersion(transport: Transport, request: AwaitRequest): Promise<string | undefined> {
  const { namespace, fieldSelector } = place(request)
  const { body } = await readJson(transport, {
    method: 'GET',
    path: listPath(request.type, namespace),
    query: { limit: '1', ...(fieldSelector !== undefined && { fieldSelector }) },
    headers: { accept: METADATA_LIST_ACCEPT },
    signal: request.signal,
  })
  return (body as { metadata?: { resourceVersion?: string } } | null)?.metadata?.resourceVersion
}

async function lookAtEach(
  transport: Transport,
  metas: readonly ObjectMeta[],
  { type, signal }: AwaitRequest,
  tellGone: (uid: string) => void,
): Promise<void> {
  await mapConcurrently(CONCURRENT_LOOKS, metas, async meta => {
    const now = await lookAt(transport, type, meta, signal)
    if (now === 'gone') tellGone(meta.uid)
  })
}

/** The object's metadata now, or that it is gone by uid. Rejects with ApiFailure where neither is known. */
export async function lookAt(
  transport: Transport,
  type: ResourceType,
  { name, namespace, uid }: ObjectMeta,
  signal: AbortSignal,
): Promise<ObjectMeta | 'gone'> {
  try {
    const path = objectPath(type, name, namespace)
    const { metadata } = await readKubeObject(transport, {
      method: 'GET',
      path,
      headers: { accept: METADATA_ACCEPT },
      signal,
    })
    return metadata.uid === uid ? metadata : 'gone'
  } catch (error) {
    if (await isGone(error, transport, type, name, signal)) return 'gone'
    throw error
  }
}
