import { FOREGROUND, ORPHAN } from '../api/builtin-finalizers.ts'
import { leaksOf } from '../diagnosis/leaks.ts'
import type { Change } from './outcome.ts'
import { allowedOf, type Removal } from './removal.ts'
import type { Tools } from './tools.ts'

/** The garbage collector's own marks: who takes one off cleans up nothing outside of the cluster. */
const OF_COLLECTOR: ReadonlySet<string> = new Set([FOREGROUND, ORPHAN])

/** Every id that the object has of what stays outside of the cluster when its allowed finalizers are removed. */
export function leaksOfRemoval(removal: Removal): readonly string[] {
  if (allowedOf(removal).every(name => OF_COLLECTOR.has(name))) return []
  const ids = removal.judged.flatMap(({ known }) => known?.ids ?? [])
  return leaksOf(removal.object, ids)
}

/** The changes that take these finalizers off, each with all that it leaves behind. */
export function changesOf(removal: Removal, finalizers: readonly string[]): readonly Change[] {
  const { ref } = removal
  const leaks = leaksOfRemoval(removal)
  return finalizers.map(finalizer => {
    const isLeaking = leaks.length > 0 && !OF_COLLECTOR.has(finalizer)
    return { ref, action: 'RemoveFinalizer', finalizer, ...(isLeaking && { leaks }) }
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
