import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Thing } from '../rig/api.ts'
import { createNode, podDraft } from '../rig/node.ts'
import { api, crd, endByForce, namespace, unique } from '../rig/rig.ts'
import { listed, names } from './listed.ts'

const test = suite('list finds')

const FINALIZER = 'example.com/hold'

function configMap(name: string, place: string, metadata: object = {}) {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: place, ...metadata } }
}

/** A ConfigMap that was deleted and waits for its finalizer. */
async function stuck(name: string, place: string, metadata: object = {}): Promise<Thing> {
  const created = await api.create(configMap(name, place, { finalizers: [FINALIZER], ...metadata }))
  await api.delete(created)
  return api.waitFor(created, now => now.metadata.deletionTimestamp)
}

function ownerReference(owner: Thing, more: object = {}): object {
  return { apiVersion: owner.apiVersion, kind: owner.kind, name: owner.metadata.name, uid: owner.metadata.uid, ...more }
}

test('an object that waits for its finalizer, with all that the contract says of it, and not its healthy neighbour', async () => {
  const place = await namespace()
  await api.create(configMap('healthy', place, { finalizers: [FINALIZER] }))
  const held = await stuck('held', place)
  const answer = await listed(['-n', place])
  assert.is(answer.code, 0)
  assert.is(answer.complete, true)
  assert.is(answer.items.length, 1)
  const [item] = answer.items
  assert.ok(item!.ageSeconds >= 0 && item!.ageSeconds < 60)
  assert.equal(
    { ...item, ageSeconds: 0 },
    {
      ref: {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        resource: 'configmaps',
        namespace: place,
        name: 'held',
        uid: held.metadata.uid,
      },
      deletionTimestamp: held.metadata.deletionTimestamp,
      deletionGracePeriodSeconds: 0,
      ageSeconds: 0,
      finalizers: [{ name: FINALIZER, field: 'metadata' }],
      owners: [],
    },
  )
})

test('a terminating Namespace with its spec.finalizers, in the cluster and by its own name', async () => {
  const place = await namespace()
  await api.create(configMap('held', place, { finalizers: [FINALIZER] }))
  const space = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: place } }
  await api.patch(space, { metadata: { finalizers: ['example.com/also'] } })
  await api.delete(space)
  await api.waitFor(configMap('held', place), now => now.metadata.deletionTimestamp)
  for (const args of [['-n', place], []]) {
    const answer = await listed(args)
    const item = answer.items.find(({ ref }) => ref.kind === 'Namespace' && ref.name === place)
    assert.equal(item!.finalizers, [
      { name: 'kubernetes', field: 'spec' },
      { name: 'example.com/also', field: 'metadata' },
    ])
    assert.is(item!.ref.namespace, undefined)
    assert.ok(answer.items.some(({ ref }) => ref.name === 'held' && ref.namespace === place))
  }
})

test('a Pod without finalizers within its grace, its age counted from the request', async () => {
  const place = await namespace()
  // On a node that is there: Pods of a vanished one are ended by the Pod garbage collector.
  const node = await createNode('True')
  const pod = await api.create(podDraft('db-0', place, { node, graceSeconds: 600 }))
  await api.delete(pod)
  const [item] = (await listed(['-n', place])).items
  await api.delete(node)
  assert.is(item!.ref.kind, 'Pod')
  assert.equal(item!.finalizers, [])
  assert.is(item!.deletionGracePeriodSeconds, 600)
  assert.ok(Date.parse(item!.deletionTimestamp) > Date.now())
  assert.ok(item!.ageSeconds < 60)
})

test('a cluster-scoped custom resource, and a custom resource of a second version', async () => {
  const group = `${unique('e2e')}.example.com`
  const zones = await crd({ group, kind: 'Zone', scope: 'Cluster' })
  const widgets = await crd({ group, kind: 'Widget', versions: ['v1', 'v1alpha1'] })
  const place = await namespace()
  const zone = await api.create(zones.draft('eu', undefined, { metadata: { finalizers: [FINALIZER] } }))
  const widget = await api.create(widgets.draft('w', place, { metadata: { finalizers: [FINALIZER] } }))
  await api.delete(zone)
  await api.delete(widget)
  const answer = await listed([`zones.${group},widgets.v1alpha1.${group}`])
  assert.equal(
    answer.items.map(({ ref }) => [ref.resource, ref.apiVersion, ref.namespace]),
    [
      [zones.resource, `${group}/v1`, undefined],
      [widgets.resource, `${group}/v1alpha1`, place],
    ],
  )
})

test('owners that exist, that are gone, that were re-created, and that cannot be known', async () => {
  const place = await namespace()
  const alive = await api.create(configMap('alive', place))
  const recreated = { ...alive, metadata: { ...alive.metadata, uid: '00000000-0000-4000-8000-000000000001' } }
  const strange = {
    apiVersion: 'nowhere.example.com/v1',
    kind: 'Thing',
    metadata: { name: 'x', uid: '00000000-0000-4000-8000-000000000003' },
  }
  const missingUid = '00000000-0000-4000-8000-000000000002'
  const missing = configMap('missing', place, { uid: missingUid })
  // The owner that is alive keeps the garbage collector away from the others.
  const ownerReferences = [
    ownerReference(alive, { controller: true, blockOwnerDeletion: true }),
    ownerReference(strange as Thing),
    ownerReference(missing as Thing),
    ownerReference(recreated),
  ]
  const created = await api.create(configMap('owned', place, { finalizers: [FINALIZER], ownerReferences }))
  await api.delete(created)
  const [item] = (await listed(['-n', place])).items
  // A living owner lets the collector drop the references to those that are gone, at a time of its own.
  const byUid = new Map(item!.owners.map(owner => [owner.ref.uid, owner]))
  assert.is(byUid.get(alive.metadata.uid)!.exists, true)
  assert.is(byUid.get(alive.metadata.uid)!.controller, true)
  assert.is(byUid.get(alive.metadata.uid)!.blockOwnerDeletion, true)
  assert.is(byUid.get(strange.metadata.uid)?.exists ?? null, null)
  assert.is(byUid.get(missingUid)?.exists ?? false, false)
  assert.is(byUid.get(recreated.metadata.uid)?.exists ?? false, false)
})

test('an owner in another namespace, by its uid', async () => {
  const [here, there] = [await namespace(), await namespace()]
  const owner = await api.create(configMap('far', there))
  await stuck('near', here, { ownerReferences: [ownerReference(owner)] })
  const [item] = (await listed(['-n', here])).items
  assert.is(item!.owners[0]!.exists, true)
  assert.is(item!.owners[0]!.ref.namespace, there)
})

test('every page of a long list', async () => {
  const place = await namespace()
  const all = Array.from({ length: 25 }, (_, index) => `object-${index}`)
  for (const name of all) await stuck(name, place)
  const answer = await listed(['configmaps', '-n', place, '--chunk-size', '4'])
  assert.equal(names(answer), all.map(name => `ConfigMap/${name}`).toSorted())
})

test('what an earlier forced finalize left behind in a namespace that is no more', async () => {
  const place = await namespace()
  await api.create(configMap('left', place, { finalizers: [FINALIZER] }))
  const space = await api.get({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: place } })
  await api.delete(space!)
  await api.waitFor(configMap('left', place), now => now.metadata.deletionTimestamp)
  await endByForce(place)
  assert.equal(names(await listed(['-n', place])), ['ConfigMap/left'])
})

test.run()
