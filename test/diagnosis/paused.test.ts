import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { ObjectMeta } from '../../src/api/object.ts'
import { customResource } from '../../src/sandbox/incidents/parts/custom-resource.ts'
import { definition } from '../../src/sandbox/incidents/parts/definition.ts'
import { event } from '../../src/sandbox/incidents/parts/event.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { operator } from '../../src/sandbox/incidents/parts/operator.ts'
import { ago, HOUR, MINUTE } from '../../src/sandbox/incidents/parts/time.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { explained } from './explained.ts'

const test = suite('Paused')

interface Product {
  readonly group: string
  readonly plural: string
  readonly kind: string
  readonly finalizer: string
}

const ACME: Product = { group: 'acme.example.com', plural: 'widgets', kind: 'Widget', finalizer: 'acme.example.com/w' }
const CROSSPLANE: Product = {
  group: 's3.aws.upbound.io',
  plural: 'buckets',
  kind: 'Bucket',
  finalizer: 'finalizer.managedresource.crossplane.io',
}
const FLUX: Product = {
  group: 'kustomize.toolkit.fluxcd.io',
  plural: 'kustomizations',
  kind: 'Kustomization',
  finalizer: 'finalizers.fluxcd.io',
}

interface Options {
  readonly annotations?: Record<string, string>
  readonly labels?: Record<string, string>
  readonly spec?: Record<string, unknown>
  readonly status?: Record<string, unknown>
  readonly replicas?: number
}

/** A cluster with one object of a product, deleted an hour ago, and the product's operator. */
function setup(product: Product, options: Options = {}): Sandbox {
  const sandbox = createSandbox({ clock: manualClock() })
  const { group, plural, kind } = product
  definition(sandbox, { group, plural, kind })
  operator(sandbox, { name: `${plural}-operator`, group, plural, replicas: options.replicas ?? 1 })
  namespace(sandbox, 'shop')
  object(sandbox, product, options)
  return sandbox
}

function object(sandbox: Sandbox, { group, plural, kind, finalizer }: Product, options: Options, name = 'one') {
  const { spec = {}, status, annotations, labels } = options
  const made = customResource(sandbox, {
    apiVersion: `${group}/v1`,
    kind,
    namespace: 'shop',
    name,
    manager: `${plural}-operator`,
    finalizers: [finalizer],
    deleted: HOUR,
    spec,
    ...(status && { status }),
  })
  const metadata: ObjectMeta = { ...made.metadata, ...(annotations && { annotations }), ...(labels && { labels }) }
  return sandbox.put({ ...made, metadata })
}

const condition = (fields: object) => ({ conditions: [{ type: 'Synced', status: 'False', ...fields }] })

test('a product that is known to leave deletions alone: stuck, and the command takes the switch off', async () => {
  const sandbox = setup(CROSSPLANE, {
    annotations: { 'crossplane.io/paused': 'true' },
    status: condition({ reason: 'ReconcilePaused' }),
  })
  object(sandbox, CROSSPLANE, { annotations: { 'crossplane.io/paused': 'true' } }, 'two')
  const { codes, causes, object: of } = await explained(sandbox)
  assert.equal(codes, ['Paused one'])
  assert.is(of('Bucket', 'one').verdict, 'stuck')
  assert.is(causes[0]!.blocks.length, 2)
  const [repair] = causes[0]!.remedies
  assert.equal(
    [repair!.kind, ...repair!.commands],
    ['repair', 'kubectl annotate buckets.s3.aws.upbound.io one two -n shop crossplane.io/paused-'],
  )
})

test('a list that pauses while it is empty, and no other one of the same product', async () => {
  const { codes, causes } = await explained(setup(CROSSPLANE, { spec: { managementPolicies: [] } }))
  assert.equal(codes, ['Paused one'])
  assert.equal(causes[0]!.remedies[0]!.commands, [
    `kubectl patch buckets.s3.aws.upbound.io one -n shop --type=merge -p '{"spec":{"managementPolicies":["*"]}}'`,
  ])
  const on = setup(CROSSPLANE, { spec: { managementPolicies: ['*'] } })
  assert.equal((await explained(on)).codes, ['CleanupInProgress one'])
})

test('a switch that is off, or of a product that finishes deletions all the same, is none', async () => {
  const off = setup(CROSSPLANE, { annotations: { 'crossplane.io/paused': 'false' } })
  assert.equal((await explained(off)).codes, ['CleanupInProgress one'])
  const flux = setup(FLUX, { spec: { suspend: true } })
  assert.equal((await explained(flux)).codes, ['CleanupInProgress one'])
  const running = setup(ACME, { spec: { paused: false }, annotations: { 'acme.example.com/paused': 'false' } })
  assert.equal((await explained(running)).codes, ['CleanupInProgress one'])
})

test('a switch of some kinds of a group is none of the others: Argo CD and Argo Workflows share one', async () => {
  const group = 'argoproj.io'
  const cron: Product = { group, plural: 'cronworkflows', kind: 'CronWorkflow', finalizer: 'argoproj.io/cron' }
  assert.equal((await explained(setup(cron, { spec: { suspend: true } }))).codes, ['CleanupInProgress one'])
  const project: Product = { group, plural: 'appprojects', kind: 'AppProject', finalizer: 'argoproj.io/project' }
  assert.equal((await explained(setup(project, { spec: { suspend: true } }))).codes, ['Paused one'])
})

test('a switch that is only called so is unknown, until the object says that it is paused', async () => {
  for (const options of [{ spec: { paused: true } }, { annotations: { 'acme.example.com/pause-reconcile': 'yes' } }]) {
    const answer = await explained(setup(ACME, options))
    assert.equal(answer.codes, ['Paused one'])
    assert.is(answer.object('Widget', 'one').verdict, 'unknown')
    const said = await explained(setup(ACME, { ...options, status: condition({ type: 'Paused', status: 'True' }) }))
    assert.is(said.object('Widget', 'one').verdict, 'stuck')
  }
})

test('a protection for which the provider refuses is told as that, and to be turned off there too', async () => {
  const message = 'InvalidParameterCombination: Cannot delete protected Cluster, please disable deletion protection'
  const conditions = [{ type: 'ACK.Terminal', status: 'True', message, lastTransitionTime: '2026-06-12T09:59:00Z' }]
  const { causes } = await explained(setup(ACME, { spec: { deletionProtection: true }, status: { conditions } }))
  assert.match(causes[0]!.summary, 'is protected by spec.deletionProtection: its deletion is refused')
  assert.match(causes[0]!.remedies[0]!.summary, 'turn it off at the provider too')
})

test('many places where such a switch may be: nested, a label, a policy, a protection; each with what turns it off', async () => {
  const patch = (spec: object) =>
    `kubectl patch widgets.acme.example.com one -n shop --type=merge -p '${JSON.stringify({ spec })}'`
  const cases: readonly [Options, string][] = [
    [{ spec: { reconciliation: { paused: true } } }, patch({ reconciliation: { paused: false } })],
    [{ spec: { runtime: { suspend: true } } }, patch({ runtime: { suspend: false } })],
    [{ spec: { runtime: { suspended: true } } }, patch({ runtime: { suspended: false } })],
    [{ spec: { protectFromDeletion: true } }, patch({ protectFromDeletion: false })],
    [{ spec: { reconcilePolicy: 'Never' } }, patch({ reconcilePolicy: null })],
    [{ spec: { reconcilePolicy: 'Pause' } }, patch({ reconcilePolicy: null })],
    [
      { labels: { 'acme.example.com/ignore': 'true' } },
      'kubectl label widgets.acme.example.com one -n shop acme.example.com/ignore-',
    ],
    [
      { labels: { 'acme.example.com/pause': 'true' } },
      'kubectl label widgets.acme.example.com one -n shop acme.example.com/pause-',
    ],
  ]
  for (const [options, command] of cases) {
    const { codes, causes, object: of } = await explained(setup(ACME, options))
    assert.equal([codes, of('Widget', 'one').verdict], [['Paused one'], 'unknown'], JSON.stringify(options))
    assert.equal(causes[0]!.remedies[0]!.commands, [command])
  }
})

test('what is paused is another thing, or says no, or is of another product', async () => {
  const innocent: readonly Options[] = [
    { spec: { rollout: { paused: true }, backup: { suspend: true }, jobs: { suspended: true } } },
    { spec: { reconciliation: { paused: false }, protectFromDeletion: false, reconcilePolicy: 'Always' } },
    { spec: { template: { reconciliation: { paused: true } }, parts: [{ suspend: true }] } },
    { labels: { 'acme.example.com/ignore': 'false', 'acme.example.com/pause': 'false' } },
    { labels: { 'other.product.org/ignore': 'true' }, annotations: { 'other.product.org/paused': 'true' } },
  ]
  for (const options of innocent) {
    const { codes } = await explained(setup(ACME, options))
    assert.equal(codes, ['CleanupInProgress one'], JSON.stringify(options))
  }
})

test('what fails or works is not left alone, unless it is that which says so', async () => {
  const options = { spec: { suspend: true } }
  const failing = setup(ACME, options)
  const one = failing.get('acme.example.com/v1', 'Widget', 'one', 'shop')!
  event(failing, one, {
    reason: 'DeleteFailed',
    message: 'denied',
    component: 'widgets-operator',
    count: 1,
    first: MINUTE,
    last: MINUTE,
  })
  assert.equal((await explained(failing)).codes, ['CleanupFailing one'])
  const resting = setup(ACME, options)
  const two = resting.get('acme.example.com/v1', 'Widget', 'one', 'shop')!
  const reason = 'ReconciliationPaused'
  event(resting, two, {
    type: 'Normal',
    reason,
    message: 'is paused',
    component: 'widgets-operator',
    count: 1,
    first: MINUTE,
    last: MINUTE,
  })
  assert.equal((await explained(resting)).codes, ['Paused one'])
})

test('that its controller wrote down since the deletion that it is paused is no work', async () => {
  for (const [says, codes] of [
    ['reconciliation is paused', ['Paused one']],
    ['the bucket is not empty', ['CleanupFailing one']],
  ] as const) {
    const status = condition({ reason: 'ReconcileError', message: says })
    const sandbox = setup(ACME, { spec: { paused: true }, status })
    const one = sandbox.get('acme.example.com/v1', 'Widget', 'one', 'shop')!
    const time = ago(sandbox, 50 * MINUTE)
    const wrote = {
      manager: 'widgets-operator',
      operation: 'Update' as const,
      apiVersion: one.apiVersion,
      subresource: 'status',
      time: ago(sandbox, MINUTE),
      fieldsType: 'FieldsV1',
      fieldsV1: { 'f:status': { 'f:conditions': {} } },
    }
    const [stands] = status.conditions
    const { metadata } = one
    sandbox.put({
      ...one,
      metadata: { ...metadata, managedFields: [...(metadata.managedFields ?? []), wrote] },
      status: { conditions: [{ ...stands, lastTransitionTime: time }] },
    })
    assert.equal((await explained(sandbox)).codes, codes)
  }
})

test('a controller that is not there or not ready comes first', async () => {
  const sandbox = setup(CROSSPLANE, { annotations: { 'crossplane.io/paused': 'true' }, replicas: 0 })
  assert.equal((await explained(sandbox)).codes, ['ControllerUnhealthy buckets-operator'])
})

test('a Cluster that is paused pauses what belongs to it, and is the one to repair', async () => {
  const machines: Product = {
    group: 'cluster.x-k8s.io',
    plural: 'machines',
    kind: 'Machine',
    finalizer: 'machine.cluster.x-k8s.io',
  }
  const sandbox = setup(machines, { labels: { 'cluster.x-k8s.io/cluster-name': 'prod' } })
  definition(sandbox, { group: machines.group, plural: 'clusters', kind: 'Cluster' })
  sandbox.put({
    apiVersion: `${machines.group}/v1`,
    kind: 'Cluster',
    metadata: { name: 'prod', namespace: 'shop' },
    spec: { paused: true },
  })
  const { causes } = await explained(sandbox)
  const [cause] = causes
  assert.equal([causes.length, cause!.code, cause!.subject.kind, cause!.subject.name], [1, 'Paused', 'Cluster', 'prod'])
  assert.equal(cause!.remedies[0]!.commands, [
    `kubectl patch clusters.cluster.x-k8s.io prod -n shop --type=merge -p '{"spec":{"paused":false}}'`,
  ])
  sandbox.put({ apiVersion: `${machines.group}/v1`, kind: 'Cluster', metadata: { name: 'prod', namespace: 'shop' } })
  assert.equal((await explained(sandbox)).codes, ['CleanupInProgress one'])
})

test('what Kubernetes itself suspends is not left alone by the controller of another finalizer', async () => {
  const sandbox = createSandbox({ clock: manualClock() })
  namespace(sandbox, 'shop')
  const metadata = { name: 'hook', namespace: 'shop', finalizers: ['acme.example.com/hook'] }
  const suspended = [{ type: 'Suspended', status: 'True', reason: 'JobSuspended', message: 'Job suspended' }]
  const deleted = { deletionTimestamp: ago(sandbox, HOUR), deletionGracePeriodSeconds: 0 }
  const rest = { spec: { suspend: true }, status: { conditions: suspended } }
  sandbox.put({ apiVersion: 'batch/v1', kind: 'Job', metadata: { ...metadata, ...deleted }, ...rest })
  assert.not.ok((await explained(sandbox)).codesOf('Job', 'hook').includes('Paused'))
})

test('a Database is paused by the hibernation of the cluster that its spec names, and goes on without it', async () => {
  const group = 'postgresql.cnpg.io'
  const database = { group, plural: 'databases', kind: 'Database', finalizer: 'cnpg.io/deleteDatabase' }
  for (const [value, codes] of [
    ['on', ['Paused pg']],
    ['off', ['CleanupInProgress one']],
  ] as const) {
    const sandbox = setup(database, { spec: { cluster: { name: 'pg' } } })
    definition(sandbox, { group, plural: 'clusters', kind: 'Cluster' })
    const cluster = { apiVersion: `${group}/v1`, kind: 'Cluster', namespace: 'shop', name: 'pg', manager: 'manager' }
    const made = customResource(sandbox, cluster)
    sandbox.put({ ...made, metadata: { ...made.metadata, annotations: { 'cnpg.io/hibernation': value } } })
    const { codes: found, causes } = await explained(sandbox)
    assert.equal(found, codes)
    if (value === 'on')
      assert.match(causes[0]!.remedies[0]!.commands[0]!, /annotate clusters\S+ pg -n shop cnpg.io\/hibernation-/)
  }
})

test.run()
