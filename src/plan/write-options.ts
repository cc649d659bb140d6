import type { GuardName } from './guard.ts'
import type { DryRun } from './outcome.ts'

/** How a user wants something to be written. */
export interface WriteOptions {
  readonly yes: boolean
  readonly overrides: ReadonlySet<GuardName>
  readonly dryRun: DryRun
  /** 0: do not wait. */
  readonly waitSeconds: number
  readonly backupDirectory: string | undefined
  readonly format: 'json' | 'yaml' | undefined
}
