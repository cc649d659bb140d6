import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { KubeObject } from '../../src/api/object.ts'
import { definition } from '../../src/sandbox/incidents/parts/definition.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { node } from '../../src/sandbox/incidents/parts/node.ts'
import { operator } from '../../src/sandbox/incidents/parts/operator.ts'
import { pod } from '../../src/sandbox/incidents/parts/pod.ts'
import { ago, HOUR } from '../../src/sandbox/incidents/parts/time.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
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
  nodeOf(sandbox, 'default-x7', 'karpenter.sh')
  const metadata = { name: 'default-x7', namespace: 'shop', ...deleted(sandbox, HOUR, FINALIZER) }
  sandbox.put({ apiVersion: 'karpenter.sh/v1', kind: 'NodeClaim', metadata, spec, status: { nodeName: 'worker-1' } })
  return sandbox
}

/** The Node says whose machine it is, as Cluster API has it of its own. */
function nodeOf(sandbox: Sandbox, machine: string, group = 'cluster.x-k8s.io'): void {
  const { metadata, ...rest } = sandbox.get('v1', 'Node', 'worker-1')!
  const annotations = { [`${group}/cluster-namespace`]: 'shop', [`${group}/machine`]: machine }
  sandbox.put({ ...rest, metadata: { ...metadata, annotations } })
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

test('a lost node is told beside the budget that blocks its drain (kubernetes-sigs/cluster-api#13508)', async () => {
  const sandbox = setup()
  node(sandbox, 'worker-1', { lost: HOUR })
  web(sandbox, 'web-1')
  budget(sandbox, FULL)
  const [cause] = (await explained(sandbox)).causes
  assert.is(cause!.subject.name, 'web')
  assert.match(cause!.evidence.map(({ fact }) => fact).join(), 'node worker-1: Ready is Unknown')
  assert.is(cause!.remedies[0]!.summary, 'find out why its node is not ready')
})

test('a budget whose Pods may become ready yet is unknown', async () => {
  const sandbox = setup()
  web(sandbox, 'web-1')
  budget(sandbox, { disruptionsAllowed: 0, currentHealthy: 2, desiredHealthy: 2, expectedPods: 3 })
  const { codes, object } = await explained(sandbox)
  assert.equal(codes, ['DrainBlocked web'])
  assert.is(object('NodeClaim', 'default-x7').verdict, 'unknown')
})

test('a budget of Pods without a scale is given a whole number, and never a maxUnavailable below one', async () => {
  const patchOf = async (status: object, spec: object) => {
    const sandbox = setup()
    web(sandbox, 'web-1')
    budget(sandbox, { disruptionsAllowed: 0, ...status }, { minAvailable: undefined, ...spec })
    return (await explained(sandbox)).causes[0]!.remedies.at(-1)!.commands[0]!.split(' -p ')[1]
  }
  const bare = await patchOf({ currentHealthy: 1, desiredHealthy: 0, expectedPods: 0 }, { maxUnavailable: 1 })
  assert.is(bare, `'{"spec":{"maxUnavailable":null,"minAvailable":0}}'`)
  const zero = await patchOf({ currentHealthy: 3, desiredHealthy: 3, expectedPods: 2 }, { maxUnavailable: 0 })
  assert.is(zero, `'{"spec":{"maxUnavailable":1}}'`)
})

test('a Machine that says that it waits for something after its drain, or before it, is not blocked in it', async () => {
  const codes = async (reason: string) => {
    const sandbox = createSandbox({ clock: manualClock() })
    definition(sandbox, { group: 'cluster.x-k8s.io', plural: 'machines', kind: 'Machine' })
    operator(sandbox, { name: 'capi', group: 'cluster.x-k8s.io', plural: 'machines' })
    namespace(sandbox, 'shop')
    node(sandbox, 'worker-1')
    web(sandbox, 'web-1')
    budget(sandbox, FULL)
    const metadata = { name: 'm', namespace: 'shop', ...deleted(sandbox, HOUR, 'machine.cluster.x-k8s.io') }
    const conditions = [{ type: 'Deleting', status: 'True', reason, message: '' }]
    const status = { nodeRef: { name: 'worker-1' }, conditions }
    sandbox.put({ apiVersion: 'cluster.x-k8s.io/v1', kind: 'Machine', metadata, status })
    return (await explained(sandbox)).codesOf('Machine', 'm')
  }
  assert.equal(await codes('DrainingNode'), ['DrainBlocked'])
  for (const reason of ['WaitingForVolumeDetach', 'WaitingForPreDrainHook', 'WaitingForInfrastructureDeletion'])
    assert.equal(await codes(reason), ['CleanupInProgress'], reason)
})

test('a Machine whose volumes stay attached for a Pod that does not end waits for that Pod, and so for its lost node', async () => {
  const seen = async (isEnding: boolean, isNamed = true) => {
    const sandbox = createSandbox({ clock: manualClock() })
    definition(sandbox, { group: 'cluster.x-k8s.io', plural: 'machines', kind: 'Machine' })
    operator(sandbox, { name: 'capi', group: 'cluster.x-k8s.io', plural: 'machines' })
    namespace(sandbox, 'shop')
    node(sandbox, 'worker-1', { lost: HOUR })
    const providerID = 'aws:///us-east-1a/i-0'
    const lost = sandbox.get('v1', 'Node', 'worker-1')!
    sandbox.put({ ...lost, spec: { providerID } })
    if (isNamed) nodeOf(sandbox, 'm')
    const ending = { deletionTimestamp: ago(sandbox, HOUR), deletionGracePeriodSeconds: 30 }
    const volumes = [{ name: 'd', persistentVolumeClaim: { claimName: 'data' } }]
    web(sandbox, 'db-0', { meta: isEnding ? ending : {}, spec: { volumes } })
    const claim = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'data', namespace: 'shop' } }
    sandbox.put({ ...claim, spec: { volumeName: 'pv-1' } })
    const claimRef = { namespace: 'shop', name: 'data' }
    sandbox.put({ apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name: 'pv-1' }, spec: { claimRef } })
    const spec = { attacher: 'x', nodeName: 'worker-1', source: { persistentVolumeName: 'pv-1' } }
    sandbox.put({ apiVersion: 'storage.k8s.io/v1', kind: 'VolumeAttachment', metadata: { name: 'va' }, spec })
    const metadata = { name: 'm', namespace: 'shop', ...deleted(sandbox, HOUR, 'machine.cluster.x-k8s.io') }
    const conditions = [
      { type: 'VolumeDetachSucceeded', status: 'False', reason: 'WaitingForVolumeDetach', message: '' },
    ]
    const status = { nodeRef: { name: 'worker-1' }, conditions }
    sandbox.put({ apiVersion: 'cluster.x-k8s.io/v1', kind: 'Machine', metadata, spec: { providerID }, status })
    const { codesOf } = await explained(sandbox)
    return codesOf('Machine', 'm')
  }
  assert.equal(await seen(true), ['PodNodeLost'])
  assert.equal(await seen(false), ['CleanupInProgress'])
  // Whoever may write a Machine can name any node.
  assert.equal(await seen(true, false), ['CleanupInProgress'])
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

test('a Machine that its Node does not name leads to no change of what is in another namespace', async () => {
  const changes = async (place: string, isNamed: boolean) => {
    const sandbox = bare()
    const metadata = { meta: { name: isNamed ? 'm-1' : 'forged', namespace: place } }
    if (place !== 'shop') namespace(sandbox, place)
    machine(sandbox, ...CAPI, metadata)
    const { verdict, remedies } = (await explained(sandbox)).causes.find(({ code }) => code === 'DrainBlocked')!
    return `${verdict} ${remedies.flatMap(({ commands }) => commands).filter(each => each.includes(' patch pdb ')).length}`
  }
  assert.is(await changes('shop', true), 'stuck 1')
  assert.is(await changes('shop', false), 'unknown 1')
  assert.is(await changes('team', false), 'unknown 0')
})

test('what a Node says of something else is no name of its Machine', async () => {
  const sandbox = bare()
  namespace(sandbox, 'vxlan')
  machine(sandbox, ...CAPI, { meta: { name: 'true', namespace: 'vxlan' } })
  const known = sandbox.get('v1', 'Node', 'worker-1')!
  const network = { 'flannel.example.com/backend-type': 'vxlan', 'flannel.example.com/kube-subnet-manager': 'true' }
  sandbox.put({ ...known, metadata: { ...known.metadata, annotations: network } })
  const { remedies } = (await explained(sandbox)).causes.find(({ code }) => code === 'DrainBlocked')!
  assert.equal(
    remedies.filter(({ kind }) => kind === 'repair'),
    [],
  )
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
    sandbox => web(sandbox, 'web-1', { spec: { tolerations: [{ operator: 'Exists' }] } }),
    sandbox =>
      web(sandbox, 'web-1', { spec: { tolerations: [{ key: 'karpenter.sh/disrupted', operator: 'Exists' }] } }),
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

test('where nothing blocks a drain, the Pods that it would still evict are told, and no others', async () => {
  const left = async (make: (sandbox: Sandbox) => void) => {
    const sandbox = setup()
    for (const own of sandbox.server.store.list('pods'))
      sandbox.put({ ...own, spec: { ...(own.spec as object), nodeName: 'worker-2' } } as KubeObject)
    make(sandbox)
    const { causes } = await explained(sandbox)
    return causes.flatMap(({ evidence }) => evidence.map(({ fact }) => fact)).filter(fact => fact.includes('still has'))
  }
  assert.equal(await left(sandbox => web(sandbox, 'web-1')), ['node worker-1 still has pod shop/web-1'])
  const many = (sandbox: Sandbox) => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) web(sandbox, name)
  }
  assert.equal(await left(many), ['node worker-1 still has pod shop/a, shop/b, shop/c and 2 more'])
  assert.equal(await left(sandbox => web(sandbox, 'web-1', { spec: { nodeName: 'worker-2' } })), [])
})

test('a deadline that is to come makes it progressing, with its time; one that is over does not', async () => {
  const cases: readonly [object, string, RegExp][] = [
    [{ terminationGracePeriod: '2h' }, 'progressing', /goes on without the Pods at /],
    [{ terminationGracePeriod: '30m' }, 'unknown', /should have gone on without the Pods at /],
    [{ terminationGracePeriod: '0s' }, 'unknown', /should have gone on/],
  ]
  for (const [spec, verdict, words] of cases) {
    const sandbox = setup(spec)
    web(sandbox, 'web-1')
    budget(sandbox, FULL)
    const { causes, object } = await explained(sandbox)
    assert.equal([causes.length, causes[0]!.code, causes[0]!.subject.name], [1, 'DrainBlocked', 'web'])
    assert.is(object('NodeClaim', 'default-x7').verdict, verdict, JSON.stringify(spec))
    assert.match(causes[0]!.summary, words)
    assert.is(causes[0]!.remedies[0]!.kind === 'wait', verdict === 'progressing')
  }
})

test('a Pod that two budgets cover can never be evicted: the newer one is the subject', async () => {
  const sandbox = setup()
  web(sandbox, 'web-1')
  budget(sandbox, { ...FULL, disruptionsAllowed: 1 })
  const known = sandbox.get('policy/v1', 'PodDisruptionBudget', 'web', 'shop')!
  const metadata = { name: 'web-again', namespace: 'shop', creationTimestamp: '2999-01-01T00:00:00Z' }
  sandbox.put({ ...known, metadata } as never)
  const { causes, object } = await explained(sandbox)
  assert.equal([causes.length, causes[0]!.code, causes[0]!.subject.name], [1, 'DrainBlocked', 'web-again'])
  assert.is(object('NodeClaim', 'default-x7').verdict, 'stuck')
  assert.equal(causes[0]!.remedies.at(-1)!.commands, ['kubectl delete pdb web-again -n shop'])
})

test('Pods that are not ready: the budget is made to give those up; one that has not started blocks nothing', async () => {
  const sandbox = setup()
  const unready = web(sandbox, 'web-1', { ready: 'False' })
  budget(sandbox, { ...FULL, currentHealthy: 0 })
  const { causes } = await explained(sandbox)
  assert.equal(causes[0]!.remedies.at(-1)!.commands, [
    `kubectl patch pdb web -n shop --type=merge -p '{"spec":{"unhealthyPodEvictionPolicy":"AlwaysAllow"}}'`,
  ])
  sandbox.put({ ...unready, status: { phase: 'Pending' } })
  assert.equal((await explained(sandbox)).codes, ['CleanupInProgress default-x7'])
})

test('what the controller says that it waits for stands beside the proof', async () => {
  const sandbox = setup()
  web(sandbox, 'web-1')
  budget(sandbox, FULL)
  const claim = sandbox.get('karpenter.sh/v1', 'NodeClaim', 'default-x7', 'shop')!
  const lastTransitionTime = sandbox.clock.now().toISOString()
  const message = 'waiting for 1 pods to be evicted'
  const drained = { type: 'Drained', status: 'Unknown', reason: 'Draining', message, lastTransitionTime }
  sandbox.put({ ...claim, status: { nodeName: 'worker-1', conditions: [drained] } }, { manager: 'karpenter' })
  const [cause] = (await explained(sandbox)).causes
  assert.is(cause!.code, 'DrainBlocked')
  assert.ok(cause!.evidence.some(({ fact }) => fact.includes(message)))
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
  nodeOf(sandbox, 'm-1', group)
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

test('a Machine that was told not to drain is not blocked, nor by Pods that it leaves; its deadline is told', async () => {
  const annotations = { 'machine.cluster.x-k8s.io/exclude-node-draining': '' }
  const began = (sandbox: Sandbox, seconds: number) => ({
    deletion: { nodeDrainStartTime: new Date(sandbox.clock.now().getTime() - seconds * 1000).toISOString() },
  })
  const cases: readonly [Sandbox, (sandbox: Sandbox) => object, string | undefined][] = [
    [bare(), () => ({}), 'stuck'],
    [bare(), () => ({ spec: { nodeDrainTimeout: '0s' } }), 'stuck'],
    [bare(), () => ({ meta: { annotations } }), undefined],
    [
      bare(),
      () => ({ meta: { annotations: { 'pre-drain.delete.hook.machine.cluster.x-k8s.io/backup': 'x' } } }),
      undefined,
    ],
    [bare(), () => ({ spec: { nodeDrainTimeout: '2h' } }), 'progressing'],
    [bare(), () => ({ spec: { deletion: { nodeDrainTimeoutSeconds: 7200 } } }), 'progressing'],
    // Hooks may come before a drain: when none is written down, it may begin yet.
    [bare(), () => ({ spec: { nodeDrainTimeout: '10m' } }), 'unknown'],
    [bare(), sandbox => ({ spec: { nodeDrainTimeout: '10m' }, status: began(sandbox, 60) }), 'progressing'],
    [bare(), sandbox => ({ spec: { nodeDrainTimeout: '10m' }, status: began(sandbox, 900) }), 'unknown'],
    [bare({ 'cluster.x-k8s.io/drain': 'skip' }), () => ({}), undefined],
  ]
  for (const [sandbox, whole, verdict] of cases) {
    machine(sandbox, ...CAPI, whole(sandbox))
    const { codes, object } = await explained(sandbox)
    const told = codes.includes('DrainBlocked web') ? object('Machine', 'm-1').verdict : undefined
    assert.is(told, verdict, JSON.stringify(whole(sandbox)))
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

test('a limit that is only called so makes it unknown, and tells when it may go on', async () => {
  const conditions = [{ type: 'Ready', status: 'False', reason: 'Deleting', message: 'draining node worker-1' }]
  for (const spec of [
    { drainTimeout: '3h' },
    { drain: { timeoutSeconds: 10_800 } },
    { node: { drainDeadline: '3h' } },
  ]) {
    const sandbox = bare()
    machine(sandbox, 'fleet.example.com', 'fleet.example.com/machine', { spec, status: { conditions } })
    const { causes, object } = await explained(sandbox)
    assert.is(object('Machine', 'm-1').verdict, 'unknown', JSON.stringify(spec))
    assert.match(causes[0]!.summary, /may go on without the Pods at .*, or later/)
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

/** A NodeClaim that waits for volumes, its Node, and two VolumeAttachments there, of which one is being deleted. */
function detaching(machine: string, reason = 'AwaitingVolumeDetachment'): Sandbox {
  const sandbox = setup()
  const claim = sandbox.get('karpenter.sh/v1', 'NodeClaim', 'default-x7', 'shop')!
  const conditions = [{ type: 'VolumesDetached', status: 'Unknown', reason }]
  const uid = claim.metadata.uid!
  sandbox.put({ ...claim, status: { nodeName: 'worker-1', providerID: 'aws:///i-1', conditions } })
  const made = sandbox.get('v1', 'Node', 'worker-1')!
  const owner = { apiVersion: 'karpenter.sh/v1', kind: 'NodeClaim', name: 'default-x7', uid }
  const metadata = { ...made.metadata, ...deleted(sandbox, HOUR, FINALIZER), ownerReferences: [owner] }
  sandbox.put({ ...made, metadata, spec: { providerID: machine } })
  const attachment = (name: string, meta: object, nodeName = 'worker-1') =>
    sandbox.put({
      apiVersion: 'storage.k8s.io/v1',
      kind: 'VolumeAttachment',
      metadata: { name, ...meta },
      spec: { attacher: 'disk.csi.example.com', nodeName, source: { persistentVolumeName: `pv-${name}` } },
    })
  attachment('leaving', deleted(sandbox, HOUR, 'external-attacher/disk-csi-example-com'))
  attachment('staying', {})
  attachment('elsewhere', deleted(sandbox, HOUR, 'external-attacher/disk-csi-example-com'), 'worker-2')
  return sandbox
}

const awaited = (waitingFor: readonly { ref: { name: string }; reason: string }[]) =>
  waitingFor.filter(({ reason }) => reason === 'Attachment').map(({ ref }) => ref.name)

test('a NodeClaim that says it waits for volumes, and its Node, wait for the attachments there that are being deleted', async () => {
  const { object } = await explained(detaching('aws:///i-1'))
  assert.equal(awaited(object('NodeClaim', 'default-x7').waitingFor), ['leaving'])
  assert.equal(awaited(object('Node', 'worker-1').waitingFor), ['leaving'])
})

test('an attachment that is not deleted is waited for where no Pod of the node uses its claim (aws/karpenter-provider-aws#9238)', async () => {
  const left = async (isThere: boolean, node?: string, isRead = true) => {
    const sandbox = detaching('aws:///i-1')
    const claim = { namespace: 'shop', name: 'data' }
    sandbox.put({
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: 'pv-staying' },
      spec: { claimRef: claim, csi: { driver: 'disk.csi.example.com', volumeHandle: 'vol-1' } },
    })
    const spec = { volumeName: 'pv-staying' }
    if (isThere) sandbox.put({ apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: claim, spec })
    if (node !== undefined) pod(sandbox, 'shop', 'db-0', { claim: 'data', node })
    sandbox.authorize = (user, _verb, resource) =>
      user.name !== 'blind' || !resource.startsWith('persistentvolumeclaims')
    const { object, codes } = await explained(sandbox, isRead ? {} : { user: 'blind' })
    const isTold = codes.includes('InstanceAlive staying')
    assert.is(awaited(object('NodeClaim', 'default-x7').waitingFor).includes('staying'), isTold)
    return isTold
  }
  assert.ok(await left(false))
  assert.ok(await left(true))
  assert.ok(await left(true, 'worker-2'))
  assert.not.ok(await left(true, 'worker-1'))
  assert.not.ok(await left(true, undefined, false))
})

test('of a Node that is not ready and goes itself, the attachment is told, and nothing of Pods or of deleting the Node', async () => {
  const lost = async (isGoing: boolean) => {
    const sandbox = detaching('aws:///i-1')
    const spec = { claimRef: { namespace: 'shop', name: 'data' } }
    sandbox.put({ apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name: 'pv-staying' }, spec })
    const { metadata, ...rest } = sandbox.get('v1', 'Node', 'worker-1')!
    const { deletionTimestamp: _, ...kept } = metadata
    const conditions = [{ type: 'Ready', status: 'Unknown', reason: 'NodeStatusUnknown' }]
    sandbox.put({ ...rest, metadata: isGoing ? metadata : kept, status: { conditions } })
    const { causes, codes } = await explained(sandbox)
    return { codes, text: JSON.stringify(causes) }
  }
  const going = await lost(true)
  assert.ok(going.codes.includes('InstanceAlive staying'), String(going.codes))
  assert.not.ok(going.codes.some(code => code.startsWith('PodNodeLost')))
  assert.not.ok(going.text.includes('kubectl delete node worker-1'))
  assert.ok(going.text.includes('Ready is Unknown') && going.text.includes('AwaitingVolumeDetachment'), going.text)
  const staying = await lost(false)
  assert.ok(staying.codes.includes('PodNodeLost worker-1'), String(staying.codes))
  assert.not.ok(staying.text.includes('terminating Pods') || staying.text.includes('its Pods'))
})

test('a claim whose machine is not that of the node, or which is past its volumes, waits for no attachment', async () => {
  const other = await explained(detaching('aws:///i-2'))
  assert.equal(awaited(other.object('NodeClaim', 'default-x7').waitingFor), [])
  const past = await explained(detaching('aws:///i-1', 'TerminationGracePeriodElapsed'))
  assert.equal(awaited(past.object('NodeClaim', 'default-x7').waitingFor), [])
  assert.equal(awaited(past.object('Node', 'worker-1').waitingFor), [])
})

test.run()
