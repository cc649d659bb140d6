import { FOREGROUND } from '../../api/builtin-finalizers.ts'
import { message } from '../../messages/sentence.ts'
import type { Refusal } from '../guard.ts'
import type { EndSubject } from './end-subject.ts'

/**
 * The Namespace's own metadata.finalizers, and the other names in its spec, come off before `kubernetes`, each through the guards of `remove`: with one of them
 * left it would stand all the same, and nobody would delete what is in it any more (kubernetes-deletion.md 2.2).
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
 * Its finalizers that stay, as far as was said: those that a guard keeps, and foregroundDeletion, which the garbage collector
 * or a second DELETE takes off, and that only where `kubernetes` is gone (kubernetes-deletion.md 2.1).
 */
export function keptByOwn({ own, object }: Pick<EndSubject, 'own' | 'object'>): readonly string[] {
  const refused = own.filter(({ refusals }) => refusals.some(isNews)).map(({ finalizer }) => finalizer)
  return [...refused, ...(object.metadata.finalizers ?? []).filter(name => name === FOREGROUND)]
}

/** Whatever can be repaired holds the Namespace too, and is said of its end. */
function isNews({ guard }: Refusal): boolean {
  return guard !== 'RepairFirst'
}
