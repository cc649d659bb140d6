import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { KubeObject, OwnerReference } from '../../src/api/object.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { ago, HOUR } from '../../src/sandbox/incidents/parts/time.ts'
import { controllerOf } from '../../src/sandbox/incidents/parts/workload.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { explained } from './explained.ts'
import { configMap, deleted, lease } from './stuck-objects.ts'

const test = suite('a foreground deletion')

const FOREGROUND = 'foregroundDeletion'

function setup(): Sandbox {
  const sandbox = createSandbox({ clock: manualClock() })
  namespace(sandbox, 'shop')
  return sandbox
}

function owner(sandbox: Sandbox, name: string, seconds = HOUR): KubeObject {
  return configMap(sandbox, 'shop', name, deleted(sandbox, seconds, FOREGROUND))
}

function ownedBy(...owners: (KubeObject | OwnerReference)[]): { ownerReferences: OwnerReference[] } {
  return {
    ownerReferences: owners.map(each => {
      if (!('metadata' in each)) return each as OwnerReference
      return { ...controllerOf(each as KubeObject), controller: false }
    }),
  }
}

function clusterRole(sandbox: Sandbox, name: string, owned: { ownerReferences: OwnerReference[] }): KubeObject {
  const apiVersion = 'rbac.authorization.k8s.io/v1'
  return sandbox.put({ apiVersion, kind: 'ClusterRole', metadata: { name, ...owned }, rules: [] })
}

test('waits for a dependent that a finalizer holds, and not for one that does not block', async () => {
  const sandbox = setup()
  const app = owner(sandbox, 'app')
  configMap(sandbox, 'shop', 'held', { ...ownedBy(app), ...deleted(sandbox, HOUR, 'example.com/hold') })
  const free = { ...controllerOf(app), controller: false, blockOwnerDeletion: false }
  configMap(sandbox, 'shop', 'free', { ...ownedBy(free), ...deleted(sandbox, HOUR, 'example.com/hold') })
  const { object } = await explained(sandbox)
  assert.is(object('ConfigMap', 'app').verdict, 'waiting')
  assert.equal(
    object('ConfigMap', 'app').waitingFor.map(({ reason, ref }) => [reason, ref.name]),
    [['Dependent', 'held']],
  )
})

test('waits for ever for a cluster-scoped dependent of a namespaced owner', async () => {
  const sandbox = setup()
  const app = owner(sandbox, 'app', 30)
  clusterRole(sandbox, 'reader', ownedBy(app))
  clusterRole(sandbox, 'healthy', { ownerReferences: [] })
  const { object, objects, causes } = await explained(sandbox)
  assert.equal(
    causes.map(({ code, subject, blocks }) => [code, subject.name, blocks.map(({ name }) => name)]),
    [['DependentAlive', 'reader', ['reader', 'app']]],
  )
  assert.is(objects.length, 2)
  assert.is(object('ClusterRole', 'reader').verdict, 'stuck')
  assert.is(object('ClusterRole', 'reader').deletionTimestamp, undefined)
  assert.is(object('ConfigMap', 'app').verdict, 'waiting')
  assert.equal(
    causes[0]!.remedies.map(({ kind, risk, commands }) => [kind, risk, ...commands]),
    [
      ['repair', 'low', 'kubectl delete configmaps app -n shop --cascade=background --wait=false'],
      ['repair', 'medium', 'kubectl delete clusterroles.rbac.authorization.k8s.io reader'],
    ],
  )
  assert.match(causes[0]!.remedies[0]!.summary, 'stays')
})

test('waits for a dependent that names an owner of a kind that nobody serves', async () => {
  const sandbox = setup()
  const strange = { apiVersion: 'gone.example.com/v1', kind: 'Thing', name: 'x', uid: 'x-uid' }
  configMap(sandbox, 'shop', 'left', ownedBy(owner(sandbox, 'app'), strange))
  const { object, codes } = await explained(sandbox)
  assert.equal(codes, ['DependentAlive left'])
  assert.is(object('ConfigMap', 'left').verdict, 'stuck')
})

test('is progressing while the garbage collector has a young dependent before it, also one in another namespace', async () => {
  const sandbox = setup()
  namespace(sandbox, 'other')
  const app = owner(sandbox, 'app', 20)
  configMap(sandbox, 'shop', 'next', ownedBy(app))
  configMap(sandbox, 'other', 'misplaced', ownedBy(app))
  const { object, codes } = await explained(sandbox)
  assert.is(object('ConfigMap', 'next').verdict, 'progressing')
  assert.is(object('ConfigMap', 'misplaced').verdict, 'progressing')
  assert.equal(codes, ['CleanupInProgress misplaced'])
})

test('blames a dependent that the collector leaves alone for long, without proof that it stays', async () => {
  const sandbox = setup()
  const app = owner(sandbox, 'app')
  const keeper = configMap(sandbox, 'shop', 'keeper')
  configMap(sandbox, 'shop', 'kept', ownedBy(app, keeper))
  const { object, causes, codes } = await explained(sandbox)
  assert.equal(codes, ['DependentAlive kept'])
  assert.is(object('ConfigMap', 'kept').verdict, 'unknown')
  assert.ok(causes[0]!.evidence.some(({ fact }) => fact === 'ConfigMap keeper also owns it and keeps it'))
})

test('that the collector may try again only in a quarter of an hour is said, with the deletion that it would do', async () => {
  const sandbox = setup()
  configMap(sandbox, 'shop', 'dep', ownedBy(owner(sandbox, 'app')))
  const { causes, codes } = await explained(sandbox)
  assert.equal(codes, ['DependentAlive dep'])
  assert.equal(
    causes[0]!.remedies.map(({ risk, commands }) => [risk, commands[0]]),
    [
      ['low', 'kubectl delete configmaps dep -n shop'],
      ['low', 'kubectl delete configmaps app -n shop --cascade=background --wait=false'],
    ],
  )
})

test('blames kube-controller-manager and not the dependent when that one is down', async () => {
  const sandbox = setup()
  configMap(sandbox, 'shop', 'next', ownedBy(owner(sandbox, 'app')))
  lease(sandbox, HOUR)
  const { object, codes } = await explained(sandbox)
  assert.equal(codes, ['ControllerManagerDown kube-controller-manager'])
  assert.is(object('ConfigMap', 'next').verdict, 'stuck')
})

test('in a circle of owners that block each other ends, and letting one go is the repair of all', async () => {
  const sandbox = setup()
  const reference = (name: string): OwnerReference => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    name,
    uid: `uid-${name}`,
    blockOwnerDeletion: true,
  })
  for (const [name, next] of [
    ['a', 'b'],
    ['b', 'c'],
    ['c', 'a'],
  ] as const) {
    const held = deleted(sandbox, HOUR, FOREGROUND)
    configMap(sandbox, 'shop', name, { uid: `uid-${name}`, ...held, ...ownedBy(reference(next)) })
  }
  const outside = configMap(sandbox, 'shop', 'outside', { uid: 'uid-outside', ...deleted(sandbox, HOUR, FOREGROUND) })
  const known = sandbox.get('v1', 'ConfigMap', 'a', 'shop')!
  const ownerReferences = [...known.metadata.ownerReferences!, controllerOf(outside)]
  sandbox.put({ ...known, metadata: { ...known.metadata, ownerReferences } })
  const { objects, causes, codes } = await explained(sandbox)
  assert.equal(codes, ['DependentAlive a'])
  assert.equal(
    objects.map(({ ref, verdict }) => [ref.name, verdict]),
    [
      ['a', 'stuck'],
      ['b', 'stuck'],
      ['c', 'stuck'],
      ['outside', 'waiting'],
    ],
  )
  assert.is(causes[0]!.blocks.length, 4)
  assert.equal(
    causes[0]!.remedies.map(({ commands }) => commands),
    [['kubectl delete configmaps a -n shop --cascade=background --wait=false']],
  )
})

test('is unknown when a type could not be read in which a dependent may be, and waits for those that are known', async () => {
  const sandbox = setup()
  owner(sandbox, 'app')
  const other = owner(sandbox, 'other')
  configMap(sandbox, 'shop', 'held', { ...ownedBy(other), ...deleted(sandbox, HOUR, 'example.com/hold') })
  sandbox.authorize = (_user, _verb, resource) => resource !== 'secrets'
  const { object } = await explained(sandbox)
  assert.is(object('ConfigMap', 'app').verdict, 'unknown')
  assert.is(object('ConfigMap', 'other').verdict, 'waiting')
})

test('is progressing when no dependent remains, and unknown once that has lasted', async () => {
  const sandbox = setup()
  owner(sandbox, 'young', 20)
  owner(sandbox, 'old')
  const { object, causes } = await explained(sandbox)
  assert.is(object('ConfigMap', 'young').verdict, 'progressing')
  assert.is(object('ConfigMap', 'old').verdict, 'unknown')
  assert.equal(causes.map(({ code, blocks }) => `${code} ${blocks.map(({ name }) => name)}`).toSorted(), [
    'CleanupInProgress young',
    'ControllerManagerDown old',
  ])
})

test('leads out of the namespace that was asked for: there the removal is not tried, and that is said as it is', async () => {
  const sandbox = setup()
  namespace(sandbox, 'other')
  const app = owner(sandbox, 'app')
  configMap(sandbox, 'other', 'held', { ...ownedBy(app), ...deleted(sandbox, HOUR, 'example.com/hold') })
  const dryRuns = async (place?: string) => {
    const { causes } = await explained(sandbox, place === undefined ? {} : { namespace: place })
    const cause = causes.find(({ finalizer }) => finalizer === 'example.com/hold')!
    return cause.evidence.filter(({ source }) => source === 'dry run').map(({ fact }) => fact)
  }
  assert.equal(await dryRuns('shop'), [
    'its removal was not tried by a dry run: it is outside of what was asked for; explain it by name',
  ])
  assert.equal(await dryRuns('other'), [])
  assert.equal(await dryRuns(), [])
})

test('is hindered by what a program creates late, which the garbage collector has no time to delete', async () => {
  const createdBy = async (manager: string, age: number) => {
    const sandbox = setup()
    const made = { manager, operation: 'Update', fieldsV1: { 'f:metadata': { 'f:ownerReferences': {} } } }
    const dependent = { ...ownedBy(owner(sandbox, 'app', age)), managedFields: [{ ...made, time: ago(sandbox, 0) }] }
    const below = { ...deleted(sandbox, 0, FOREGROUND), ...dependent }
    const set = configMap(sandbox, 'shop', 'set', below)
    configMap(sandbox, 'shop', 'pod', ownedBy(set))
    return explained(sandbox)
  }
  const { codes, causes, object } = await createdBy('manager', HOUR)
  assert.equal(codes, ['DependentAlive app'])
  assert.is(object('ConfigMap', 'pod').verdict, 'unknown')
  assert.match(causes[0]!.summary, '"manager" created ConfigMap set while its owner ConfigMap app was being deleted')
  assert.match(causes[0]!.remedies[0]!.commands[0]!, 'delete configmaps app -n shop --cascade=background')
  // Neither what a person, or Kubernetes itself, created, nor what was made when the deletion may not have been seen.
  for (const [manager, age] of [
    ['kubectl-create', HOUR],
    ['kube-controller-manager', HOUR],
    ['manager', 20],
  ] as const)
    assert.equal((await createdBy(manager, age)).codes, ['CleanupInProgress pod'])
})

test('of objects that all own each other is explained in time, whoever may create so many', async () => {
  const sandbox = setup()
  const all = Array.from({ length: 30 }, (_, index) => `o-${index}`)
  for (const name of all) {
    const owners = all.filter(other => other !== name).map(other => ({ name: other, uid: other }))
    const ownerReferences = owners.map(each => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      blockOwnerDeletion: true,
      ...each,
    }))
    configMap(sandbox, 'shop', name, { uid: name, ...deleted(sandbox, HOUR, FOREGROUND), ownerReferences })
  }
  const started = performance.now()
  assert.is((await explained(sandbox)).objects.length, all.length)
  // With each way from an owner to an owner looked at it takes five seconds, and with ten more of them fifty.
  assert.ok(performance.now() - started < 4000)
})

test.run()
