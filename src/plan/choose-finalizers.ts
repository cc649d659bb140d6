import type { Finalizer } from '../api/terminating.ts'
import type { DirectCause } from '../diagnosis/direct-causes.ts'
import { policies } from '../diagnosis/policy.ts'

export interface Choice {
  readonly chosen: readonly Finalizer[]
  readonly stay: readonly Finalizer[]
  /** Named by the user and not on the object (any more). */
  readonly absent: readonly string[]
}

/**
 * Which finalizers of an object to remove: those that the user named; else those whose controller is proven to be
 * missing; else each, for the guards to judge. Duplicates are one.
 */
export function chooseFinalizers(
  finalizers: readonly Finalizer[],
  causes: readonly DirectCause[],
  named: readonly string[],
): Choice {
  const distinct = [...new Map(finalizers.map(each => [`${each.field} ${each.name}`, each])).values()]
  const orphaned = distinct.filter(({ name }) =>
    causes.some(({ cause, finalizer }) => policies[cause.code].removable === 'default' && finalizer === name),
  )
  const chosen =
    named.length > 0 ? distinct.filter(({ name }) => named.includes(name)) : orphaned.length > 0 ? orphaned : distinct
  return {
    chosen,
    stay: distinct.filter(each => !chosen.includes(each)),
    absent: named.filter(name => !distinct.some(each => each.name === name)),
  }
}
