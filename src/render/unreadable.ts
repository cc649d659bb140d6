import { firstOf } from '../api/object-text.ts'
import { printable } from '../api/printable.ts'
import type { Unreadable } from '../api/terminating.ts'
import { brief } from './brief.ts'
import { readingWords } from './words/readings.ts'
import { type Text, textAbout } from './words/template.ts'

/** How many types of one reason are named before the rest is counted. */
const NAMED = 5

const words: Readonly<Record<string, Text>> = readingWords

/** In words, as it is written. What was not asked has one of few codes: not all words are loaded for it. */
export type WordedUnreadable = Unreadable & { readonly message: string }

export function wordedUnreadable(entry: Unreadable): WordedUnreadable {
  return { ...entry, message: readingText(entry.message) }
}

export function readingText(said: Unreadable['message']): string {
  if (typeof said === 'string') return said
  return textAbout(words[said.code]!, said.args, readingText)
}

/**
 * One line for each reason why something could not be read, most types first: never hidden, never 300 lines.
 * No entries give no lines.
 */
export function formatUnreadable(entries: readonly Unreadable[]): string[] {
  const groups = [...Map.groupBy(entries, entry => `${entry.reason} ${entry.namespace ?? ''}`).values()]
  return groups.toSorted((a, b) => b.length - a.length).map(formatGroup)
}

function formatGroup(entries: readonly Unreadable[]): string {
  const [first] = entries as [Unreadable]
  const names = [...new Set(entries.map(entry => printable(entry.resource)))]
  const where = first.namespace === undefined ? '' : ` in namespace ${printable(first.namespace)}`
  return `warning: not read (${printable(first.reason)})${where}: ${firstOf(names, NAMED)}: ${brief(readingText(first.message))}`
}
