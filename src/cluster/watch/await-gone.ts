import { ApiFailure, codeOf } from '../../api/failure.ts'
import type { ObjectMeta } from '../../api/object.ts'
import { isTypeGone } from '../is-gone.ts'
import { METADATA_LIST_ACCEPT } from '../metadata-accept.ts'
import { limitOf } from '../transport/aborted.ts'
import type { Transport } from '../transport/transport.ts'
import { listPlace, lookAt, type Place, type State, selectorOf } from './look-at-place.ts'
import type { Turn } from './turns.ts'
import { watchType } from './watch-type.ts'

/** Seconds before a watch that failed is begun again; doubled each time up to the longest. */
const FIRST_PAUSE = 1
const LONGEST_PAUSE = 15
/** A watch is begun again after so many seconds, to find a silent connection; and what it may take beyond that. */
const WATCH_SECONDS = 120
const SILENT_SECONDS = 15

export interface AwaitRequest extends Place {
  readonly signal: AbortSignal
  readonly sleep: (seconds: number, signal: AbortSignal) => Promise<void>
  /** Between two looks where the user may not watch. */
  readonly pollSeconds: number
  /** Waited for before every request but those of the first look at all objects, and the first watch. */
  readonly turn: Turn
  readonly onGone: (meta: ObjectMeta, state: Exclude<State, 'there'>) => void
  /** The watch broke and will be begun again. */
  readonly onTrouble: (failure: ApiFailure) => void
  /** Somebody else waits for them where they cannot be watched: then this rejects with the ApiFailure. */
  readonly onlyWatched?: boolean
}

/**
 * Watches objects of one type until each is proven gone, or the signal aborts, and tells of each once. A watch that
 * breaks or expires (410) begins again with a look at them. Rejects with ApiFailure only where nothing may be read.
 */
export async function awaitGone(transport: Transport, request: AwaitRequest): Promise<void> {
  const { type, signal, sleep, pollSeconds, onlyWatched = false } = request
  const left = new Map(request.objects.map(meta => [meta.uid, meta]))
  const tellGone = (uid: string, state: Exclude<State, 'there'> = 'gone'): void => {
    const meta = left.get(uid)
    if (left.delete(uid)) request.onGone(meta!, state)
  }
  let from: string | undefined
  /** What the user may do; where no list may be read, no watch can be begun. */
  const may = { list: true, watch: type.verbs.includes('watch') }
  let doing: keyof typeof may = 'list'
  let pause = FIRST_PAUSE
  const begun = { looked: false, watched: false }
  const turnOf = (step: keyof typeof begun): Turn => (begun[step] ? request.turn : async () => {})
  const failed = async (error: unknown): Promise<void> => {
    if (!(error instanceof ApiFailure)) throw error
    if (await isTypeGone(error, transport, type, signal)) {
      for (const uid of [...left.keys()]) tellGone(uid)
      return
    }
    from = undefined
    if (codeOf(error) === 401) throw error
    if (codeOf(error) === 403 || codeOf(error) === 405) {
      if (!may[doing] || onlyWatched) throw error
      may[doing] = false
      return
    }
    begun.looked = true
    begun.watched = true
    if (codeOf(error) !== 410) request.onTrouble(error)
    await sleep(pause, signal)
    pause = Math.min(pause * 2, LONGEST_PAUSE)
  }
  while (left.size > 0 && !signal.aborted) {
    try {
      if (from === undefined) {
        doing = 'list'
        const asked = { ...request, objects: [...left.values()], turn: turnOf('looked') }
        from = await look(transport, asked, may.list, tellGone)
        begun.looked = true
        if (left.size === 0) return
      }
      if (from === undefined || !may.watch) {
        from = undefined
        await sleep(pollSeconds, signal)
        continue
      }
      doing = 'watch'
      await turnOf('watched')(signal)
      begun.watched = true
      for await (const event of watched(transport, request, from)) {
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

async function* watched(transport: Transport, place: AwaitRequest, resourceVersion: string) {
  const { type, namespace, signal } = place
  using limit = limitOf(WATCH_SECONDS + SILENT_SECONDS)
  const until = AbortSignal.any([signal, limit.signal])
  const selected = { type, namespace, ...selectorOf(place) }
  yield* watchType(transport, { ...selected, resourceVersion, seconds: WATCH_SECONDS, signal: until })
}

/** Looks at all: by a list where allowed, from which a watch can go on; what it does not show is read by name. */
async function look(
  transport: Transport,
  place: AwaitRequest,
  mayList: boolean,
  tellGone: (uid: string, state: Exclude<State, 'there'>) => void,
): Promise<string | undefined> {
  const { type, objects, signal, turn } = place
  if (mayList) await turn(signal)
  const listed = mayList ? await listPlace(transport, place, { accept: METADATA_LIST_ACCEPT, signal }) : undefined
  for (const meta of objects) {
    let state = listed?.states.get(meta.uid)
    if (state === undefined) {
      await turn(signal)
      const now = await lookAt(transport, type, meta, signal)
      state = typeof now === 'string' ? now : 'there'
    }
    if (state !== 'there') tellGone(meta.uid, state)
  }
  return listed?.resourceVersion
}
