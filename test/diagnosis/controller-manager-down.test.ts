import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { BUILTIN_FINALIZERS, builtinFinalizer, OF_KUBERNETES } from '../../src/api/builtin-finalizers.ts'
import { apiVersionOf, resourceName } from '../../src/api/resource-type.ts'
import { protectionOf } from '../../src/diagnosis/catalogue/in-use.ts'
import { shippedCatalogue } from '../../src/diagnosis/catalogue/shipped.ts'
import { definition } from '../../src/sandbox/incidents/parts/definition.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { node } from '../../src/sandbox/incidents/parts/node.ts'
import { pod } from '../../src/sandbox/incidents/parts/pod.ts'
import { HOUR } from '../../src/sandbox/incidents/parts/time.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { statusResponse } from '../sandbox/fault-answers.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { explained } from './explained.ts'
import { configMap, deleted, lease, withoutLease } from './stuck-objects.ts'

const test = suite('kube-controller-manager')

const LEASES = 'leases.coordination.k8s.io'

/** One of each that only kube-controller-manager can end, deleted so many seconds ago, and healthy neighbours. */
function setup(seconds: number): Sandbox {
  const sandbox = createSandbox({ clock: manualClock() })
  namespace(sandbox, 'empty', { deleted: seconds })
  namespace(sandbox, 'full', { deleted: seconds })
  namespace(sandbox, 'shop')
  configMap(sandbox, 'full', 'untouched')
  configMap(sandbox, 'shop', 'foreground', deleted(sandbox, seconds, 'foregroundDeletion'))
  configMap(sandbox, 'shop', 'orphan', deleted(sandbox, seconds, 'orphan'))
  configMap(sandbox, 'shop', 'healthy')
  for (const name of ['unused', 'used']) {
    const metadata = { name, namespace: 'shop', ...deleted(sandbox, seconds, 'kubernetes.io/pvc-protection') }
    sandbox.put({ apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata, spec: {}, status: { phase: 'Bound' } })
  }
  pod(sandbox, 'shop', 'user', { claim: 'used' })
  for (const [name, phase] of [
    ['released', 'Released'],
    ['bound', 'Bound'],
  ] as const) {
    const metadata = { name, ...deleted(sandbox, seconds, 'kubernetes.io/pv-protection') }
    sandbox.put({ apiVersion: 'v1', kind: 'PersistentVolume', metadata, spec: {}, status: { phase } })
  }
  return sandbox
}

const WAITING = ['empty', 'foreground', 'full', 'orphan', 'released', 'untouched', 'unused']

test('with a stale Lease is the one cause of all that it alone can end', async () => {
  const sandbox = setup(HOUR)
  lease(sandbox, 100)
  const { causes, object } = await explained(sandbox)
  const down = causes.filter(({ code }) => code === 'ControllerManagerDown')
  assert.is(down.length, 1)
  assert.equal(down[0]!.subject, { kind: 'Lease', namespace: 'kube-system', name: 'kube-controller-manager' })
  assert.equal(down[0]!.blocks.map(({ name }) => name).toSorted(), WAITING)
  assert.is(object('Namespace', 'empty').verdict, 'stuck')
  assert.is(object('Namespace', 'full').verdict, 'waiting')
  assert.is(object('PersistentVolumeClaim', 'unused').verdict, 'stuck')
  assert.equal(
    down[0]!.remedies.map(({ kind }) => kind),
    ['repair', 'inspect', 'inspect'],
  )
  assert.ok(down[0]!.evidence.some(({ source, fact }) => source === 'leases' && fact.includes('100s ago')))
  const claim = object('PersistentVolumeClaim', 'used')
  assert.not.ok(claim.causes.includes(down[0]!.id))
})

test('with a Lease that is late may be replaced by another in a moment: that it is down is not proven', async () => {
  const sandbox = setup(HOUR)
  lease(sandbox, 40)
  const { causes, object } = await explained(sandbox)
  const [down] = causes.filter(({ code }) => code === 'ControllerManagerDown')
  assert.is(object('Namespace', 'empty').verdict, 'unknown')
  assert.equal(
    down!.remedies.map(({ kind }) => kind),
    ['wait', 'inspect', 'inspect'],
  )
})

test('with a fresh Lease and work of half a minute ago is at work', async () => {
  const { causes, object } = await explained(setup(30))
  assert.not.ok(causes.some(({ code }) => code === 'ControllerManagerDown'))
  for (const name of ['foreground', 'orphan']) assert.is(object('ConfigMap', name).verdict, 'progressing')
  assert.is(object('Namespace', 'empty').verdict, 'progressing')
  const [working] = causes.filter(({ code }) => code === 'CleanupInProgress')
  assert.equal(working!.blocks.map(({ name }) => name).toSorted(), WAITING)
  assert.equal(
    working!.remedies.map(({ kind }) => kind),
    ['wait'],
  )
})

test('with a fresh Lease and work that stands still for an hour is suspected, not proven', async () => {
  const { causes, object } = await explained(setup(HOUR))
  const [down] = causes.filter(({ code }) => code === 'ControllerManagerDown')
  assert.equal(down!.blocks.map(({ name }) => name).toSorted(), WAITING)
  assert.is(object('ConfigMap', 'orphan').verdict, 'unknown')
  // An owner that waits for nothing is let go by the server itself; the rest asks for a look.
  const [again, release, ...rest] = down!.remedies
  assert.is(again!.kind, 'wait')
  assert.equal(release!.commands, ['kubectl delete configmaps foreground -n shop --cascade=background --wait=false'])
  assert.ok(rest.every(({ kind }) => kind === 'inspect'))
})

test('with a fresh Lease is suspected after a minute of one step, and later of a long queue', async () => {
  const { causes } = await explained(setup(90))
  const blocked = (code: string) =>
    causes.filter(cause => cause.code === code).flatMap(({ blocks }) => blocks.map(({ name }) => name).toSorted())
  // Its controller has left no condition on either namespace: it never came.
  assert.equal(blocked('ControllerManagerDown'), WAITING)
  const sandbox = setup(90)
  const condition = { type: 'NamespaceContentRemaining', status: 'False', reason: 'ContentRemoved', message: '' }
  for (const name of ['empty', 'full']) {
    const known = sandbox.get('v1', 'Namespace', name)!
    sandbox.put({ ...known, status: { phase: 'Terminating', conditions: [condition] } })
  }
  const { object } = await explained(sandbox)
  assert.is(object('Namespace', 'empty').verdict, 'progressing')
  assert.is(object('ConfigMap', 'orphan').verdict, 'unknown')

  // An API that is down holds up the first pass over a namespace: without a condition it is perhaps not over.
  const slow = setup(90)
  slow.onRequest = ({ method, path }) =>
    method === 'GET' && path.endsWith('/csinodes') ? statusResponse(503, { reason: 'ServiceUnavailable' }) : undefined
  assert.is((await explained(slow)).codesOf('Namespace', 'empty').includes('ControllerManagerDown'), false)
})

test('that took over only now has its time still before it', async () => {
  const sandbox = setup(HOUR)
  lease(sandbox, 1, 20)
  const { causes, object } = await explained(sandbox)
  assert.not.ok(causes.some(({ code }) => code === 'ControllerManagerDown'))
  assert.is(object('ConfigMap', 'orphan').verdict, 'progressing')
})

test('without a Lease is down where its work is not done for long, and unknown at first', async () => {
  for (const [seconds, verdict] of [
    [HOUR, 'stuck'],
    [10, 'unknown'],
  ] as const) {
    const sandbox = setup(seconds)
    withoutLease(sandbox)
    const { codesOf, object } = await explained(sandbox)
    assert.equal(codesOf('ConfigMap', 'orphan'), ['ControllerManagerDown'])
    assert.is(object('ConfigMap', 'orphan').verdict, verdict)
  }
})

test('whose Lease is not to be read is neither down nor at work', async () => {
  const sandbox = setup(HOUR)
  sandbox.authorize = (_user, verb, resource) => !(resource === LEASES && verb === 'get')
  const { causes, object } = await explained(sandbox)
  const [down] = causes.filter(({ code }) => code === 'ControllerManagerDown')
  assert.is(object('ConfigMap', 'orphan').verdict, 'unknown')
  assert.ok(down!.evidence[0]!.fact.includes('could not be read'))
})

test('down is the cause whatever it wrote into the conditions of a namespace before', async () => {
  const sandbox = createSandbox({ clock: manualClock() })
  namespace(sandbox, 'old', { deleted: HOUR })
  const known = sandbox.get('v1', 'Namespace', 'old')!
  const error = {
    type: 'NamespaceDeletionContentFailure',
    status: 'True',
    reason: 'x',
    message: 'etcdserver: too slow',
  }
  sandbox.put({ ...known, status: { phase: 'Terminating', conditions: [error] } })
  lease(sandbox, HOUR)
  const { codesOf, object } = await explained(sandbox)
  assert.ok(codesOf('Namespace', 'old').includes('ControllerManagerDown'))
  assert.is(object('Namespace', 'old').verdict, 'stuck')
})

test('down holds every Pod that its Job has to count, and at work only one that is finished or never began', async () => {
  const sandbox = createSandbox({ clock: manualClock() })
  namespace(sandbox, 'shop')
  const finalizers = ['batch.kubernetes.io/job-tracking']
  const names = ['finished', 'running', 'unscheduled']
  pod(sandbox, 'shop', 'finished', { phase: 'Succeeded', deleted: 30, graceSeconds: 0, finalizers })
  pod(sandbox, 'shop', 'running', { deleted: 30, graceSeconds: 0, finalizers })
  pod(sandbox, 'shop', 'unscheduled', { phase: 'Pending', node: '', deleted: 30, graceSeconds: 0, finalizers })
  const atWork = await explained(sandbox)
  for (const name of ['finished', 'unscheduled']) assert.equal(atWork.codesOf('Pod', name), ['CleanupInProgress'])
  assert.not.ok(atWork.codesOf('Pod', 'running').includes('CleanupInProgress'))
  lease(sandbox, 600)
  const down = await explained(sandbox)
  for (const name of names) {
    assert.equal(down.codesOf('Pod', name), ['ControllerManagerDown'])
    assert.is(down.object('Pod', name).verdict, 'stuck')
  }
})

test('down holds what the Pod garbage collector would end, and not a Pod that its kubelet can end', async () => {
  const sandbox = createSandbox({ clock: manualClock() })
  namespace(sandbox, 'shop')
  node(sandbox, 'worker-1')
  pod(sandbox, 'shop', 'unscheduled', { node: '', deleted: 60, graceSeconds: 30 })
  pod(sandbox, 'shop', 'orphaned', { node: 'gone', deleted: 60, graceSeconds: 30 })
  pod(sandbox, 'shop', 'old', { node: 'gone', deleted: HOUR, graceSeconds: 30 })
  pod(sandbox, 'shop', 'ending', { deleted: 10, graceSeconds: 30 })
  const before = await explained(sandbox)
  assert.equal(before.codesOf('Pod', 'old'), ['PodNodeLost'])
  for (const name of ['unscheduled', 'orphaned']) assert.is(before.object('Pod', name).verdict, 'progressing')
  lease(sandbox, 600)
  const { codesOf } = await explained(sandbox)
  for (const name of ['unscheduled', 'orphaned', 'old']) assert.equal(codesOf('Pod', name), ['ControllerManagerDown'])
  assert.equal(codesOf('Pod', 'ending'), ['PodTerminating'])
})

test('down holds a volume that is still called Bound to a claim that is gone', async () => {
  const sandbox = createSandbox({ clock: manualClock() })
  const metadata = { name: 'disk', ...deleted(sandbox, 30, 'kubernetes.io/pv-protection') }
  const claimRef = { kind: 'PersistentVolumeClaim', namespace: 'shop', name: 'data', uid: 'uid-of-old' }
  const volume = {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata,
    spec: { claimRef },
    status: { phase: 'Bound' },
  }
  sandbox.put(volume)
  assert.equal((await explained(sandbox)).codes, ['CleanupInProgress disk'])
  lease(sandbox, 600)
  assert.equal((await explained(sandbox)).codes, ['ControllerManagerDown kube-controller-manager'])
})

test('down holds every object with a finalizer that one of its controllers serves, and nobody is searched for', async () => {
  for (const { name, on, servedBy } of BUILTIN_FINALIZERS) {
    if (OF_KUBERNETES.has(name) || servedBy !== 'kube-controller-manager') continue
    const sandbox = createSandbox({ clock: manualClock() })
    const type = sandbox.server.types.stored().find(each => resourceName(each) === on)
    // Not every type is served by the sandbox.
    if (type === undefined) continue
    const metadata = {
      name: 'one',
      ...(type.namespaced && { namespace: 'default' }),
      ...deleted(sandbox, 90, name, 'example.com/hold'),
    }
    sandbox.put({ apiVersion: apiVersionOf(type), kind: type.kind, metadata, spec: {} })
    const standing = await explained(sandbox)
    const expected =
      protectionOf(name, on!, shippedCatalogue().rows.inUse) === undefined
        ? 'ControllerUnknown'
        : 'ControllerManagerDown'
    assert.equal(standing.codesOf(type.kind, 'one'), [expected, 'ControllerUnknown'], name)
    lease(sandbox, 1, 20)
    const late =
      protectionOf(name, on!, shippedCatalogue().rows.inUse) === undefined ? 'ControllerUnknown' : 'CleanupInProgress'
    assert.equal((await explained(sandbox)).codesOf(type.kind, 'one'), [late, 'ControllerUnknown'], name)
    lease(sandbox, 600)
    const down = await explained(sandbox)
    assert.equal(down.codesOf(type.kind, 'one'), ['ControllerManagerDown', 'ControllerUnknown'], name)
  }
})

test('of a release that waits for every list is kept from collecting by a type that cannot be listed', async () => {
  for (const [version, code] of [
    ['v1.30.14', 'Undecodable'],
    ['v1.36.3', 'ControllerManagerDown'],
  ] as const) {
    const sandbox = createSandbox({ clock: manualClock(), version })
    definition(sandbox, { group: 'shop.example.com', plural: 'gears', kind: 'Gear' })
    namespace(sandbox, 'shop')
    configMap(sandbox, 'shop', 'orphan', deleted(sandbox, HOUR, 'orphan'))
    const message = "failed to list shop.example.com/v1, Kind=Gear: error decoding: invalid character 'x'"
    sandbox.onRequest = ({ method, path }) =>
      method === 'GET' && path.endsWith('/gears')
        ? statusResponse(429, { reason: 'TooManyRequests', message })
        : undefined
    const { codesOf, object } = await explained(sandbox)
    assert.equal(codesOf('ConfigMap', 'orphan'), [code], version)
    assert.is(object('ConfigMap', 'orphan').verdict, code === 'Undecodable' ? 'stuck' : 'unknown')
  }
})

test('serves no finalizer of these names on objects of other types', () => {
  for (const { name, on } of BUILTIN_FINALIZERS) {
    assert.is(builtinFinalizer(name, on ?? 'configmaps')?.name, name)
    if (on !== undefined) assert.is(builtinFinalizer(name, 'widgets.example.com'), undefined)
  }
})

test('is not asked for where nothing waits for it', async () => {
  const sandbox = createSandbox({ clock: manualClock() })
  namespace(sandbox, 'shop')
  configMap(sandbox, 'shop', 'held', deleted(sandbox, HOUR, 'example.com/hold'))
  const asked: string[] = []
  sandbox.onRequest = ({ path }) => {
    asked.push(path)
    return undefined
  }
  await explained(sandbox)
  assert.not.ok(asked.some(path => path.includes('kube-controller-manager')))
})

test.run()
