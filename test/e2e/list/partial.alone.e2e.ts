import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../../control-plane/until.ts'
import { httpsServer } from '../explain/https-server.ts'
import { untilAllowed } from '../rig/allowed.ts'
import { apiServiceDraft } from '../rig/api-service.ts'
import { api, kubectl, namespace, run, target, unique } from '../rig/rig.ts'
import { kubeconfigFor } from './kubeconfig-for.ts'
import { listed, names } from './listed.ts'

const test = suite('list with a part of the cluster')

const RBAC = 'rbac.authorization.k8s.io'

async function stuck(place: string): Promise<void> {
  const metadata = { name: 'held', namespace: place, finalizers: ['example.com/hold'] }
  await api.delete(await api.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata }))
}

/** A user who may read ConfigMaps in one namespace and nothing else. */
async function tenantOf(place: string): Promise<string> {
  const user = unique('tenant')
  const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list'] }]
  const metadata = { name: 'reader', namespace: place }
  await api.create({ apiVersion: `${RBAC}/v1`, kind: 'Role', metadata, rules })
  await api.create({
    apiVersion: `${RBAC}/v1`,
    kind: 'RoleBinding',
    metadata,
    roleRef: { apiGroup: RBAC, kind: 'Role', name: 'reader' },
    subjects: [{ apiGroup: RBAC, kind: 'User', name: user }],
  })
  await untilAllowed(user, { namespace: place, verb: 'list', resource: 'configmaps' })
  return user
}

test('a tenant gets what can be read in the namespace of the context, and is told', async () => {
  const place = await namespace()
  await stuck(place)
  const user = await tenantOf(place)
  const kubeconfig = kubeconfigFor(place)
  const answer = await listed(['--as', user, '--kubeconfig', kubeconfig])
  assert.is(answer.code, 0)
  assert.is(answer.complete, false)
  assert.is(answer.fallbackNamespace, place)
  assert.equal(names(answer), ['ConfigMap/held'])
  assert.ok(answer.unreadable.every(entry => entry.reason === 'Forbidden'))
  assert.ok(answer.unreadable.some(entry => entry.resource === 'secrets' && entry.namespace === place))
  assert.ok(answer.unreadable.some(entry => entry.resource === 'nodes' && entry.namespace === undefined))
  const text = await run(['list', '--as', user, '--kubeconfig', kubeconfig])
  assert.match(text.stderr, new RegExp(`namespace ${place}`))
})

test('a tenant with -n reads that namespace; what is forbidden is named and no error', async () => {
  const place = await namespace()
  await stuck(place)
  const user = await tenantOf(place)
  const answer = await listed(['-n', place, '--as', user])
  assert.is(answer.code, 0)
  assert.equal(names(answer), ['ConfigMap/held'])
  assert.is(answer.complete, false)
})

test('who may read nothing gets an error, as of kubectl, and is not told that nothing is terminating', async () => {
  const answer = await listed(['--as', unique('nobody')])
  assert.is(answer.complete, false)
  assert.is(answer.code, 1)
  const text = await run(['list', '--as', unique('nobody')])
  assert.is(text.code, 1)
  assert.match(text.stderr, /warning: not read \(Forbidden\)/)
  assert.not.match(text.stderr, /^No terminating resources found\.$/m)
})

test('an API whose server does not answer is named, and the rest is listed', async () => {
  const place = await namespace()
  await stuck(place)
  const group = `${unique('broken')}.example.com`
  const apiService = apiServiceDraft(group, { name: 'nosuch', namespace: place, port: 443 })
  await api.create(apiService)
  try {
    await api.waitFor(apiService, now =>
      now.status?.conditions?.some(
        (each: { type: string; status: string }) => each.type === 'Available' && each.status === 'False',
      ),
    )
    const seen = async () => {
      const answer = await listed([])
      return answer.unreadable.some(entry => entry.resource === `*.${group}`) ? answer : undefined
    }
    const answer = await until(seen, { what: `${group} to be unreadable`, deadlineSeconds: 120 })
    assert.is(answer.complete, false)
    assert.is(answer.code, 1)
    assert.ok(answer.items.some(({ ref }) => ref.namespace === place && ref.name === 'held'))
    const unknown = await run(['list', `things.${group}`])
    assert.is(unknown.code, 1)
    assert.match(unknown.stderr, new RegExp(`could not be read: .*${group}`))
  } finally {
    await api.delete(apiService)
  }
})

// Of the sandbox an aggregated API has nothing behind it that could answer.
const onRealServers = target().name === 'control-plane' ? test : test.skip

onRealServers('an API whose server lost the route of a type: the type is not read, as kubectl says it', async () => {
  const group = `${unique('agg')}.example.com`
  const ship = {
    metadata: { name: 'ship', uid: 'ship-1', deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: [`${group}/f`] },
  }
  const kind = { apiVersion: `${group}/v1`, kind: 'ShipList' }
  let served: unknown
  await using server = await httpsServer(path => {
    const verbs = ['list', 'get', 'delete']
    const resources = [{ name: 'ships', singularName: 'ship', namespaced: false, kind: 'Ship', verbs }]
    const { pathname, searchParams } = new URL(path, 'https://agg')
    if (pathname === `/apis/${group}/v1`)
      return { kind: 'APIResourceList', apiVersion: 'v1', groupVersion: `${group}/v1`, resources }
    if (pathname !== `/apis/${group}/v1/ships`) return undefined
    return searchParams.has('continue') ? undefined : served
  })
  const place = await namespace()
  const service = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'agg', namespace: place } }
  await api.create({ ...service, spec: { type: 'ExternalName', externalName: 'localhost' } })
  const apiService = apiServiceDraft(group, { name: 'agg', namespace: place, port: server.port })
  await api.create(apiService)
  try {
    const type = `ships.${group}`
    const first = { ...kind, metadata: { resourceVersion: '7', continue: 'next' }, items: [ship] }
    served = { ...kind, metadata: { resourceVersion: '7' }, items: [ship] }
    const seen = async () => {
      const answer = await listed([])
      return answer.complete && names(answer).includes('Ship/ship') ? answer : undefined
    }
    await until(seen, { what: `${type} to be read`, deadlineSeconds: 120 })
    for (const [answer, found, reason] of [
      [undefined, [], 'NotFound'],
      [{ items: null }, [], 'Garbled'],
      [first, ['Ship/ship'], 'NotFound'],
    ] as const) {
      served = answer
      const everything = await listed([])
      assert.equal([everything.code, everything.complete], [1, false], everything.stderr)
      assert.equal(
        everything.unreadable.map(entry => [entry.resource, entry.reason]),
        [[type, reason]],
      )
      assert.equal(
        names(everything).filter(name => name.startsWith('Ship/')),
        found,
      )
    }
    served = undefined
    const one = await run(['list', type])
    assert.equal(
      [one.code, one.stdout, one.stderr],
      [1, '', 'Error from server (NotFound): the server could not find the requested resource\n'],
    )
    const others = (await kubectl(['get', type])).stderr
    assert.match(others, /^Error from server \(NotFound\): /m)
  } finally {
    await api.delete(apiService)
  }
})

test.run()
