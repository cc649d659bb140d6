import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { parse } from 'yaml'
import { incidents } from '../../src/sandbox/incidents/index.ts'
import { headless } from '../headless.ts'
import { faultsOf, published } from './schema.ts'

const test = suite('the JSON Schema')

const docs = resolve(import.meta.dirname, '../../docs')

async function answer(...argv: string[]): Promise<unknown> {
  const { stdout } = await headless(argv)
  return JSON.parse(stdout)
}

for (const { name } of incidents) {
  test(`describes all that list and explain answer on ${name}`, async () => {
    for (const command of ['list', 'explain']) {
      const found = await answer(command, `--sandbox=${name}`, '-o', 'json')
      assert.equal(faultsOf(found, { described: true }), [], command)
    }
  })
}

test('describes what explain answers of the whole practice cluster, and of two looks', async () => {
  const found = (await answer('explain', '--sandbox', '--observe', '1s', '-o', 'json')) as {
    observed?: object
    causes: []
  }
  assert.ok(found.observed)
  assert.ok(found.causes.length > 5)
  assert.equal(faultsOf(found, { described: true }), [])
})

test('describes all that catalog answers of every finalizer', async () => {
  assert.equal(faultsOf(await answer('catalog', '-o', 'json'), { described: true }), [])
})

test('holds for YAML as well', async () => {
  const { stdout } = await headless(['explain', '--sandbox=claim-in-use', '-o', 'yaml'])
  assert.equal(faultsOf(parse(stdout), { described: true }), [])
})

test('refuses an answer with a code that nobody knows, or without its objects', async () => {
  const found = (await answer('explain', '--sandbox=claim-in-use', '-o', 'json')) as {
    causes: [{ code: string }]
    objects?: []
  }
  found.causes[0].code = 'Surprise'
  delete found.objects
  assert.is(faultsOf(found).length, 2)
})

test('lets fields be added', async () => {
  const found = (await answer('list', '--sandbox=claim-in-use', '-o', 'json')) as object
  assert.equal(faultsOf({ ...found, added: 1 }), [])
  assert.is(faultsOf({ ...found, added: 1 }, { described: true }).length, 1)
})

test('holds for the examples of docs/json.md, one of each kind', () => {
  const blocks = [...readFileSync(`${docs}/json.md`, 'utf8').matchAll(/^```json\n(.*?)^```/gms)].map(([, text]) =>
    JSON.parse(text!),
  )
  const kinds = blocks.map(({ kind }) => kind)
  assert.equal(
    kinds.toSorted(),
    (published.oneOf as { $ref: string }[]).map(({ $ref }) => $ref.split('/').at(-1)).toSorted(),
  )
  for (const block of blocks) assert.equal(faultsOf(block, { described: true }), [], block.kind)
})

test('knows the codes and guards that docs/causes.md tells of', () => {
  const titles = [...readFileSync(`${docs}/causes.md`, 'utf8').matchAll(/^### (.+)$/gm)].map(([, title]) => title!)
  const listed = (type: string, field: string) => (published.$defs[type]!.properties[field] as { enum: string[] }).enum
  assert.equal(listed('Cause', 'code').toSorted(), titles.filter(title => !title.startsWith('Guard ')).toSorted())
  const guards = titles.filter(title => title.startsWith('Guard ')).map(title => title.replace('Guard ', ''))
  assert.equal(listed('Step', 'guard').toSorted(), guards.toSorted())
})

test.run()
