import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { KubeObject } from '../../src/api/object.ts'
import { ask, getMap, MAPS, putMap, setup } from './ask.ts'

const test = suite('garbage collector')

function ownedBy(owner: KubeObject, extra: object = {}) {
  return {
    ownerReferences: [
      { apiVersion: 'v1', kind: 'ConfigMap', name: owner.metadata.name, uid: owner.metadata.uid, ...extra },
    ],
  }
}

test('deletes dependents after their owner in the background', async () => {
  const { sandbox } = setup()
  putMap(sandbox, 'child', ownedBy(putMap(sandbox, 'owner')))
  await ask(sandbox, 'DELETE', `${MAPS}/owner`, { propagationPolicy: 'Background' })
  await sandbox.settle()
  assert.is(getMap(sandbox, 'child'), undefined)
})

test('in the foreground keeps the owner until its blocking dependents are gone', async () => {
  const { sandbox } = setup()
  const owner = putMap(sandbox, 'owner')
  putMap(sandbox, 'child', { ...ownedBy(owner, { blockOwnerDeletion: true }), finalizers: ['e.x/f'] })
  await ask(sandbox, 'DELETE', `${MAPS}/owner`, { propagationPolicy: 'Foreground' })
  await sandbox.settle()
  assert.ok(getMap(sandbox, 'child')?.metadata.deletionTimestamp)
  assert.equal(getMap(sandbox, 'owner')?.metadata.finalizers, ['foregroundDeletion'])
  putMap(sandbox, 'child')
  await sandbox.settle()
  assert.is(getMap(sandbox, 'owner'), undefined)
})

test('does not wait for a dependent without blockOwnerDeletion', async () => {
  const { sandbox } = setup()
  putMap(sandbox, 'child', { ...ownedBy(putMap(sandbox, 'owner')), finalizers: ['e.x/f'] })
  await ask(sandbox, 'DELETE', `${MAPS}/owner`, { propagationPolicy: 'Foreground' })
  await sandbox.settle()
  assert.is(getMap(sandbox, 'owner'), undefined)
})

test('orphans: takes the owner off its dependents, then lets it go', async () => {
  const { sandbox } = setup()
  putMap(sandbox, 'child', ownedBy(putMap(sandbox, 'owner')))
  await ask(sandbox, 'DELETE', `${MAPS}/owner`, { propagationPolicy: 'Orphan' })
  await sandbox.settle()
  assert.is(getMap(sandbox, 'owner'), undefined)
  assert.is(getMap(sandbox, 'child')?.metadata.ownerReferences, undefined)
})

test('keeps dependents of an owner that terminates for another reason', async () => {
  const { sandbox } = setup()
  putMap(sandbox, 'child', ownedBy(putMap(sandbox, 'owner', { finalizers: ['e.x/f'] })))
  await ask(sandbox, 'DELETE', `${MAPS}/owner`)
  await sandbox.settle()
  assert.is(getMap(sandbox, 'child')?.metadata.deletionTimestamp, undefined)
})

test('takes a dangling owner off an object that has a living one', async () => {
  const { sandbox } = setup()
  const owner = putMap(sandbox, 'owner')
  const [living] = ownedBy(owner).ownerReferences
  putMap(sandbox, 'child', { ownerReferences: [living, { ...living, name: 'gone', uid: 'gone' }] })
  await sandbox.settle()
  assert.equal(
    getMap(sandbox, 'child')?.metadata.ownerReferences?.map(({ name }) => name),
    ['owner'],
  )
})

test('looks for an owner in the namespace of the dependent, so one elsewhere counts as gone', async () => {
  const { sandbox } = setup()
  const owner = putMap(sandbox, 'owner')
  sandbox.put({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'far', namespace: 'default', ...ownedBy(owner) },
  })
  await sandbox.settle()
  assert.is(sandbox.get('v1', 'ConfigMap', 'far', 'default'), undefined)
  const { body } = await ask(sandbox, 'GET', '/api/v1/namespaces/default/events?fieldSelector=involvedObject.name=far')
  assert.is(body.items[0].reason, 'OwnerRefInvalidNamespace')
})

test('never collects a cluster-scoped dependent of a namespaced owner, which can hold that owner for ever', async () => {
  const { sandbox, clock } = setup()
  const owner = putMap(sandbox, 'owner')
  sandbox.put({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: 'x', ...ownedBy(owner, { blockOwnerDeletion: true }) },
  })
  await ask(sandbox, 'DELETE', `${MAPS}/owner`, { propagationPolicy: 'Foreground' })
  clock.advance(3600)
  await sandbox.settle()
  assert.ok(sandbox.get('v1', 'Node', 'x'))
  assert.ok(getMap(sandbox, 'owner'))
})

test('leaves dependents of an unknown kind alone', async () => {
  const { sandbox } = setup()
  putMap(sandbox, 'child', {
    ownerReferences: [{ apiVersion: 'gone.example.com/v1', kind: 'Thing', name: 'x', uid: 'u' }],
  })
  await sandbox.settle()
  assert.ok(getMap(sandbox, 'child'))
})

test.run()
