import { FOREGROUND, ORPHAN } from '../../api/builtin-finalizers.ts'
import type { DeleteOptions } from '../request/delete-options.ts'
import type { ServedType } from '../types/served-type.ts'

/**
 * The finalizers an object has after DELETE with these options: both GC finalizers off, the wanted one appended.
 * Precedence: orphanDependents > propagationPolicy > what the object already has > default of the kind
 * (kubernetes-deletion.md 1.3).
 */
export function withGcFinalizers(
  finalizers: readonly string[],
  options: DeleteOptions,
  type: ServedType,
): readonly string[] {
  const wanted = wantedFinalizer(finalizers, options, type)
  const others = finalizers.filter(finalizer => finalizer !== ORPHAN && finalizer !== FOREGROUND)
  const next = wanted === undefined ? others : [...others, wanted]
  const same = next.length === finalizers.length && next.every(finalizer => finalizers.includes(finalizer))
  return same ? finalizers : next
}

function wantedFinalizer(finalizers: readonly string[], options: DeleteOptions, type: ServedType): string | undefined {
  if (type.storage === 'events') return undefined
  if (options.orphanDependents !== undefined) return options.orphanDependents ? ORPHAN : undefined
  if (options.propagationPolicy !== undefined) {
    if (options.propagationPolicy === 'Orphan') return ORPHAN
    return options.propagationPolicy === 'Foreground' ? FOREGROUND : undefined
  }
  const present = finalizers.find(finalizer => finalizer === ORPHAN || finalizer === FOREGROUND)
  return present ?? (orphansByDefault(type) ? ORPHAN : undefined)
}

/** Jobs and ReplicationControllers keep their pods unless told otherwise; everything else defaults to background. */
export function orphansByDefault(type: ServedType): boolean {
  return type.storage === 'jobs.batch' || type.storage === 'replicationcontrollers'
}
