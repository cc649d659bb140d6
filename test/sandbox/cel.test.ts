import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { evaluateCel } from '../../src/sandbox/cel.ts'

const test = suite('cel')

const scope = {
  object: {
    metadata: { name: 'web-1', labels: { app: 'web' }, finalizers: ['a/b', 'c/d'] },
    spec: { size: 3, share: 0.5 },
  },
}

/** Expressions and what they are. */
const cases: Record<string, unknown> = {
  "'a/b' in object.metadata.finalizers": true,
  "'app' in object.metadata.labels": true,
  'has(object.spec.size) && !has(object.spec.color)': true,
  'size(object.metadata.finalizers) == 2': true,
  'object.metadata.finalizers.size() > 2': false,
  "object.metadata.name.startsWith('web-') ? 'yes' : 'no'": 'yes',
  "object.metadata.finalizers.all(f, f.contains('/'))": true,
  "object.metadata.finalizers.exists(f, f == 'x')": false,
  'object.spec.size * 2 - 1 >= 5 || object.spec.missing': true,
  "object.metadata['name'].matches('^web-[0-9]+$')": true,
  '-object.spec.size + 10 % 4': -1n,
  'object.spec.size / 2 == 1 && object.spec.share == 0.5': true,
  'object.spec.?color.orValue("none")': 'none',
  "object.metadata.finalizers.exists_one(f, f == 'a/b') && object.metadata.finalizers.map(f, size(f)) == [3, 3]": true,
  "'size ' + string(object.spec.size)": 'size 3',
  "size('héllo🙂') == 6": true,
}

for (const [expression, value] of Object.entries(cases)) {
  test(`reads ${expression}`, () => {
    assert.equal(evaluateCel(expression, scope), value)
  })
}

test('fails on an absent field, as CEL does', () => {
  assert.throws(() => evaluateCel('object.spec.color == 1', scope), /^no such key: color$/)
})

test('refuses what it does not understand', () => {
  assert.throws(() => evaluateCel('object.spec.size ===', scope))
  assert.throws(() => evaluateCel('frobnicate(object)', scope), /frobnicate/)
  assert.throws(() => evaluateCel("quantity('1Gi')", scope), /quantity/)
})

test.run()
