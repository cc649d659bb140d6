import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { claims } from '../../src/statements/claims.ts'
import { pathsIn } from '../../src/statements/in-use.ts'
import { readable } from '../../src/statements/quote.ts'
import { withoutFrame } from '../../src/statements/stored-objects.ts'
import { admission } from '../../src/statements/words/admission.ts'
import { paused } from '../../src/statements/words/paused.ts'
import { server } from '../../src/statements/words/server.ts'

const test = suite('texts that are made to be slow to read')

/** So long are those in which each character could begin what is sought, and none does. */
const MANY = 20_000

test('are cut before they are matched', () => {
  assert.is(readable('x'.repeat(1_000_000)).length, 32_768)
  const late = `${' '.repeat(32_768)}etcdserver: request is too large`
  assert.not.ok(claims('too large')({ fact: late, source: 'events' }))
})

test('say nothing, and what stands in a text of usual length is still found', () => {
  assert.not.ok(admission.has('limits', 'maximum cp'.repeat(MANY)))
  assert.not.ok(admission.has('bad condition', "expression '".repeat(MANY)))
  assert.equal(
    admission.find('bad condition', "Internal error occurred: expression 'a' == 'b'' resulted in error: x")[1],
    "a' == 'b'",
  )
  assert.not.ok(admission.has('changed', 'updates to '.repeat(MANY)))
  assert.not.ok(paused.has('protected', 'deletio'.repeat(MANY)))
  assert.not.ok(server.has('corrupt key', 'StorageError: corrupt object,'.repeat(MANY)))
  assert.not.ok(server.has('write of', 'p'.repeat(MANY)))
  assert.is(withoutFrame('failed to list '.repeat(MANY)), 'failed to list '.repeat(MANY))
  assert.is(withoutFrame('Internal error occurred: failed to list lakes: a: b'), 'a: b')
})

test('of the thousands of objects that one names some are looked for', () => {
  const names = Array.from({ length: 1000 }, (_, at) => `shop/user-${at}`)
  assert.is(pathsIn({ fact: `in use by ${names.join(', ')}`, source: 'status' }).length, 20)
})

test.run()
