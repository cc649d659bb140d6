import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ApiFailure } from '../../../src/api/failure.ts'
import { resourceName } from '../../../src/api/resource-type.ts'
import { discover, preferredTypes } from '../../../src/cluster/discovery/discovery.ts'
import { type ScriptedAnswer, scriptedTransport, statusBody } from '../scripted-transport.ts'

const test = suite('discovery')

const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'

function resource(name: string, kind: string | null, scope = 'Namespaced', verbs = ['list', 'get']): object {
  const responseKind = kind === null ? null : { group: '', version: '', kind }
  return { resource: name, responseKind, scope, singularResource: kind?.toLowerCase() ?? '', verbs }
}

function aggregated(items: readonly object[]): ScriptedAnswer {
  return { headers: { 'content-type': AGGREGATED }, body: { kind: 'APIGroupDiscoveryList', items } }
}

const CORE = aggregated([
  { metadata: {}, versions: [{ version: 'v1', freshness: 'Current', resources: [resource('pods', 'Pod')] }] },
])

function legacy(path: string): ScriptedAnswer {
  const lists: Record<string, object> = {
    '/api': { kind: 'APIVersions', versions: ['v1'] },
    '/api/v1': {
      resources: [
        { name: 'pods', kind: 'Pod', namespaced: true, verbs: ['list'], shortNames: ['po'] },
        { name: 'pods/log', kind: 'Pod', namespaced: true, verbs: ['get'] },
      ],
    },
    '/apis': {
      groups: [
        {
          name: 'apps',
          preferredVersion: { groupVersion: 'apps/v1' },
          versions: [{ groupVersion: 'apps/v1beta1' }, { groupVersion: 'apps/v1' }],
        },
        { name: 'metrics.k8s.io', versions: [{ groupVersion: 'metrics.k8s.io/v1beta1' }] },
      ],
    },
    '/apis/apps/v1': { resources: [{ name: 'deployments', kind: 'Deployment', namespaced: true, verbs: ['list'] }] },
    '/apis/apps/v1beta1': {
      resources: [{ name: 'deployments', kind: 'Deployment', namespaced: true, verbs: ['list'] }],
    },
  }
  const body = lists[path]
  return body ? { body } : { status: 503, body: statusBody(503, 'ServiceUnavailable', 'service unavailable') }
}

test('aggregated discovery takes two requests', async () => {
  const transport = scriptedTransport(({ path }) => (path === '/api' ? CORE : aggregated([])))
  const { types, unreadable } = await discover(transport)
  assert.equal(types.map(resourceName), ['pods'])
  assert.equal(unreadable, [])
  assert.is(transport.requests.length, 2)
})

test('a stale group version is unreadable, and what it still lists is not believed', async () => {
  const stale = { version: 'v1beta1', freshness: 'Stale', resources: [resource('pods', 'PodMetrics')] }
  const transport = scriptedTransport(({ path }) =>
    path === '/api' ? CORE : aggregated([{ metadata: { name: 'metrics.k8s.io' }, versions: [stale] }]),
  )
  const { types, unreadable } = await discover(transport)
  assert.equal(types.map(resourceName), ['pods'])
  assert.equal(
    unreadable.map(entry => [entry.resource, entry.reason]),
    [['*.metrics.k8s.io', 'StaleDiscovery']],
  )
})

test('a resource without a kind carries subresources only and is no type', async () => {
  const versions = [{ version: 'v1', resources: [resource('shadows', null), resource('pods', 'Pod')] }]
  const transport = scriptedTransport(({ path }) => (path === '/api' ? aggregated([{ versions }]) : aggregated([])))
  assert.equal((await discover(transport)).types.map(resourceName), ['pods'])
})

test('each endpoint falls back to legacy discovery by its own content type', async () => {
  const transport = scriptedTransport(({ path }) => (path === '/api' ? CORE : legacy(path)))
  const { types, unreadable } = await discover(transport)
  assert.equal(
    preferredTypes(types).map(type => `${resourceName(type)} ${type.version}`),
    ['pods v1', 'deployments.apps v1'],
  )
  assert.equal(
    unreadable.map(entry => [entry.resource, entry.reason]),
    [['*.metrics.k8s.io', 'ServiceUnavailable']],
  )
})

test('legacy discovery leaves subresources out and keeps short names', async () => {
  const { types } = await discover(scriptedTransport(({ path }) => legacy(path)))
  const [pods] = types
  assert.equal(pods!.shortNames, ['po'])
  assert.not(types.some(type => type.plural.includes('/')))
})

test('a type that only an older version has is read in that version', async () => {
  const versions = [
    { version: 'v2', resources: [resource('cronjobs', 'CronJob')] },
    { version: 'v1', resources: [resource('cronjobs', 'CronJob'), resource('jobs', 'Job')] },
  ]
  const transport = scriptedTransport(({ path }) =>
    path === '/api' ? aggregated([]) : aggregated([{ metadata: { name: 'batch' }, versions }]),
  )
  const chosen = preferredTypes((await discover(transport)).types)
  assert.equal(
    chosen.map(type => `${type.plural} ${type.version}`),
    ['cronjobs v2', 'jobs v1'],
  )
})

test('a type without the verb list is not read', async () => {
  const versions = [{ version: 'v1', resources: [resource('bindings', 'Binding', 'Namespaced', ['create'])] }]
  const transport = scriptedTransport(({ path }) => (path === '/api' ? aggregated([{ versions }]) : aggregated([])))
  assert.equal(preferredTypes((await discover(transport)).types), [])
})

test('a server that answers JSON of another kind is said to be no API server', async () => {
  try {
    await discover(scriptedTransport(() => ({ body: { hello: 'world' } })))
    assert.unreachable()
  } catch (error) {
    assert.instance(error, ApiFailure)
    assert.is((error as ApiFailure).fault.kind, 'garbled')
  }
})

test.run()
