import { printable } from '../api/printable.ts'
import { partsOf } from './brief.ts'
import { wrapped } from './wrapped.ts'

/** A text of several words, its first line after `first` and the others after `rest`; undefined width: one line. */
export function hanging(first: string, text: string, rest: string, width: number | undefined): string[] {
  const lines = width === undefined ? [text] : wrapped(text, Math.max(width - Math.max(first.length, rest.length), 1))
  return lines.map((line, index) => `${index === 0 ? first : rest}${line}`.trimEnd())
}

const INDENT = '  '
const LABEL_COLUMNS = 'without  '.length

/** A line of a plan, indented: its label, then its text, which hangs where it is wider than the terminal. */
export function planLine(label: string, text: string, width: number | undefined): string[] {
  const start = `${INDENT}${label.padEnd(LABEL_COLUMNS)}`
  return hanging(start, printable(text), ' '.repeat(start.length), width)
}

/** Stands for the spaces of a command while lines are broken at spaces; text that is shown has none. */
const UNBROKEN = '\ue000'

/** A message in lines as `hanging` makes them, each command on one line however long it is. */
export function hangingMessage(first: string, message: string, rest: string, width: number | undefined): string[] {
  const joined = partsOf(message).map(({ text, isCommand }) => (isCommand ? text.replaceAll(' ', UNBROKEN) : text))
  return hanging(first, joined.join(''), rest, width).map(line => line.replaceAll(UNBROKEN, ' '))
}
