import Table from 'cli-table3'
import { printable } from './printable.ts'

const NO_LINES = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '',
} as const

const GUTTER = 3

/** The library's work grows with the square of a table's rows; tables of this many have the same columns and little of it. */
const ROWS_A_TABLE = 100

/** Rows as kubectl prints tables: upper-case headers, columns three spaces apart, no lines, no trailing spaces. */
export function formatTable(headers: readonly string[] | undefined, rows: readonly (readonly string[])[]): string {
  const lines = [...(headers ? [headers] : []), ...rows.map(row => row.map(printable))]
  const [first = []] = lines
  const colWidths = first.map(
    (_, column) => GUTTER + lines.reduce((most, line) => Math.max(most, width(line[column]!)), 1),
  )
  let text = ''
  for (let start = 0; start < lines.length; start += ROWS_A_TABLE) {
    const style = { 'padding-left': 0, 'padding-right': GUTTER, head: [], border: [] }
    const table = new Table({ chars: NO_LINES, colWidths, style })
    for (const line of lines.slice(start, start + ROWS_A_TABLE)) table.push([...line])
    for (const line of table.toString().split('\n')) text += `${line.trimEnd()}\n`
  }
  return text
}

/** Columns on a terminal, rather too many than too few: a cell wider than its column would be cut. */
function width(text: string): number {
  let columns = 0
  for (const character of text) columns += character.codePointAt(0)! >= 0x1100 ? 2 : 1
  return columns
}
