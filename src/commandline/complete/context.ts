import type { Catalogue } from '../../diagnosis/catalogue/catalogue.ts'
import type { Session } from '../../operations/ports.ts'
import type { GlobalFlags } from '../global-flags.ts'

/** What a source of names may use. */
export interface CompletionContext {
  /** The words of the command before the one under the cursor. */
  readonly words: readonly string[]
  readonly flags: GlobalFlags & Readonly<Record<string, unknown>>
  readonly partial: string
  /** Where journals are kept that no flag names another place for. */
  readonly stateDirectory: string | undefined
  readonly env: Readonly<Record<string, string | undefined>>
  /** Aborts when there is no more time: a source then ends at once, with what it has. */
  readonly signal: AbortSignal
  readonly now: () => Date
  /** What is known about finalizers, the user's own entries included. */
  catalogue(): Promise<Catalogue>
  /** Connects to the cluster that the flags name; rejects with ApiFailure. */
  connect(): Promise<Session>
}
