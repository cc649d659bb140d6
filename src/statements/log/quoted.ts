import { visible } from '../../api/visible.ts'
import type { LogLine } from './line.ts'
import { wordsOf } from './told.ts'

/** So many characters of a line are quoted. */
const MOST = 200

/** A line in quotes, on one line, with every invisible character written out: these are words of the controller, or of whoever made it write them. */
export function quoted(line: LogLine): string {
  const text = wordsOf(line)
    .fact.slice(0, MOST * 10)
    .replaceAll(/\s/g, ' ')
  const all = [...visible(text)]
  return `"${all.length > MOST ? `${all.slice(0, MOST - 1).join('')}…` : all.join('')}"`
}
