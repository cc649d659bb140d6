import type { Choice } from './choice.ts'

/** Choices for the next member of a comma-separated list: the members before it are kept, and not offered again. */
export function nextMember(partial: string, members: (partial: string) => readonly Choice[]): readonly Choice[] {
  const end = partial.lastIndexOf(',') + 1
  const given = partial.slice(0, end)
  const before = new Set(given.split(','))
  return members(partial.slice(end))
    .filter(({ text }) => !before.has(text))
    .map(choice => ({ ...choice, text: given + choice.text }))
}
