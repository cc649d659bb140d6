import type { Cause } from '../../diagnosis/explanation.ts'
import { policies } from '../../diagnosis/policy.ts'
import { firstRemedy } from '../first-remedy.ts'
import type { EndGuard } from './namespace-end.ts'

/** What holds the namespace can be repaired: then its controller ends it, and what is in it goes as it was meant to go. */
export const namespaceRepairFirst: EndGuard = ({ causes }) => {
  const mendable = mendableOf(causes)
  if (mendable.length === 0) return undefined
  return {
    guard: 'RepairFirst',
    why: mendable.map(({ summary }) => summary.replace(/\.$/, '')).join('. '),
    instead: [...new Set(mendable.map(repairOf))].join('; '),
  }
}

/** Those causes that somebody can mend without losing anything. */
export function mendableOf(causes: readonly Cause[]): readonly Cause[] {
  return causes.filter(({ code }) => policies[code].repairFirst !== 'never')
}

/** Every way to repair it: which of them is right, only the reader knows. */
function repairOf(cause: Cause): string {
  const repairs = cause.remedies.filter(({ kind }) => kind === 'repair')
  const ways = repairs.map(({ summary, commands }) => [summary, ...commands].join(': '))
  return ways.length > 0 ? ways.join('; or ') : (firstRemedy(cause) ?? 'repair that')
}
