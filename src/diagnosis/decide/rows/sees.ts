import type { Case } from '../../dossier/dossier.ts'
import type { Verdict } from '../../explanation.ts'
import type { Holding } from '../../held.ts'
import type { Row } from '../row.ts'

/** What a finder sees with this verdict: the other verdict has a row of its own. */
export function as(verdict: Verdict, find: (found: Case) => Holding | undefined): Row['sees'] {
  return found => {
    const holding = find(found)
    return holding?.verdict === verdict ? [holding] : undefined
  }
}

/** Nothing, where nothing is held by it. */
export function some(holdings: readonly Holding[]): readonly Holding[] | undefined {
  return holdings.length === 0 ? undefined : holdings
}
