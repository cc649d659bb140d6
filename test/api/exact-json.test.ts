import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { formatExactJson, parseExactJson } from '../../src/api/exact-json.ts'

const test = suite('exact JSON')

test('keeps whole numbers of 64 bits, and is ordinary JSON else', () => {
  const text = '{"a":9007199254740993,"b":[-9223372036854775808,18446744073709551615,1],"c":"9007199254740993","d":0.5}'
  const value = parseExactJson(text) as { a: unknown; b: readonly unknown[] }
  assert.is(value.a, 9007199254740993n)
  assert.is(value.b[2], 1)
  assert.is(formatExactJson(value), text)
  const ordinary = { text: 'a\n', numbers: [1, -0.25, 1e21], nothing: null, yes: true, list: [{}], left: undefined }
  assert.is(formatExactJson(ordinary), JSON.stringify(ordinary))
  assert.equal(parseExactJson(JSON.stringify(ordinary)), JSON.parse(JSON.stringify(ordinary)))
  assert.throws(() => parseExactJson('{'))
})

test.run()
