import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { precedence } from '../../src/diagnosis/decide/decide.ts'
import { type RowName, table } from '../../src/diagnosis/decide/table.ts'

const test = suite('the table of decisions')
const names = Object.keys(table) as RowName[]

test('no row is told in place of itself, through any number of others', () => {
  assert.equal(precedence.cycles(), [])
})

test('every row but the last is told in place of the last', () => {
  const beaten = new Set(precedence.blockedBy(names.filter(name => name !== 'unknown')))
  assert.ok(beaten.has('unknown'))
  for (const name of names) assert.ok(precedence.blockedBy([name]).includes('unknown'), name)
})

test('a row says why it is told first in one sentence without an end', () => {
  for (const name of names) assert.match(table[name].because, /^[a-z][^.!?]{10,160}$/, name)
})

test.run()
