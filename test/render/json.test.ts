import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { formatJson, jsonParts } from '../../src/render/json.ts'

const test = suite('JSON')

const objects = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `o-${index}`, owners: [], finalizers: ['a', { b: index }] }))

test('is the same text, whether its lists are long or short', () => {
  for (const count of [0, 1, 500, 501, 1000, 1001, 1500]) {
    const value = { kind: 'Explanation', observed: undefined, objects: objects(count), causes: [], more: objects(501) }
    assert.is(formatJson(value), `${JSON.stringify(value, null, 4)}\n`, String(count))
  }
})

test('of long lists comes in parts of some hundred lines', () => {
  const lengths = [...jsonParts({ first: objects(20_000), last: 1 })].map(({ length }) => length)
  assert.ok(Math.max(...lengths) < 50_000)
})

test('is the same text where a long list is further inside, and comes in parts too', () => {
  const value = {
    causes: [{ id: 'a', blocks: objects(3000), none: {}, left: undefined }, [objects(101)], 'text', null, undefined],
    deeper: { still: { deeper: objects(101), empty: [] } },
  }
  for (const each of [value, [value], objects(200), [], {}, { a: undefined }]) {
    assert.is(formatJson(each), `${JSON.stringify(each, null, 4)}\n`)
  }
  assert.ok(Math.max(...[...jsonParts(value)].map(({ length }) => length)) < 50_000)
})

test('is the same text where only some items of a long list have one themselves', () => {
  const items = objects(150).map((each, at) => (at % 40 === 7 ? { ...each, many: objects(101) } : at % 9 ? each : at))
  for (const value of [{ items: [...items, undefined, null, []] }, { a: { items } }, items])
    assert.is(formatJson(value), `${JSON.stringify(value, null, 4)}\n`)
})

test('has what is not seen escaped, in each part', () => {
  const text = formatJson({ objects: [...objects(501), '\u202e'], tail: '\u200b', accent: 'é' })
  assert.ok(text.includes('\\u202e') && text.includes('\\u200b') && text.includes('é'))
})

test.run()
