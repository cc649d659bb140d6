import type { Catalogue } from '../../diagnosis/catalogue/catalogue.ts'
import type { Session } from '../../operations/ports.ts'
import type { Typed } from '../typed.ts'

/** What a source of names may use. */
export interface CompletionContext extends Pick<Typed, 'words' | 'flags' | 'partial'> {
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
