import { visible } from '../../api/visible.ts'
import type { LogLine } from './line.ts'
import { wordsOf } from './told.ts'

/** So many characters of a line are quoted; of a longer one its beginning and its end: an error ends with its cause. */
const MOST = 2000
const FIRST = 1000

/** In quotes, on one line, with invisible characters escaped: the words may come from whoever caused the log line. */
export function quoted(line: LogLine): string {
  return quotedText(wordsOf(line).fact)
}

/** The same of a text: the message with which a container ended, which is the end of its log where it wrote none. */
export function quotedText(said: string): string {
  const text = said.length > 2 * MOST ? said.slice(0, MOST) + said.slice(-MOST) : said
  const all = [...visible(text.replaceAll(/\s/g, ' '))]
  if (all.length <= MOST) return `"${all.join('')}"`
  return `"${all.slice(0, FIRST).join('')}…${all.slice(FIRST + 1 - MOST).join('')}"`
}
