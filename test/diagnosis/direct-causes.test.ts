import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { idsByUid } from '../../src/diagnosis/direct-causes.ts'
import type { Cause } from '../../src/diagnosis/explanation.ts'

const test = suite('causes of an object')

const cause = (id: string, ...uids: readonly string[]) =>
  ({ id, blocks: uids.map(uid => ({ uid })) }) as unknown as Cause

test('are told in the order of the causes, and what has the same ones has one list', () => {
  const ids = idsByUid([cause('first', 'a', 'b', 'c'), cause('second', 'c', 'd'), cause('third', 'a', 'b', 'd')])
  assert.equal(ids.get('a'), ['first', 'third'])
  assert.is(ids.get('b'), ids.get('a'))
  assert.equal(ids.get('c'), ['first', 'second'])
  assert.equal(ids.get('d'), ['second', 'third'])
  assert.is(ids.get('e'), undefined)
})

test.run()
