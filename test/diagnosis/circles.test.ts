import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { customResource } from '../../src/sandbox/incidents/parts/custom-resource.ts'
import { definition } from '../../src/sandbox/incidents/parts/definition.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { operator } from '../../src/sandbox/incidents/parts/operator.ts'
import { HOUR } from '../../src/sandbox/incidents/parts/time.ts'
import { controllerOf } from '../../src/sandbox/incidents/parts/workload.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { explained } from './explained.ts'
import { configMap, deleted } from './stuck-objects.ts'

const test = suite('objects that wait for each other')

const GROUP = 'stores.example.com'
const TYPE = { apiVersion: `${GROUP}/v1`, kind: 'Store' }

/** Namespaces shop and other, and the operator of Stores, which runs unless said. */
function setup(replicas = 1): Sandbox {
  const sandbox = createSandbox({ clock: manualClock() })
  for (const name of ['shop', 'other']) namespace(sandbox, name)
  definition(sandbox, { group: GROUP, plural: 'stores', kind: 'Store' })
  operator(sandbox, { name: 'stores', group: GROUP, plural: 'stores', replicas })
  return sandbox
}

interface Fields {
  readonly place?: string
  readonly peer?: object
  readonly message?: string
  readonly finalizers?: readonly string[]
}

function store(sandbox: Sandbox, name: string, { place = 'shop', peer, message, finalizers }: Fields = {}) {
  return customResource(sandbox, {
    ...TYPE,
    namespace: place,
    name,
    manager: 'stores',
    finalizers: finalizers ?? [`${GROUP}/cleanup`],
    deleted: HOUR,
    ...(peer && { spec: { peerRef: peer } }),
    ...(message && { status: { conditions: [{ type: 'Ready', status: 'False', reason: 'Deleting', message }] } }),
  })
}

const peer = (name: string, place?: string) => ({ ...TYPE, name, ...(place && { namespace: place }) })

test('by their own word are told as a circle, in order, with the place where it is opened, whatever namespace was asked for', async () => {
  const sandbox = setup()
  store(sandbox, 'a', { peer: peer('b', 'other'), message: 'waiting for Store other/b to be deleted' })
  store(sandbox, 'b', { place: 'other', peer: peer('a', 'shop'), message: 'waiting for Store shop/a to be deleted' })
  for (const scope of [{}, { namespace: 'shop' }]) {
    const { causes, object } = await explained(sandbox, scope)
    assert.equal(
      object('Store', 'a').waitingFor.map(({ reason, ref }) => [reason, ref.name]),
      [['Named', 'b']],
    )
    const circle = causes.find(({ code }) => code === 'DependentAlive')!
    assert.equal(circle.blocks.map(({ name }) => name).toSorted(), ['a', 'b'])
    assert.match(circle.summary, /Store .*\/[ab] waits for Store .*\/[ab], which waits for Store/)
    assert.is(circle.verdict, 'unknown')
    const opening = circle.remedies.at(-1)!
    assert.match(opening.commands[0]!, /^kubectl finalize remove .*--finalizer stores.example.com\/cleanup --override /)
  }
})

test('what the words alone name by kind and name is waited for, if it is of their API group (piraeusdatastore/piraeus-operator#931)', async () => {
  const sandbox = setup()
  store(sandbox, 'a', { message: 'Waiting for Stores to become ready: b' })
  store(sandbox, 'b', { message: 'Waiting for Stores to become ready: a' })
  store(sandbox, 'c', { message: 'Store a no longer waiting for anything' })
  store(sandbox, 'd', { message: 'Waiting for the quorum to become ready: a' })
  store(sandbox, 'e', { place: 'other', message: 'Waiting for Stores to become ready: a' })
  const { causes, object } = await explained(sandbox)
  const circle = causes.find(({ code }) => code === 'DependentAlive')!
  assert.equal([circle.verdict, circle.blocks.map(({ name }) => name).toSorted()], ['unknown', ['a', 'b']])
  for (const name of ['c', 'd', 'e']) assert.equal(object('Store', name).waitingFor, [])
})

test('are no circle where one of them only names the other, or waits for one that lives', async () => {
  const sandbox = setup()
  store(sandbox, 'a', { peer: peer('b'), message: 'waiting for Store b to be deleted' })
  store(sandbox, 'b', { peer: peer('a') })
  store(sandbox, 'c', { peer: peer('d'), message: 'waiting for Store d to be deleted' })
  customResource(sandbox, { ...TYPE, namespace: 'shop', name: 'd', manager: 'stores', finalizers: [] })
  const { codes, object } = await explained(sandbox)
  assert.not.ok(codes.some(code => code.startsWith('DependentAlive')))
  assert.equal(object('Store', 'c').waitingFor, [])
})

test('are none where two of one name are only told by it, the own one, and not by kind or namespace', async () => {
  for (const [message, waits] of [
    ['cleanup of gold is pending', false],
    ['waiting for store gold to let go', false],
    ['waiting for ShelfStore gold to be deleted', true],
  ] as const) {
    const sandbox = setup()
    definition(sandbox, { group: GROUP, plural: 'shelfstores', kind: 'ShelfStore' })
    operator(sandbox, { name: 'shelves', group: GROUP, plural: 'shelfstores' })
    const shelf = { apiVersion: TYPE.apiVersion, kind: 'ShelfStore', name: 'gold', namespace: 'shop' }
    const status = { conditions: [{ type: 'Ready', status: 'False', reason: 'Deleting', message: 'before gold goes' }] }
    const rest = { manager: 'shelves', finalizers: [`${GROUP}/cleanup`], deleted: HOUR, status }
    customResource(sandbox, { ...shelf, ...rest, spec: { storeRef: { ...peer('gold') } } })
    store(sandbox, 'gold', { peer: shelf, message })
    const { codes, objects } = await explained(sandbox)
    assert.not.ok(
      codes.some(code => code.startsWith('DependentAlive')),
      message,
    )
    const edges = objects.flatMap(({ ref, waitingFor }) => waitingFor.map(each => `${ref.kind} ${each.ref.kind}`))
    assert.equal(edges, waits ? ['Store ShelfStore'] : [], message)
  }
})

test('are none where they only name each other, or one owns the other, and just a finalizer sounds like use', async () => {
  for (const [isOwned, ofPeer, waits] of [
    [false, 'in-use', []],
    [false, 'cleanup', ['b']],
    [true, 'cleanup', []],
  ] as const) {
    const sandbox = setup()
    definition(sandbox, { group: GROUP, plural: 'nets', kind: 'Net' })
    operator(sandbox, { name: 'nets', group: GROUP, plural: 'nets' })
    const net = { apiVersion: TYPE.apiVersion, kind: 'Net', name: 'a' }
    const owner = store(sandbox, 'b', { peer: net, finalizers: [`${GROUP}/${ofPeer}`] })
    const finalizers = [`${GROUP}/net-in-use`]
    const made = { ...net, namespace: 'shop', manager: 'nets', finalizers, deleted: HOUR }
    const put = customResource(sandbox, { ...made, spec: { storeRef: peer('b') } })
    if (isOwned) sandbox.put({ ...put, metadata: { ...put.metadata, ownerReferences: [controllerOf(owner)] } })
    const { codes, object } = await explained(sandbox)
    assert.not.ok(codes.some(code => code.startsWith('DependentAlive')))
    assert.equal(
      object('Net', 'a').waitingFor.map(({ ref }) => ref.name),
      waits,
    )
  }
})

test('an owner deleted in the foreground and a dependent that says it waits for it: the owner is let go', async () => {
  const sandbox = setup()
  const owner = store(sandbox, 'owner', { finalizers: ['foregroundDeletion'] })
  const owned = { ...controllerOf(owner), blockOwnerDeletion: true }
  const part = store(sandbox, 'part', { message: 'waiting until Store owner is gone' })
  sandbox.put({ ...part, metadata: { ...part.metadata, ownerReferences: [owned] } })
  const { causes } = await explained(sandbox)
  const circle = causes.find(({ code }) => code === 'DependentAlive')!
  assert.equal(circle.subject.name, 'owner')
  assert.equal(circle.remedies[0]!.commands, [
    'kubectl delete stores.stores.example.com owner -n shop --cascade=background --wait=false',
  ])
})

test('that own each other are a circle while their controller runs; where it does not, that is the cause', async () => {
  for (const [replicas, code] of [
    [1, 'DependentAlive'],
    [0, 'ControllerUnhealthy'],
  ] as const) {
    const { causes } = await explained(owningEachOther(setup(replicas)))
    assert.equal([...new Set(causes.map(each => each.code))], [code])
    assert.equal(causes[0]!.blocks.map(({ name }) => name).toSorted(), ['a', 'b'])
  }
})

function owningEachOther(sandbox: Sandbox): Sandbox {
  const a = store(sandbox, 'a')
  const b = store(sandbox, 'b')
  sandbox.put({ ...a, metadata: { ...a.metadata, ownerReferences: [controllerOf(b)] } })
  sandbox.put({ ...b, metadata: { ...b.metadata, ownerReferences: [controllerOf(a)] } })
  return sandbox
}

test('a chain that leaves the namespace asked for goes on there, to the dependents of an owner and what holds them', async () => {
  const sandbox = setup()
  const owner = configMap(sandbox, 'other', 'owner', deleted(sandbox, HOUR, 'foregroundDeletion'))
  const ownerReferences = [controllerOf(owner)]
  configMap(sandbox, 'other', 'part', { ownerReferences, ...deleted(sandbox, HOUR, 'example.com/hold') })
  store(sandbox, 'a', {
    peer: { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', namespace: 'other' },
    message: 'waiting for ConfigMap other/owner',
  })
  const { object, causes, codesOf } = await explained(sandbox, { namespace: 'shop' })
  assert.equal(
    object('ConfigMap', 'owner').waitingFor.map(({ ref }) => ref.name),
    ['part'],
  )
  assert.not.match(JSON.stringify(causes), 'NotAsked')
  assert.ok(codesOf('ConfigMap', 'owner').length > 0)
})

test.run()
