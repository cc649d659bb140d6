import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Expression, literalsIn, superlinear } from './linear-expressions.ts'

const test = suite('regular expressions')

const root = resolve(import.meta.dirname, '../src')

/** Of the program; the practice cluster reads what its user sends it. */
const files = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter(file => file.isFile() && file.name.endsWith('.ts'))
  .map(({ parentPath, name }) => join(parentPath, name))
  .filter(file => !file.startsWith(join(root, 'sandbox')))

function wrong(expressions: readonly Expression[]): readonly string[] {
  return expressions.flatMap(each => {
    const why = superlinear(each)
    return why === undefined ? [] : [`${each.where}: ${why}: /${each.source}/${each.flags}`]
  })
}

test('of the program take linear time, whatever text a cluster has', () => {
  const all = files.flatMap(literalsIn)
  assert.ok(all.length > 400)
  assert.equal(wrong(all), [])
})

/** Those that the program makes while it explains every incident of the practice cluster, and when it is loaded. */
async function madeWhileExplaining(): Promise<readonly Expression[]> {
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

test('that are made of names while it runs do so too', async () => {
  const made = await madeWhileExplaining()
  assert.ok(made.length > 10, String(made.length))
  assert.equal(wrong(made), [])
})

test('of the shapes that take more are found', () => {
  for (const [source, why] of [
    ['[\\w.:/-]*\\d[\\w.:/-]*', 'Move'],
    ['([\\w.-]+) "([^"]+)"', 'Move'],
    ['^(a+)+$', 'Self'],
    ['^\\s*(x)?\\s*$', 'Trade'],
    ['\\s+$', 'Move'],
  ] as const)
    assert.match(superlinear({ source, flags: '' }) ?? 'none', why)
  for (const source of ['^[a-z]+$', '\\b(delet(e|es|ed)|remov\\w*)\\b', '[\\w.-]{1,253} "', '[\\w.:/-]+'])
    assert.is(superlinear({ source, flags: 'g' }), undefined, source)
})

test.run()
