import { readdirSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join, resolve } from 'node:path'
import { tokenizer } from 'acorn'
import { analyse } from 'scslre'

const root = resolve(import.meta.dirname, '../src')

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

/** Every literal of the program; the practice cluster reads what its user sends it. */
export function literalsOfProgram(): readonly Expression[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter(file => file.isFile() && file.name.endsWith('.ts'))
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter(file => !file.startsWith(join(root, 'sandbox')))
    .flatMap(literalsIn)
}

/** Those that the program makes while it explains every incident of the practice cluster, and when it is loaded. */
export async function madeWhileExplaining(): Promise<readonly Expression[]> {
  const made = new Map<string, Expression>()
  const Original = globalThis.RegExp
  globalThis.RegExp = new Proxy(Original, {
    construct(target, [pattern, flags]) {
      const expression = new target(pattern, flags)
      const where = new Error().stack?.split('\n').find(line => line.includes(root) && !line.includes('/sandbox/'))
      const { source } = expression
      if (where !== undefined) made.set(source, { where: where.trim(), source, flags: expression.flags })
      return expression
    },
  })
  try {
    const { explained } = await import('./diagnosis/explained.ts')
    const { incidents } = await import('../src/sandbox/incidents/index.ts')
    const { createSandbox } = await import('../src/sandbox/sandbox.ts')
    const { manualClock } = await import('./sandbox/manual-clock.ts')
    for (const { build } of incidents) {
      const sandbox = createSandbox({ clock: manualClock() })
      build(sandbox)
      await explained(sandbox)
    }
  } finally {
    globalThis.RegExp = Original
  }
  return [...made.values()]
}

/**
 * How an expression takes more than linear time on some text, by its structure: `Self` and `Trade` are repeats that share characters,
 * `Move` is a repeat without an anchor, tried from each character anew. undefined: it does not.
 */
export function superlinear({ source, flags }: Pick<Expression, 'source' | 'flags'>): string | undefined {
  const { reports } = analyse({ source, flags }, { reportTypes: { Move: true, Self: true, Trade: true } })
  return reports.length === 0 ? undefined : [...new Set(reports.map(({ type }) => type))].join(', ')
}
