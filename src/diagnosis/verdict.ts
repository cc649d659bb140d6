import type { Verdict } from './explanation.ts'
import type { Holding } from './held.ts'

/** What is known worst wins: one thing that is stuck keeps the object, whatever else goes on. */
const ORDER: readonly Verdict[] = ['stuck', 'unknown', 'waiting', 'progressing']

/** The verdict on an object from all that holds it; `unknown` when nothing is known to hold it. */
export function verdictOf(holdings: readonly Holding[]): Verdict {
  return ORDER.find(verdict => holdings.some(holding => holding.verdict === verdict)) ?? 'unknown'
}
