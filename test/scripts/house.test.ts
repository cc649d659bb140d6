import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { bars, type Recorded, shrunk, standings } from '../../scripts/house/bars.ts'
import { sourcesIn } from '../../scripts/house/sources.ts'
import type { Sources } from '../import-rules.ts'

const test = suite('the house')

const root = resolve(import.meta.dirname, '../..')
const recorded = JSON.parse(readFileSync(resolve(root, 'scripts/house/recorded.json'), 'utf8')) as Recorded

test('is in no figure worse than recorded: shorten what you added, or see npm run house -- --names', () => {
  const worse = standings(sourcesIn(resolve(root, 'src')), recorded).filter(({ isWorse }) => isWorse)
  assert.equal(
    worse.map(({ what, figure, recorded: before }) => `${what}: ${figure}, recorded ${before}`),
    [],
  )
})

test('records figures of its bars alone, each over its bar', () => {
  for (const [what, figure] of Object.entries(recorded))
    assert.ok(figure > bars.find(bar => bar.what === what)!.bar, what)
})

const long = (count: number, line: string) => `${line}\n`.repeat(count)

/** What breaks each bar that has names, and the name that is printed. */
const broken: Readonly<Record<string, readonly [Sources, string]>> = {
  'files over 200 lines': [{ 'api/a.ts': long(201, '// a') }, 'api/a.ts 201'],
  'functions over 50 lines': [
    { 'api/a.ts': `\nexport const asked = () => {\n${long(49, '  a()')}}\n` },
    'api/a.ts:2 asked 51',
  ],
  'fragments (under 25 lines, one importer)': [
    { 'api/a.ts': "import { b } from './b.ts'\n", 'api/b.ts': 'export const b = 1\n' },
    'api/b.ts 1 (api/a.ts)',
  ],
  'arrows up inside diagnosis': [
    { 'diagnosis/pods/a.ts': "import { b } from '../rules/b.ts'" },
    'diagnosis/pods/a.ts diagnosis/rules/b.ts',
  ],
  'expressions over text outside statements': [{ 'plan/a.ts': 'const a = /x/' }, 'plan/a.ts'],
  'sentences outside render': [
    { 'plan/a.ts': `const a = \`\${b} is not there\`, c = 'two words'` },
    'plan/a.ts:1 … is not there',
  ],
  'await in plan': [{ 'plan/a.ts': 'async () => {\n  await a()\n}' }, 'plan/a.ts:2'],
  'imports of commandline or render by operations': [
    { 'operations/list/a.ts': "import type { B } from '../../render/b.ts'" },
    'operations/list/a.ts render/b.ts',
  ],
  'comments over 120 columns': [{ 'api/a.ts': `// ${'a'.repeat(118)}\n'${'a'.repeat(118)}'` }, 'api/a.ts:1'],
}

for (const [what, [sources, name]] of Object.entries(broken))
  test(`names ${what}`, () => {
    const measured = bars.find(bar => bar.what === what)!.measure(sources)
    assert.equal(measured, { figure: 1, names: [name] })
  })

const sentencesIn = (code: string) =>
  bars.find(({ what }) => what === 'sentences outside render')!.measure({ 'plan/a.ts': code }).names

test('takes why a row of a table stands there, and where it is from, for no sentence', () => {
  const row = "{ because: 'it says what may be missing', source: 'types.go, field of a Pod' }"
  assert.equal(sentencesIn(`const rows = [${row}], byName = { a: ${row} }`), [])
  assert.equal(sentencesIn("const row = { why: 'it says what may be missing' }"), [
    'plan/a.ts:1 it says what may be missing',
  ])
})

test('takes the because and the source of what a function answers for sentences', () => {
  assert.equal(sentencesIn("const a = () => 1\nconst b = { because: 'a table after a function' }"), [])
  assert.equal(sentencesIn("const a = () => ({ because: 'there is no Pod' })"), ['plan/a.ts:1 there is no Pod'])
  assert.equal(sentencesIn("function a() { return { source: 'status of the Pod' } }"), [
    'plan/a.ts:1 status of the Pod',
  ])
})

test('takes the key of once for no sentence, and what is computed for one', () => {
  assert.equal(sentencesIn(`const a = facts => once(facts, \`pods of \${b} there\`, () => 1)`), [])
  assert.equal(sentencesIn("const a = facts => once(facts, 'pods of a node', () => 'it is not there')"), [
    'plan/a.ts:1 it is not there',
  ])
  assert.equal(sentencesIn("tell('pods of a node', 'it is not there')").length, 2)
})

test('takes the words of a plain Error for no sentence, and those of an error that is told for one', () => {
  assert.equal(sentencesIn(`const a = () => { throw new Error(\`\${b} was not read\`) }`), [])
  assert.equal(sentencesIn("const a = () => { throw new Trouble('it is not there') }"), ['plan/a.ts:1 it is not there'])
  assert.equal(sentencesIn("new Error('a b', 'it is not there')"), ['plan/a.ts:1 it is not there'])
})

test('takes a list that is split into its words where it stands for no sentence', () => {
  assert.equal(sentencesIn("const a = new Set(('one two three ' + 'four five six').split(' '))"), [])
  assert.equal(sentencesIn("const a = 'one two three'.split('. '), b = 'one two three'").length, 2)
  assert.equal(sentencesIn("const a = b.split(' ', 'one two three')"), ['plan/a.ts:1 one two three'])
})

test('takes what a text is searched for for no sentence, and what is then said for one', () => {
  assert.equal(sentencesIn(`const a = b.includes(\`one or more \${c}\`) || b.startsWith('it is not')`), [])
  assert.equal(sentencesIn("const a = b.concat('it is not there')"), ['plan/a.ts:1 it is not there'])
  assert.equal(sentencesIn("const a = 'it is not there'.includes(b)"), ['plan/a.ts:1 it is not there'])
})

test('takes CEL, and a name in capitals, for no sentence', () => {
  assert.equal(sentencesIn("const a = 'has(object.spec) && object in params || !c', b = 'Config Sync Operator'"), [])
  assert.equal(sentencesIn("const a = 'Config Sync is there'"), ['plan/a.ts:1 Config Sync is there'])
})

test('takes the name of a row of words for no sentence, and other words for one', () => {
  const { measure } = bars.find(({ what }) => what === 'sentences outside render')!
  const rows =
    "const rows = [{ says: 'has to wait', source: 'it is English' }], claims = { 'denied by it': () => 'it is so' }"
  const code = "has('has to wait', a), claimsOf('denied by it', a), has('it is English', a), has('it is so', a)"
  const at = (path: string) => measure({ [path]: rows, 'plan/a.ts': code }).names
  assert.equal(at('statements/a.ts'), ['plan/a.ts:1 it is English', 'plan/a.ts:1 it is so'])
  assert.is(at('render/a.ts').length, 4)
})

test('counts lines without those of the sandbox and of the packed catalogue', () => {
  const sources = {
    'api/a.ts': long(3, 'a'),
    'sandbox/b.ts': long(5, 'b'),
    'diagnosis/catalogue/shipped-data.ts': 'c\n',
    'statements/d.ts': long(7, 'd'),
  }
  const [all, diagnosis] = standings(sources, {})
  assert.is(all!.figure, 10)
  assert.is(diagnosis!.figure, 7)
})

test('may get no worse than what is recorded or its bar, and what is recorded shrinks', () => {
  const rooms = (count: number) => ({ 'diagnosis/a.ts': long(count, '// a') })
  const what = 'lines of diagnosis and statements'
  const at = (count: number, before: Recorded) => standings(rooms(count), before).find(each => each.what === what)!
  assert.is(at(16_000, {}).isWorse, false)
  assert.is(at(16_001, {}).isWorse, true)
  assert.is(at(17_000, { [what]: 17_000 }).isWorse, false)
  assert.is(at(17_001, { [what]: 17_000 }).isWorse, true)
  assert.equal(shrunk([at(16_201, { [what]: 19_000 })]), { [what]: 17_000 })
  assert.equal(shrunk([at(18_201, { [what]: 17_000 })]), { [what]: 17_000 })
  assert.equal(shrunk([at(15_000, { [what]: 17_000 })]), {})
})

test.run()
