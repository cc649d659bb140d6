import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Reference } from '../../src/api/reference.ts'
import { formatRestorePlan } from '../../src/render/restore-plan.ts'

const test = suite('the plan of a restoration')

const ref = { apiVersion: 'v1', kind: 'ConfigMap', resource: 'configmaps', namespace: 'n', name: 'x', uid: 'old' }
const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x', uid: 'old' } }
const owner: Reference = { field: 'ownerReferences', kind: 'Thing', name: 'o\x1b[31m', uid: 'u', exists: false }

test('says what is created, without what, and what holds it when it is deleted again', () => {
  const held = { ...object, metadata: { ...object.metadata, finalizers: ['example.com/a', 'example.com/b'] } }
  const claim: Reference = { field: 'claimRef', kind: 'PersistentVolumeClaim', name: 'c', uid: 'v', exists: null }
  assert.is(
    formatRestorePlan(ref, held, [owner, claim], undefined),
    `configmap/x in namespace n: creates it again, with a new uid
  without  its owner thing/o<U+001B>[31m (uid u), which no longer exists: the garbage collector would delete it
  without  the uid of its claim persistentvolumeclaim/c (uid v), which could not be read: the volume waits for a claim of that name and is not reclaimed
  with     finalizers example.com/a, example.com/b
`,
  )
  assert.is(formatRestorePlan(ref, object, [], 80), 'configmap/x in namespace n: creates it again, with a new uid\n')
})

test('keeps to the width of the terminal', () => {
  const lines = formatRestorePlan(ref, object, [owner], 60).trimEnd().split('\n')
  assert.ok(lines.length > 2)
  for (const line of lines) assert.ok(line.length <= 60, line)
})

test.run()
