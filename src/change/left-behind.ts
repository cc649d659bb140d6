import type { Change } from './outcome.ts'
import { isOfCollector, type Removal } from './removal.ts'
import type { Tools } from './tools.ts'

/** The changes that take these finalizers off, each with all that it leaves behind. */
export function changesOf({ ref, leaks }: Removal, finalizers: readonly string[]): readonly Change[] {
  return finalizers.map(finalizer => {
    const isLeaking = leaks.length > 0 && !isOfCollector(finalizer)
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
  const leaking = removals.filter(({ leaks }) => leaks.length > 0).map(({ ref, leaks }) => ({ ref, leaks }))
  if (leaking.length > 0) await backups.keepList('leaks', leaking)
}
