import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { reachedFrom, type Sources } from '../import-rules.ts'

const test = suite('the code that mcp can reach')

const src = resolve(import.meta.dirname, '../../src')
const ours: Sources = Object.fromEntries(
  readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.ts'))
    .map(path => [path, readFileSync(join(src, path), 'utf8')]),
)

/** Rooms in which something is changed, or planned to be. */
const WRITING = /^(execute|plan)\/|^operations\/(delete|log|namespace|ordered|remove|replay|rescue|restore|write)\//
/** Of plan: the words of printed commands, which carry out nothing. */
const WORDS = ['plan/reach.ts', 'plan/aim.ts']

const writing = (sources: Sources): readonly string[] =>
  reachedFrom('commands/mcp.ts', sources).filter(path => WRITING.test(path) && !WORDS.includes(path))

test('is none that changes anything', () => {
  const reached = reachedFrom('commands/mcp.ts', ours)
  for (const read of ['operations/explain/explain-cluster.ts', 'operations/preflight/preflight-cluster.ts'])
    assert.ok(reached.includes(read), `the walk comes to ${read}`)
  assert.equal(writing(ours), [])
})

test('would be found, however it is imported', () => {
  const ways = [
    "import { attempt } from '../../execute/attempt.ts'",
    "export { attempt } from '../../execute/attempt.ts'",
    "const { attempt } = await import('../../execute/attempt.ts')",
    "import { type Attempt, attempt } from '../../execute/attempt.ts'",
  ]
  for (const way of ways) {
    const tool = `${ours['commands/mcp/list-tool.ts']}\n${way}`
    assert.ok(writing({ ...ours, 'commands/mcp/list-tool.ts': tool }).includes('execute/attempt.ts'), way)
  }
  const type = `${ours['commands/mcp/list-tool.ts']}\nimport type { Attempt } from '../../execute/attempt.ts'`
  assert.equal(writing({ ...ours, 'commands/mcp/list-tool.ts': type }), [])
})

test('asks for no other command and no other cluster', () => {
  const own = Object.entries(ours).filter(([path]) => path.startsWith('commands/mcp'))
  assert.ok(own.length > 5)
  for (const [path, text] of own) assert.not.match(text, /runAnother|connectTo|journal/, path)
})

test.run()
