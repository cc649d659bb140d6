import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { tourFiles } from '../../scripts/tour/files.ts'
import { FINAL, OVERRIDABLE } from '../../src/change/guard.ts'
import { commands } from '../../src/commands/index.ts'

const test = suite('README.md')

const root = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(resolve(root, path), 'utf8')
const page = read('README.md')

/** Rows of the tables by what stands in their first cell. */
const rows = new Map(
  [...page.matchAll(/^\| (.+?) \| (.+) \|$/gm)].map(([, first, rest]) => [first!, rest!.split(/ (?<!\\)\| /)]),
)

test('shows what the commands of its tour show today, and so does its picture: else npm run tour', async () => {
  for (const [path, text] of await tourFiles(page)) assert.is(read(path), text, path)
})

test('has a row for every command', () => {
  for (const { name } of commands)
    assert.ok(
      [...rows.keys()].some(first => first.startsWith(`\`kubectl finalize ${name}`)),
      name,
    )
})

test('has a row for every guard, which says whether it can be passed', () => {
  for (const name of OVERRIDABLE) assert.match(rows.get(`\`${name}\``)![1]!, /^yes/, name)
  for (const name of FINAL) assert.match(rows.get(`\`${name}\``)![1]!, /^never/, name)
})

test.run()
