import type { CommandContext } from '../command.ts'
import type { Typed } from '../typed.ts'

/** What a source of names may use. */
export interface CompletionContext
  extends Pick<Typed, 'words' | 'flags' | 'partial'>,
    Pick<CommandContext, 'stateDirectory' | 'env' | 'catalogue' | 'connect'> {
  /** Aborts when there is no more time: a source then ends at once, with what it has. */
  readonly signal: AbortSignal
  readonly now: () => Date
}
