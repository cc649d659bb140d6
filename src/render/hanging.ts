import { wrapped } from './wrapped.ts'

/** A text of several words, its first line after `first` and the others after `rest`; undefined width: one line. */
export function hanging(first: string, text: string, rest: string, width: number | undefined): string[] {
  const lines = width === undefined ? [text] : wrapped(text, Math.max(width - Math.max(first.length, rest.length), 1))
  return lines.map((line, index) => `${index === 0 ? first : rest}${line}`.trimEnd())
}
