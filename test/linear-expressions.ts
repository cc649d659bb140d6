import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tokenizer } from 'acorn'
import { analyse } from 'scslre'

/** A regular expression, and where it stands. */
export interface Expression {
  readonly where: string
  readonly source: string
  readonly flags: string
}

/** Every regular expression that a file of TypeScript has as a literal. */
export function literalsIn(file: string): readonly Expression[] {
  const code = stripTypeScriptTypes(readFileSync(file, 'utf8'))
  const found: Expression[] = []
  for (const token of tokenizer(code, { ecmaVersion: 'latest', sourceType: 'module' })) {
    const { type, value, start } = token as typeof token & { value: { pattern: string; flags: string } }
    if (type.label !== 'regexp') continue
    const { pattern, flags } = value
    found.push({ where: `${file}:${code.slice(0, start).split('\n').length}`, source: pattern, flags })
  }
  return found
}

/**
 * How an expression takes more than linear time on some text, by its structure: `Self` and `Trade` are repeats that share characters,
 * `Move` is a repeat without an anchor, tried from each character anew. undefined: it does not.
 */
export function superlinear({ source, flags }: Pick<Expression, 'source' | 'flags'>): string | undefined {
  const { reports } = analyse({ source, flags }, { reportTypes: { Move: true, Self: true, Trade: true } })
  return reports.length === 0 ? undefined : [...new Set(reports.map(({ type }) => type))].join(', ')
}
