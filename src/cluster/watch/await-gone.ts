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
  await new Wait(transport, request).run()
}

class Wait {
  readonly #transport: Transport
  readonly #request: AwaitRequest
  readonly #left: Map<string, ObjectMeta>
  /** What the user may do; where no list may be read, no watch can be begun. */
  readonly #may: { list: boolean; watch: boolean }
  readonly #begun = { list: false, watch: false }
  /** Where a watch can go on from. */
  #from: string | undefined
  #pause = FIRST_PAUSE

  constructor(transport: Transport, request: AwaitRequest) {
    this.#transport = transport
    this.#request = request
    this.#left = new Map(request.objects.map(meta => [meta.uid, meta]))
    this.#may = { list: true, watch: request.type.verbs.includes('watch') }
  }

  async run(): Promise<void> {
    const { signal, sleep, pollSeconds } = this.#request
    while (this.#left.size > 0 && !signal.aborted) {
      try {
        if (this.#from === undefined) await this.#look()
        if (this.#left.size === 0) return
        if (!this.#may.watch) this.#from = undefined
        if (this.#from !== undefined) await this.#watch(this.#from)
        if (this.#left.size > 0) await sleep(this.#from === undefined ? pollSeconds : FIRST_PAUSE, signal)
      } catch (error) {
        if (signal.aborted) return
        await this.#recover(error)
      }
    }
  }

  /** By a list where that may be, of which a watch can go on; what it does not show is asked for by name. */
  async #look(): Promise<void> {
    const { type, signal } = this.#request
    const turn = this.#turnOf('list')
    const place = { ...this.#request, objects: [...this.#left.values()] }
    if (this.#may.list) await turn(signal)
    const accept = { accept: METADATA_LIST_ACCEPT, signal }
    const listed = this.#may.list ? await listPlace(this.#transport, place, accept) : undefined
    for (const meta of place.objects) {
      let state = listed?.states.get(meta.uid)
      if (state === undefined) {
        await turn(signal)
        const now = await lookAt(this.#transport, type, meta, signal)
        state = typeof now === 'string' ? now : 'there'
      }
      if (state !== 'there') this.#tellGone(meta.uid, state)
    }
    this.#from = listed?.resourceVersion
    this.#begun.list = true
  }

  async #watch(resourceVersion: string): Promise<void> {
    const { type, namespace, signal } = this.#request
    await this.#turnOf('watch')(signal)
    this.#begun.watch = true
    using limit = limitOf(WATCH_SECONDS + SILENT_SECONDS)
    const until = AbortSignal.any([signal, limit.signal])
    const selected = { type, namespace, ...selectorOf(this.#request) }
    const request = { ...selected, resourceVersion, seconds: WATCH_SECONDS, signal: until }
    for await (const event of watchType(this.#transport, request)) {
      this.#from = event.meta.resourceVersion ?? this.#from
      this.#pause = FIRST_PAUSE
      if (event.type === 'DELETED') this.#tellGone(event.meta.uid, 'gone')
      if (this.#left.size === 0) return
    }
  }

  /** What is begun for the first time waits for no turn. */
  #turnOf(step: 'list' | 'watch'): Turn {
    return this.#begun[step] ? this.#request.turn : async () => {}
  }

  #tellGone(uid: string, state: Exclude<State, 'there'>): void {
    const meta = this.#left.get(uid)
    if (this.#left.delete(uid)) this.#request.onGone(meta!, state)
  }

  /** Rejects with what ends the wait. */
  async #recover(error: unknown): Promise<void> {
    const { type, signal, sleep, onTrouble, onlyWatched = false } = this.#request
    if (!(error instanceof ApiFailure)) throw error
    if (await isTypeGone(error, this.#transport, type, signal)) {
      for (const uid of [...this.#left.keys()]) this.#tellGone(uid, 'gone')
      return
    }
    const failed = this.#from === undefined ? 'list' : 'watch'
    this.#from = undefined
    if (codeOf(error) === 401) throw error
    if (codeOf(error) === 403 || codeOf(error) === 405) {
      if (!this.#may[failed] || onlyWatched) throw error
      this.#may[failed] = false
      return
    }
    this.#begun.list = true
    this.#begun.watch = true
    if (codeOf(error) !== 410) onTrouble(error)
    await sleep(this.#pause, signal)
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE)
  }
}
