/** One thing that could stand at the cursor. */
export interface Choice {
  readonly text: string
  /** A few words about it, which shells show beside it. */
  readonly about?: string
}

/** Choices, and what the shell is to do with them. */
export interface Choices {
  readonly choices: readonly Choice[]
  /** Something follows without a space: the name after `pods/`. */
  readonly goesOn?: boolean
  /** The shell offers its files. */
  readonly files?: boolean
}

export const NONE: Choices = { choices: [] }
