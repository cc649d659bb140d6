import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ask, getMap, MAPS, MERGE_PATCH, putMap, STRATEGIC, setup } from './ask.ts'

const test = suite('update')

const TERMINATING = { finalizers: ['e.x/f'], deletionTimestamp: '2026-01-01T00:00:00Z', deletionGracePeriodSeconds: 0 }

test('of a terminating object refuses new finalizers by name', async () => {
  const { sandbox } = setup()
  putMap(sandbox, 'a', TERMINATING)
  const metadata = { finalizers: ['e.x/f', 'b.x/y', 'a.x/y'] }
  const { code, body } = await ask(sandbox, 'PATCH', `${MAPS}/a`, { metadata }, MERGE_PATCH)
  assert.is(code, 422)
  assert.match(body.message, 'found new finalizers []string{"a.x/y", "b.x/y"}')
  assert.is(body.details.causes[0].reason, 'FieldValueForbidden')
})

test('puts a removed deletionTimestamp back: there is no undelete', async () => {
  const { sandbox } = setup()
  putMap(sandbox, 'a', TERMINATING)
  await ask(sandbox, 'PATCH', `${MAPS}/a`, { metadata: { deletionTimestamp: null, labels: { x: 'y' } } }, MERGE_PATCH)
  assert.is(getMap(sandbox, 'a')?.metadata.deletionTimestamp, TERMINATING.deletionTimestamp)
})

test('checks all finalizer names, so one illegal old name blocks any other change', async () => {
  const { sandbox } = setup()
  putMap(sandbox, 'a', { finalizers: ['legacy'] })
  const labelled = await ask(sandbox, 'PATCH', `${MAPS}/a`, { metadata: { labels: { x: 'y' } } }, MERGE_PATCH)
  const cleaned = await ask(sandbox, 'PATCH', `${MAPS}/a`, { metadata: { finalizers: null } }, MERGE_PATCH)
  assert.equal([labelled.code, cleaned.code], [422, 200])
})

test('by PUT without resourceVersion is unconditional for a ConfigMap and refused for a Lease', async () => {
  const { sandbox } = setup()
  putMap(sandbox, 'a')
  sandbox.put({ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name: 'l', namespace: 'n' } })
  const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }
  const lease = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name: 'l' }, spec: {} }
  assert.is((await ask(sandbox, 'PUT', `${MAPS}/a`, map)).code, 200)
  assert.is((await ask(sandbox, 'PUT', '/apis/coordination.k8s.io/v1/namespaces/n/leases/l', lease)).code, 422)
})

test('by PUT with another uid is a failed precondition', async () => {
  const { sandbox } = setup()
  putMap(sandbox, 'a')
  const { code, body } = await ask(sandbox, 'PUT', `${MAPS}/a`, { metadata: { name: 'a', uid: 'other' } })
  assert.is(code, 409)
  assert.match(body.message, 'Precondition failed: UID in precondition: other')
})

test('that changes nothing writes nothing', async () => {
  const { sandbox } = setup()
  const { metadata } = putMap(sandbox, 'a', { labels: { x: 'y' } })
  const { body } = await ask(sandbox, 'PATCH', `${MAPS}/a`, { metadata: { labels: { x: 'y' } } }, MERGE_PATCH)
  assert.is(body.metadata.resourceVersion, metadata.resourceVersion)
})

test('is tried again when another write comes in between', async () => {
  const { sandbox } = setup()
  putMap(sandbox, 'a')
  let interrupted = false
  sandbox.admission.push({
    name: 'slow.example.com',
    phase: 'validating',
    resources: ['configmaps'],
    operations: ['UPDATE'],
    review() {
      if (!interrupted) {
        interrupted = true
        putMap(sandbox, 'a', { annotations: { other: 'writer' } })
      }
      return { allowed: true }
    },
  })
  const { code } = await ask(sandbox, 'PATCH', `${MAPS}/a`, { metadata: { labels: { x: 'y' } } }, MERGE_PATCH)
  assert.is(code, 200)
  assert.equal(getMap(sandbox, 'a')?.metadata.annotations, { other: 'writer' })
  assert.equal(getMap(sandbox, 'a')?.metadata.labels, { x: 'y' })
})

test('by strategic merge removes a finalizer by value, and owners by uid', async () => {
  const { sandbox } = setup()
  const owner = { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u1' }
  putMap(sandbox, 'a', { finalizers: ['e.x/f', 'e.x/g'], ownerReferences: [owner, { ...owner, uid: 'u2' }] })
  const metadata = {
    '$deleteFromPrimitiveList/finalizers': ['e.x/f'],
    ownerReferences: [{ $patch: 'delete', uid: 'u1' }],
  }
  await ask(sandbox, 'PATCH', `${MAPS}/a`, { metadata }, STRATEGIC)
  assert.equal(getMap(sandbox, 'a')?.metadata.finalizers, ['e.x/g'])
  assert.equal(
    getMap(sandbox, 'a')?.metadata.ownerReferences?.map(({ uid }) => uid),
    ['u2'],
  )
})

test('to another name is 400, in an unknown language 415', async () => {
  const { sandbox } = setup()
  putMap(sandbox, 'a')
  const renamed = await ask(sandbox, 'PATCH', `${MAPS}/a`, { metadata: { name: 'b' } }, MERGE_PATCH)
  const strange = await ask(sandbox, 'PATCH', `${MAPS}/a`, {}, { headers: { 'content-type': 'application/toml' } })
  assert.equal([renamed.code, strange.code], [400, 415])
})

test.run()
