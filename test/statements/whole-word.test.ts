import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { hasWord, replaceWord } from '../../src/statements/whole-word.ts'

const test = suite('a name as a whole word')

test('is found in no longer name', () => {
  assert.ok(hasWord('web')('pod web is not ready'))
  assert.not.ok(hasWord('web')('pod web-1 is not ready'))
  assert.is(replaceWord('a.b of a.b.c and a.b.', 'a.b', 'x'), 'x of a.b.c and x.')
})

test('may be longer than any expression', () => {
  const endless = '.({'.repeat(20_000_000)
  assert.not.ok(hasWord(endless)('pod web is not ready'))
  assert.is(replaceWord('pod web', endless, 'x'), 'pod web')
})

test.run()
