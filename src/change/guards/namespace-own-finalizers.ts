import type { Refusal } from '../guard.ts'
import type { EndSubject } from '../namespace-end.ts'
import type { Judged } from '../removal.ts'

/**
 * The Namespace's own metadata.finalizers come off before /finalize, each through the guards of `remove`: with one of them
 * left it would stand all the same, and nobody would delete what is in it any more (reference 2.2).
 */
export function refusalsOfOwn({ own }: Pick<EndSubject, 'own'>): readonly Refusal[] {
  return own.flatMap(judged =>
    [...judged.refusals, ...judged.passed].filter(isNews).map(refusal => ({
      ...refusal,
      why: `its own finalizer ${judged.finalizer} would keep it: ${refusal.why}`,
    })),
  )
}

/** Whether one of them is to stay, as far as was said. */
export function isKeptByOwn(own: readonly Judged[]): boolean {
  return own.some(({ refusals }) => refusals.some(isNews))
}

/** Whatever can be repaired holds the Namespace too, and is said of its end. */
function isNews({ guard }: Refusal): boolean {
  return guard !== 'RepairFirst'
}
