import { printable } from '../../api/printable.ts'
import type { Choices } from './choice.ts'

/** Of cobra's completion protocol, which kubectl hands on to the shell. */
const NO_SPACE = 2
const NO_FILES = 4
const LONGEST_ABOUT = 100

/**
 * Choices in cobra's protocol: a line each, what it is about behind a tab, and last what the shell is to do. Only those
 * that go on from `partial`, each once. A text with a space or a control character in it is no word of a shell, and
 * is left out: names come from anywhere.
 */
export function formatAnswer(
  { choices, goesOn = false, files = false }: Choices,
  partial: string,
  prefix = '',
): string {
  const lines = new Map<string, string>()
  for (const { text, about } of choices) {
    if (!text.startsWith(partial) || text === '' || /\s/.test(text) || printable(text) !== text) continue
    const description = about === undefined ? '' : `\t${printable(about).slice(0, LONGEST_ABOUT)}`
    if (!lines.has(text)) lines.set(text, `${prefix}${text}${description}\n`)
  }
  const directive = (goesOn ? NO_SPACE : 0) + (files ? 0 : NO_FILES)
  return `${[...lines.values()].join('')}:${directive}\n`
}
