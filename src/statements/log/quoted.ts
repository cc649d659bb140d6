import { visible } from '../../api/visible.ts'
import type { LogLine } from './line.ts'
import { wordsOf } from './told.ts'

/** So many characters of a line are quoted. */
const MOST = 200

/** A line in quotes, on one line, with every invisible character written out: these are words of the controller, or of whoever made it write them. */
export function quoted(line: LogLine): string {
  return quotedText(wordsOf(line).fact)
}

/** The same of a text: the message with which a container ended, which is the end of its log where it wrote none. */
export function quotedText(said: string): string {
  const text = said.slice(0, MOST * 10).replaceAll(/\s/g, ' ')
  const all = [...visible(text)]
  return `"${all.length > MOST ? `${all.slice(0, MOST - 1).join('')}…` : all.join('')}"`
}
