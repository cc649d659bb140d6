import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../../control-plane/until.ts'
import type { Thing } from '../rig/api.ts'
import { api, crd, namespace, unique } from '../rig/rig.ts'
import { explained } from './explained-e2e.ts'

const test = suite('explain owners and dependents')

const HOLD = 'example.com/hold'

function configMap(name: string, place: string, metadata: object = {}) {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: place, ...metadata } }
}

function ownedBy(...owners: Thing[]): object {
  return {
    ownerReferences: owners.map(({ apiVersion, kind, metadata: { name, uid } }) => ({
      apiVersion,
      kind,
      name,
      uid,
      blockOwnerDeletion: true,
    })),
  }
}

const foreground = { propagationPolicy: 'Foreground' }

/**
 * Waits until the garbage collector knows a dependent with a misplaced owner, of which it then tells. It learns of each
 * type by a watch of its own: an owner whose deletion it hears of before its dependent just goes.
 */
async function collectorKnows({ metadata: { uid, name } }: Thing): Promise<void> {
  const events = { apiVersion: 'v1', kind: 'Event', namespace: 'default' }
  const told = async () => {
    const found = await api.list(events, `?fieldSelector=involvedObject.uid=${uid}`)
    return found.some(({ reason }) => reason === 'OwnerRefInvalidNamespace') ? true : undefined
  }
  await until(told, { what: `the garbage collector to know ${name}`, deadlineSeconds: 120 })
}

test('a foreground owner waits for the dependent that a finalizer holds', async () => {
  const place = await namespace()
  const owner = await api.create(configMap('owner', place))
  const held = await api.create(configMap('held', place, { finalizers: [HOLD], ...ownedBy(owner) }))
  await api.create(configMap('healthy', place))
  await api.delete(owner, foreground)
  await api.waitFor(held, now => now.metadata.deletionTimestamp)
  const answer = await explained(['-n', place])
  assert.is(answer.object('ConfigMap', 'owner').verdict, 'waiting')
  assert.equal(
    answer.object('ConfigMap', 'owner').waitingFor.map(({ reason, ref }) => [reason, ref.name]),
    [['Dependent', 'held']],
  )
  assert.ok(answer.causesOf('ConfigMap', 'held').every(({ blocks }) => blocks.some(({ name }) => name === 'owner')))
  assert.not.ok(answer.objects.some(({ ref }) => ref.name === 'healthy'))
})

test('a cluster-scoped dependent of a namespaced owner is never deleted: DependentAlive, and its repair works', async () => {
  const place = await namespace()
  const owner = await api.create(configMap('owner', place))
  const name = unique('reader')
  const role = await api.create({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: { name, ...ownedBy(owner) },
    rules: [],
  })
  try {
    await collectorKnows(role)
    await api.delete(owner, foreground)
    const answer = await explained(['-n', place])
    const [cause] = answer.causesOf('ConfigMap', 'owner')
    assert.equal([cause!.code, cause!.subject.name], ['DependentAlive', name])
    assert.equal(
      cause!.blocks.map(ref => ref.name),
      [name, 'owner'],
    )
    assert.is(answer.object('ClusterRole', name).verdict, 'stuck')
    assert.equal(cause!.remedies[0]!.commands, [
      `kubectl delete configmaps owner -n ${place} --cascade=background --wait=false`,
    ])
    await api.delete(owner, { propagationPolicy: 'Background' })
    await api.waitGone(owner)
    assert.ok(await api.get(role))
  } finally {
    await api.delete(role)
  }
})

test('a dependent in another namespace, where such an owner counts as gone, is deleted and still waited for; its removal is not tried from here', async () => {
  const [place, other] = [await namespace(), await namespace()]
  const owner = await api.create(configMap('owner', place))
  const held = await api.create(configMap('held', other, { finalizers: [HOLD], ...ownedBy(owner) }))
  await api.waitFor(held, now => now.metadata.deletionTimestamp)
  await api.delete(owner, foreground)
  await api.waitFor(owner, now => now.metadata.finalizers?.includes('foregroundDeletion'))
  const answer = await explained(['-n', place])
  assert.equal(
    answer.object('ConfigMap', 'owner').waitingFor.map(({ reason, ref }) => [reason, ref.namespace, ref.name]),
    [['Dependent', other, 'held']],
  )
  const dryRuns = answer
    .causesOf('ConfigMap', 'held')
    .flatMap(({ evidence }) => evidence.filter(({ source }) => source === 'dry run').map(({ fact }) => fact))
  assert.equal(dryRuns, [
    'its removal was not tried by a dry run: it is outside of what was asked for; explain it by name',
  ])
  await api.patch(held, { metadata: { finalizers: null } })
  await api.waitGone(owner)
})

test('a dependent with an owner of a kind that nobody serves is left alone: DependentAlive', async () => {
  const place = await namespace()
  const owner = await api.create(configMap('owner', place))
  const strange = {
    apiVersion: 'gone.example.com/v1',
    kind: 'Thing',
    metadata: { name: 'x', uid: '00000000-0000-4000-8000-000000000009' },
  }
  await api.create(configMap('left', place, ownedBy(owner, strange as Thing)))
  await api.delete(owner, foreground)
  const answer = await explained(['-n', place])
  const [cause] = answer.causesOf('ConfigMap', 'owner')
  assert.equal([cause!.code, cause!.subject.name], ['DependentAlive', 'left'])
  assert.is(answer.object('ConfigMap', 'left').verdict, 'stuck')
})

test('a dependent that another owner keeps lets the foreground owner go', async () => {
  const place = await namespace()
  const [owner, keeper] = [await api.create(configMap('owner', place)), await api.create(configMap('keeper', place))]
  const kept = await api.create(configMap('kept', place, ownedBy(owner, keeper)))
  await api.delete(owner, foreground)
  await api.waitGone(owner)
  assert.is((await api.get(kept))!.metadata.deletionTimestamp, undefined)
})

test('a custom resource that its controller holds waits for the terminating object that it owns', async () => {
  const place = await namespace()
  const stores = await crd({ kind: 'Store' })
  const store = await api.create(stores.draft('main', place, { metadata: { finalizers: [`${stores.group}/cleanup`] } }))
  const owned = await api.create(configMap('owned', place, { finalizers: [HOLD], ...ownedBy(store) }))
  await api.create(configMap('staying', place, ownedBy(store)))
  for (const each of [store, owned]) await api.delete(each)
  const answer = await explained(['-n', place])
  assert.equal(
    answer.object('Store', 'main').waitingFor.map(({ reason, ref }) => [reason, ref.name]),
    [['Owned', 'owned']],
  )
  assert.not.ok(answer.objects.some(({ ref }) => ref.name === 'staying'))
})

test.run()
