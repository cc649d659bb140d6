import Table from 'cli-table3'
import { printable } from '../api/printable.ts'

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
/** A longer cell is no name, and pads no other row. The library takes quadratic time: 7 s for 8,000 wide characters. */
const LONGEST_NAME = 1000

/**
 * Rows as kubectl prints tables: upper-case headers, columns three spaces apart, no lines, no trailing spaces. A cell
 * too long for a name shifts only its own row: padding a thousand rows to 100,000 characters took a hundred megabytes.
 */
export function formatTable(headers: readonly string[] | undefined, rows: readonly (readonly string[])[]): string {
  const lines = [...(headers ? [headers] : []), ...rows.map(row => row.map(printable))]
  const [first = []] = lines
  const colWidths = first.map((_, column) => {
    const cells = lines.map(line => line[column]!).filter(cell => !isEndless(cell))
    return GUTTER + cells.reduce((most, cell) => Math.max(most, width(cell)), 1)
  })
  return lines
    .map(line => (line.every(isPlain) || line.some(isEndless) ? padded(line, colWidths) : drawn(line, colWidths)))
    .join('')
}

/** For rows of ASCII, as nearly all are, and rows too long for the library, which takes a thousand times as long. */
function padded(line: readonly string[], widths: readonly number[]): string {
  return `${line
    .map((cell, column) => cell.padEnd(isEndless(cell) ? cell.length + GUTTER : widths[column]!))
    .join('')
    .trimEnd()}\n`
}

/** A row of a table without lines is a table of one row. */
function drawn(line: readonly string[], colWidths: number[]): string {
  const style = { 'padding-left': 0, 'padding-right': GUTTER, head: [], border: [] }
  const table = new Table({ chars: NO_LINES, colWidths, style })
  table.push([...line])
  return table
    .toString()
    .split('\n')
    .map(each => `${each.trimEnd()}\n`)
    .join('')
}

function isPlain(cell: string): boolean {
  return /^[\x20-\x7e]*$/.test(cell)
}

function isEndless({ length }: string): boolean {
  return length > LONGEST_NAME
}

/** Columns on a terminal, rather too many than too few: a cell wider than its column would be cut. */
function width(text: string): number {
  let columns = 0
  for (const character of text) columns += character.codePointAt(0)! >= 0x1100 ? 2 : 1
  return columns
}
