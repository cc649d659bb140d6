import { append } from '../../api/long-lists.ts'
import { anyOf } from '../../cluster/transport/aborted.ts'
import type { State } from '../../cluster/watch/look-at-place.ts'
import type { Sentence } from '../../messages/sentence.ts'
import type { LiveObject } from '../../plan/ordered/live-groups.ts'
import { followObjects } from './follow-objects.ts'
import { lookAt } from './look-at.ts'
import type { GroupProgress, OrderedTools } from './ordered-tools.ts'

/** Nothing moved for so long, in seconds: time to find out why; and again when it is that old. */
const PATIENCE_SECONDS = 10
const STALE_SECONDS = 60
/** How often it is told how far this is, and what goes within a moment is told at once. */
const TICK_SECONDS = 1
const GATHER_SECONDS = 0.25

export interface Waited {
  /** Of their names others are there now, with another uid: they are created again. */
  readonly recreated: readonly LiveObject[]
  readonly left: readonly LiveObject[]
}

/** How far the group was before, and how big it is. */
type Place = Pick<GroupProgress, 'group' | 'groups' | 'gone' | 'objects'>

/**
 * Waits by watches until every object is gone by uid (its name may have another uid), `until`, or an interrupt. An
 * object that cannot be read is still there.
 */
export async function waitForGroup(
  objects: readonly LiveObject[],
  place: Place,
  until: number,
  tools: OrderedTools,
): Promise<Waited> {
  const recreated: LiveObject[] = []
  let left = objects
  let why: ReadonlyMap<string, Sentence> = new Map()
  let [moved, asked] = [tools.clock.elapsed(), Number.NEGATIVE_INFINITY]
  const report = (news: GroupProgress['news'], went: readonly LiveObject[] = []): void => {
    const gone = place.gone + objects.length - left.length
    tools.report({ ...place, gone, went, left, why, deadline: tools.deadline, news })
  }
  const take = (looks: ReadonlyMap<LiveObject, State>): readonly LiveObject[] => {
    const isGone = (object: LiveObject): boolean => (looks.get(object) ?? 'there') !== 'there'
    const went = left.filter(isGone)
    append(
      recreated,
      went.filter(object => looks.get(object) === 'recreated'),
    )
    left = left.filter(object => !isGone(object))
    return went
  }
  report('asked')
  using followed = followObjects(objects, tools)
  while (left.length > 0) {
    const rest = until - tools.clock.elapsed()
    if (rest <= 0 || tools.signal.aborted) {
      // A watch may be late, and one that broke tells nothing.
      const went = take(await lookAt(left, tools.clusters, tools.signal.aborted))
      report(went.length > 0 ? 'went' : 'nothing', went)
      break
    }
    await tools.clock.sleep(Math.min(TICK_SECONDS, rest), anyOf(tools.signal, followed.news))
    if (followed.news.aborted) await tools.clock.sleep(GATHER_SECONDS, anyOf(tools.signal, followed.allGone))
    const went = take(followed.take())
    const now = tools.clock.elapsed()
    if (went.length > 0) moved = now
    report(went.length > 0 ? 'went' : 'nothing', went)
    const still = now - moved >= PATIENCE_SECONDS
    if (left.length > 0 && still && now - asked >= STALE_SECONDS) {
      why = await tools.explain(left)
      asked = now
      report('explained')
    }
  }
  report('over')
  return { recreated, left }
}
