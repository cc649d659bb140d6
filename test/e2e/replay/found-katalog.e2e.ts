import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { leaveTraces, writtenBefore } from '../explain/operator.ts'
import { granted } from '../rbac/granted.ts'
import type { Draft } from '../rig/api.ts'
import { createCrd } from '../rig/crd.ts'
import { run } from '../rig/rig.ts'
import { configMap, deployment } from './apps.ts'
import { secondCluster } from './landscaper.ts'
import { CLEANUP, katalog } from './orkestra.ts'
import { replayed } from './replayed.ts'

const test = suite('replay finds the Katalog in the cluster')

const ORDER = {
  ordered: true,
  groups: [{ configMaps: [{ name: '{{ .metadata.name }}-b' }] }, { configMaps: [{ name: '{{ .metadata.name }}-a' }] }],
}

/** A cluster of its own, for the names of Orkestra's ConfigMaps and Leases are fixed: Cache c1, and what it is made of. */
async function clusterWithCache() {
  const second = await secondCluster()
  const { api } = second
  const type = await createCrd(api, { kind: 'Cache' })
  await leaveTraces(type, { on: api })
  await api.create({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name: 'orkestra-runtime' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'orkestra-runtime' },
    subjects: [{ kind: 'ServiceAccount', name: 'runtime', namespace: 'ork' }],
  })
  const create = async (draft: Draft, data?: object) => {
    const { namespace } = draft.metadata
    const place = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }
    if (namespace && (await api.get(place)) === undefined) await api.create(place)
    return api.create({ ...draft, ...(data && { data }) })
  }
  const cache = async () => {
    for (const name of ['c1-a', 'c1-b']) await create(configMap(name, 'shop'))
    const made = await api.create(type.draft('c1', 'shop', { metadata: { finalizers: [CLEANUP] } }))
    await writtenBefore(made, 2 * 3600, api)
    await api.delete(made)
  }
  await cache()
  const text = katalog(type.group, ORDER)
  const words = [`${type.resource}/c1`, '-n', 'shop', '--yes', '--poll-interval', '200ms'] as const
  const options = { env: { KUBECONFIG: second.kubeconfig } }
  return { second, api, create, cache, text, words, options, type }
}

const DONE = [
  '1 Delete ConfigMap/c1-b done',
  '2 Delete ConfigMap/c1-a done',
  `RemoveFinalizer Cache/c1 ${CLEANUP} done`,
]

test('by the name of the bundle, by the labels of the chart, by its later name, and by the workload that mounts it', async () => {
  const { second, create, cache, text, words, options } = await clusterWithCache()
  await using _ = second
  const other = katalog('other.example.com', ORDER)
  await create(configMap('acme-katalog', 'elsewhere', { labels: { component: 'runtime' } }), { 'other.yaml': other })
  const mounting = deployment('x-runtime', 'ork', 0, {
    volumes: [{ name: 'katalog', configMap: { name: 'own' } }],
    containers: [
      {
        name: 'main',
        image: 'registry.example.com/none',
        args: ['run', '--file', '/etc/katalog/now.yaml'],
        volumeMounts: [{ name: 'katalog', mountPath: '/etc/katalog' }],
      },
    ],
  })
  const ways: (() => Promise<object[]>)[] = [
    async () => [await create(configMap('orkestra-katalog', 'orkestra-system'), { 'katalog.yaml': text })],
    async () => [
      await create(configMap('my-katalog', 'ork', { labels: { component: 'runtime' } }), { 'any.yaml': text }),
    ],
    async () => {
      const later = text.replace('orkestra.orkspace.io/v1', 'inrun.dev/v1').replace('Katalog', 'Catalog')
      return [await create(configMap('inrun-catalog', 'inrun-system'), { 'catalog.yaml': later })]
    },
    async () => {
      const labels = { 'app.kubernetes.io/component': 'runtime' }
      const metadata = { ...mounting.metadata, labels }
      return [
        await create({ ...mounting, metadata }),
        await create(configMap('own', 'ork'), { 'now.yaml': text, 'old.yaml': text.replace('c1-a', 'c1-old') }),
      ]
    },
  ]
  for (const [index, way] of ways.entries()) {
    if (index > 0) await cache()
    const made = (await way()) as Awaited<ReturnType<typeof create>>[]
    const answer = await replayed(words, options)
    assert.is(answer.code, 0, answer.account)
    assert.equal(answer.told, DONE, `way ${index + 1}`)
    assert.match(answer.stderr, `configmap ${made.at(-1)!.metadata.namespace}/${made.at(-1)!.metadata.name}`)
    for (const each of made) await second.api.delete(each)
  }
})

test('two that fit, or one that is wrong, are errors; none that fits is said, and the groups are derived', async () => {
  const { second, create, text, words, options } = await clusterWithCache()
  await using _ = second
  const first = await create(configMap('orkestra-katalog', 'orkestra-system'), { 'katalog.yaml': text })
  const again = await create(configMap('k', 'ork', { labels: { component: 'runtime' } }), { 'k.yaml': text })
  const both = await run(['replay', ...words], options)
  assert.is(both.code, 1, both.stderr)
  assert.match(both.stderr, 'more than one Katalog')
  await second.api.delete(again)
  await second.api.patch(first, { data: { 'katalog.yaml': text.replace('"ordered": true', '"timeout": "5 parsecs"') } })
  const wrong = await run(['replay', ...words], options)
  assert.is(wrong.code, 1, wrong.stderr)
  assert.match(wrong.stderr, /configmap orkestra-system\/orkestra-katalog \(katalog\.yaml\):\d+: "5 parsecs"/)
  await second.api.delete(first)
  const unknown = await replayed([...words, '--dry-run=client'], options)
  assert.is(unknown.code, 3, unknown.account)
  assert.is(unknown.steps[0]!.guard, 'IncompleteRead')
  const none = await replayed([...words, '--dry-run=client', '--override=IncompleteRead'], options)
  assert.is(none.code, 0, none.account)
  assert.match(none.stderr, 'no ConfigMap of the cluster holds a Katalog')
  assert.equal(none.told, [`RemoveFinalizer Cache/c1 ${CLEANUP} planned`])
})

test('one that any user of a namespace could have written is refused, and hides none of the operator', async () => {
  const { second, api, create, text, words, options } = await clusterWithCache()
  await using _ = second
  await create(configMap('mine', 'tenant', { labels: { component: 'runtime' } }), { 'k.yaml': text })
  const refused = await run(['replay', ...words], options)
  assert.is(refused.code, 1, refused.stderr)
  assert.match(refused.stderr, /configmap tenant\/mine .*any user of its namespace could have written/)
  assert.ok(await api.get(configMap('c1-a', 'shop')))
  await create(configMap('own', 'ork', { labels: { component: 'runtime' } }), { 'k.yaml': text })
  assert.equal((await replayed(words, options)).told, DONE)
})

test('while its Lease is renewed it is left to its work, unless that is overridden', async () => {
  const { second, api, create, text, words, options } = await clusterWithCache()
  await using _ = second
  await create(configMap('orkestra-katalog', 'orkestra-system'), { 'katalog.yaml': text })
  const now = new Date().toISOString().replace('Z', '000Z')
  const lease = await api.create({
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { name: 'orkestra-konductor', namespace: 'orkestra-system' },
    spec: { holderIdentity: 'runtime-0', leaseDurationSeconds: 60, renewTime: now },
  })
  const refused = await replayed(words, options)
  assert.is(refused.code, 3, refused.account)
  assert.ok(refused.steps.every(({ result, guard }) => result === 'refused' && guard === 'ControllerAlive'))
  await api.patch(lease, { spec: { renewTime: '2026-01-01T00:00:00.000000Z' } })
  const stale = await replayed([...words, '--dry-run=server'], options)
  assert.is(stale.code, 0, stale.account)
  await api.patch(lease, { spec: { renewTime: now } })
  // What an operator whose Lease is renewed holds is not its guard's alone: remove knows it as one outside of the cluster.
  const passed = await replayed([...words, '--override', 'ControllerAlive,ControllerUnknown'], options)
  assert.is(passed.code, 0, passed.account)
  assert.equal(passed.told, DONE)
})

test('who may not read its Lease cannot tell whether it runs: nothing is deleted', async () => {
  const { second, api, create, text, words, options, type } = await clusterWithCache()
  await using _ = second
  await create(configMap('orkestra-katalog', 'orkestra-system'), { 'katalog.yaml': text })
  const groups = ['', 'apps', 'apiextensions.k8s.io', 'rbac.authorization.k8s.io', 'authorization.k8s.io', type.group]
  const rules = groups.map(group => ({ apiGroups: [group], resources: ['*'], verbs: ['*'] }))
  await using who = await granted(rules, { on: api })
  const { code, steps, account } = await replayed([...words, ...who.as], options)
  assert.is(code, 3, account)
  assert.ok(
    steps.every(({ result, guard }) => result === 'refused' && guard === 'IncompleteRead'),
    account,
  )
  const left = ['c1-a', 'c1-b'].map(name => api.get(configMap(name, 'shop')))
  assert.ok((await Promise.all(left)).every(each => each !== undefined && !each.metadata.deletionTimestamp))
})

test.run()
