import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { event } from '../../src/sandbox/incidents/parts/event.ts'
import { node } from '../../src/sandbox/incidents/parts/node.ts'
import { type PodOptions, pod } from '../../src/sandbox/incidents/parts/pod.ts'
import { ago, HOUR, MINUTE } from '../../src/sandbox/incidents/parts/time.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { explained } from './explained.ts'
import { servedLogs } from './pod-logs.ts'

const test = suite('a terminating Pod')

const OUT_OF_SERVICE = { key: 'node.kubernetes.io/out-of-service', value: 'nodeshutdown', effect: 'NoExecute' }

/** Namespace shop, a ready node worker-1 and a lost node worker-3. */
function setup(): Sandbox {
  const sandbox = createSandbox({ clock: manualClock() })
  sandbox.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } })
  node(sandbox, 'worker-1')
  node(sandbox, 'worker-3', { lost: 2 * HOUR })
  return sandbox
}

function shopPod(sandbox: Sandbox, name: string, options: PodOptions): void {
  pod(sandbox, 'shop', name, options)
}

function removal(sandbox: Sandbox, name: string, seconds: number): void {
  const gone = { apiVersion: 'v1', kind: 'Node', metadata: { name, uid: 'node-uid' } }
  const message = `Node ${name} event: Removing Node ${name} from Controller`
  event(sandbox, gone, { reason: 'RemovingNode', message, component: 'node-controller', first: seconds, last: seconds })
}

test('within its grace is progressing, to wait for until its very deletionTimestamp', async () => {
  const sandbox = setup()
  shopPod(sandbox, 'db-0', { graceSeconds: 300, deleted: 40 })
  shopPod(sandbox, 'healthy', {})
  const { objects, causes } = await explained(sandbox)
  assert.equal(
    objects.map(({ ref, verdict }) => [ref.name, verdict]),
    [['db-0', 'progressing']],
  )
  const [cause] = causes
  assert.equal([cause!.code, cause!.subject.name, cause!.remedies.length], ['PodTerminating', 'db-0', 1])
  const [wait] = cause!.remedies
  assert.is(wait!.kind, 'wait')
  assert.match(wait!.summary, '2026-01-15T12:04:20Z')
  assert.equal(wait!.commands, ['kubectl wait --for delete pod/db-0 -n shop --timeout 290s'])
})

test('a grace of more than an hour may be shortened, while there is a kubelet to go by it', async () => {
  for (const [node, graceSeconds, kinds] of [
    ['worker-1', 30 * 86_400, ['wait', 'repair']],
    ['worker-1', 3600, ['wait']],
    ['worker-3', 30 * 86_400, ['wait', 'inspect']],
  ] as const) {
    const sandbox = setup()
    shopPod(sandbox, 'db-0', { node, graceSeconds, deleted: 40 })
    const [cause] = (await explained(sandbox)).causes
    assert.equal(
      cause!.remedies.map(({ kind }) => kind),
      kinds,
    )
  }
})

test('in a long grace, and past it, the preStop hook of a container that runs is told, with its command', async () => {
  const preStop = { exec: { command: ['sleep', '10000000'] } }
  const ended = { name: 'log', state: { terminated: {} } }
  for (const options of [
    { graceSeconds: 7 * 86_400, deleted: 40 },
    { graceSeconds: 30, deleted: HOUR },
  ]) {
    const sandbox = setup()
    shopPod(sandbox, 'mq-0', options)
    const pod = sandbox.get('v1', 'Pod', 'mq-0', 'shop')!
    const containers = ['mq', 'log'].map(name => ({ name, lifecycle: { preStop } }))
    sandbox.put({
      ...pod,
      spec: { ...(pod.spec as object), containers },
      status: { ...(pod.status as object), containerStatuses: [{ name: 'mq', state: { running: {} } }, ended] },
    })
    const [cause] = (await explained(sandbox)).causes
    assert.equal(
      cause!.evidence.map(({ fact }) => fact).filter(fact => fact.includes('preStop')),
      ['container mq has a preStop hook, which runs before it is asked to stop: sleep 10000000'],
    )
  }
})

test('within its grace, a container that runs on after another one ended is told, with what it logs since', async () => {
  const run = async (state: object, deleted: number) => {
    const sandbox = setup()
    shopPod(sandbox, 'app-0', { graceSeconds: 1800, deleted })
    const pod = sandbox.get('v1', 'Pod', 'app-0', 'shop')!
    const containerStatuses = [
      { name: 'app', state },
      { name: 'shipper', state: { running: {} } },
    ]
    sandbox.put({ ...pod, status: { ...(pod.status as object), containerStatuses } })
    const lines = [
      '2026-01-15T11:00:00Z started',
      '2026-01-15T11:59:50Z 2 tasks are pending',
      '2026-01-15T11:59:55Z again',
    ]
    servedLogs(sandbox).logs.set('shop/app-0/shipper', { lines })
    const [cause] = (await explained(sandbox)).causes
    const { summary, evidence, remedies } = cause!
    const said = evidence.filter(({ source }) => source === 'logs').map(({ fact }) => fact.split(': ')[1])
    return [summary.includes('not ended of its containers: shipper'), said, remedies.map(({ kind }) => kind)]
  }
  // What was over before the deletion, as a part of the Pod that runs once, tells nothing of the rest.
  const over = { terminated: { finishedAt: '2026-01-15T10:00:00Z' } }
  assert.equal(await run(over, 40), [false, [], ['wait']])
  assert.equal(await run({ terminated: {} }, 40), [true, ['"2 tasks are pending"', '"again"'], ['wait', 'repair']])
  assert.equal(await run({ running: {} }, 40), [false, [], ['wait']])
  assert.equal(await run({ terminated: {} }, 1770), [false, [], ['wait']])
})

test('past its grace a container that never started is not what runs, and a native sidecar is, though an init container', async () => {
  const sandbox = setup()
  shopPod(sandbox, 'web-0', { deleted: HOUR })
  const stored = sandbox.get('v1', 'Pod', 'web-0', 'shop')!
  const waiting = { state: { waiting: { reason: 'PodInitializing' } } }
  sandbox.put({
    ...stored,
    status: {
      ...(stored.status as object),
      initContainerStatuses: [
        { name: 'proxy', started: false, containerID: 'containerd://a', state: { running: {} } },
        { name: 'wait-for-db', ...waiting },
      ],
      containerStatuses: [{ name: 'app', ...waiting }],
    },
  })
  const [cause] = (await explained(sandbox)).causes
  assert.match(cause!.summary, 'has not confirmed that container proxy (an init container) ended')
  const facts = cause!.evidence.map(({ fact }) => fact)
  assert.ok(facts.includes('not reported as ended: container proxy (an init container)'))
  assert.ok(facts.includes('not reported as started: container wait-for-db (an init container), app'))
})

test('past its grace it is told what reports for its node, if that is not called kubelet', async () => {
  for (const manager of ['vcluster', 'kubelet']) {
    const sandbox = setup()
    shopPod(sandbox, 'web-0', { deleted: HOUR })
    const { status, ...pod } = sandbox.get('v1', 'Pod', 'web-0', 'shop')!
    const metadata = { ...pod.metadata, managedFields: [] }
    sandbox.put({ ...pod, metadata })
    sandbox.put({ ...pod, metadata, status: { ...(status as object), message: 'ends' } }, { manager })
    const [cause] = (await explained(sandbox)).causes
    const isTold = manager !== 'kubelet'
    assert.is(cause!.summary.includes('"vcluster", which reports for node worker-1, has not confirmed'), isTold)
    assert.is(cause!.remedies[1]!.summary.startsWith('check "vcluster"'), isTold)
  }
})

test('past its grace without any report of its kubelet, the kubelet may not know it', async () => {
  for (const [status, isKnown] of [
    [{ phase: 'Pending' }, false],
    [{ phase: 'Pending', startTime: '2026-01-15T10:00:00Z' }, true],
  ] as const) {
    const sandbox = setup()
    shopPod(sandbox, 'web-0', { deleted: HOUR })
    sandbox.put({ ...sandbox.get('v1', 'Pod', 'web-0', 'shop')!, status })
    const [cause] = (await explained(sandbox)).causes
    assert.is(cause!.summary.includes('has never written the status'), !isKnown)
    assert.is(
      cause!.evidence.some(({ fact }) => fact.includes('status.startTime')),
      !isKnown,
    )
    assert.is(cause!.remedies[1]!.summary.includes('knows the Pod'), !isKnown)
  }
})

test('within its grace on a lost node is still progressing, and the node is mentioned', async () => {
  const sandbox = setup()
  shopPod(sandbox, 'db-0', { node: 'worker-3', graceSeconds: 3600, deleted: 40 })
  const { causes, object } = await explained(sandbox)
  assert.is(object('Pod', 'db-0').verdict, 'progressing')
  assert.ok(causes[0]!.evidence.some(({ source }) => source === 'nodes'))
  assert.equal(
    causes[0]!.remedies.map(({ kind }) => kind),
    ['wait', 'inspect'],
  )
})

test('past its grace on a lost node is stuck, one cause for all Pods of the node; Pods elsewhere are not blamed', async () => {
  const sandbox = setup()
  for (const name of ['db-0', 'db-1']) shopPod(sandbox, name, { node: 'worker-3', deleted: HOUR })
  shopPod(sandbox, 'running', { node: 'worker-3' })
  shopPod(sandbox, 'ending', { node: 'worker-1', deleted: 5 })
  const { causes, codesOf, object } = await explained(sandbox)
  assert.is(object('Pod', 'db-1').verdict, 'stuck')
  assert.equal(codesOf('Pod', 'ending'), ['PodTerminating'])
  const lost = causes.filter(({ code }) => code === 'PodNodeLost')
  assert.is(lost.length, 1)
  assert.equal([lost[0]!.subject.kind, lost[0]!.subject.name], ['Node', 'worker-3'])
  assert.equal(lost[0]!.blocks.map(({ name }) => name).toSorted(), ['db-0', 'db-1'])
})

test('on a lost node is ended by the node, by a taint or by the end of the Node object, risks said, never by force', async () => {
  const sandbox = setup()
  const owner = { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'db', uid: 'set-uid', controller: true }
  shopPod(sandbox, 'db-1', { node: 'worker-3', deleted: HOUR, owner, claim: 'data-db-1' })
  const { causes } = await explained(sandbox)
  const cause = causes.find(({ code }) => code === 'PodNodeLost')!
  assert.equal(
    cause.remedies.map(({ kind, risk, commands }) => [kind, risk, commands[0]]),
    [
      ['repair', 'none', 'kubectl describe node worker-3'],
      ['repair', 'high', 'kubectl taint nodes worker-3 node.kubernetes.io/out-of-service=nodeshutdown:NoExecute'],
      ['remove', 'high', 'kubectl delete node worker-3'],
    ],
  )
  assert.match(cause.remedies[2]!.summary, 'shop/db ')
  assert.match(cause.remedies[2]!.summary, 'shop/data-db-1')
  assert.match(cause.remedies[2]!.leaks[0]!, 'example:///zone-a/worker-3')
  assert.not.match(JSON.stringify(causes), '--force')
})

test('past its grace on a node whose Ready is False is stuck too', async () => {
  const sandbox = setup()
  const conditions = [{ type: 'Ready', status: 'False', reason: 'KubeletNotReady', message: 'runtime is down' }]
  sandbox.put({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'worker-4' }, status: { conditions } })
  shopPod(sandbox, 'db-0', { node: 'worker-4', deleted: HOUR })
  const { codes, causes } = await explained(sandbox)
  assert.equal(codes, ['PodNodeLost worker-4'])
  assert.match(causes[0]!.evidence[0]!.fact, 'runtime is down')
})

test('past its grace on a node that its own kubelet calls not ready waits for what that kubelet reports on it', async () => {
  const sandbox = setup()
  const conditions = [{ type: 'Ready', status: 'False', reason: 'KubeletNotReady', message: 'cni is not initialized' }]
  sandbox.put({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'worker-4' }, status: { conditions } })
  shopPod(sandbox, 'db-0', { node: 'worker-4', deleted: HOUR })
  const stored = sandbox.get('v1', 'Pod', 'db-0', 'shop')!
  const options = { component: 'kubelet', first: HOUR, last: MINUTE }
  const message = 'failed to destroy network for sandbox "93eb": cni plugin not initialized'
  event(sandbox, stored, { reason: 'FailedKillPod', message, ...options })
  const { codes, causes } = await explained(sandbox)
  assert.equal(codes, ['PodTerminating db-0'])
  assert.match(causes[0]!.summary, 'the CNI plugin')
  assert.match(causes[0]!.evidence.map(({ fact }) => fact).join(), 'Ready is False')
  assert.not.match(JSON.stringify(causes), 'out-of-service')
})

test('past its grace on a ready node is unknown: its kubelet has not confirmed; what it says is shown', async () => {
  const sandbox = setup()
  shopPod(sandbox, 'db-0', { node: 'worker-1', deleted: HOUR })
  const stored = sandbox.get('v1', 'Pod', 'db-0', 'shop')!
  const options = { component: 'kubelet', first: HOUR, last: MINUTE }
  event(sandbox, stored, { reason: 'FailedKillPod', message: 'error killing pod: deadline exceeded', ...options })
  const { causes, object, codes } = await explained(sandbox)
  assert.is(object('Pod', 'db-0').verdict, 'unknown')
  assert.equal(codes, ['PodTerminating db-0'])
  assert.match(causes[0]!.summary, 'kubelet of node worker-1')
  assert.match(causes[0]!.summary, 'reports FailedKillPod')
  assert.match(causes[0]!.remedies[0]!.summary, 'the container runtime')
  const facts = causes[0]!.evidence.map(({ fact }) => fact).join('\n')
  assert.match(facts, 'container app')
  assert.match(facts, 'deadline exceeded')
  assert.equal(
    causes[0]!.remedies.map(({ kind }) => kind),
    ['inspect', 'inspect'],
  )
})

test('a network that is not taken down is of the CNI plugin, and of its Pod on the node where a DaemonSet mounts its folder', async () => {
  const sandbox = setup()
  shopPod(sandbox, 'db-0', { node: 'worker-1', deleted: HOUR })
  const set = daemonSet(sandbox, 'calico-node', '/etc/cni/net.d')
  daemonSet(sandbox, 'kube-multus', '/opt/cni/bin')
  daemonSet(sandbox, 'calico-typha-probe', '/var/log')
  const owner = { apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'calico-node', uid: set, controller: true }
  pod(sandbox, 'net', 'calico-node-x', { node: 'worker-1', owner })
  const options = { component: 'kubelet', first: HOUR, last: MINUTE, reason: 'FailedKillPod' }
  const why = 'plugin type=\\"calico\\" failed (delete): error getting ClusterInformation: Unauthorized'
  const message = `error killing pod: KillPodSandboxError: "rpc error: failed to destroy network for sandbox \\"a\\": ${why}"`
  event(sandbox, sandbox.get('v1', 'Pod', 'db-0', 'shop')!, { message, ...options })
  const [cause] = (await explained(sandbox)).causes
  assert.match(cause!.summary, 'reports FailedKillPod: CNI plugin calico')
  assert.ok(cause!.evidence.some(({ fact }) => fact.startsWith('pod calico-node-x of daemonset net/calico-node')))
  assert.not.match(JSON.stringify(cause), 'kube-multus')
  assert.not.match(cause!.remedies[0]!.summary, 'container runtime')
  assert.is(cause!.remedies[0]!.commands[0], 'kubectl logs -n net calico-node-x --all-containers --tail 50')
})

test('a CNI plugin that nothing answers on its node lacks its agent there: its Pod, or that no DaemonSet has its name', async () => {
  const reported = async (sandbox: Sandbox, name: string) => {
    shopPod(sandbox, 'db-0', { node: 'worker-1', deleted: HOUR })
    const why = `plugin type=\\"${name}\\" failed (delete): dial unix /run/a.sock: connect: connection refused`
    const message = `error killing pod: "rpc error: failed to destroy network for sandbox \\"a\\": ${why}"`
    const options = { component: 'kubelet', first: HOUR, last: MINUTE, reason: 'FailedKillPod' }
    event(sandbox, sandbox.get('v1', 'Pod', 'db-0', 'shop')!, { message, ...options })
    const cause = (await explained(sandbox)).causes.find(({ subject }) => subject.name === 'db-0')
    assert.match(cause!.summary, 'as nothing answers it at /run/a.sock on the node')
    assert.not.match(cause!.remedies[0]!.summary, 'credentials')
    return cause!.evidence.map(({ fact }) => fact).join('\n')
  }
  const sandbox = setup()
  sandbox.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'net' } })
  const set = daemonSet(sandbox, 'shop-net-cns', '/var/log')
  const owner = { apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'shop-net-cns', uid: set, controller: true }
  pod(sandbox, 'net', 'shop-net-cns-x', { node: 'worker-1', owner, deleted: HOUR, finalizers: ['example.com/a'] })
  const told = await reported(sandbox, 'shop-cni')
  assert.match(told, 'pod shop-net-cns-x of daemonset net/shop-net-cns')
  assert.match(told, 'is being deleted itself')
  assert.not.match(told, 'no DaemonSet')
  assert.match(await reported(setup(), 'shop-cni'), 'no DaemonSet here has "shop" in its name')
})

function daemonSet(sandbox: Sandbox, name: string, path: string): string {
  const template = {
    spec: { containers: [{ name: 'a', image: `example.com/${name}` }], volumes: [{ name: 'a', hostPath: { path } }] },
  }
  return sandbox.put({
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name, namespace: 'net' },
    spec: { template },
  }).metadata.uid!
}

test('what another reporter says in an Event is shown, and is not called the word of the kubelet', async () => {
  const sandbox = setup()
  shopPod(sandbox, 'db-0', { node: 'worker-1', deleted: HOUR })
  const stored = sandbox.get('v1', 'Pod', 'db-0', 'shop')!
  const options = { component: 'shop-tool', first: HOUR, last: MINUTE }
  event(sandbox, stored, { reason: 'FailedKillPod', message: 'delete the volume', ...options })
  const [cause] = (await explained(sandbox)).causes
  assert.not.match(cause!.summary, 'reports')
  assert.ok(cause!.evidence.some(({ fact }) => fact.includes('delete the volume')))
})

test('on a node without a Ready condition is unknown', async () => {
  const sandbox = setup()
  sandbox.put({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'virtual' } })
  shopPod(sandbox, 'db-0', { node: 'virtual', deleted: HOUR })
  const { object, codes } = await explained(sandbox)
  assert.equal([object('Pod', 'db-0').verdict, ...codes], ['unknown', 'PodTerminating db-0'])
})

test('of a node that is gone is stuck with the Pod as subject, when PodGC had its time', async () => {
  const sandbox = setup()
  shopPod(sandbox, 'db-0', { node: 'vanished', deleted: HOUR })
  removal(sandbox, 'vanished', 30 * MINUTE)
  const { causes, object } = await explained(sandbox)
  assert.is(object('Pod', 'db-0').verdict, 'stuck')
  assert.equal([causes[0]!.code, causes[0]!.subject.kind, causes[0]!.subject.name], ['PodNodeLost', 'Pod', 'db-0'])
  assert.ok(causes[0]!.remedies.every(({ kind }) => kind === 'inspect'))
})

test('of a node that is gone for less than two minutes is progressing: PodGC is about to act', async () => {
  const sandbox = setup()
  shopPod(sandbox, 'long-overdue', { node: 'vanished', deleted: HOUR })
  removal(sandbox, 'vanished', 30)
  shopPod(sandbox, 'just-overdue', { node: 'never-seen', graceSeconds: 1, deleted: 20 })
  const { codes, object, causes } = await explained(sandbox)
  assert.equal(codes, ['PodTerminating just-overdue', 'PodTerminating long-overdue'])
  assert.is(object('Pod', 'long-overdue').verdict, 'progressing')
  assert.is(object('Pod', 'just-overdue').verdict, 'progressing')
  assert.equal(
    causes[0]!.remedies.map(({ kind }) => kind),
    ['wait'],
  )
})

test('that PodGC has marked and could not delete is stuck at once', async () => {
  const sandbox = setup()
  shopPod(sandbox, 'db-0', { node: 'vanished', graceSeconds: 1, deleted: 60 })
  const stored = sandbox.get('v1', 'Pod', 'db-0', 'shop')!
  const mark = {
    type: 'DisruptionTarget',
    status: 'True',
    reason: 'DeletionByPodGC',
    lastTransitionTime: ago(sandbox, 30),
  }
  sandbox.put({ ...stored, status: { phase: 'Failed', conditions: [mark] } })
  const { codes, causes } = await explained(sandbox)
  assert.equal(codes, ['PodNodeLost db-0'])
  assert.ok(causes[0]!.evidence.some(({ fact }) => fact.includes('PodGC tried')))
  assert.ok(causes[0]!.remedies.some(({ commands }) => commands.some(line => line.includes('--dry-run=server'))))
})

test('on a node out of service is progressing while the taint is young, and stuck when PodGC did not come', async () => {
  for (const [minutes, verdict] of [
    [1, 'progressing'],
    [10, 'stuck'],
  ] as const) {
    const sandbox = setup()
    const lost = sandbox.get('v1', 'Node', 'worker-3')!
    const tainted = { manager: 'kubectl-taint', operation: 'Update', time: ago(sandbox, minutes * MINUTE) }
    const managedFields = [{ ...tainted, fieldsV1: { 'f:spec': { 'f:taints': {} } } }]
    sandbox.put({ ...lost, metadata: { ...lost.metadata, managedFields }, spec: { taints: [OUT_OF_SERVICE] } })
    shopPod(sandbox, 'db-0', { node: 'worker-3', deleted: HOUR })
    const { object, causes } = await explained(sandbox)
    assert.is(object('Pod', 'db-0').verdict, verdict)
    assert.not.match(JSON.stringify(causes), 'kubectl taint')
  }
})

test('whose finalizer is of who writes its status waits for an agent of its node, which is told where that is lost (tuist/tuist#11889)', async () => {
  const told = async (nodeName: string, reporter: string) => {
    const sandbox = setup()
    const finalizer = 'agent.example.com/vm'
    shopPod(sandbox, 'runner', { node: nodeName, graceSeconds: 0, deleted: HOUR, finalizers: [finalizer] })
    const stored = sandbox.get('v1', 'Pod', 'runner', 'shop')!
    const entry = { operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', time: ago(sandbox, HOUR) } as const
    const owns = { 'f:metadata': { 'f:finalizers': { '.': {}, [`v:"${finalizer}"`]: {} } } }
    const managedFields = [
      { ...entry, manager: 'vm-agent', fieldsV1: owns },
      { ...entry, manager: reporter, subresource: 'status', fieldsV1: { 'f:status': { 'f:phase': {} } } },
    ]
    sandbox.put({ ...stored, metadata: { ...stored.metadata, managedFields } })
    const { causes } = await explained(sandbox)
    assert.equal(
      causes.map(({ code, verdict }) => `${code} ${verdict}`),
      ['ControllerUnknown unknown'],
    )
    return causes[0]!.evidence.map(({ fact }) => fact).join()
  }
  assert.match(
    await told('worker-9', 'vm-agent'),
    /^nodes "worker-9" not found.*"vm-agent", which put.* node worker-9 does/,
  )
  assert.match(await told('worker-3', 'vm-agent'), /^node worker-3: Ready.*worker-3 does/)
  assert.match(await told('worker-1', 'vm-agent'), /^(?!.*agent on its node)/)
  assert.match(await told('worker-9', 'kubelet'), /^(?!.*agent on its node)/)
})

test('that got its last DELETE is a matter of its finalizers, whatever became of its node', async () => {
  const sandbox = setup()
  const finalizers = ['batch.kubernetes.io/job-tracking']
  shopPod(sandbox, 'done', { node: 'worker-3', graceSeconds: 0, deleted: HOUR, finalizers })
  shopPod(sandbox, 'tracked', { node: 'worker-3', deleted: HOUR, finalizers })
  shopPod(sandbox, 'young', { node: 'worker-1', deleted: 3, finalizers })
  const { codesOf } = await explained(sandbox)
  assert.not.ok(codesOf('Pod', 'done').some(code => code.startsWith('Pod')))
  assert.ok(codesOf('Pod', 'tracked').includes('PodNodeLost'))
  assert.ok(codesOf('Pod', 'young').includes('PodTerminating'))
})

test('whose node may not be read is unknown, and the evidence says so', async () => {
  const sandbox = setup()
  shopPod(sandbox, 'db-1', { node: 'worker-3', deleted: HOUR })
  shopPod(sandbox, 'young', { node: 'worker-3', deleted: 3 })
  sandbox.authorize = (_user, _verb, resource) => resource !== 'nodes'
  const { object, causes, codesOf } = await explained(sandbox, { user: 'tenant' })
  assert.is(object('Pod', 'db-1').verdict, 'unknown')
  assert.equal(codesOf('Pod', 'db-1'), ['PodTerminating'])
  const cause = causes.find(({ subject }) => subject.name === 'db-1')!
  assert.ok(cause.evidence.some(({ fact, source }) => source === 'nodes' && fact.includes('Forbidden')))
  assert.is(object('Pod', 'young').verdict, 'progressing')
})

test('that may be listed and not be read is unknown', async () => {
  const sandbox = setup()
  shopPod(sandbox, 'db-1', { node: 'worker-3', deleted: HOUR })
  sandbox.authorize = (_user, verb, resource) => resource !== 'pods' || verb === 'list'
  const { object, causes } = await explained(sandbox, { user: 'tenant' })
  assert.is(object('Pod', 'db-1').verdict, 'unknown')
  assert.ok(causes[0]!.evidence.some(({ fact }) => fact.includes('pods in namespace shop could not be read')))
})

test('is read by one list where many terminate in a namespace', async () => {
  const sandbox = setup()
  for (let index = 0; index < 200; index++) shopPod(sandbox, `db-${index}`, { node: 'worker-3', deleted: HOUR })
  const paths: string[] = []
  sandbox.onRequest = ({ method, path }) => {
    if (method === 'GET' && /\/(pods|nodes)\//.test(path)) paths.push(path)
    return undefined
  }
  const { causes } = await explained(sandbox)
  assert.is(causes.find(({ code }) => code === 'PodNodeLost')!.blocks.length, 200)
  assert.equal(paths, ['/api/v1/nodes/worker-3'])
})

test.run()
