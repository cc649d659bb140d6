import type * as Planned from '../../plan/outcome.ts'

export type { Action, DryRun, Result } from '../../plan/outcome.ts'

/** Contract `kubectl-finalize/v1`, `kind: Outcome`, as it is printed. */
export interface Outcome extends Omit<Planned.Outcome, 'steps'> {
  readonly steps: readonly Step[]
}

/** A step in words: its message says all of it, and what of it are commands stands by itself too. */
export interface Step extends Omit<Planned.Step, 'message' | 'advice'> {
  readonly message?: string | undefined
  readonly commands?: readonly string[] | undefined
}
