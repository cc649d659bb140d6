import { ApiFailure } from '../../api/failure.ts'
import { type ResourceType, resourceName } from '../../api/resource-type.ts'
import { mapConcurrently } from '../../cluster/map-concurrently.ts'
import type { Finding } from '../../cluster/scan/scan.ts'
import { limitOf } from '../../cluster/transport/aborted.ts'
import type { Transport } from '../../cluster/transport/transport.ts'
import { awaitGoneAnywhere } from '../../cluster/watch/await-gone-anywhere.ts'
import { lookAt } from '../../cluster/watch/look-at-place.ts'
import { turnsEvery } from '../../cluster/watch/turns.ts'
import type { Clock } from '../../terminal.ts'

const CONCURRENT_LOOKS = 8
/** More than this a timer of Node does not take: 24 days. */
const LONGEST_TIMER_SECONDS = 2_147_483
/** What the last look at one object may take, after the time is over. */
const LAST_LOOK_SECONDS = 10
/** Between two requests while it waits, and between two looks at what may not be watched. */
const TURN_SECONDS = 1
const POLL_SECONDS = 5

export interface WaitTools {
  readonly transport: Transport
  readonly clock: Clock
  /** Aborts when the user interrupts. */
  readonly signal: AbortSignal
  readonly onGone: (finding: Finding) => void
  readonly onTrouble: (type: ResourceType, failure: ApiFailure) => void
}

export interface WaitEnd {
  readonly gone: readonly Finding[]
  /** Still there by uid, as the last look saw them. */
  readonly left: readonly Finding[]
  /** Neither is known: the last look at them failed. */
  readonly unknown: readonly { readonly finding: Finding; readonly failure: ApiFailure }[]
}

/**
 * Waits until each object is gone by uid, time is up, or an interrupt: one watch per type and namespace, at most one
 * request a second. Then looks at the rest once more. Rejects with ApiFailure where reading is forbidden.
 */
export async function waitForAll(
  objects: readonly Finding[],
  seconds: number,
  { transport, clock, signal, onGone, onTrouble }: WaitTools,
): Promise<WaitEnd> {
  const left = new Map(objects.map(finding => [finding.meta.uid, finding]))
  const gone: Finding[] = []
  const tellGone = (uid: string): void => {
    const finding = left.get(uid)
    if (finding === undefined) return
    left.delete(uid)
    gone.push(finding)
    onGone(finding)
  }
  const over = new AbortController()
  const until = AbortSignal.any([signal, over.signal])
  const timer = clock.sleep(Math.min(seconds, LONGEST_TIMER_SECONDS), until).then(() => over.abort())
  try {
    const sleep = (pause: number, end: AbortSignal) => clock.sleep(pause, end)
    const turn = turnsEvery(TURN_SECONDS, () => clock.elapsed(), sleep)
    const types = Map.groupBy(objects, ({ type }) => resourceName(type))
    const [first, ...others] = [...types.values()].map(async alike => {
      const { type } = alike[0]!
      await awaitGoneAnywhere(transport, {
        type,
        objects: alike.map(each => each.meta),
        signal: until,
        sleep,
        turn,
        pollSeconds: POLL_SECONDS,
        onGone: ({ uid }) => tellGone(uid),
        onTrouble: failure => onTrouble(type, failure),
      })
    })
    await Promise.all([first, ...others])
  } finally {
    over.abort()
    await timer
  }
  return lastLook([...left.values()], gone, transport, signal, tellGone)
}

async function lastLook(
  findings: readonly Finding[],
  gone: readonly Finding[],
  transport: Transport,
  signal: AbortSignal,
  tellGone: (uid: string) => void,
): Promise<WaitEnd> {
  const left: Finding[] = []
  const unknown: { readonly finding: Finding; readonly failure: ApiFailure }[] = []
  if (signal.aborted) return { gone, left: findings, unknown }
  await mapConcurrently(CONCURRENT_LOOKS, findings, async finding => {
    using limit = limitOf(LAST_LOOK_SECONDS)
    try {
      const meta = await lookAt(transport, finding.type, finding.meta, AbortSignal.any([signal, limit.signal]))
      if (typeof meta === 'string') tellGone(finding.meta.uid)
      else left.push({ ...finding, meta })
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure
      unknown.push({ finding, failure })
    }
  })
  return { gone, left, unknown }
}
