import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { expressionsIn, MATCHED } from '../../scripts/house/expressions.ts'

const test = suite('regular expressions outside of src/statements')

const root = resolve(import.meta.dirname, '../../src')

test('are found, however they are made', () => {
  assert.is(expressionsIn('const a = /x/'), 1)
  assert.is(expressionsIn('const a = (text: string) => new RegExp(text)'), 1)
  assert.is(expressionsIn("const a = RegExp('x'), b = text.match('x'), c = text.matchAll(words)"), 3)
  assert.is(expressionsIn("const a = 'no / expression / here', b = text.match(/x/)"), 1)
})

test('match names and words of ours; a new one is listed with what it matches, or is a row of src/statements/words', () => {
  const found: string[] = []
  for (const room of ['diagnosis', 'operations', 'execute', 'plan'])
    for (const path of readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })) {
      const file = `${room}/${path.replaceAll('\\', '/')}`
      const count = path.endsWith('.ts') ? expressionsIn(readFileSync(join(root, file), 'utf8')) : 0
      if (count > 0) found.push(`${file}: ${count}`)
    }
  const listed = Object.entries(MATCHED).map(([file, [count]]) => `${file}: ${count}`)
  assert.equal([...found.filter(each => !listed.includes(each)), ...listed.filter(each => !found.includes(each))], [])
})

test.run()
