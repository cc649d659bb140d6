import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { cache, groupsOf, refusal } from './asked.ts'
import { ordered } from './katalog.ts'

const test = suite('conditions of Orkestra')

const SPEC = { phase: 'Ready', replicas: 3, on: true, off: false, empty: '', list: ['a'], map: { a: 1 } }
const group = (conditions: string) => () =>
  groupsOf(ordered(`- {secrets: [{name: a}], ${conditions}}\n`), cache({ spec: SPEC })).groups[0]!
const holds = (conditions: string) => group(conditions)().skipped === undefined

const TRUE = [
  'field: spec.phase, equals: Ready',
  'field: spec.phase, operator: equals, value: Ready',
  'field: spec.phase, value: Ready',
  'field: spec.phase',
  'field: spec.on, equals: true',
  'field: spec.off, equals: "false"',
  'field: spec.none, notExists: true',
  'field: spec.empty, notExists: true',
  'field: spec.phase, notEquals: Failed',
  'field: spec.phase, equals: Failed, negate: true',
  'field: spec.phase, prefix: Re',
  'field: spec.phase, suffix: dy',
  'field: spec.phase, notPrefix: dy',
  'field: spec.phase, notSuffix: Re',
  'field: spec.phase, contains: ead',
  'field: spec.phase, notContains: x',
  'field: spec.phase, regex: "^R.*y$"',
  'field: spec.replicas, greaterThan: 2',
  'field: spec.replicas, lessThan: 3.5',
  'field: spec.replicas, min: 3',
  'field: spec.replicas, max: "3"',
  'field: spec.replicas, operator: gte, value: "3"',
  'field: spec.none, lessThan: 1',
  'field: spec.replicas, between: "3, 5"',
  'field: spec.replicas, notBetween: "4,5"',
  'field: spec.phase, in: "Failed, Ready"',
  'field: spec.none, operator: in, value: ",Failed"',
  'field: spec.phase, notIn: "Failed,Done"',
  'field: spec.list, exists: true',
  'field: "{{ .spec.phase | lower }}", equals: ready',
  'field: metadata.name, equals: "{{ .metadata.name }}"',
]

test('hold for what they compare, and not when they are turned around', () => {
  for (const condition of TRUE) {
    assert.ok(holds(`when: [{${condition}}]`), condition)
    const turned = condition.includes('negate') ? condition.replace(', negate: true', '') : `${condition}, negate: true`
    assert.not(holds(`when: [{${turned}}]`), turned)
  }
})

test('must all hold in when, one of them in or, and both where both are written', () => {
  const [yes, no] = ['{field: spec.phase, equals: Ready}', '{field: spec.phase, equals: Failed}']
  assert.ok(holds(`when: [${yes}, ${yes}]`))
  assert.not(holds(`when: [${yes}, ${no}]`))
  assert.ok(holds(`or: [${no}, ${yes}]`))
  assert.ok(holds(`anyOf: [${no}, ${yes}]`))
  assert.not(holds(`or: [${no}]`))
  assert.not(holds(`when: [${yes}], or: [${no}]`))
  assert.not(holds(`when: [${no}], or: [${yes}]`))
  assert.ok(holds('when: [], or: []'))
})

const REFUSED = [
  'field: .spec.phase, equals: Ready',
  'field: spec.phase, equals: ""',
  'field: spec.phase, exists: false',
  'field: spec.phase, equals: Ready, prefix: R',
  'field: spec.phase, operator: unique',
  'field: spec.phase, similar: Ready',
  'field: spec.list, equals: a',
  'field: spec.phase, greaterThan: 2',
  'field: spec.replicas, greaterThan: two',
  'field: spec.replicas, between: "3"',
  'field: spec.phase, regex: "(?i)ready"',
  'field: spec.phase, regex: "("',
  'field: cross.other.status, exists: true',
  'field: "{{ .spec.none }}", exists: true',
  'time: {after: "08:00"}',
  'cron: "* * * * *"',
]

test('that only the operator could tell, or reads otherwise than written, are refused with their line', () => {
  for (const condition of REFUSED) assert.match(refusal(group(`when: [{${condition}}]`)), 'order.yaml:12: ', condition)
})

test.run()
