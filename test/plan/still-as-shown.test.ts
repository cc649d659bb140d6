import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { changeSince, withoutFinalizers } from '../../src/plan/still-as-shown.ts'
import { inWords } from '../../src/render/words/in-words.ts'
import { HOLD, terminating } from '../execute/removals.ts'
import { worded } from '../worded.ts'

const test = suite('still as shown')

const shown = terminating({}, { data: { a: '1' }, status: { phase: 'Ending' } })
const since = (metadata: object, rest: object = {}) =>
  worded(
    changeSince(shown, terminating(metadata, { data: { a: '1' }, status: { phase: 'Ending' }, ...rest })),
  ) as string

test('labels, annotations and the server’s own bookkeeping decide nothing', () => {
  const bookkeeping = { resourceVersion: '9', generation: 4, managedFields: [{ manager: 'x' }] }
  assert.is(since({ ...bookkeeping, labels: { a: 'b' }, annotations: { c: 'd' } }), undefined)
})

test('another uid is another object, whatever else is the same', () => {
  assert.match(since({ uid: 'uid-2' }), 'another object with its name')
})

test('finalizers, their order, owners and the deletion itself decide', () => {
  assert.match(since({ finalizers: [HOLD, 'example.com/b'] }), 'finalizers changed')
  assert.match(since({ finalizers: [] }), 'none is left')
  const two = terminating({ finalizers: ['a', 'b'] })
  assert.match(inWords(changeSince(two, terminating({ finalizers: ['b', 'a'] }))!), 'finalizers changed')
  assert.match(since({ deletionTimestamp: undefined }), 'not being deleted')
  assert.match(since({ deletionTimestamp: '2026-01-15T10:00:00Z' }), 'deletionTimestamp changed')
  const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'o', uid: 'o' }]
  assert.match(since({ ownerReferences }), 'owners changed')
})

test('spec, data and status are somebody’s work, also where they appear or go', () => {
  assert.match(since({}, { status: { phase: 'Cleaned' } }), 'its status changed')
  assert.match(since({}, { data: {}, spec: {} }), 'its data and spec changed')
  assert.match(inWords(changeSince(shown, terminating())!), 'its data and status changed')
})

test('an absent list is an empty one', () => {
  const { finalizers: _, ...metadata } = terminating().metadata
  assert.is(changeSince(terminating({ finalizers: [] }), { ...terminating(), metadata }), undefined)
})

test('the object without finalizers is else the same', () => {
  const before = terminating({ finalizers: ['a', 'b', 'a'] }, { data: { x: 'y' } })
  assert.equal(withoutFinalizers(before, ['a']), terminating({ finalizers: ['b'] }, { data: { x: 'y' } }))
})

test.run()
