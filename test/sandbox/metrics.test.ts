import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { readCounts } from '../../src/cluster/metrics/server-counts.ts'
import { definition } from '../../src/sandbox/incidents/parts/definition.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { manualClock } from './manual-clock.ts'

const test = suite('metrics of the sandbox')
const WIDGETS = 'widgets.example.com'
const PATH = '/apis/example.com/v1/widgets'
const CRD = ['apiextensions.k8s.io/v1', 'CustomResourceDefinition', WIDGETS] as const

/** A cluster with a custom type that is as old as nothing; who counts its watches, and its requests. */
function cluster() {
  const clock = manualClock()
  const sandbox = createSandbox({ clock })
  definition(sandbox, { group: 'example.com', plural: 'widgets', kind: 'Widget' })
  const { metadata, ...rest } = sandbox.get(...CRD)!
  const creationTimestamp = clock.now().toISOString()
  sandbox.put({ ...rest, metadata: { ...metadata, creationTimestamp } } as Parameters<typeof sandbox.put>[0])
  const read = () => readCounts(sandbox.transport(), {})
  const open = async () => (await read()).open.get(WIDGETS)
  const ended = async () => (await read()).ended.get(WIDGETS)
  const send = async (method: 'GET' | 'POST' | 'DELETE', path: string, more: object = {}) => {
    const { body } = await sandbox.transport().send({ method, path, ...more })
    for await (const _ of body);
  }
  return { clock, sandbox, open, ended, send }
}

test('a custom type has the watch of the garbage collector 30 s after its CRD, while its Lease is fresh', async () => {
  const { clock, sandbox, open } = cluster()
  assert.is(await open(), undefined)
  clock.advance(30)
  await sandbox.settle()
  assert.is(await open(), 1)
  sandbox.controllers.length = 0
  clock.advance(20)
  assert.is(await open(), undefined)
})

test('a watch is counted while it is open, and as a request when it has ended', async () => {
  const { sandbox, open, ended } = cluster()
  const leave = new AbortController()
  const query = {
    watch: '1',
    sendInitialEvents: 'true',
    resourceVersionMatch: 'NotOlderThan',
    allowWatchBookmarks: '1',
  }
  const request = { method: 'GET', path: PATH, query, signal: leave.signal } as const
  const { body } = await sandbox.transport().send(request)
  const events = body[Symbol.asyncIterator]()
  await events.next()
  assert.equal([await open(), await ended()], [1, undefined])
  await events.return?.()
  assert.equal([await open(), await ended()], [0, { 'WATCH 200': 1 }])
})

test('requests are counted by verb and code, dry runs apart, and not those that RBAC refuses', async () => {
  const { sandbox, ended, send } = cluster()
  await send('GET', PATH)
  await send('GET', `/apis/example.com/v1/namespaces/default/widgets/none`)
  await send('DELETE', `/apis/example.com/v1/namespaces/default/widgets/none`)
  await send('POST', `/apis/example.com/v1/namespaces/default/widgets`, { query: { dryRun: 'All' }, body: '{' })
  const { body } = await sandbox.transport('eve').send({ method: 'GET', path: PATH })
  for await (const _ of body);
  assert.equal(await ended(), { 'LIST 200': 1, 'GET 404': 1, 'DELETE 404': 1 })
})

test('who may get /metrics may read them, by a ClusterRole with that path alone', async () => {
  const { sandbox } = cluster()
  const RBAC = 'rbac.authorization.k8s.io'
  const status = async () => (await sandbox.transport('eve').send({ method: 'GET', path: '/metrics' })).status
  assert.is(await status(), 403)
  const rules = [{ nonResourceURLs: ['/metrics'], verbs: ['get'] }]
  sandbox.put({ apiVersion: `${RBAC}/v1`, kind: 'ClusterRole', metadata: { name: 'counts' }, rules })
  sandbox.put({
    apiVersion: `${RBAC}/v1`,
    kind: 'ClusterRoleBinding',
    metadata: { name: 'counts' },
    roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: 'counts' },
    subjects: [{ apiGroup: RBAC, kind: 'User', name: 'eve' }],
  })
  assert.is(await status(), 200)
})

test.run()
