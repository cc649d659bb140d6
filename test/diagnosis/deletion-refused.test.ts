import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { node } from '../../src/sandbox/incidents/parts/node.ts'
import { pod } from '../../src/sandbox/incidents/parts/pod.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { explained } from './explained.ts'
import { configMap, deleted, lease } from './stuck-objects.ts'
import { configuration, service, webhook } from './webhook-configuration.ts'

const test = suite('a deletion that others have to ask for')

const rulesFor = (resource: string) => [
  { apiGroups: [''], apiVersions: ['*'], resources: [resource], operations: ['DELETE'], scope: '*' },
]

/** A namespace with an owner that was deleted in the foreground so many seconds ago, and its living dependents. */
function setup(seconds: number, ...dependents: readonly string[]): Sandbox {
  const sandbox = createSandbox({ clock: manualClock() })
  namespace(sandbox, 'shop')
  namespace(sandbox, 'guard-system')
  const { apiVersion, kind, metadata } = configMap(
    sandbox,
    'shop',
    'owner',
    deleted(sandbox, seconds, 'foregroundDeletion'),
  )
  const { name, uid } = metadata
  const ownerReferences = [{ apiVersion, kind, name, uid, blockOwnerDeletion: true }]
  for (const each of dependents) configMap(sandbox, 'shop', each, { ownerReferences })
  return sandbox
}

/** A webhook that answers, and denies deletions of ConfigMaps. */
function denying(sandbox: Sandbox, denies: (name: string) => boolean = () => true): void {
  service(sandbox, 'guard')
  configuration(sandbox, 'guard', [webhook('guard.example.com', { rules: rulesFor('configmaps') })])
  sandbox.admission.push({
    name: 'guard.example.com',
    phase: 'validating',
    resources: ['configmaps'],
    operations: ['DELETE'],
    review: ({ name }) => (denies(name) ? { allowed: false, message: 'keep it', code: 403 } : { allowed: true }),
  })
}

/** Requests for deletions that explaining takes; each is a dry run in its body. */
async function deletions(sandbox: Sandbox): Promise<number> {
  let count = 0
  sandbox.onRequest = ({ method, body }) => {
    if (method !== 'DELETE') return undefined
    count += 1
    assert.equal(JSON.parse(String(body)).dryRun, ['All'])
    return undefined
  }
  await explained(sandbox)
  sandbox.onRequest = undefined
  return count
}

test('by the garbage collector and that a webhook denies is RequestDenied, not work of its own', async () => {
  const sandbox = setup(60, 'kept')
  denying(sandbox)
  const { codes, causes, object } = await explained(sandbox)
  assert.equal(codes, ['RequestDenied guard'])
  assert.is(object('ConfigMap', 'kept').verdict, 'stuck')
  assert.is(object('ConfigMap', 'owner').verdict, 'waiting')
  assert.equal(causes[0]!.blocks.map(({ name }) => name).toSorted(), ['kept', 'owner'])
  assert.ok(causes[0]!.summary.includes('keep it'))
  assert.ok(sandbox.get('v1', 'ConfigMap', 'kept', 'shop'))
})

test('is named at once, and certain only when whoever asks for it had time', async () => {
  const sandbox = setup(2, 'kept')
  denying(sandbox)
  const { codes, object } = await explained(sandbox)
  assert.equal(codes, ['RequestDenied guard'])
  assert.is(object('ConfigMap', 'kept').verdict, 'unknown')
})

test('and that a dead webhook rejects is WebhookUnavailable, with and without the right to delete', async () => {
  for (const may of [true, false]) {
    const sandbox = setup(2, 'kept')
    configuration(sandbox, 'dead', [webhook('dead.example.com', { rules: rulesFor('configmaps') })])
    if (!may) sandbox.authorize = (_user, verb) => verb !== 'delete'
    const { codes, object } = await explained(sandbox)
    assert.ok(codes.includes('WebhookUnavailable dead'), `${codes}`)
    assert.is(object('ConfigMap', 'kept').verdict, 'stuck')
  }
})

test('of what is left in a namespace is tried, too', async () => {
  const sandbox = createSandbox({ clock: manualClock() })
  namespace(sandbox, 'guard-system')
  namespace(sandbox, 'old', { deleted: 60 })
  configMap(sandbox, 'old', 'kept')
  denying(sandbox)
  const { codes, causes } = await explained(sandbox)
  assert.equal(codes, ['RequestDenied guard'])
  assert.equal(causes[0]!.blocks.map(({ name }) => name).toSorted(), ['kept', 'old'])
})

test('of a Pod past its grace is tried as its kubelet asks for it; within its grace it is not', async () => {
  const sandbox = createSandbox({ clock: manualClock() })
  namespace(sandbox, 'shop')
  namespace(sandbox, 'guard-system')
  node(sandbox, 'worker-1')
  pod(sandbox, 'shop', 'late', { deleted: 600, graceSeconds: 30 })
  pod(sandbox, 'shop', 'ending', { deleted: 10, graceSeconds: 30 })
  const before = await explained(sandbox)
  assert.equal(before.codesOf('Pod', 'late'), ['PodTerminating'])
  configuration(sandbox, 'dead', [webhook('dead.example.com', { rules: rulesFor('pods') })])
  const { codesOf } = await explained(sandbox)
  assert.equal(codesOf('Pod', 'late'), ['WebhookUnavailable'])
  assert.equal(codesOf('Pod', 'ending'), ['PodTerminating'])
  assert.is(await deletions(sandbox), 1)
})

test('that the user may not try, or that nobody denies, is claimed of nobody', async () => {
  for (const may of [true, false]) {
    const sandbox = setup(60, 'kept')
    if (may) denying(sandbox, () => false)
    else denying(sandbox)
    if (!may) sandbox.authorize = (_user, verb) => verb !== 'delete'
    assert.equal((await explained(sandbox)).codes, ['CleanupInProgress kept'])
  }
})

test('is not tried while nobody is there to ask for it, nor in an API that is not the own', async () => {
  const sandbox = setup(60, 'kept')
  denying(sandbox)
  lease(sandbox, 600)
  assert.is(await deletions(sandbox), 0)
  assert.equal((await explained(sandbox)).codes, ['ControllerManagerDown kube-controller-manager'])
  lease(sandbox, 1)
  const service = { namespace: 'guard-system', name: 'api', port: 443 }
  const spec = { group: 'other.example.com', version: 'v1', service, groupPriorityMinimum: 1, versionPriority: 1 }
  const apiVersion = 'apiregistration.k8s.io/v1'
  sandbox.put({ apiVersion, kind: 'APIService', metadata: { name: 'v1.other.example.com' }, spec })
  assert.is(await deletions(sandbox), 1)
  sandbox.authorize = (_user, _verb, resource) => resource !== 'apiservices.apiregistration.k8s.io'
  assert.is(await deletions(sandbox), 0)
})

test('takes as many requests for many objects as for one, each a dry run; what is only alike is not certain', async () => {
  const names = Array.from({ length: 100 }, (_, index) => `kept-${index}`)
  const sandbox = setup(60, ...names)
  denying(sandbox)
  assert.is(await deletions(sandbox), 1)
  const { causes, objects } = await explained(sandbox)
  assert.equal(
    causes.map(({ code, verdict, blocks }) => [code, verdict, blocks.length]),
    [['RequestDenied', 'stuck', 101]],
  )
  assert.is(objects.filter(({ verdict }) => verdict === 'stuck').length, 1)
})

test('of a Pod waits for its status, too: a dead webhook about that is the cause, by one request for all Pods', async () => {
  const sandbox = createSandbox({ clock: manualClock() })
  namespace(sandbox, 'shop')
  namespace(sandbox, 'guard-system')
  node(sandbox, 'worker-1')
  for (const name of ['one', 'two', 'three']) pod(sandbox, 'shop', name, { deleted: 600, graceSeconds: 30 })
  configuration(sandbox, 'dead', [
    webhook('dead.example.com', { rules: [{ ...rulesFor('pods/status')[0], operations: ['UPDATE'] }] }),
  ])
  let patches = 0
  sandbox.onRequest = ({ method, path }) => {
    if (method === 'PATCH' && path.endsWith('/status')) patches += 1
    return undefined
  }
  const { codes, causes } = await explained(sandbox)
  assert.equal(codes, ['WebhookUnavailable dead'])
  assert.is(causes[0]!.blocks.length, 3)
  assert.is(patches, 1)
  // Who may not patch sees it in the configuration.
  sandbox.authorize = (_user, verb) => verb !== 'patch'
  assert.ok((await explained(sandbox)).codes.includes('WebhookUnavailable dead'))
})

test.run()
