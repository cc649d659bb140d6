import { append } from '../../api/long-lists.ts'
import type { Sentence } from '../../messages/sentence.ts'
import type { LiveObject } from '../../plan/ordered/live-groups.ts'
import { lookAt } from './look-at.ts'
import type { GroupProgress, OrderedTools } from './ordered-tools.ts'

/** Nothing moved for so long, in seconds: time to find out why; and again when it is that old. */
const PATIENCE_SECONDS = 10
const STALE_SECONDS = 60
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
  let why: ReadonlyMap<string, Sentence> = new Map()
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
