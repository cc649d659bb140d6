import type { Sentence } from '../../messages/sentence.ts'
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
export function untouched({ number, objects }: Pick<LiveGroup, 'number' | 'objects'>, why: string): readonly Step[] {
  return objects.map(object => deleteStep(object, number, { result: 'skipped', message: `not changed: ${why}` }))
}

/** How it ended for an object whose deletion was asked for; `why` has what is known of those that are left. */
export function endedStep(
  object: LiveObject,
  group: number,
  { recreated, left }: Waited,
  why: ReadonlyMap<string, Sentence>,
): Step {
  if (recreated.includes(object)) return deleteStep(object, group, recreatedEnd('it is gone, and'))
  if (!left.includes(object)) return deleteStep(object, group, { result: 'done', message: 'it is gone' })
  const message = why.get(object.ref.uid) ?? 'what holds it is not known'
  return deleteStep(object, group, { result: 'timeout', message })
}

/** For what somebody makes anew as often as it is deleted. */
export function recreatedEnd(start: string): Pick<Step, 'result' | 'guard' | 'message'> {
  const message = `${start} an object with the same name was created: stop the controller that creates it, then run this again`
  return { result: 'changed', guard: 'Changed', message }
}
