import type { Cause, CauseCode } from '../../diagnosis/explanation.ts'
import { everyRepair, firstRemedy } from '../first-remedy.ts'
import { type Advice, adviceText } from '../reach.ts'
import type { EndGuard } from './namespace-end.ts'
import { MENDABLE } from './repair-first.ts'

/** Whoever denies the deletions that empty a namespace can be made to allow them, and then nothing is stranded. */
const ALSO_MENDABLE: readonly CauseCode[] = ['RequestDenied']

/** What holds the namespace can be repaired: then its controller ends it, and what is in it goes as it was meant to go. */
export const namespaceRepairFirst: EndGuard = ({ causes }) => {
  const mendable = mendableOf(causes)
  if (mendable.length === 0) return undefined
  return {
    guard: 'RepairFirst',
    why: mendable.map(({ summary }) => summary.replace(/\.$/, '')).join('. '),
    instead: [...new Map(mendable.flatMap(repairsOf).map(each => [adviceText([each]), each])).values()],
  }
}

/** Those causes that somebody can mend without losing anything. */
export function mendableOf(causes: readonly Cause[]): readonly Cause[] {
  return causes.filter(({ code }) => MENDABLE.has(code) || ALSO_MENDABLE.includes(code))
}

function repairsOf(cause: Cause): readonly Advice[] {
  return everyRepair(cause) ?? firstRemedy(cause) ?? [{ what: 'repair that', commands: [] }]
}
