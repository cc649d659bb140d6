import { FOREGROUND, ORPHAN } from '../api/builtin-finalizers.ts'
import { leaksOf } from '../diagnosis/leaks.ts'
import type { Result, Step } from './outcome.ts'
import { allowedOf, type Removal } from './removal.ts'
import type { Tools } from './tools.ts'

/** What a step says of these may have been done, or would be. */
const MAY_BE_DONE: ReadonlySet<Result> = new Set(['planned', 'done', 'timeout', 'failed'])

/** The garbage collector's own marks: who takes one off cleans up nothing outside of the cluster. */
const OF_COLLECTOR: ReadonlySet<string> = new Set([FOREGROUND, ORPHAN])

/** Every id that the object has of what stays outside of the cluster when its allowed finalizers are removed. */
export function leaksOfRemoval(removal: Removal): readonly string[] {
  return allowedOf(removal).every(name => OF_COLLECTOR.has(name)) ? [] : leaksOf(removal.object)
}

/** The steps of one removal, each with all that it leaves behind; those that surely did nothing leave nothing. */
export function withLeaks(removal: Removal, steps: readonly Step[]): readonly Step[] {
  const leaks = leaksOfRemoval(removal)
  if (leaks.length === 0) return steps
  return steps.map(step => {
    const isOfIt = step.finalizer !== undefined && !OF_COLLECTOR.has(step.finalizer) && MAY_BE_DONE.has(step.result)
    return isOfIt ? { ...step, leaks } : step
  })
}

/**
 * Keeps the list of what a set of removals leaves behind, before the first of them: when they are done, the ids stand
 * nowhere in the cluster any more. Of one object its backup has them. Rejects with an Error when it cannot be kept.
 */
export async function keepLeaks(
  removals: readonly Removal[],
  { backups, dryRun }: Pick<Tools, 'backups' | 'dryRun'>,
): Promise<void> {
  if (dryRun || removals.length < 2) return
  const items = removals.map(removal => ({ ref: removal.ref, leaks: leaksOfRemoval(removal) }))
  const leaking = items.filter(({ leaks }) => leaks.length > 0)
  if (leaking.length > 0) await backups.keepList('leaks', leaking)
}
