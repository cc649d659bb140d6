import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createSandbox } from '../../../src/sandbox/sandbox.ts'
import { runIn } from '../../commands/run-in.ts'
import { manualClock } from '../../sandbox/manual-clock.ts'

const test = suite('what a diagnosis of a watch reads')

const DELETED = '2026-01-15T11:00:00Z'
const LIST = { apiVersion: 'v1', kind: 'ConfigMap' }

/** A cluster with an object that is stuck, one that is secret, and perhaps a namespace that is, with a live object in it. */
function setup({ terminatingNamespaces = 0 } = {}) {
  const clock = manualClock('2026-01-15T12:00:00Z')
  const sandbox = createSandbox({ clock })
  const held = { deletionTimestamp: DELETED, finalizers: ['example.com/hold'] }
  sandbox.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'n' } })
  sandbox.put({ ...LIST, metadata: { name: 'stuck', namespace: 'n', ...held } })
  sandbox.put({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'secret', namespace: 'n', ...held } })
  for (let index = 0; index < terminatingNamespaces; index++) {
    sandbox.put({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: `gone-${index}`, deletionTimestamp: DELETED },
    })
    sandbox.put({ ...LIST, metadata: { name: 'left', namespace: `gone-${index}`, finalizers: ['example.com/left'] } })
  }
  // The others would go on with the deletion while the clock moves.
  const leading = sandbox.controllers.filter(({ name }) => name === 'leader-election')
  sandbox.controllers.splice(0, Infinity, ...leading)
  const lists: string[] = []
  sandbox.onRequest = ({ method, path, query = {} }) => {
    if (method === 'GET' && query.watch === undefined) lists.push(path)
    return undefined
  }
  return { clock, sandbox, lists }
}

/** Watches until the first diagnosis is told. */
async function watchOnce(cluster: ReturnType<typeof setup>, ...words: readonly string[]) {
  const over = new AbortController()
  const args = ['watch', '--after=1s', '--every=1s', ...words]
  return runIn(cluster, args, {
    signal: over.signal,
    onStdout: line => line.includes('configmap/stuck') && over.abort(),
  })
}

const counted = (lists: readonly string[], path: string): number => lists.filter(each => each === path).length

test('lists nothing again of what watches follow', async () => {
  const cluster = setup()
  const { stdout } = await watchOnce(cluster)
  assert.match(stdout, /UNKNOWN {2}ControllerUnknown/)
  assert.is(counted(cluster.lists, '/api/v1/limitranges'), 1, 'by the first look alone')
})

test('lists what is left in a namespace that terminates, there alone', async () => {
  const cluster = setup({ terminatingNamespaces: 1 })
  const { stdout } = await watchOnce(cluster)
  assert.match(stdout, /configmap\/stuck/)
  assert.is(counted(cluster.lists, '/api/v1/limitranges'), 1)
  assert.ok(counted(cluster.lists, '/api/v1/namespaces/gone-0/limitranges') >= 1)
})

test('lists everything once for many namespaces that terminate', async () => {
  const cluster = setup({ terminatingNamespaces: 5 })
  await watchOnce(cluster)
  assert.ok(counted(cluster.lists, '/api/v1/limitranges') >= 2)
  assert.is(counted(cluster.lists, '/api/v1/namespaces/gone-0/limitranges'), 0)
})

test('lists no type that is left out on purpose, and concludes nothing from that', async () => {
  const cluster = setup({ terminatingNamespaces: 1 })
  const { stdout } = await watchOnce(cluster, '--skip-types=secrets')
  assert.equal(
    cluster.lists.filter(path => path.endsWith('/secrets')),
    [],
  )
  assert.not.match(stdout, /UNREADABLE/)
})

test.run()
