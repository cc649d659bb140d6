import { stripVTControlCharacters } from 'node:util'

/**
 * Text from a cluster made safe for a terminal, on one line: escape sequences, control characters and marks that turn
 * the direction of writing are taken out, line breaks become spaces. Names and messages are anyone's to write.
 */
export function printable(text: string): string {
  return stripVTControlCharacters(text)
    .replaceAll(/[\r\n\t\u2028\u2029]+/g, ' ')
    .replaceAll(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
}
