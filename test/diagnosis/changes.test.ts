import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type CauseSnapshot, changesBetween } from '../../src/diagnosis/changes.ts'
import type { Cause } from '../../src/render/words/explanation.ts'

const test = suite('what changed between two moments of a watch')

const cause = (id: string, held: readonly string[], verdict: Cause['verdict'] = 'stuck'): Cause => ({
  id,
  code: 'ControllerMissing',
  verdict,
  subject: { kind: 'CustomResourceDefinition', name: id },
  summary: 'it is not installed',
  evidence: [],
  blocks: held.map(name => ({ apiVersion: 'v1', kind: 'ConfigMap', resource: 'configmaps', name, uid: name })),
  remedies: [],
})

const told = (...causes: readonly Cause[]): CauseSnapshot => ({ causes, unreadable: [] })
const events = (before: CauseSnapshot, after: CauseSnapshot): readonly string[] =>
  changesBetween(before, after).map(change =>
    'cause' in change ? `${change.event} ${change.cause.id}` : `${change.event} ${change.unreadable.resource}`,
  )

test('a cause that comes, and one that ends', () => {
  assert.equal(events(told(cause('a', ['x'])), told(cause('b', ['y']))), ['CauseEnded a', 'CauseFound b'])
})

test('a cause that holds more or less, or with another verdict', () => {
  const before = told(cause('a', ['x']), cause('b', ['y']), cause('c', ['z']))
  const after = told(cause('a', ['x', 'v']), cause('b', ['y'], 'progressing'), cause('c', ['z']))
  assert.equal(events(before, after), ['CauseChanged a', 'CauseChanged b'])
})

test('a type that cannot be read is told once, and once when it can again', () => {
  const blind: CauseSnapshot = { causes: [], unreadable: [{ resource: 'pods', reason: 'Forbidden', message: 'no' }] }
  assert.equal(events(told(), blind), ['Unreadable pods'])
  assert.equal(events(blind, blind), [])
  assert.equal(events(blind, told()), ['Readable pods'])
})

test.run()
