import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { leaveTraces } from '../explain/operator.ts'
import { api, unique } from '../rig/rig.ts'
import { clusterRole, configMap, createAll, deployment, file, ownedBy, release, secret, service } from './apps.ts'
import { CLEANUP, drain, katalog, stuckCache } from './orkestra.ts'
import { assertOrder, record } from './record.ts'
import { replayed } from './replayed.ts'

/** Of the Katalog's author; no workload of another test is kin of it by a word. */
const OWN_HOLD = `${unique('h')}.example.com/cleanup`

const test = suite('replay of an Orkestra Katalog')

test('O1: groups go in their order, by the server’s own record, and the resource goes after them', async () => {
  const { type, shop, vault, cache, words } = await stuckCache()
  await createAll([
    deployment('c1', shop, 2),
    service('c1-svc', shop),
    configMap('c1-conf', shop),
    secret('c1-cred', vault),
    configMap('neighbour', shop),
  ])
  using recording = await record([
    `/apis/apps/v1/namespaces/${shop}/deployments`,
    `/api/v1/namespaces/${shop}/services`,
    `/api/v1/namespaces/${shop}/configmaps`,
    `/api/v1/namespaces/${vault}/secrets`,
    `/apis/${type.apiVersion}/namespaces/${shop}/caches`,
  ])
  const answer = await replayed([...words, '--yes', '-f', file(katalog(type.group, drain(vault)))])
  assert.is(answer.code, 0, answer.account)
  assert.ok(answer.complete)
  assert.equal(answer.told, [
    '2 Delete Deployment/c1 done',
    '2 Delete Service/c1-svc done',
    '3 Delete ConfigMap/c1-conf done',
    '3 Delete Secret/c1-cred done',
    `RemoveFinalizer Cache/c1 ${CLEANUP} done`,
  ])
  const groups = [['Deployment c1', 'Service c1-svc'], ['ConfigMap c1-conf', 'Secret c1-cred'], ['Cache c1']]
  await recording.told(groups.flat())
  // The resource was asked for before anything else: that is what the groups are for.
  assertOrder(recording, groups.slice(0, 2))
  const [last, gone] = [recording.lives().get('Secret c1-cred')!, recording.lives().get('Cache c1')!]
  assert.ok(last.gone! < gone.gone!)
  assert.is(await api.get(cache), undefined)
  assert.ok(await api.get(configMap('neighbour', shop)))
  assert.match(answer.stderr, 'c1-drain in namespace')
  assert.match(answer.stderr, 'it is not run')
  assert.ok(answer.steps.filter(({ action }) => action === 'Delete').every(({ backup }) => backup !== undefined))
})

test('O2: a group whose condition fails is skipped, keys without effect are named, other finalizers stay', async () => {
  const { type, shop, cache, words } = await stuckCache()
  await api.patch(cache, { spec: { persistent: false } })
  const other = await stuckAgain(type, shop)
  const name = `${shop}-reader`
  const reader = await api.create(clusterRole(name, { labels: { 'orkestra-owner': 'c2' } }))
  const foreign = await api.create(clusterRole(`${name}-b`, { labels: { 'orkestra-owner': 'somebody' } }))
  const [claim, , agent] = await createAll([
    {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'c2-data', namespace: shop },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    },
    deployment('c2', shop, 0),
    configMap('c2-agent', shop, ownedBy(other)),
  ])
  const onDelete = {
    ordered: true,
    groups: [
      {
        when: [{ field: 'spec.persistent', equals: 'true' }],
        persistentVolumeClaims: [{ name: '{{ .metadata.name }}-data' }],
      },
      {
        deployments: [{ name: '{{ .metadata.name }}', when: [{ field: 'spec.never', exists: true }] }],
        daemonSets: [{ name: '{{ .metadata.name }}-agent' }],
      },
    ],
  }
  const operatorBox = {
    runtime: { finalizers: [OWN_HOLD] },
    reconcile: { onReconcile: { clusterRoles: [{ name }, { name: `${name}-b` }] }, onDelete },
  }
  const path = file(katalog(type.group, {}, { operatorBox }))
  const answer = await replayed([words[0].replace('/c1', '/c2'), '-n', shop, '--yes', '-f', path])
  assert.is(answer.code, 0, answer.account)
  assert.equal(answer.told, [
    '2 Delete Deployment/c2 done',
    `3 Delete ClusterRole/${name} done`,
    `RemoveFinalizer Cache/c2 ${OWN_HOLD} done`,
    `RemoveFinalizer Cache/c2 ${CLEANUP} done`,
  ])
  const left = await api.get(other)
  assert.equal(left!.metadata.finalizers, ['other.io/x'])
  assert.match(answer.steps.at(-1)!.message!, 'other.io/x')
  assert.match(answer.stderr, /skipped: when: spec\.persistent is "false"/)
  assert.match(answer.stderr, '"daemonSets"')
  assert.match(answer.stderr, 'no effect: when')
  assert.ok(await api.get(claim!))
  assert.ok(await api.get(foreign))
  assert.ok(await api.get(agent!))
  assert.is(await api.get(reader), undefined)
  await api.delete(foreign)
  await release(left!)
})

/** A second resource, with more finalizers than Orkestra's. */
async function stuckAgain(type: Awaited<ReturnType<typeof stuckCache>>['type'], place: string) {
  const finalizers = [CLEANUP, OWN_HOLD, 'other.io/x']
  await leaveTraces(type, { manager: OWN_HOLD.split('.')[0]! })
  await leaveTraces(type, { manager: 'orkestra' })
  const draft = type.draft('c2', place, { metadata: { finalizers }, spec: { persistent: false } })
  const created = await api.create(draft)
  await api.delete(created)
  return (await api.get(created))!
}

test('O3: at the timeout later groups and the finalizer are untouched, what holds is named, an Event tells it', async () => {
  const { type, shop, vault, cache, words } = await stuckCache()
  const [, held, conf, cred] = await createAll([
    deployment('c1', shop, 0),
    service('c1-svc', shop, { finalizers: ['lb.cloud/hold'] }),
    configMap('c1-conf', shop),
    secret('c1-cred', vault),
  ])
  // Long enough for the garbage collector to let the Deployment go, which is deleted in the foreground.
  const path = file(katalog(type.group, drain(vault, '20s')))
  const answer = await replayed([...words, '--yes', '-f', path, '--poll-interval', '500ms'])
  assert.is(answer.code, 3, answer.account)
  assert.equal(answer.told, [
    '2 Delete Deployment/c1 done',
    '2 Delete Service/c1-svc timeout',
    '3 Delete ConfigMap/c1-conf skipped',
    '3 Delete Secret/c1-cred skipped',
    `RemoveFinalizer Cache/c1 ${CLEANUP} skipped`,
  ])
  assert.match(answer.steps.find(({ result }) => result === 'timeout')!.message!, 'lb.cloud/hold')
  for (const later of [conf!, cred!]) {
    const now = await api.get(later)
    assert.is(now!.metadata.resourceVersion, later.metadata.resourceVersion)
  }
  assert.equal((await api.get(cache))!.metadata.finalizers, [CLEANUP])
  const events = await api.list({ apiVersion: 'events.k8s.io/v1', kind: 'Event', namespace: shop })
  const event = events.find(({ reason }) => reason === 'CacheDeleteError')
  assert.is(event?.type, 'Warning')
  assert.is(event?.regarding.uid, cache.metadata.uid)
  assert.match(event!.note, 'group 2')
  // Run again when what held is gone: it goes on from what the cluster shows.
  await release((await api.get(held!))!)
  const again = await replayed([...words, '--yes', '-f', path, '--poll-interval', '500ms', '--timeout', '2m'])
  assert.is(again.code, 0, again.account)
  assert.is(await api.get(cache), undefined)
  assert.is(await api.get(cred!), undefined)
})

test.run()
