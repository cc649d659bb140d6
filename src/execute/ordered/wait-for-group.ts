import { append } from '../../api/long-lists.ts'
import { objectPath } from '../../api/path.ts'
import { isGone } from '../../cluster/is-gone.ts'
import { mapConcurrently } from '../../cluster/map-concurrently.ts'
import { ONLY_METADATA } from '../../cluster/metadata-accept.ts'
import { readKubeObject } from '../../cluster/read-object.ts'
import { lapseOf } from '../../cluster/transport/aborted.ts'
import type { LiveObject } from '../../plan/ordered/live-groups.ts'
import type { GroupProgress, OrderedTools } from './ordered-tools.ts'

/** Nothing moved for so long, in seconds: time to find out why; and again when it is that old. */
const PATIENCE_SECONDS = 10
const STALE_SECONDS = 60
const CONCURRENT_LOOKS = 16
/** What one look may take: a server that is silent does not stop the time. */
const LOOK_SECONDS = 5
/** After something went, the next looks come sooner than every `pollSeconds`: most objects go within a second. */
const FIRST_PAUSE_SECONDS = 0.25

export interface Waited {
  /** Of their names others are there now, with another uid: somebody makes them anew. */
  readonly recreated: readonly LiveObject[]
  readonly left: readonly LiveObject[]
}

/** How far the group was before, and how big it is. */
export type Place = Pick<GroupProgress, 'group' | 'groups' | 'gone' | 'objects'>

/**
 * Waits until every object is gone by uid (`isGone`, or another uid under the name), `until` passes, or the user interrupts.
 * An object that cannot be looked at is still there.
 */
export async function waitForGroup(
  objects: readonly LiveObject[],
  place: Place,
  until: number,
  tools: OrderedTools,
): Promise<Waited> {
  const recreated: LiveObject[] = []
  let left = objects
  let why: ReadonlyMap<string, string> = new Map()
  let [moved, asked] = [tools.clock.elapsed(), Number.NEGATIVE_INFINITY]
  const report = (news: GroupProgress['news'], went: readonly LiveObject[] = []): void => {
    const gone = place.gone + objects.length - left.length
    tools.report({ ...place, gone, went, left, why, deadline: tools.deadline, news })
  }
  report('asked')
  for (let pause = FIRST_PAUSE_SECONDS; ; pause *= 2) {
    const looks = await lookAt(left, tools.signal.aborted)
    const went = left.filter(object => looks.get(object) !== 'there')
    append(
      recreated,
      went.filter(object => looks.get(object) === 'recreated'),
    )
    left = left.filter(object => looks.get(object) === 'there')
    const now = tools.clock.elapsed()
    if (went.length > 0) {
      moved = now
      pause = FIRST_PAUSE_SECONDS
    }
    report(went.length > 0 ? 'went' : 'nothing', went)
    if (left.length === 0 || now >= until || tools.signal.aborted) {
      report('over')
      return { recreated, left }
    }
    const still = now - moved >= PATIENCE_SECONDS
    if (still && now - asked >= STALE_SECONDS) {
      why = await tools.explain(left)
      asked = now
      report('explained')
    }
    const rest = until - tools.clock.elapsed()
    if (rest > 0) await tools.clock.sleep(Math.min(pause, tools.pollSeconds, rest), tools.signal)
  }
}

export type State = 'there' | 'gone' | 'recreated'

/**
 * Which of the objects are there, by uid, at this moment; `isLast`: after an interrupt too. Never rejects: what cannot be
 * looked at is there.
 */
export async function lookAt(objects: readonly LiveObject[], isLast = false): Promise<ReadonlyMap<LiveObject, State>> {
  const states = new Map<LiveObject, State>()
  await mapConcurrently(CONCURRENT_LOOKS, objects, async object => {
    states.set(object, await stateOf(object, isLast))
  })
  return states
}

async function stateOf({ cluster, type, ref }: LiveObject, isLast: boolean): Promise<State> {
  const signal = lapseOf(LOOK_SECONDS)
  try {
    const { metadata } = await readKubeObject(cluster.transport, {
      method: 'GET',
      path: objectPath(type, ref.name, ref.namespace),
      headers: { accept: ONLY_METADATA },
      signal,
      afterInterrupt: isLast ? true : undefined,
    })
    return metadata.uid === ref.uid ? 'there' : 'recreated'
  } catch (error) {
    return (await isGone(error, cluster.transport, type, ref.name, signal)) ? 'gone' : 'there'
  }
}
