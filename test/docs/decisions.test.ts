import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'

const test = suite('docs/decisions.md')

const page = readFileSync(resolve(import.meta.dirname, '../../docs/decisions.md'), 'utf8')
const [head = '', ...entries] = page.split(/^## /m)

test('has each decision in its table, in the order of the page', () => {
  assert.equal(
    [...head.matchAll(/^\| \[(.+?)\]\(#/gm)].map(([, title]) => title),
    entries.map(entry => entry.split('\n')[0]),
  )
})

test('says of each what it was made for, what was decided and what follows', () => {
  for (const entry of entries) {
    const parts = [...entry.matchAll(/^\*\*(\w+)\.\*\*/gm)].map(([, part]) => part)
    assert.equal(parts, ['Context', 'Decision', 'Consequence'], entry.split('\n')[0])
  }
})

test.run()
