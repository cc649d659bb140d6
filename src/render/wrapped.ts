/** A text in lines of so many characters, broken between words; a word that is longer has its line alone. */
export function wrapped(text: string, columns: number): string[] {
  const line = new RegExp(`\\S.{0,${columns - 1}}(?=\\s|$)|\\S+`, 'gu')
  return text.match(line) ?? ['']
}
