/**
 * A value as one word of a POSIX shell, whatever is in it: names and status fields are anyone's to write. Control
 * characters cannot be pasted safely and are taken out.
 */
export function shellQuote(value: string): string {
  const printable = value.replaceAll(/\p{Cc}/gu, '')
  if (/^[A-Za-z0-9_@%+=:,./-]+$/.test(printable) && !printable.startsWith('-')) return printable
  return `'${printable.replaceAll("'", String.raw`'\''`)}'`
}

/** A command line from its words, each quoted where it has to be. */
export function commandLine(...words: readonly string[]): string {
  return words.map(word => (/^(-[A-Za-z]|--[a-z-]+(=[A-Za-z0-9.]+)?)$/.test(word) ? word : shellQuote(word))).join(' ')
}
