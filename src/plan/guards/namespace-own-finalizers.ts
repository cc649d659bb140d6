import { FOREGROUND } from '../../api/builtin-finalizers.ts'
import { message } from '../../messages/sentence.ts'
import type { Refusal } from '../guard.ts'
import type { EndSubject } from './end-subject.ts'

/**
 * The Namespace's metadata.finalizers and the other names in its spec are removed before `kubernetes`, under the guards
 * of `remove`: with one left it would stay, and nothing would delete its content any more (kubernetes-deletion.md 2.2).
 */
export function refusalsOfOwn({ own }: Pick<EndSubject, 'own'>): readonly Refusal[] {
  return own.flatMap(judged =>
    [...judged.refusals, ...judged.passed].filter(isNews).map(refusal => ({
      ...refusal,
      why: message('OwnFinalizerWouldHold', { finalizer: judged.finalizer, why: refusal.why }),
    })),
  )
}

/**
 * Its finalizers that stay: those that a guard keeps, and foregroundDeletion, which the garbage collector or a second
 * DELETE removes only once `kubernetes` is gone (kubernetes-deletion.md 2.1).
 */
export function keptByOwn({ own, object }: Pick<EndSubject, 'own' | 'object'>): readonly string[] {
  const refused = own.filter(({ refusals }) => refusals.some(isNews)).map(({ finalizer }) => finalizer)
  return [...refused, ...(object.metadata.finalizers ?? []).filter(name => name === FOREGROUND)]
}

/** Whatever can be repaired holds the Namespace too, and is said of its end. */
function isNews({ guard }: Refusal): boolean {
  return guard !== 'RepairFirst'
}
