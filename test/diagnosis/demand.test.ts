import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { demandsOf } from '../../src/diagnosis/admission/demand.ts'
import { demandsInWords } from '../../src/statements/rejection.ts'

const test = suite('what a condition demands')

const shown = (expression: string, root: 'object' | 'oldObject' = 'object'): string | undefined =>
  demandsOf(expression, root)
    ?.map(({ field, key, value }) => `${field} ${key}${value === undefined ? '' : `=${value}`}`)
    .join(', ')

test('is a label or an annotation, as CEL says it', () => {
  const cases: readonly [string, string][] = [
    ["has(object.metadata.annotations) && 'a.io/x' in object.metadata.annotations", 'annotations a.io/x'],
    ["object.metadata.labels['k'] == 'v'", 'labels k=v'],
    ['object.metadata.labels["k"]=="v"', 'labels k=v'],
    ["object.metadata.labels.tier == 'gold'", 'labels tier=gold'],
    ['has(object.metadata.labels.team)', 'labels team'],
    ["object.metadata.?annotations['a'].orValue('') == 'yes'", 'annotations a=yes'],
    ["object.metadata.?annotations[?'a'].hasValue()", 'annotations a'],
    ["object.metadata.annotations['a'] != ''", 'annotations a'],
    ["object.metadata.labels['k'] in ['one', 'two']", 'labels k=one'],
    [
      "(has(object.metadata.labels) && ('k' in object.metadata.labels\n && object.metadata.labels['k'] == 'v'))",
      'labels k=v',
    ],
    ["!has(object.metadata.deletionTimestamp) || object.metadata.labels['k'] == 'v'", 'labels k=v'],
    ["object.spec.replicas == 0 || object.metadata.annotations['force'] == 'true'", 'annotations force=true'],
    ["'a' in object.metadata.annotations && object.metadata.labels['k'] == 'v'", 'annotations a, labels k=v'],
    ["'a && b' in object.metadata.annotations", 'annotations a && b'],
  ]
  for (const [expression, demands] of cases) assert.is(shown(expression), demands, expression)
})

test('is nothing where it asks for anything else, denies, or contradicts itself', () => {
  for (const expression of [
    'object.spec.replicas == 0',
    "'a' in object.metadata.annotations && object.spec.replicas == 0",
    "!('a' in object.metadata.annotations)",
    "!has(object.metadata.annotations) || !('a' in object.metadata.annotations)",
    "object.metadata.labels['k'] == object.metadata.name",
    "object.metadata.labels['k'] == 'v' && object.metadata.labels['k'] == 'w'",
    "object.metadata.labels['k'] == 'v' ? true : false",
    "object.metadata.labels['k'] == params.data.k",
    "object.metadata.name == 'x'",
    '',
  ])
    assert.not.ok(shown(expression), expression)
})

test('is asked of the object as it will be for an update, and as it is for a deletion', () => {
  const expression = "'a' in oldObject.metadata.annotations"
  assert.is(shown(expression), undefined)
  assert.is(shown(expression, 'oldObject'), 'annotations a')
  assert.is(shown("'a' in object.metadata.annotations", 'oldObject'), undefined)
})

test('in words is known for each form by its example, which only that one matches', () => {
  assert.equal(demandsInWords('[x] you must provide annotation(s): {"a.io/b", "c"}'), [
    { field: 'annotations', key: 'a.io/b' },
    { field: 'annotations', key: 'c' },
  ])
  assert.is(demandsInWords('you must provide a good reason'), undefined)
})

test.run()
