import { visible } from './visible.ts'

/**
 * Text from a cluster made safe for a terminal, on one line: line breaks become spaces, and every other invisible
 * character is written out, `<U+001B>`: anyone may write names and messages. Commands are unchanged: their quoted words
 * have no such character (src/diagnosis/shell-quote.ts).
 */
export function printable(text: string): string {
  return visible(text.replaceAll(/[\r\n\t\u2028\u2029]+/g, ' '))
}
