import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Reference } from '../../src/api/reference.ts'
import { restorable } from '../../src/plan/restorable.ts'

const test = suite('a restorable object')

const owner = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', name, uid: `uid-${name}` })

const backup = {
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: {
    name: 'x',
    namespace: 'shop',
    uid: 'old',
    resourceVersion: '7',
    generation: 3,
    creationTimestamp: '2026-01-01T00:00:00Z',
    deletionTimestamp: '2026-01-02T00:00:00Z',
    deletionGracePeriodSeconds: 0,
    selfLink: '/x',
    managedFields: [{ manager: 'm' }],
    labels: { a: 'b' },
    annotations: { c: 'd' },
    finalizers: ['foregroundDeletion', 'example.com/f', 'orphan', 'customresourcecleanup.apiextensions.k8s.io'],
    ownerReferences: [owner('here'), owner('gone')],
  },
  spec: { size: 3 },
  status: { id: 'i-1' },
}

function gone(rest: Partial<Reference>): Reference {
  return { field: 'ownerReferences', kind: 'ConfigMap', name: 'gone', uid: 'uid-gone', exists: false, ...rest }
}

test('has what a user or a controller wrote, and nothing of the server or of its deletion', () => {
  assert.equal(restorable(backup, []), {
    ...backup,
    metadata: {
      name: 'x',
      namespace: 'shop',
      labels: { a: 'b' },
      annotations: { c: 'd' },
      finalizers: ['example.com/f'],
      ownerReferences: [owner('here'), owner('gone')],
    },
  })
})

test('goes without the owners that are gone, told by uid and not by name', () => {
  const { metadata } = restorable(backup, [gone({}), gone({ name: 'here', uid: 'another' })])
  assert.equal(metadata.ownerReferences, [owner('here')])
  const alone = { ...backup, metadata: { ...backup.metadata, ownerReferences: [owner('gone')] } }
  assert.not('ownerReferences' in restorable(alone, [gone({})]).metadata)
})

test('that is a claim is bound to nothing yet: with the marks of that a new one is Lost', () => {
  const marks = { 'pv.kubernetes.io/bind-completed': 'yes', 'pv.kubernetes.io/bound-by-controller': 'yes' }
  const metadata = { name: 'data', uid: 'old', annotations: { ...marks, 'example.com/keep': 'y' } }
  const claim = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata, spec: { volumeName: 'v' } }
  const created = restorable(claim, [])
  assert.equal(created.metadata.annotations, { 'example.com/keep': 'y' })
  assert.equal(created.spec, claim.spec)
})

test('that is a volume waits by name for a claim that is gone, and keeps one that is there', () => {
  const claimRef = {
    kind: 'PersistentVolumeClaim',
    namespace: 'shop',
    name: 'data',
    uid: 'claim',
    resourceVersion: '3',
  }
  const volume = { ...backup, kind: 'PersistentVolume', spec: { capacity: { storage: '1Gi' }, claimRef } }
  assert.equal(restorable(volume, []).spec, volume.spec)
  const without = restorable(volume, [gone({ field: 'claimRef', name: 'data', uid: 'claim' })])
  assert.equal(without.spec, {
    capacity: { storage: '1Gi' },
    claimRef: { kind: 'PersistentVolumeClaim', namespace: 'shop', name: 'data' },
  })
})

test('that is a Job leaves the selection of its Pods to the server, which makes it of the new uid', () => {
  const uid = { 'batch.kubernetes.io/controller-uid': 'old', 'controller-uid': 'old' }
  const labels = { ...uid, 'job-name': 'x' }
  const spec = { selector: { matchLabels: uid }, backoffLimit: 1, template: { metadata: { labels }, spec: {} } }
  const job = { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'x', uid: 'old', labels }, spec }
  const again = restorable(job, [])
  assert.equal(again.metadata.labels, { 'job-name': 'x' })
  assert.equal(again.spec, { backoffLimit: 1, template: { metadata: { labels: { 'job-name': 'x' } }, spec: {} } })
  const manual = { ...job, spec: { ...spec, manualSelector: true } }
  assert.equal(restorable(manual, []).spec, manual.spec)
})

test('of a few fields has no others', () => {
  const small = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x', uid: 'old', finalizers: ['orphan'] } }
  assert.equal(restorable(small, []), { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' } })
})

test.run()
