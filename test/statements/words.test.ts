import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { spaced } from '../../src/api/camel-case.ts'
import { CONDITION_DIALECTS } from '../../src/statements/words/conditions.ts'
import type { Words } from '../../src/statements/words/words.ts'

const test = suite('tables of words')

const folder = resolve(import.meta.dirname, '../../src/statements/words')

type Row = Omit<Words, 'says'> & { readonly says?: string }

/** What each file of the folder says: `FILE SAYS` → its rows. */
const tables = new Map<string, readonly Row[]>()
for (const file of readdirSync(folder)) {
  const module = (await import(join(folder, file))) as Readonly<Record<string, unknown>>
  const rows = Object.values(module).flatMap(value => {
    const all = Array.isArray(value) ? value : ((value as { rows?: readonly unknown[] }).rows ?? [])
    return (all as readonly Row[]).filter(row => row.words instanceof RegExp)
  })
  for (const [says, some] of Map.groupBy(rows, row => row.says ?? 'in order')) tables.set(`${file} ${says}`, some)
}

/** A reason (`DrainingNode`) is read as it stands, and as words. */
const finds = ({ words: { source, flags } }: Row, text: string) =>
  [text, spaced(text)].some(each => new RegExp(source, flags.replace('g', '')).test(each))

test('have a source for each row, and an example that the row finds', () => {
  assert.ok(tables.size > 50, String(tables.size))
  for (const [table, rows] of tables) {
    for (const row of rows) {
      assert.ok(row.source.length > 1, `${table}: ${row.words}`)
      assert.ok(finds(row, row.example), `${table}: ${row.words} does not find "${row.example}"`)
    }
  }
})

test('find nothing in the counterexamples', () => {
  for (const [table, rows] of tables) {
    for (const { counterexample } of rows) {
      if (counterexample === undefined) continue
      const row = rows.find(each => finds(each, counterexample))
      assert.is(row, undefined, `${table}: "${counterexample}" is found by ${row?.words}`)
    }
  }
})

test('of which the first row tells find the example of no later row in an earlier one', () => {
  for (const row of CONDITION_DIALECTS)
    assert.is(CONDITION_DIALECTS.find(each => finds(each, row.example))!.words.source, row.words.source)
})

test.run()
