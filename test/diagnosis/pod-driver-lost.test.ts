import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { node } from '../../src/sandbox/incidents/parts/node.ts'
import { ago, HOUR, MINUTE } from '../../src/sandbox/incidents/parts/time.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { explained } from './explained.ts'
import { servedLogs } from './pod-logs.ts'

const test = suite('a Pod whose CSI driver is gone from its node')

const DRIVER = 'disk.csi.example.com'
const POD_UID = 'pod-uid'

/** Node worker-1 with `drivers` registered, no CSINode where they are undefined; worker-2 with `others`. */
function setup(drivers?: readonly string[], others: readonly string[] = [DRIVER]): Sandbox {
  const sandbox = createSandbox({ clock: manualClock() })
  for (const name of ['shop', 'csi']) sandbox.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
  node(sandbox, 'worker-1')
  node(sandbox, 'worker-2')
  if (drivers !== undefined) csiNode(sandbox, 'worker-1', drivers)
  csiNode(sandbox, 'worker-2', others)
  return sandbox
}

function csiNode(sandbox: Sandbox, name: string, drivers: readonly string[], metadata: object = {}): void {
  sandbox.put({
    apiVersion: 'storage.k8s.io/v1',
    kind: 'CSINode',
    metadata: { name, ...metadata },
    spec: { drivers: drivers.map(each => ({ name: each, nodeID: name, topologyKeys: [] })) },
  })
}

const ENDED = { terminated: { exitCode: 0, startedAt: '2026-01-15T08:00:00Z', finishedAt: '2026-01-15T11:00:00Z' } }
const RUNNING = { running: { startedAt: '2026-01-15T08:00:00Z' } }
const INLINE = { csi: { driver: DRIVER } }

/** Pod shop/web on worker-1, an hour past its grace, with one volume. */
function overdue(sandbox: Sandbox, volume: object, state: object = ENDED): void {
  sandbox.put({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: 'web',
      namespace: 'shop',
      uid: POD_UID,
      deletionTimestamp: ago(sandbox, HOUR),
      deletionGracePeriodSeconds: 30,
    },
    spec: {
      nodeName: 'worker-1',
      containers: [{ name: 'app', image: 'none' }],
      volumes: [{ name: 'data', ...volume }],
    },
    status: { phase: 'Running', containerStatuses: [{ name: 'app', restartCount: 0, state }] },
  })
}

function bound(sandbox: Sandbox, claim: string, source: object, metadata: object = {}): void {
  const place = { name: claim, namespace: 'shop' }
  const spec = { volumeName: `pv-${claim}` }
  sandbox.put({ apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { ...place, ...metadata }, spec })
  sandbox.put({ apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name: `pv-${claim}` }, spec: source })
}

/** DaemonSet csi/disk-node of the driver, and its Pod on worker-1 where it has a state. */
function plugin(sandbox: Sandbox, spec: object = {}, pod?: { state: object; ready: boolean; age?: number }): void {
  const hostPaths = ['/var/lib/kubelet/plugins_registry/', `/var/lib/kubelet/plugins/${DRIVER}`]
  const volumes = hostPaths.map((path, index) => ({ name: `v${index}`, hostPath: { path } }))
  const set = sandbox.put({
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name: 'disk-node', namespace: 'csi' },
    spec: { template: { spec: { containers: [{ name: 'driver', image: 'none' }], volumes, ...spec } } },
  })
  if (pod === undefined) return
  const { uid } = set.metadata
  const owner = { apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'disk-node', uid, controller: true }
  const creationTimestamp = ago(sandbox, pod.age ?? HOUR)
  sandbox.put({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'disk-node-1', namespace: 'csi', creationTimestamp, ownerReferences: [owner] },
    spec: { nodeName: 'worker-1', containers: [{ name: 'driver', image: 'none' }] },
    status: {
      conditions: [{ type: 'Ready', status: pod.ready ? 'True' : 'False' }],
      containerStatuses: [{ name: 'driver', state: pod.state }],
    },
  })
}

test('is stuck by the driver, whatever kind of volume it has; no deletion by force is printed', async () => {
  for (const [volume, prepare] of [
    [INLINE, () => {}],
    [{ persistentVolumeClaim: { claimName: 'db' } }, (to: Sandbox) => bound(to, 'db', { csi: { driver: DRIVER } })],
    [
      { ephemeral: {} },
      (to: Sandbox) => {
        const ownerReferences = [{ apiVersion: 'v1', kind: 'Pod', name: 'web', uid: POD_UID, controller: true }]
        bound(to, 'web-data', { csi: { driver: DRIVER } }, { ownerReferences })
      },
    ],
  ] as const) {
    const sandbox = setup(['other.csi.example.com'])
    prepare(sandbox)
    overdue(sandbox, volume)
    const { codes, causes, object } = await explained(sandbox)
    assert.equal(codes, [`ControllerUnhealthy ${DRIVER}`])
    assert.is(object('Pod', 'web').verdict, 'stuck')
    assert.equal(causes[0]!.subject.kind, 'CSIDriver')
    assert.not.match(JSON.stringify(causes), '--force')
  }
})

test('whose driver is nowhere in the cluster is held by ControllerMissing', async () => {
  const sandbox = setup([], [])
  overdue(sandbox, INLINE)
  const { codes, causes } = await explained(sandbox)
  assert.equal(codes, [`ControllerMissing ${DRIVER}`])
  assert.equal(
    causes[0]!.remedies.map(({ kind }) => kind),
    ['repair', 'inspect'],
  )
})

test('with an in-tree volume is held by the driver behind it where its kubelet calls that, else by nothing known', async () => {
  for (const [migrated, codes] of [
    ['kubernetes.io/aws-ebs,kubernetes.io/cinder', ['ControllerUnhealthy ebs.csi.aws.com']],
    ['kubernetes.io/cinder', ['PodTerminating web']],
  ] as const) {
    const sandbox = setup(undefined, ['ebs.csi.aws.com'])
    csiNode(sandbox, 'worker-1', [], { annotations: { 'storage.alpha.kubernetes.io/migrated-plugins': migrated } })
    bound(sandbox, 'db', { awsElasticBlockStore: { volumeID: 'vol-1' } })
    overdue(sandbox, { persistentVolumeClaim: { claimName: 'db' } })
    assert.equal((await explained(sandbox)).codes, codes)
  }
})

test('blames no driver that is registered, on a node without a CSINode, or of a Pod that never started', async () => {
  const waiting = { waiting: { reason: 'ContainerCreating' } }
  for (const [drivers, state] of [
    [[DRIVER], ENDED],
    [undefined, ENDED],
    [[], waiting],
    [[], { terminated: { exitCode: 137, reason: 'ContainerStatusUnknown', startedAt: null } }],
  ] as const) {
    const sandbox = setup(drivers)
    overdue(sandbox, INLINE, state)
    const { codes, causes, object } = await explained(sandbox)
    assert.equal([object('Pod', 'web').verdict, ...codes], ['unknown', 'PodTerminating web'])
    assert.is(
      causes[0]!.evidence.some(({ source }) => source === 'csinodes.storage.k8s.io'),
      drivers === undefined,
    )
  }
})

test('tells nothing by the CSINode of an earlier node of that name', async () => {
  const sandbox = setup()
  const ownerReferences = [{ apiVersion: 'v1', kind: 'Node', name: 'worker-1', uid: 'earlier' }]
  csiNode(sandbox, 'worker-1', [], { ownerReferences })
  overdue(sandbox, INLINE)
  assert.equal((await explained(sandbox)).codes, ['PodTerminating web'])
})

test('names its DaemonSet, and the taint or label that keeps it from the node', async () => {
  const tainted = { key: 'team', value: 'ml', effect: 'NoSchedule' }
  const tolerations = [{ key: 'team', operator: 'Exists' }]
  for (const [spec, taints, command] of [
    [{}, [tainted], 'kubectl taint nodes worker-1 team=ml:NoSchedule-'],
    [{ nodeSelector: { disk: 'yes' }, tolerations }, [tainted], 'kubectl label nodes worker-1 disk=yes'],
    [{}, [], 'kubectl describe daemonsets disk-node -n csi'],
  ] as const) {
    const sandbox = setup([])
    const { metadata, ...rest } = sandbox.get('v1', 'Node', 'worker-1')!
    sandbox.put({ ...rest, metadata, spec: { taints } })
    plugin(sandbox, spec)
    overdue(sandbox, INLINE)
    const { codes, causes, object } = await explained(sandbox)
    assert.equal(codes, ['ControllerUnhealthy disk-node'])
    assert.is(object('Pod', 'web').verdict, 'stuck')
    assert.is(causes[0]!.remedies[0]!.commands[0], command)
  }
})

test('whose driver starts on the node is unknown; one that fails there is stuck, registered or not', async () => {
  const crash = { waiting: { reason: 'CrashLoopBackOff' } }
  for (const [drivers, pod, verdict] of [
    [[], { state: RUNNING, ready: false, age: MINUTE }, 'unknown'],
    [[], { state: RUNNING, ready: true }, 'unknown'],
    [[], { state: crash, ready: false }, 'stuck'],
    [[DRIVER], { state: crash, ready: false }, 'stuck'],
    [[DRIVER], { state: RUNNING, ready: false }, 'unknown'],
    [[DRIVER], undefined, 'unknown'],
  ] as const) {
    const sandbox = setup(drivers)
    plugin(sandbox, {}, pod)
    overdue(sandbox, INLINE)
    const { codes, object } = await explained(sandbox)
    assert.equal([object('Pod', 'web').verdict, ...codes], [verdict, 'ControllerUnhealthy disk-node'])
  }
  const sandbox = setup([DRIVER])
  plugin(sandbox, {}, { state: RUNNING, ready: true })
  overdue(sandbox, INLINE)
  assert.equal((await explained(sandbox)).codes, ['PodTerminating web'])
})

test('with a container that has not ended is held by both', async () => {
  const sandbox = setup([])
  overdue(sandbox, INLINE, RUNNING)
  const { codes } = await explained(sandbox)
  assert.equal(codes.toSorted(), [`ControllerUnhealthy ${DRIVER}`, 'PodTerminating web'])
})

test('whose CSINode or claim may not be read is unknown, and the evidence says so', async () => {
  for (const resource of ['csinodes', 'persistentvolumeclaims']) {
    const sandbox = setup([])
    bound(sandbox, 'db', { csi: { driver: DRIVER } })
    overdue(sandbox, { persistentVolumeClaim: { claimName: 'db' } })
    sandbox.authorize = (_user, _verb, asked) => !asked.startsWith(resource)
    const { codes, causes } = await explained(sandbox)
    assert.equal(codes, ['PodTerminating web'])
    assert.ok(
      causes[0]!.evidence.some(({ fact }) => fact.includes(`${resource}`) && fact.includes('could not be read')),
    )
  }
})

test('an attachment that the kubelet still has in use waits for the driver, not for its own deletion', async () => {
  for (const [volumesInUse, drivers, code] of [
    [[`kubernetes.io/csi/${DRIVER}^vol-1-of-worker`], [], 'ControllerUnhealthy'],
    [[`kubernetes.io/csi/${DRIVER}^vol-1-of-worker`], [DRIVER], 'InstanceAlive'],
    [[], [], 'InstanceAlive'],
  ] as const) {
    const sandbox = setup(drivers)
    plugin(sandbox, {}, { state: RUNNING, ready: true })
    const error = 'E0115 11:30:00.123456 1 utils.go:81] GRPC error: unstage of vol-1-of-worker: device or resource busy'
    servedLogs(sandbox).logs.set('csi/disk-node-1/driver', { lines: [`2026-01-15T11:30:00Z ${error}`] })
    const { metadata, status, ...rest } = sandbox.get('v1', 'Node', 'worker-1')!
    sandbox.put({ ...rest, metadata, status: { ...(status as object), volumesInUse } })
    const gone = { deletionTimestamp: ago(sandbox, HOUR), deletionGracePeriodSeconds: 0 }
    const finalizers = ['external-attacher/disk-csi-example-com']
    sandbox.put({
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: 'pv-1', ...gone, finalizers },
      spec: { csi: { driver: DRIVER, volumeHandle: 'vol-1-of-worker' } },
    })
    sandbox.put({
      apiVersion: 'storage.k8s.io/v1',
      kind: 'VolumeAttachment',
      metadata: { name: 'csi-1' },
      spec: { attacher: DRIVER, nodeName: 'worker-1', source: { persistentVolumeName: 'pv-1' } },
    })
    const { causes } = await explained(sandbox)
    assert.ok(
      causes.some(cause => cause.code === code && cause.blocks.some(({ name }) => name === 'csi-1')),
      code,
    )
    if (code !== 'InstanceAlive') continue
    const cause = causes.find(each => each.code === code)!
    const isMounted = volumesInUse.length > 0
    assert.is(cause.summary.includes('and node worker-1 has not unmounted it'), isMounted)
    assert.is(cause.evidence[0]!.fact.includes('device or resource busy'), isMounted)
    assert.match(cause.remedies[0]!.summary, isMounted ? 'what still uses the mount' : 'make sure that the volume')
    assert.is(cause.remedies[1]!.summary.startsWith('only when nothing has it mounted there any more'), isMounted)
  }
})

test('the log of its Pod on the node tells of an unmount that fails since, by the uid of the Pod; of ended containers alone', async () => {
  const path = `/var/lib/kubelet/pods/${POD_UID}/volumes/kubernetes.io~csi/pv/mount`
  const line = (at: string, text: string) => `${at} E0115 11:30:00.123456       1 utils.go:81] GRPC error: ${text}`
  for (const [state, lines, says] of [
    [
      ENDED,
      [line('2026-01-15T11:30:00Z', `umount ${path}: exit status 32`), '2026-01-15T11:30:00Z Output: target is busy.'],
      true,
    ],
    [ENDED, [line('2026-01-15T09:30:00Z', `umount ${path}: target is busy`)], false],
    [ENDED, [line('2026-01-15T11:30:00Z', 'umount /var/lib/kubelet/pods/other/mount: target is busy')], false],
    [RUNNING, [line('2026-01-15T11:30:00Z', `umount ${path}: target is busy`)], false],
  ] as const) {
    const sandbox = setup([DRIVER])
    overdue(sandbox, INLINE, state)
    plugin(sandbox, {}, { state: RUNNING, ready: true })
    servedLogs(sandbox).logs.set('csi/disk-node-1/driver', { lines: [...lines] })
    const { codes, causes } = await explained(sandbox)
    assert.equal(codes, ['PodTerminating web'])
    const told = causes[0]!.evidence.filter(({ source }) => source === 'logs')
    assert.is(
      told.some(({ fact }) => /target is busy/.test(fact)),
      says,
    )
    assert.is(causes[0]!.summary.includes(`CSI driver ${DRIVER} logs an error`), says)
    if (says) assert.is(causes[0]!.remedies[0]!.commands[0], 'kubectl logs -n csi disk-node-1 -c driver --tail 50')
  }
})

test('without a DaemonSet of the driver, it is the log of a Pod there of a set that is called after it, by uid, handle or volume', async () => {
  const told = async ({
    driver = 'disk0.csi.example.com',
    name = 'example-disk0',
    kind = 'StatefulSet',
    on = 'worker-1',
    text = 'volume-handle-1',
  }) => {
    const sandbox = setup([driver])
    const spec = { csi: { driver, volumeHandle: 'volume-handle-1' } }
    bound(sandbox, 'database', spec)
    overdue(sandbox, { persistentVolumeClaim: { claimName: 'database' } })
    const mounts = [{ name: 'pods', mountPath: '/var/lib/kubelet/pods', mountPropagation: 'Bidirectional' }]
    sandbox.put({
      ...{ apiVersion: 'v1', kind: 'Pod' },
      metadata: {
        ...{ name: `${name}-0`, namespace: 'csi' },
        ownerReferences: [{ apiVersion: 'apps/v1', kind, name, uid: 'set', controller: true }],
      },
      spec: { nodeName: on, containers: [{ name: 'provisioner' }, { name: 'driver', volumeMounts: mounts }] },
    } as never)
    const line = `2026-01-15T11:30:00Z E0115 11:30:00.123456       1 server.go:107] GRPC error: ${text} does not exist`
    servedLogs(sandbox).logs.set(`csi/${name}-0/driver`, { lines: [line] })
    const { causes } = await explained(sandbox)
    return causes[0]!.summary.includes(`pod csi/${name}-0 there, which is named after CSI driver ${driver}, logs`)
  }
  assert.ok(await told({}))
  assert.ok(await told({ text: `pods/${POD_UID}/volumes` }))
  assert.ok(await told({ text: 'mount of csi/pv/pv-database/globalmount' }))
  assert.not(await told({ text: 'mount of csi/pv/pv-database-2/globalmount' }))
  assert.ok(await told({ driver: 'ebs.csi.example.com', name: 'ebs-csi' }))
  assert.not(await told({ driver: 'ebs.csi.example.com', name: 'web-server' }))
  assert.not(await told({ text: 'volume-handle-2' }))
  assert.not(await told({ name: 'example-other' }))
  assert.not(await told({ kind: 'ReplicaSet' }))
  assert.not(await told({ on: 'worker-2' }))
})

test('a privileged DaemonSet on the node that fails to end the Pod is named, by uid, container or volume; where nothing is mounted any more, that is said', async () => {
  const told = async ({
    text = '',
    privileged = true,
    state = ENDED as object,
    kind = 'DaemonSet',
    on = 'worker-1',
    others = 0,
  }) => {
    const sandbox = setup(['disk0.csi.example.com'])
    bound(sandbox, 'database', { csi: { driver: 'disk0.csi.example.com', volumeHandle: 'volume-handle-1' } })
    overdue(sandbox, { persistentVolumeClaim: { claimName: 'database' } }, state)
    const pod = sandbox.get('v1', 'Pod', 'web', 'shop')!
    const [container] = (pod.status as { containerStatuses: object[] }).containerStatuses
    const containerStatuses = [{ ...container, containerID: `containerd://${'38e0929'.padEnd(64, 'a')}` }]
    sandbox.put({ ...pod, status: { phase: 'Running', containerStatuses } })
    const worker = (name: string, creationTimestamp: string) =>
      sandbox.put({
        ...{ apiVersion: 'v1', kind: 'Pod' },
        metadata: {
          ...{ name, namespace: 'peers', creationTimestamp },
          ownerReferences: [{ apiVersion: 'apps/v1', kind, name: 'adaptor', uid: 'set', controller: true }],
        },
        spec: { nodeName: on, containers: [{ name: 'adaptor', securityContext: { privileged } }] },
      } as never)
    for (let at = 0; at < others; at++) worker(`a-${at}`, '2026-01-15T10:00:00Z')
    worker('adaptor-1', '2026-01-14T10:00:00Z')
    const lines = text.split('\n').map(each => `2026-01-15T11:30:00Z 2026/01/15 11:30:00 ${each}`)
    servedLogs(sandbox).logs.set('peers/adaptor-1/adaptor', { lines })
    const [cause] = (await explained(sandbox)).causes
    const isNamed = cause!.summary.includes('pod peers/adaptor-1 there logs an error')
    assert.is(cause!.evidence[0]!.source === 'logs', isNamed, 'what tells most is told first')
    return isNamed && cause!.remedies[0]!.summary
  }
  const id = '38e0929'.padEnd(64, 'a')
  const fails = 'RemoveContainer fails: rpc error: code = Internal desc = Device or resource busy'
  const byContainer = `RemoveContainer: containerID:${id}\n${fails}`
  assert.match(String(await told({ text: byContainer, state: RUNNING })), 'the container runtime, or a process')
  assert.not(await told({ text: byContainer.replace('38e0929', '47d0929'), state: RUNNING }))
  assert.not(await told({ text: `RemoveContainer: containerID:${id}\nerror: cannot read file of container` }))
  const path = `/var/lib/kubelet/pods/${POD_UID}/volumes/kubernetes.io~csi/pv-database/mount`
  const busy = `GRPC error: rpc error: code = Internal desc = umount: ${path}: target is busy`
  assert.match(String(await told({ text: busy })), 'what still uses the mount')
  const unmounted = [`can't unmount ${path}: Invalid argument`, `umount: ${path}: no mount point specified.`]
  for (const text of unmounted) assert.match(String(await told({ text: `unmount failed: ${text}` })), 'findmnt')
  assert.ok(await told({ text: busy, others: 20 }), 'later ones do not keep it out')
  assert.not(await told({ text: busy, privileged: false }))
  assert.not(await told({ text: busy, kind: 'ReplicaSet' }))
  assert.not(await told({ text: busy, on: 'worker-2' }))
})

test('a Service that a volume of ended containers is mounted from, and that is gone, is told; other hosts are none', async () => {
  const told = async (source: object, { service = '', user = 'admin', state = ENDED as object } = {}) => {
    const sandbox = setup(['smb'])
    sandbox.authorize = (who, _verb, resource) => who.name === 'admin' || resource !== 'services'
    bound(sandbox, 'data', source)
    overdue(sandbox, { persistentVolumeClaim: { claimName: 'data' } }, state)
    const metadata = { name: service, namespace: 'shop' }
    if (service !== '') sandbox.put({ apiVersion: 'v1', kind: 'Service', metadata })
    const [cause] = (await explained(sandbox, { user })).causes
    const isTold = cause!.summary.includes('Service shop/files, which its volume is mounted from, does not exist')
    assert.is(cause!.remedies[0]!.summary.includes('whether Service shop/files can be created again'), isTold)
    return isTold
  }
  const nfs = { nfs: { server: 'files.shop.svc.cluster.local', path: '/' } }
  assert.ok(await told(nfs))
  assert.ok(await told({ csi: { driver: 'smb', volumeAttributes: { source: '//files.shop.svc/share' } } }))
  assert.not(await told(nfs, { service: 'files' }))
  assert.not(await told(nfs, { user: 'tenant' }), 'not read is not absent')
  assert.not(await told(nfs, { state: RUNNING }))
  assert.not(await told({ nfs: { server: 'files.shop.svc.example.com', path: '/' } }))
})

test('where its log names no Pod since the deletion, an unmount that fails may be of this one; not where it names another', async () => {
  const told = async (...lines: readonly string[]) => {
    const sandbox = setup([DRIVER])
    overdue(sandbox, INLINE, ENDED)
    plugin(sandbox, {}, { state: RUNNING, ready: true })
    const logged = lines.map(line => `2026-01-15T11:30:00Z level=error msg="${line}"`)
    servedLogs(sandbox).logs.set('csi/disk-node-1/driver', { lines: logged })
    const [cause] = (await explained(sandbox)).causes
    return cause!.summary.includes('an error since its deletion that names no Pod') && cause!.remedies[0]!.summary
  }
  const error = 'GRPC error: rpc error: code = NotFound desc = volume not mounted'
  assert.match(String(await told(error)), 'still mounted for this Pod')
  assert.not(await told('GRPC error: rpc error: code = NotFound desc = snapshot a'))
  assert.not(await told('umount /var/lib/kubelet/pods/other/mount: target is busy', error))
})

test('a call that fails in its log directly after a line with the path of the Pod, at any level; not after that of another Pod', async () => {
  const told = async (between: string, { at = '00.500', code = 'Internal' } = {}) => {
    const sandbox = setup(['csi-flex.example.com'])
    bound(sandbox, 'data', { csi: { driver: 'csi-flex.example.com', volumeHandle: 'vol-123456' } })
    overdue(sandbox, { persistentVolumeClaim: { claimName: 'data' } })
    const ownerReferences = [
      { apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'flex-node', uid: 'set', controller: true },
    ]
    sandbox.put({
      ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'flex-node-1', namespace: 'csi', ownerReferences } },
      spec: { nodeName: 'worker-1', containers: [{ name: 'driver' }] },
    } as never)
    const lines = [
      `2026-01-15T11:30:00Z level=info msg="NodeUnpublishVolume: REQ 7: TargetPath=/var/lib/kubelet/pods/${POD_UID}/volumes"`,
      `2026-01-15T11:30:00Z level=info msg="${between}"`,
      `2026-01-15T11:30:${at}Z level=debug msg="NodeUnpublishVolume: REP 7: rpc error: code = ${code} desc = invalid argument"`,
    ]
    servedLogs(sandbox).logs.set('csi/flex-node-1/driver', { lines })
    const [cause] = (await explained(sandbox)).causes
    assert.ok(cause!.evidence.some(({ fact }) => fact.includes('PersistentVolume pv-data of CSI driver csi-flex')))
    const isTold = cause!.summary.includes('csi-flex.example.com, logs an error directly after a line about it')
    assert.is(cause!.evidence.filter(({ source }) => source === 'logs').length, isTold ? 2 : 0)
    return isTold
  }
  assert.ok(await told('unmount syscall'))
  assert.not(await told('REQ 8: TargetPath=/var/lib/kubelet/pods/other/volumes'))
  assert.not(await told('unmount syscall', { at: '02.000' }))
  assert.not(await told('unmount syscall', { code: 'Aborted' }))
})

test('a Service without a ready address that a volume is mounted from, by name or address', async () => {
  const told = async (server: string, { ready = false, clusterIP = '10.96.0.7' } = {}) => {
    const sandbox = setup([])
    overdue(sandbox, { nfs: { server, path: '/exports' } })
    const of = { namespace: 'shop', labels: { 'kubernetes.io/service-name': 'files' } }
    sandbox.put({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'files', namespace: 'shop' },
      spec: { clusterIP },
    })
    sandbox.put({
      ...{ apiVersion: 'discovery.k8s.io/v1', kind: 'EndpointSlice', metadata: { name: 'files-1', ...of } },
      endpoints: [{ addresses: ['10.0.0.9'], conditions: { ready } }],
    } as never)
    const [cause] = (await explained(sandbox)).causes
    assert.ok(cause!.evidence.some(({ fact }) => fact === `its volume data is mounted from ${server}:/exports`))
    return cause!.summary.split(' ended')[1]
  }
  const empty = ', and Service shop/files, which its volume is mounted from, has no ready address behind it.'
  assert.is(await told('10.96.0.7'), empty)
  assert.is(await told('files.shop.svc'), empty)
  assert.is(await told('10.96.0.7', { ready: true }), '.')
  // It may be no address of a Service at all.
  assert.is(await told('10.96.0.7', { clusterIP: '10.96.0.8' }), '.')
})

test.run()
