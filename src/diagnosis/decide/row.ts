import type { Case } from '../dossier/dossier.ts'
import type { CauseCode, Verdict } from '../explanation.ts'
import type { Blocker } from '../stuck-object.ts'

/** One answer to "who should remove this finalizer, and why do they not". */
export interface Row<Name extends string = string> {
  /** `elsewhere`: rules of their own say it, of this object or of what it waits for. */
  readonly cause: CauseCode | 'elsewhere'
  /** `varies`: with each user or budget that is waited for. */
  readonly verdict: Verdict | 'varies'
  /** What is held by it; it counts where that has the verdict of the row. undefined: it is not so. */
  readonly finds: (found: Case) => Blocker | readonly Blocker[] | undefined
  /** Rows in place of which it is told, where they meet; and so in place of those over which these are. */
  readonly over: readonly Name[]
  /** Why it is told before them, in a sentence. */
  readonly because: string
  /** It asks for the logs of the controller, which is done only where the rows that need none leave the answer open. */
  readonly hangsOn?: 'log'
}

/** Nothing, where nothing is held by it. */
export function some(holdings: readonly Blocker[]): readonly Blocker[] | undefined {
  return holdings.length === 0 ? undefined : holdings
}
