import { visible } from './visible.ts'

/**
 * Text from a cluster made safe for a terminal, on one line: line breaks become spaces, and every other character that is
 * not seen is written out, `<U+001B>`. Names and messages are anyone's to write. A command stays as it is: what is quoted in it
 * has no such character (src/diagnosis/shell-quote.ts).
 */
export function printable(text: string): string {
  return visible(text.replaceAll(/[\r\n\t\u2028\u2029]+/g, ' '))
}
