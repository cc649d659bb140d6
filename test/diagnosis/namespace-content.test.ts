import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { definition } from '../../src/sandbox/incidents/parts/definition.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { pod } from '../../src/sandbox/incidents/parts/pod.ts'
import { ago, HOUR } from '../../src/sandbox/incidents/parts/time.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { statusResponse } from '../sandbox/fault-answers.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { explained } from './explained.ts'
import { configMap, deleted, lease } from './stuck-objects.ts'

const test = suite('a terminating namespace')

function setup(): Sandbox {
  return createSandbox({ clock: manualClock() })
}

function edges({ waitingFor }: { waitingFor: readonly { reason: string; ref: { name: string } }[] }): string[] {
  return waitingFor.map(({ reason, ref }) => `${reason} ${ref.name}`)
}

function condition(sandbox: Sandbox, name: string, type: string, message: string): void {
  const known = sandbox.get('v1', 'Namespace', name)!
  const conditions = [{ type, status: 'True', reason: 'Failed', message, lastTransitionTime: ago(sandbox, 60) }]
  sandbox.put({ ...known, status: { phase: 'Terminating', conditions } })
}

test('waits for its Pods first, and for the rest, which waits for the Pods in turn', async () => {
  const sandbox = setup()
  namespace(sandbox, 'old', { deleted: HOUR })
  namespace(sandbox, 'healthy')
  pod(sandbox, 'old', 'db-0', { deleted: HOUR, graceSeconds: 0, finalizers: ['example.com/hold'] })
  configMap(sandbox, 'old', 'untouched')
  configMap(sandbox, 'healthy', 'neighbour')
  const { object, objects, causes } = await explained(sandbox)
  assert.equal(edges(object('Namespace', 'old')), ['NamespacePods db-0', 'NamespaceContent untouched'])
  assert.is(object('Namespace', 'old').verdict, 'waiting')
  assert.is(object('ConfigMap', 'untouched').deletionTimestamp, undefined)
  assert.is(object('ConfigMap', 'untouched').verdict, 'waiting')
  assert.equal(edges(object('ConfigMap', 'untouched')), ['NamespacePods db-0'])
  assert.is(objects.length, 3)
  assert.equal(causes[0]!.blocks.map(({ name }) => name).toSorted(), ['db-0', 'old', 'untouched'])
})

test('waits without Pods for what is left, by name with -n as well', async () => {
  const sandbox = setup()
  namespace(sandbox, 'old', { deleted: HOUR })
  configMap(sandbox, 'old', 'held', deleted(sandbox, HOUR, 'example.com/hold'))
  for (const options of [{}, { namespace: 'old' }]) {
    const { object } = await explained(sandbox, options)
    assert.equal(edges(object('Namespace', 'old')), ['NamespaceContent held'])
    assert.equal(edges(object('ConfigMap', 'held')), [])
  }
})

test('has content that its controller has not reached yet, which is progressing while that one works', async () => {
  const sandbox = setup()
  namespace(sandbox, 'old', { deleted: 3 })
  configMap(sandbox, 'old', 'fresh')
  const { object, codes } = await explained(sandbox)
  assert.is(object('ConfigMap', 'fresh').verdict, 'progressing')
  assert.equal(codes, ['CleanupInProgress fresh'])
})

test('is progressing when it is empty and young, and does not stand still for a short while', async () => {
  const sandbox = setup()
  namespace(sandbox, 'old', { deleted: 30 })
  assert.is((await explained(sandbox)).object('Namespace', 'old').verdict, 'progressing')
})

test('is not progressing when its controller reports an error, which is told where no other cause tells it', async () => {
  const sandbox = setup()
  namespace(sandbox, 'old', { deleted: 60 })
  configMap(sandbox, 'old', 'left')
  const message = 'Failed to delete all resource types, 1 remaining: etcdserver: mvcc: database space exceeded'
  condition(sandbox, 'old', 'NamespaceDeletionContentFailure', message)
  const { object, causes, codes } = await explained(sandbox)
  assert.equal(codes, ['CleanupFailing old'])
  assert.is(object('ConfigMap', 'left').verdict, 'unknown')
  assert.is(object('Namespace', 'old').verdict, 'unknown')
  assert.ok(causes[0]!.evidence[0]!.fact.includes('space exceeded'))
})

test('is not said to fail by this rule when a webhook is what rejects the deletions', async () => {
  const sandbox = setup()
  namespace(sandbox, 'old', { deleted: 60 })
  configMap(sandbox, 'old', 'left')
  const message =
    'Failed to delete all resource types, 1 remaining: Internal error occurred: failed calling webhook "a.example.com": failed to call webhook: no endpoints'
  condition(sandbox, 'old', 'NamespaceDeletionContentFailure', message)
  const { object, codes } = await explained(sandbox)
  assert.not.ok(codes.some(code => code.startsWith('CleanupFailing') || code.startsWith('CleanupInProgress')))
  assert.is(object('ConfigMap', 'left').verdict, 'unknown')
})

test('whose condition only repeats that a Pod is left is held by what holds the Pod, and by nothing else', async () => {
  const sandbox = setup()
  namespace(sandbox, 'old', { deleted: HOUR })
  sandbox.put({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: 'worker-9' },
    status: { conditions: [{ type: 'Ready', status: 'Unknown', lastTransitionTime: ago(sandbox, HOUR) }] },
  })
  pod(sandbox, 'old', 'db-0', { node: 'worker-9', deleted: HOUR, graceSeconds: 30 })
  const left = 'unexpected items still remain in namespace: old for gvr: /v1, Resource=pods'
  const others = 'unexpected items still remain in namespace: old for gvr: apps/v1, Resource=deployments'
  for (const errors of [left, `${left}, ${others}`]) {
    const message = `Failed to delete all resource types, 1 remaining: ${errors}`
    condition(sandbox, 'old', 'NamespaceDeletionContentFailure', message)
    assert.equal((await explained(sandbox)).codes, ['PodNodeLost worker-9'])
  }
  const message = `Failed to delete all resource types, 2 remaining: etcdserver: mvcc: database space exceeded, ${left}`
  condition(sandbox, 'old', 'NamespaceDeletionContentFailure', message)
  assert.equal((await explained(sandbox)).codes, ['CleanupFailing old', 'PodNodeLost worker-9'])
})

test('whose condition still says that something was left, and that is gone, waits for its controller', async () => {
  const sandbox = setup()
  namespace(sandbox, 'old', { deleted: 60 })
  const message =
    'Failed to delete all resource types, 1 remaining: unexpected items still remain in namespace: old for gvr: /v1, Resource=pods'
  condition(sandbox, 'old', 'NamespaceDeletionContentFailure', message)
  const { object, codesOf } = await explained(sandbox)
  assert.equal(codesOf('Namespace', 'old'), ['CleanupInProgress'])
  assert.is(object('Namespace', 'old').verdict, 'progressing')
})

test('is never taken for empty when not everything in it could be read', async () => {
  const sandbox = setup()
  namespace(sandbox, 'old', { deleted: 60 })
  sandbox.authorize = (_user, _verb, resource) => resource !== 'secrets'
  const { object, causes } = await explained(sandbox)
  assert.is(object('Namespace', 'old').verdict, 'unknown')
  assert.equal(
    causes.map(({ code, verdict, subject }) => [code, verdict, subject.name]),
    [['ControllerUnknown', 'unknown', 'old']],
  )
  assert.is(causes[0]!.evidence[0]!.source, 'secrets')
  lease(sandbox, HOUR)
  assert.equal((await explained(sandbox)).codes, ['ControllerManagerDown kube-controller-manager'])
})

test('whose condition names what can be read again has not been looked at since; a failure that a type tells is no second one', async () => {
  const sandbox = setup()
  namespace(sandbox, 'old', { deleted: 600 })
  const message =
    'Failed to delete all resource types, 1 remaining: request to convert CR from an invalid group/version: sea.example.com/v1'
  condition(sandbox, 'old', 'NamespaceDeletionContentFailure', message)
  const { causes, object } = await explained(sandbox)
  assert.equal(
    causes.map(({ code, subject, remedies }) => [code, subject.name, ...remedies.map(({ kind }) => kind)]),
    [['CleanupInProgress', 'old', 'wait']],
  )
  assert.is(object('Namespace', 'old').verdict, 'unknown')
})

test('whose content this user may not read is told by what the namespace controller saw in it', async () => {
  const sandbox = setup()
  namespace(sandbox, 'old', { deleted: 600 })
  condition(sandbox, 'old', 'NamespaceFinalizersRemaining', 'example.com/drain in 2 resource instances')
  sandbox.authorize = (_user, verb, resource) => verb !== 'list' || resource === 'namespaces'
  const { causes } = await explained(sandbox, { user: 'tenant' })
  const [cause] = causes.filter(({ subject }) => subject.name === 'old')
  assert.is(cause!.code, 'ControllerUnknown')
  assert.ok(cause!.evidence.some(({ fact }) => fact.includes('example.com/drain in 2 resource instances')))
})

test('a namespace that only a foreign name in spec.finalizers holds is said to be held by that', async () => {
  const sandbox = createSandbox({ clock: manualClock() })
  const metadata = { name: 'old', deletionTimestamp: ago(sandbox, HOUR) }
  sandbox.put({ apiVersion: 'v1', kind: 'Namespace', metadata, spec: { finalizers: ['openshift.io/origin'] } })
  const [cause] = (await explained(sandbox)).causes
  assert.equal([cause!.code, cause!.verdict, cause!.finalizer], ['ControllerUnknown', 'unknown', 'openshift.io/origin'])
})

test('is held by an aggregated API whose server answers with errors, and that is named', async () => {
  for (const [group, isIts] of [
    ['apps.example.com', true],
    ['example.com', false],
  ] as const) {
    const sandbox = setup()
    namespace(sandbox, 'old', { deleted: HOUR })
    condition(sandbox, 'old', 'NamespaceDeletionContentFailure', 'content is not a list')
    definition(sandbox, { group: 'apps.example.com', plural: 'buckets', kind: 'Bucket' })
    const service = { namespace: 'api-system', name: 'api' }
    const spec = { group, version: 'v1', service }
    const apiVersion = 'apiregistration.k8s.io/v1'
    const conditions = [{ type: 'Available', status: 'True', reason: 'Passed', message: '' }]
    sandbox.put({
      apiVersion,
      kind: 'APIService',
      metadata: { name: `v1.${group}` },
      spec,
      status: { conditions },
    })
    sandbox.onRequest = ({ path }) =>
      path.includes('/buckets') ? statusResponse(500, { message: 'content is not a list' }) : undefined
    const { causes } = await explained(sandbox)
    const { evidence, remedies } = causes.find(({ code }) => code === 'CleanupFailing')!
    const told = evidence.some(({ fact }) =>
      fact.includes('APIService v1.apps.example.com is served by Service api-system/api'),
    )
    assert.is(told, isIts)
    assert.is(remedies[0]!.commands[1] === 'kubectl get services,endpointslices,pods -n api-system', isIts)
  }
})

test('an error that names the group of an aggregated API is of its server, which is named (karmada-io/karmada#2685)', async () => {
  const told = async (error: string) => {
    const sandbox = setup()
    namespace(sandbox, 'old', { deleted: 60 })
    sandbox.put({
      apiVersion: 'apiregistration.k8s.io/v1',
      kind: 'APIService',
      metadata: { name: 'v1beta1.catalog.example.com' },
      spec: { group: 'catalog.example.com', version: 'v1beta1', service: { namespace: 'guard', name: 'catalog' } },
      status: { conditions: [{ type: 'Available', status: 'True' }] },
    })
    const message = `Failed to delete all resource types, 1 remaining: ${error}`
    condition(sandbox, 'old', 'NamespaceDeletionContentFailure', message)
    const cause = (await explained(sandbox)).causes.find(({ code }) => code === 'CleanupFailing')!
    return cause.evidence.some(({ fact }) => fact.includes('APIService v1beta1.catalog.example.com is served by'))
  }
  assert.ok(await told('bindings.catalog.example.com "Unknown" is forbidden: not yet ready to handle request'))
  assert.not.ok(await told('bindings.my-catalog.example.com "Unknown" is forbidden: not yet ready to handle request'))
  const user = 'User "system:serviceaccount:kube-system:namespace-controller"'
  const lacks = 'cannot delete resource "bindings" in API group "catalog.example.com" in the namespace "old"'
  assert.not.ok(await told(`bindings.catalog.example.com is forbidden: ${user} ${lacks}`), 'a right')
})

test.run()
