import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { KubeObject } from '../../src/api/object.ts'
import { manualClock } from '../../src/sandbox/clock.ts'
import { definition } from '../../src/sandbox/incidents/parts/definition.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { node } from '../../src/sandbox/incidents/parts/node.ts'
import { operator } from '../../src/sandbox/incidents/parts/operator.ts'
import { pod } from '../../src/sandbox/incidents/parts/pod.ts'
import { HOUR } from '../../src/sandbox/incidents/parts/time.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { explained } from './explained.ts'
import { deleted } from './stuck-objects.ts'

const test = suite('DrainBlocked')

const FINALIZER = 'karpenter.sh/termination'

/** A cluster with Karpenter and a NodeClaim of node worker-1, deleted an hour ago. */
function setup(spec: object = {}): Sandbox {
  const sandbox = createSandbox({ clock: manualClock() })
  definition(sandbox, { group: 'karpenter.sh', plural: 'nodeclaims', kind: 'NodeClaim' })
  operator(sandbox, { name: 'karpenter', group: 'karpenter.sh', plural: 'nodeclaims' })
  namespace(sandbox, 'shop')
  node(sandbox, 'worker-1')
  const metadata = { name: 'default-x7', namespace: 'shop', ...deleted(sandbox, HOUR, FINALIZER) }
  sandbox.put({ apiVersion: 'karpenter.sh/v1', kind: 'NodeClaim', metadata, spec, status: { nodeName: 'worker-1' } })
  return sandbox
}

function web(
  sandbox: Sandbox,
  name: string,
  change: { ready?: string; meta?: object; spec?: object } = {},
): KubeObject {
  pod(sandbox, 'shop', name, {})
  const made = sandbox.get('v1', 'Pod', name, 'shop')!
  const conditions = [{ type: 'Ready', status: change.ready ?? 'True' }]
  return sandbox.put({
    ...made,
    metadata: { ...made.metadata, labels: { app: 'web' }, ...change.meta },
    spec: { ...(made.spec as object), ...change.spec },
    status: { phase: 'Running', conditions },
  })
}

function budget(sandbox: Sandbox, status: object, spec: object = {}): void {
  sandbox.put({
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: 'web', namespace: 'shop' },
    spec: { selector: { matchLabels: { app: 'web' } }, minAvailable: 1, ...spec },
    status,
  })
}

const FULL = { disruptionsAllowed: 0, currentHealthy: 1, desiredHealthy: 1, expectedPods: 1 }

test('a budget that never allows a disruption is the cause, once for all its Pods', async () => {
  const sandbox = setup()
  for (const name of ['web-1', 'web-2']) web(sandbox, name)
  budget(sandbox, { disruptionsAllowed: 0, currentHealthy: 2, desiredHealthy: 2, expectedPods: 2 })
  const { causes, object } = await explained(sandbox)
  const [cause] = causes
  assert.equal(
    [causes.length, cause!.code, cause!.subject.kind, cause!.subject.name],
    [1, 'DrainBlocked', 'PodDisruptionBudget', 'web'],
  )
  assert.is(object('NodeClaim', 'default-x7').verdict, 'stuck')
  assert.equal(cause!.remedies.at(-1)!.commands, [
    `kubectl patch pdb web -n shop --type=merge -p '{"spec":{"minAvailable":1}}'`,
  ])
})

test('a budget whose Pods may become ready yet is unknown', async () => {
  const sandbox = setup()
  web(sandbox, 'web-1')
  budget(sandbox, { disruptionsAllowed: 0, currentHealthy: 2, desiredHealthy: 2, expectedPods: 3 })
  const { codes, object } = await explained(sandbox)
  assert.equal(codes, ['DrainBlocked web'])
  assert.is(object('NodeClaim', 'default-x7').verdict, 'unknown')
})

test('a Pod that asks not to be disturbed is the cause itself', async () => {
  const sandbox = setup()
  web(sandbox, 'train', { meta: { annotations: { 'karpenter.sh/do-not-disrupt': 'true' } } })
  const { causes } = await explained(sandbox)
  assert.equal(
    [causes.length, causes[0]!.code, causes[0]!.subject.kind, causes[0]!.subject.name],
    [1, 'DrainBlocked', 'Pod', 'train'],
  )
  assert.equal(causes[0]!.remedies[0]!.commands, ['kubectl annotate pod train -n shop karpenter.sh/do-not-disrupt-'])
})

test('what may be evicted, or is left alone by a drain, blocks nothing', async () => {
  const harmless: ((sandbox: Sandbox) => void)[] = [
    sandbox => web(sandbox, 'web-1', { spec: { nodeName: 'worker-2' } }),
    sandbox => web(sandbox, 'web-1', { meta: { labels: { app: 'other' } } }),
    sandbox =>
      web(sandbox, 'web-1', {
        meta: { ownerReferences: [{ apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'd', uid: 'd' }] },
      }),
    sandbox => web(sandbox, 'web-1', { ready: 'False' }),
    () => undefined,
  ]
  for (const make of harmless) {
    const sandbox = setup()
    make(sandbox)
    budget(sandbox, FULL)
    const { codes } = await explained(sandbox)
    assert.equal(codes, ['CleanupInProgress default-x7'])
  }
  const allowed = setup()
  web(allowed, 'web-1')
  budget(allowed, { ...FULL, disruptionsAllowed: 1 })
  assert.equal((await explained(allowed)).codes, ['CleanupInProgress default-x7'])
})

test('a controller that ends the Pods at a deadline is not blocked', async () => {
  const sandbox = setup({ terminationGracePeriod: '1h' })
  web(sandbox, 'web-1')
  budget(sandbox, FULL)
  assert.equal((await explained(sandbox)).codes, ['CleanupInProgress default-x7'])
})

/** A Machine of Cluster API, or of a product that nobody knows, on worker-1, with its operator. */
function machine(
  sandbox: Sandbox,
  group: string,
  finalizer: string,
  whole: { meta?: object; spec?: object; status?: object },
) {
  definition(sandbox, { group, plural: 'machines', kind: 'Machine' })
  operator(sandbox, { name: 'fleet', group, plural: 'machines' })
  const metadata = { name: 'm-1', namespace: 'shop', ...deleted(sandbox, HOUR, finalizer), ...whole.meta }
  const status = { nodeRef: { name: 'worker-1' }, ...whole.status }
  sandbox.put({ apiVersion: `${group}/v1`, kind: 'Machine', metadata, spec: whole.spec ?? {}, status })
}

function bare(pods: object = {}): Sandbox {
  const sandbox = createSandbox({ clock: manualClock() })
  namespace(sandbox, 'shop')
  node(sandbox, 'worker-1')
  web(sandbox, 'web-1', { meta: { labels: { app: 'web', ...pods } } })
  budget(sandbox, FULL)
  return sandbox
}

const CAPI = ['cluster.x-k8s.io', 'machine.cluster.x-k8s.io'] as const

test('a Machine that was told not to drain, or to end the Pods in time, is not blocked, nor by Pods that it leaves', async () => {
  const annotations = { 'machine.cluster.x-k8s.io/exclude-node-draining': '' }
  const cases: readonly [Sandbox, object, boolean][] = [
    [bare(), {}, true],
    [bare(), { spec: { nodeDrainTimeout: '0s' } }, true],
    [bare(), { meta: { annotations } }, false],
    [bare(), { spec: { nodeDrainTimeout: '10m' } }, false],
    [bare(), { spec: { deletion: { nodeDrainTimeoutSeconds: 600 } } }, false],
    [bare({ 'cluster.x-k8s.io/drain': 'skip' }), {}, false],
  ]
  for (const [sandbox, whole, blocked] of cases) {
    machine(sandbox, ...CAPI, whole)
    assert.is((await explained(sandbox)).codes.includes('DrainBlocked web'), blocked, JSON.stringify(whole))
  }
})

test('another product is judged by its drain only while it says that it drains', async () => {
  const says = (message: string) => ({
    status: { conditions: [{ type: 'Ready', status: 'False', reason: 'Deleting', message }] },
  })
  const cases: readonly [object, boolean][] = [
    [says('draining node worker-1'), true],
    [says('drain completed, deleting the instance'), false],
    [says('deleting the instance'), false],
    [{}, false],
  ]
  for (const [whole, blocked] of cases) {
    const sandbox = bare()
    machine(sandbox, 'fleet.example.com', 'fleet.example.com/machine', whole)
    assert.is((await explained(sandbox)).codes.includes('DrainBlocked web'), blocked, JSON.stringify(whole))
  }
})

test('a Machine of another cluster tells of the budget in its condition', async () => {
  const sandbox = setup()
  const group = 'cluster.x-k8s.io'
  definition(sandbox, { group, plural: 'machines', kind: 'Machine' })
  operator(sandbox, { name: 'capi', group, plural: 'machines' })
  const message =
    "Drain not completed yet: Pod default/web-0: cannot evict pod as it would violate the pod's disruption budget. The disruption budget web-pdb needs 2 healthy pods and has 2 currently"
  sandbox.put({
    apiVersion: `${group}/v1`,
    kind: 'Machine',
    metadata: { name: 'm-1', namespace: 'shop', ...deleted(sandbox, HOUR, 'machine.cluster.x-k8s.io') },
    status: {
      nodeRef: { name: 'elsewhere' },
      conditions: [{ type: 'Deleting', status: 'True', reason: 'DrainingNode', message }],
    },
  })
  const { causes } = await explained(sandbox)
  const drain = causes.find(({ code }) => code === 'DrainBlocked')
  assert.equal(drain!.subject, { kind: 'PodDisruptionBudget', namespace: 'default', name: 'web-pdb' })
})

test.run()
