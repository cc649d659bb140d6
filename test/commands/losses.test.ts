import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { customResource } from '../../src/sandbox/incidents/parts/custom-resource.ts'
import { definition } from '../../src/sandbox/incidents/parts/definition.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { HOUR } from '../../src/sandbox/incidents/parts/time.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { temporaryFolder } from '../cluster/temporary-folder.ts'
import { deleted } from '../diagnosis/stuck-objects.ts'
import { statusResponse } from '../sandbox/fault-answers.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { runIn } from './run-in.ts'

const test = suite('what goes with it, shown before a confirmation')

const FOREIGN = 'example.com/hold'

/** A terminating namespace with a Secret, a claim of a reclaimed volume and a load balancer, each held by a finalizer; beside it one that lives. */
function setup() {
  const clock = manualClock()
  const sandbox = createSandbox({ clock })
  namespace(sandbox, 'shop', { deleted: HOUR })
  const put = (kind: string, name: string, finalizers: readonly string[], rest: object = {}, place = 'shop') =>
    sandbox.put({
      apiVersion: 'v1',
      kind,
      metadata: { name, namespace: place, ...(place === 'shop' && deleted(sandbox, HOUR, ...finalizers)) },
      ...rest,
    })
  put('Secret', 'keys', [FOREIGN])
  const { metadata: claim } = put('PersistentVolumeClaim', 'data', [FOREIGN], { status: { phase: 'Bound' } })
  put('Service', 'entry', ['service.kubernetes.io/load-balancer-cleanup'], { spec: { type: 'LoadBalancer' } })
  put('Service', 'door', [], { spec: { type: 'LoadBalancer' } }, 'live')
  const claimRef = { namespace: 'shop', name: 'data', uid: claim.uid }
  const spec = { persistentVolumeReclaimPolicy: 'Delete', claimRef }
  sandbox.put({ apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name: 'pv-1' }, spec, status: {} })
  return { sandbox, clock }
}

/** The lines of that section. */
function told(text: string): readonly string[] {
  const lines = text.split('\n')
  const first = lines.indexOf('What goes with it')
  const own = first < 0 ? [] : lines.slice(first + 1)
  const end = own.findIndex(line => !line.startsWith('  · '))
  return own.slice(0, end)
}

const DATA = '  · the data of the volume: its reclaim policy is not Retain: persistentvolume/pv-1'
const SECRET = '  · a Secret, which no other object holds a copy of by itself: secret/keys in namespace shop'
const CLOUD = '  · a load balancer, and its address: service/door in namespace live'

test('remove tells it of what goes, and not of what its controller would have cleaned up outside', async () => {
  const override = ['--override=ControllerUnknown', '--dry-run=client', '-n', 'shop']
  const answer = await runIn(setup(), ['remove', 'secret/keys', 'pvc/data', ...override])
  assert.equal(told(answer.stdout).toSorted(), [SECRET, DATA], answer.stderr)
  const service = await runIn(setup(), [
    'remove',
    'svc/entry',
    '--finalizer=service.kubernetes.io/load-balancer-cleanup',
    ...override,
  ])
  assert.match(service.stdout, 'service.kubernetes.io/load-balancer-cleanup', service.stderr)
  assert.equal(told(service.stdout), [])
  // A volume that is recycled stays, and is empty then.
  const recycled = setup()
  const volume = recycled.sandbox.get('v1', 'PersistentVolume', 'pv-1')!
  recycled.sandbox.put({ ...volume, spec: { ...(volume.spec as object), persistentVolumeReclaimPolicy: 'Recycle' } })
  assert.equal(told((await runIn(recycled, ['remove', 'pvc/data', ...override])).stdout), [DATA])
  // What another finalizer holds does not go.
  const world = setup()
  const known = world.sandbox.get('v1', 'Secret', 'keys', 'shop')!
  world.sandbox.put({ ...known, metadata: { ...known.metadata, finalizers: [FOREIGN, 'example.com/other'] } })
  const one = await runIn(world, ['remove', 'secret/keys', `--finalizer=${FOREIGN}`, ...override])
  assert.equal(told(one.stdout), [], one.stdout)
})

test('remove tells it of dependents, which the garbage collector deletes then, and not of what another owner keeps', async () => {
  const world = setup()
  const owner = (name: string) => {
    const { uid } = world.sandbox.get('v1', 'Secret', name, name === 'keys' ? 'shop' : 'live')!.metadata
    return { apiVersion: 'v1', kind: 'Secret', name, uid }
  }
  const own = (namespace: string, ...owners: readonly string[]) => {
    const door = world.sandbox.get('v1', 'Service', 'door', 'live')!
    const metadata = { name: 'owned', namespace, ownerReferences: owners.map(owner) }
    world.sandbox.put({ ...door, metadata })
  }
  const remove = ['remove', 'secret/keys', '--override=ControllerUnknown', '--dry-run=client', '-n', 'shop']
  own('shop', 'keys')
  const balancer = CLOUD.replace('door', 'owned').replace('live', 'shop')
  const { stdout, stderr } = await runIn(world, remove)
  assert.equal(told(stdout).toSorted(), [balancer, SECRET].toSorted(), stdout + stderr)
  world.sandbox.put({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'other', namespace: 'live' } })
  own('shop', 'keys', 'other')
  assert.equal(told((await runIn(world, remove)).stdout), [SECRET])
})

test('remove tells it of what dependents own in turn, and of the dependents of a set', async () => {
  const world = setup()
  const ownedBy = (kind: string, name: string) => {
    const { uid } = world.sandbox.get('v1', kind, name, 'shop')!.metadata
    return { name: `of-${name}`, namespace: 'shop', ownerReferences: [{ apiVersion: 'v1', kind, name, uid }] }
  }
  const door = world.sandbox.get('v1', 'Service', 'door', 'live')!
  world.sandbox.put({ apiVersion: 'v1', kind: 'ConfigMap', metadata: ownedBy('Secret', 'keys') })
  world.sandbox.put({ ...door, metadata: ownedBy('ConfigMap', 'of-keys') })
  const balancer = CLOUD.replace('door', 'of-of-keys').replace('live', 'shop')
  const how = ['--override=ControllerUnknown', '--dry-run=client', '-n', 'shop']
  for (const asked of [['secret/keys'], ['secrets', `--finalizer=${FOREIGN}`]]) {
    const { stdout, stderr } = await runIn(world, ['remove', ...asked, ...how])
    assert.equal(told(stdout).toSorted(), [balancer, SECRET].toSorted(), stdout + stderr)
  }
})

test('namespace tells it of all that is left in it, replay of all that it deletes', async () => {
  const dying = setup()
  const door = dying.sandbox.get('v1', 'Service', 'door', 'live')!
  dying.sandbox.put({ ...door, metadata: { name: 'door', namespace: 'shop' } })
  const answer = await runIn(dying, [
    'namespace',
    'shop',
    '--override=ControllerUnknown,RepairFirst',
    '--dry-run=client',
  ])
  assert.equal(told(answer.stdout).toSorted(), [CLOUD.replace('live', 'shop'), SECRET, DATA].toSorted(), answer.stderr)
  const world = setup()
  definition(world.sandbox, { group: 'example.com', plural: 'apps', kind: 'App' })
  namespace(world.sandbox, 'live')
  customResource(world.sandbox, {
    apiVersion: 'example.com/v1',
    kind: 'App',
    namespace: 'live',
    name: 'one',
    manager: 'apps',
    deleted: HOUR,
    finalizers: [FOREIGN],
  })
  using folder = temporaryFolder()
  const resources = [{ apiVersion: 'v1', kind: 'Service', names: ['door'] }]
  const groups = folder.write(
    'groups.json',
    JSON.stringify({ apiVersion: 'kubectl-finalize/v1', kind: 'DeletionGroups', groups: [{ resources }] }),
  )
  const replayed = await runIn(world, ['replay', 'apps/one', '-n', 'live', '-f', groups, '--dry-run=client'])
  assert.equal(told(replayed.stdout), [CLOUD], replayed.stderr)
})

test('what may not be read is told, and never left out', async () => {
  const world = setup()
  world.sandbox.onRequest = ({ path }) =>
    path === '/api/v1/persistentvolumes'
      ? statusResponse(403, { reason: 'Forbidden', message: 'persistentvolumes is forbidden' })
      : undefined
  const answer = await runIn(world, [
    'remove',
    'pvc/data',
    '--override=ControllerUnknown,IncompleteRead',
    '--dry-run=client',
    '-n',
    'shop',
  ])
  assert.match(answer.stdout, /What goes with it\n.*not read \(Forbidden\).*persistentvolumes/, answer.stderr)
})

test.run()
