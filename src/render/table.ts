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

/** Rows as kubectl prints tables: upper-case headers, columns three spaces apart, no lines, no trailing spaces. */
export function formatTable(headers: readonly string[] | undefined, rows: readonly (readonly string[])[]): string {
  const table = new Table({ chars: NO_LINES, style: { 'padding-left': 0, 'padding-right': 3, head: [], border: [] } })
  if (headers) table.push([...headers])
  for (const row of rows) table.push(row.map(printable))
  return `${table
    .toString()
    .split('\n')
    .map(line => line.trimEnd())
    .join('\n')}\n`
}
