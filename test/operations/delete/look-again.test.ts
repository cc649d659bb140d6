import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { definition } from '../../../src/sandbox/incidents/parts/definition.ts'
import { namespace } from '../../../src/sandbox/incidents/parts/namespace.ts'
import { createSandbox } from '../../../src/sandbox/sandbox.ts'
import { runIn } from '../../commands/run-in.ts'
import { statusResponse } from '../../sandbox/fault-answers.ts'
import { manualClock } from '../../sandbox/manual-clock.ts'

const test = suite('what changed while somebody was asked')

function setup() {
  const clock = manualClock()
  const sandbox = createSandbox({ clock })
  namespace(sandbox, 'shop')
  const put = (kind: string, name: string, metadata: { namespace?: string } = {}, rest: object = {}) => {
    const known = sandbox.get('v1', kind, name, metadata.namespace)?.metadata
    return sandbox.put({ apiVersion: 'v1', kind, metadata: { ...known, name, ...metadata }, ...rest })
  }
  put('ConfigMap', 'a', { namespace: 'shop' })
  const { metadata: claim } = put(
    'PersistentVolumeClaim',
    'data',
    { namespace: 'shop' },
    { status: { phase: 'Bound' } },
  )
  const volume = (policy: string) =>
    put(
      'PersistentVolume',
      'pv-1',
      {},
      {
        spec: {
          persistentVolumeReclaimPolicy: policy,
          claimRef: { namespace: 'shop', name: 'data', uid: claim.uid },
        },
      },
    )
  volume('Retain')
  return { clock, sandbox, put, volume }
}

async function answered(world: ReturnType<typeof setup>, change: (type: () => string) => string) {
  let word = ''
  const typed = () => change(() => word)
  const dry = await runIn(world, ['delete', 'ns/shop', '--dry-run=client', '-o', 'json'])
  word = String(JSON.parse(dry.stdout).steps.length)
  return runIn(world, ['delete', 'ns/shop'], { typed })
}

test('nothing: it is deleted', async () => {
  const world = setup()
  const { code, stdout, stderr } = await answered(world, word => word())
  assert.is(code, 0, stdout + stderr)
})

test('content that came to the namespace is not deleted unseen', async () => {
  const world = setup()
  const { code, stdout } = await answered(world, word => {
    world.put('ConfigMap', 'new', { namespace: 'shop' })
    return word()
  })
  assert.is(code, 3, stdout)
  assert.match(stdout, 'more would now be deleted with it than was shown: configmaps/new')
  assert.is(world.sandbox.get('v1', 'Namespace', 'shop')?.metadata.deletionTimestamp, undefined)
})

test('what a controller that goes too has made meanwhile is its own', async () => {
  const world = setup()
  const { metadata } = world.put('ReplicationController', 'web', { namespace: 'shop' })
  const owner = { apiVersion: 'v1', kind: 'ReplicationController', name: 'web', uid: metadata.uid, controller: true }
  const { code, stdout, stderr } = await answered(world, word => {
    world.put('ConfigMap', 'made', { namespace: 'shop', ...{ ownerReferences: [owner] } })
    return word()
  })
  assert.is(code, 0, stdout + stderr)
})

test('what an agent hangs on that is no loss, and hung on what was there it is', async () => {
  const world = setup()
  const { metadata } = world.put('ReplicationController', 'web', { namespace: 'shop' })
  const owner = { apiVersion: 'v1', kind: 'ReplicationController', name: 'web', uid: metadata.uid }
  const put = (name: string, by: object) =>
    world.put('ConfigMap', name, { namespace: 'shop', ownerReferences: [by] } as object)
  const { code, stdout } = await answered(world, word => {
    const made = put('made', { ...owner, controller: true })
    put('endpoint', { apiVersion: 'v1', kind: 'ConfigMap', name: 'made', uid: made.metadata.uid })
    put('settings', owner)
    return word()
  })
  assert.is(code, 3, stdout)
  assert.match(stdout, 'more would now be deleted with it than was shown: configmaps/settings')
})

test('who leads by now, and where the Pods of a Service are, is no loss', async () => {
  const world = setup()
  const { code, stdout, stderr } = await answered(world, word => {
    world.put('Endpoints', 'door', { namespace: 'shop' })
    world.sandbox.put({
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: { name: 'leader', namespace: 'shop' },
    })
    return word()
  })
  assert.is(code, 0, stdout + stderr)
})

test('a volume that would be reclaimed by now keeps its data', async () => {
  const world = setup()
  const { code, stdout } = await answered(world, word => {
    world.volume('Delete')
    return word()
  })
  assert.is(code, 3, stdout)
  assert.match(stdout, 'more would now be lost than was shown: persistentvolumes/pv-1 goes with the data')
})

test('a load balancer that a Service was given meanwhile is lost by nobody unasked', async () => {
  const world = setup()
  const door = (type: string) => world.put('Service', 'door', { namespace: 'shop' }, { spec: { type } })
  door('ClusterIP')
  const { code, stdout } = await answered(world, word => {
    door('LoadBalancer')
    return word()
  })
  assert.is(code, 3, stdout)
  assert.match(stdout, 'more would now be lost than was shown: services/door in namespace shop goes with its load')
})

/** Two waves: what has a finalizer that only a controller in the namespace takes off goes first. */
function inTwoWaves() {
  const world = setup()
  const { sandbox } = world
  sandbox.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'late' } })
  return world
}

test('content that comes while an earlier wave goes is not deleted unseen, whoever agreed beforehand', async () => {
  const world = inTwoWaves()
  const { sandbox } = world
  definition(sandbox, { group: 'example.com', plural: 'widgets', kind: 'Widget' })
  sandbox.put({ apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'one', namespace: 'late' } })
  sandbox.onRequest = ({ method, path, body }) => {
    if (method === 'DELETE' && path.includes('/widgets/') && !JSON.stringify(body).includes('dryRun'))
      world.put('ConfigMap', 'new', { namespace: 'shop' })
    return undefined
  }
  const { code, stdout, stderr } = await runIn(world, ['delete', 'ns/shop', 'widget/one', '-n', 'late', '--yes'])
  assert.is(code, 3, stdout + stderr)
  assert.match(stdout + stderr, 'more would now be deleted with it than was shown: configmaps/new')
  assert.is(sandbox.get('v1', 'Namespace', 'shop')?.metadata.deletionTimestamp, undefined)
})

test('an instance that comes while the last ones go is not deleted with its CRD', async () => {
  const world = inTwoWaves()
  const { sandbox } = world
  definition(sandbox, { group: 'example.com', plural: 'widgets', kind: 'Widget' })
  const widget = (name: string) =>
    sandbox.put({ apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name, namespace: 'late' } })
  widget('one')
  sandbox.onRequest = ({ method, path, body }) => {
    if (method === 'DELETE' && path.includes('/widgets/') && !JSON.stringify(body).includes('dryRun')) widget('two')
    return undefined
  }
  const args = ['delete', 'widget/one', 'crd/widgets.example.com', '-n', 'late', '--yes']
  const { code, stdout, stderr } = await runIn(world, args)
  assert.is(code, 3, stdout + stderr)
  assert.match(stdout + stderr, 'more would now be deleted with it than was shown: widgets.example.com/two')
  assert.ok(sandbox.get('example.com/v1', 'Widget', 'two', 'late'))
})

test('a second view of what was shown, which a look around the cluster leaves out, is nothing that came', async () => {
  const world = setup()
  definition(world.sandbox, { group: 'authorization.openshift.io', plural: 'rolebindings', kind: 'RoleBinding' })
  const metadata = { name: 'edit', namespace: 'shop' }
  world.sandbox.put({ apiVersion: 'authorization.openshift.io/v1', kind: 'RoleBinding', metadata })
  const { code, stdout, stderr } = await runIn(world, ['delete', 'ns/shop', '--yes'])
  assert.is(code, 0, stdout + stderr)
})

test('where the look before a wave is refused, what went before it is told all the same', async () => {
  const world = inTwoWaves()
  const { sandbox } = world
  definition(sandbox, { group: 'example.com', plural: 'widgets', kind: 'Widget' })
  sandbox.put({ apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'one', namespace: 'late' } })
  let isGone = false
  sandbox.onRequest = ({ method, path, body }) => {
    isGone ||= method === 'DELETE' && path.includes('/widgets/') && !JSON.stringify(body).includes('dryRun')
    const isLook = isGone && method === 'GET' && path.startsWith('/apis/example.com/v1/widgets')
    return isLook ? statusResponse(401, { reason: 'Unauthorized', message: 'Unauthorized' }) : undefined
  }
  const args = ['delete', 'widget/one', 'crd/widgets.example.com', '-n', 'late', '--yes', '-o', 'json']
  const { code, stdout, stderr } = await runIn(world, args)
  const told = JSON.parse(stdout).steps.map(
    ({ ref, result }: { ref: { kind: string }; result: string }) => ref.kind + result,
  )
  assert.equal([code, ...told], [3, 'Widgetdone', 'CustomResourceDefinitionskipped'], stderr)
})

test.run()
