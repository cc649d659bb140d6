import { message, type Sentence } from '../../messages/sentence.ts'
import type { LiveGroup, LiveObject } from '../../plan/ordered/live-groups.ts'
import type { Step } from '../../plan/outcome.ts'
import type { Waited } from './wait-for-group.ts'

/** A step for one object of a group. */
export function deleteStep(
  { ref }: LiveObject,
  group: number,
  rest: Pick<Step, 'result' | 'guard' | 'message' | 'backup'>,
): Step {
  return { ref, action: 'Delete', group, ...rest }
}

/** Steps for objects that nobody was asked to delete, and why. */
export function untouched({ number, objects }: Pick<LiveGroup, 'number' | 'objects'>, why: Sentence): readonly Step[] {
  return objects.map(object =>
    deleteStep(object, number, { result: 'skipped', message: message('Untouched', { why }) }),
  )
}

/** How it ended for an object whose deletion was asked for; `why` has what is known of those that are left. */
export function endedStep(
  object: LiveObject,
  group: number,
  { recreated, left }: Waited,
  why: ReadonlyMap<string, Sentence>,
): Step {
  if (recreated.includes(object)) return deleteStep(object, group, recreatedEnd('gone'))
  if (!left.includes(object)) return deleteStep(object, group, { result: 'done', message: message('ItIsGone') })
  return deleteStep(object, group, { result: 'timeout', message: why.get(object.ref.uid) ?? message('HolderNotKnown') })
}

/** For what somebody makes anew as often as it is deleted. */
export function recreatedEnd(after: 'gone' | 'deleted'): Pick<Step, 'result' | 'guard' | 'message'> {
  return { result: 'changed', guard: 'Changed', message: message('RecreatedUnderName', { after }) }
}
