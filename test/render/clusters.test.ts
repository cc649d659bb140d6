import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { clusterObjects, mergedUnreadable, sharedCauseLines } from '../../src/render/clusters.ts'
import type { Cause } from '../../src/render/words/explanation.ts'

const test = suite('an answer about several clusters')

const cause = (name: string): Cause => ({
  id: name,
  code: 'APIServiceUnavailable',
  verdict: 'stuck',
  subject: { kind: 'APIService', name },
  summary: '',
  evidence: [],
  blocks: [{ apiVersion: 'v1', kind: 'Namespace', resource: 'namespaces', name: 'a', uid: 'a' }],
  remedies: [],
})

test('tells a cause once that several have, and none that one has', () => {
  const lines = sharedCauseLines([
    { context: 'a', causes: [cause('metrics'), cause('alone')] },
    { context: 'b', causes: [cause('metrics')] },
  ])
  assert.equal(lines, ['2 clusters, the same cause: APIServiceUnavailable apiservice/metrics holds 2 objects (a, b)'])
})

test('has each with its own completeness, and a dead one among what could not be read', () => {
  const unreadable = [{ resource: 'secrets', reason: 'Forbidden', message: 'no' }]
  const states = [
    { context: 'a', complete: false, unreadable },
    { context: 'b', complete: false, unreadable: [], error: 'refused' },
  ]
  assert.equal(clusterObjects(states), [
    { context: 'a', complete: false },
    { context: 'b', complete: false, error: 'refused' },
  ])
  assert.equal(mergedUnreadable(states), [
    { context: 'a', ...unreadable[0] },
    { context: 'b', resource: '*', reason: 'Unreachable', message: 'refused' },
  ])
})

test.run()
