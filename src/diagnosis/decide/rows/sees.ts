import type { Case } from '../../dossier/dossier.ts'
import type { Verdict } from '../../explanation.ts'
import type { Blocker } from '../../stuck-object.ts'
import type { Row } from '../row.ts'

/** What a finder sees with this verdict: the other verdict has a row of its own. */
export function as(verdict: Verdict, find: (found: Case) => Blocker | undefined): Row['sees'] {
  return found => {
    const holding = find(found)
    return holding?.verdict === verdict ? [holding] : undefined
  }
}

/** Nothing, where nothing is held by it. */
export function some(holdings: readonly Blocker[]): readonly Blocker[] | undefined {
  return holdings.length === 0 ? undefined : holdings
}
