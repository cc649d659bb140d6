import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../../control-plane/until.ts'
import { untilAllowed } from '../rig/allowed.ts'
import { apiServiceDraft } from '../rig/api-service.ts'
import { api, namespace, run, unique } from '../rig/rig.ts'
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

test.run()
