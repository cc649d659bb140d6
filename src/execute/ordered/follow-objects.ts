import { ApiFailure } from '../../api/failure.ts'
import { resourceName } from '../../api/resource-type.ts'
import { awaitGoneAnywhere } from '../../cluster/watch/await-gone-anywhere.ts'
import type { State } from '../../cluster/watch/look-at-place.ts'
import { type Turn, turnsEvery } from '../../cluster/watch/turns.ts'
import { keyOf, type LiveObject } from '../../plan/ordered/live-groups.ts'
import type { OrderedTools } from './ordered-tools.ts'

/** Between two requests, all watches and looks taken together. */
const TURN_SECONDS = 1

/** What is known of objects that are waited for. */
export interface Followed extends Disposable {
  /** Those that went since this was asked last. Throws what is no failure of the server. */
  take(): ReadonlyMap<LiveObject, State>
  /** Aborts with the next that goes, from the last `take` on. */
  readonly news: AbortSignal
  /** Aborts when all are gone. */
  readonly allGone: AbortSignal
}

type FollowTools = Pick<OrderedTools, 'clock' | 'signal' | 'pollSeconds' | 'clusters'>

/**
 * Follows objects until each is gone by uid, or this is disposed: by watches, or where forbidden by a look every
 * `pollSeconds`; after the first look at most one request a second. What cannot be read counts as there.
 */
export function followObjects(objects: readonly LiveObject[], tools: FollowTools): Followed {
  const { clock, signal } = tools
  const over = new AbortController()
  const until = AbortSignal.any([signal, over.signal])
  const allGone = new AbortController()
  let news = new AbortController()
  let went = new Map<LiveObject, State>()
  const left = new Set(objects)
  const onGone = (object: LiveObject, state: State): void => {
    if (!left.delete(object)) return
    went.set(object, state)
    news.abort()
    if (left.size === 0) allGone.abort()
  }
  const turn = turnsEvery(
    TURN_SECONDS,
    () => clock.elapsed(),
    (seconds, end) => clock.sleep(seconds, end),
  )
  const types = Map.groupBy(objects, object => keyOf(object, resourceName(object.type)))
  let mistake: unknown
  for (const same of types.values()) {
    followType(same, until, turn, onGone, tools).catch((error: unknown) => {
      mistake = error
      news.abort()
    })
  }
  return {
    get news() {
      return news.signal
    },
    allGone: allGone.signal,
    take() {
      if (mistake !== undefined) throw mistake
      const taken = went
      went = new Map()
      news = new AbortController()
      return taken
    },
    [Symbol.dispose]: () => over.abort(),
  }
}

async function followType(
  same: readonly LiveObject[],
  until: AbortSignal,
  turn: Turn,
  onGone: (object: LiveObject, state: State) => void,
  { clock, pollSeconds, clusters }: FollowTools,
): Promise<void> {
  const { cluster, type } = same[0]!
  const left = new Map(same.map(object => [object.ref.uid, object]))
  const sleep = (seconds: number, end: AbortSignal) => clock.sleep(seconds, end)
  while (left.size > 0 && !until.aborted) {
    try {
      await awaitGoneAnywhere(clusters.get(cluster.name)!.transport, {
        type,
        objects: [...left.values()].map(({ meta }) => meta),
        signal: until,
        sleep,
        pollSeconds,
        turn,
        onGone({ uid }, state) {
          onGone(left.get(uid)!, state)
          left.delete(uid)
        },
        onTrouble() {},
      })
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      await sleep(pollSeconds, until)
    }
  }
}
