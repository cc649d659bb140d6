import { table } from '../../src/diagnosis/decide/table.ts'

/** The rows of the table of decisions by which a code is told, as docs/causes-proofs.md has them; []: it has no part in the table. */
export function proofRows(code: string): readonly string[] {
  const own = Object.entries(table).filter(([, { cause }]) => cause === code)
  const rows = own.map(
    ([name, { verdict, over, because }]) => `| \`${name}\` | \`${verdict}\` | ${names(over)} | ${because} |`,
  )
  return rows.length === 0 ? [] : ['| row | verdict | told in place of | because |', '|---|---|---|---|', ...rows]
}

function names(over: readonly string[]): string {
  return over.map(name => `\`${name}\``).join(', ') || 'none'
}
