/** One thing that could stand at the cursor. */
export interface Choice {
  readonly text: string
  /** A few words about it, which shells show beside it. */
  readonly about?: string | undefined
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

/** Choices for the next member of a comma-separated list: the members before it are kept, and not offered again. */
export function nextMember(partial: string, members: (partial: string) => readonly Choice[]): readonly Choice[] {
  const end = partial.lastIndexOf(',') + 1
  const given = partial.slice(0, end)
  const before = new Set(given.split(','))
  return members(partial.slice(end))
    .filter(({ text }) => !before.has(text))
    .map(choice => ({ ...choice, text: given + choice.text }))
}
