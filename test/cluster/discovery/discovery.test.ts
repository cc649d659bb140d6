import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ApiFailure } from '../../../src/api/failure.ts'
import { resourceName } from '../../../src/api/resource-type.ts'
import { discover, preferredTypes } from '../../../src/cluster/discovery/discovery.ts'
import { withLeftOut } from '../../../src/cluster/discovery/legacy.ts'
import { faultOf } from '../fault.ts'
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

// A document that does not tell its types is none that tells that there are none.
for (const [what, path, answer] of [
  [
    'null items',
    '/apis',
    { headers: { 'content-type': AGGREGATED }, body: { kind: 'APIGroupDiscoveryList', items: null } },
  ],
  ['no items', '/api', { headers: { 'content-type': AGGREGATED }, body: {} }],
  ['an item of null', '/apis', aggregated([null as never])],
  [
    'a resource without a name',
    '/apis',
    aggregated([{ versions: [{ version: 'v1', resources: [{ responseKind: { kind: 'A' } }] }] }]),
  ],
  [
    'verbs of another type',
    '/apis',
    aggregated([{ versions: [{ version: 'v1', resources: [{ ...resource('as', 'A'), verbs: 'list' }] }] }]),
  ],
  ['null groups', '/apis', { body: { kind: 'APIGroupList', groups: null } }],
  ['a group without versions', '/apis', { body: { kind: 'APIGroupList', groups: [{ name: 'apps' }] } }],
  ['null versions', '/api', { body: { kind: 'APIVersions', versions: null } }],
] as const) {
  test(`${what} is no discovery`, async () => {
    const transport = scriptedTransport(request => (request.path === path ? answer : legacy(request.path)))
    const fault = await faultOf(discover(transport))
    assert.is(fault.kind, 'garbled')
    assert.match(fault.message, `unexpected answer to GET ${path}: `)
    assert.not.match(fault.message, /undefined|iterable|function/)
  })
}

test('a group version that a legacy server lost is unreadable, and one that went since it was listed is not', async () => {
  const listing = (groups: readonly string[]) => ({
    body: { groups: groups.map(name => ({ name, versions: [{ groupVersion: `${name}/v1` }] })) },
  })
  let asked = 0
  const transport = scriptedTransport(({ path }) => {
    if (path === '/apis') return listing(asked++ === 0 ? ['lost.example', 'gone.example'] : ['lost.example'])
    return path.startsWith('/apis/') ? { status: 404, body: '404 page not found\n' } : legacy(path)
  })
  const { unreadable } = await discover(transport)
  assert.equal(
    unreadable.map(({ resource, reason }) => [resource, reason]),
    [['*.lost.example', 'NotFound']],
  )
})

test('types of a group version that are none are unreadable, and no other', async () => {
  const transport = scriptedTransport(({ path }) => (path === '/apis/apps/v1' ? { body: {} } : legacy(path)))
  const { unreadable, types } = await discover(transport)
  assert.equal(unreadable.map(({ resource, reason }) => [resource, reason]).toSorted(), [
    ['*.apps', 'Garbled'],
    ['*.metrics.k8s.io', 'ServiceUnavailable'],
  ])
  assert.ok(types.some(type => resourceName(type) === 'pods'))
})

test('a group that the aggregated document leaves out, or shows empty, is asked for where the server lists it', async () => {
  const apps = { metadata: { name: 'apps' }, versions: [{ version: 'v1', freshness: 'Current', resources: [] }] }
  const transport = scriptedTransport(({ path, headers }) => {
    if (path === '/apis' && headers?.accept?.includes('as=APIGroupDiscoveryList')) return aggregated([apps])
    return path === '/api' ? CORE : legacy(path)
  })
  const { types, unreadable } = await withLeftOut(await discover(transport), transport)
  assert.equal(
    types.map(({ plural, version }) => `${plural}/${version}`),
    ['pods/v1', 'deployments/v1', 'deployments/v1beta1'],
  )
  assert.equal(
    unreadable.map(({ resource }) => resource),
    ['*.metrics.k8s.io'],
  )
})

test('where the list of groups cannot be read, not every type is known', async () => {
  const transport = scriptedTransport(({ path, headers }) => {
    if (path === '/api') return CORE
    return headers?.accept?.includes('as=APIGroupDiscoveryList') ? aggregated([]) : legacy('/none')
  })
  const { unreadable } = await withLeftOut(await discover(transport), transport)
  assert.equal(
    unreadable.map(({ resource }) => resource),
    ['*'],
  )
})

test.run()
