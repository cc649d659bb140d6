import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { KubeObject } from '../../src/api/object.ts'
import type { Cause } from '../../src/render/words/explanation.ts'
import { customResource } from '../../src/sandbox/incidents/parts/custom-resource.ts'
import { definition } from '../../src/sandbox/incidents/parts/definition.ts'
import { event as recorded } from '../../src/sandbox/incidents/parts/event.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { node } from '../../src/sandbox/incidents/parts/node.ts'
import { operator } from '../../src/sandbox/incidents/parts/operator.ts'
import { ago, DAY, HOUR, MINUTE } from '../../src/sandbox/incidents/parts/time.ts'
import { deployment } from '../../src/sandbox/incidents/parts/workload.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { explained } from './explained.ts'
import { servedLogs } from './pod-logs.ts'

const test = suite('what keeps a controller that runs, and says nothing, from an object')

const GROUP = 'objectstore.example.com'
const HOME = 'objectstore-system'

/** A cluster with the type Bucket, its operator, and a bucket that it says nothing of. */
function setup(spec: Record<string, unknown> = {}, status?: Record<string, unknown>): Sandbox {
  const sandbox = createSandbox({ clock: manualClock() })
  definition(sandbox, { group: GROUP, plural: 'buckets', kind: 'Bucket' })
  namespace(sandbox, 'shop')
  node(sandbox, 'worker-1')
  operator(sandbox, { name: 'objectstore', group: GROUP, plural: 'buckets' })
  bucket(sandbox, { spec, ...(status && { status }) })
  return sandbox
}

function bucket(sandbox: Sandbox, rest: object): void {
  customResource(sandbox, {
    apiVersion: `${GROUP}/v1`,
    kind: 'Bucket',
    namespace: 'shop',
    name: 'logs',
    manager: 'objectstore',
    finalizers: [`${GROUP}/bucket`],
    deleted: HOUR,
    ...rest,
  })
}

const workloadOf = (sandbox: Sandbox): KubeObject => sandbox.get('apps/v1', 'Deployment', 'objectstore', HOME)!

/** Its operator as a DaemonSet, with a ready Pod on worker-1. */
function onEachNode(sandbox: Sandbox): void {
  const workload = workloadOf(sandbox)
  const { template } = workload.spec as { template: object }
  sandbox.server.store.remove('deployments.apps', workload)
  const agent = sandbox.put({
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name: 'objectstore', namespace: HOME, creationTimestamp: ago(sandbox, DAY) },
    spec: { selector: { matchLabels: { app: 'objectstore' } }, template },
    status: { desiredNumberScheduled: 2, numberReady: 1 },
  })
  sandbox.put({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: 'objectstore-a1',
      namespace: HOME,
      ownerReferences: [
        { apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'objectstore', uid: agent.metadata.uid, controller: true },
      ],
    },
    spec: { nodeName: 'worker-1', serviceAccountName: 'objectstore', containers: [] },
    status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
  })
}

function status(sandbox: Sandbox, uid: string, name: string): void {
  const labels = { [`${GROUP}/node-name`]: name }
  const ownerReferences = [{ apiVersion: `${GROUP}/v1`, kind: 'Bucket', name: 'logs', uid }]
  const metadata = { name: `logs-${name}`, namespace: 'shop', labels, ownerReferences }
  sandbox.put({ apiVersion: `${GROUP}/v1`, kind: 'BucketStatus', metadata })
}

const factsOf = ({ evidence }: Cause) => evidence.map(({ fact }) => fact).join('\n')
/** No clue, whose key would follow, but for a hash of what the object complains of, and that its log was read. */
const isUnexplained = ({ id }: Cause) => /\/silent(\/[0-9a-f]{8})?(\/log)?$/.test(id)

async function causeIn(sandbox: Sandbox): Promise<Cause> {
  const { causes } = await explained(sandbox)
  assert.equal(
    causes.map(({ code, verdict }) => `${code} ${verdict}`),
    ['CleanupInProgress unknown'],
  )
  return causes[0]!
}

test('a controller that says nothing, and that nothing keeps from it, is asked by its log', async () => {
  assert.ok(isUnexplained(await causeIn(setup())))
})

test('a finalizer that is there twice, and what its status says is not complete, are clues (redhat-appstudio/infra-deployments#5578, argoproj/argo-workflows#13556)', async () => {
  const twice = setup()
  const held = twice.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
  const finalizers = [`${GROUP}/bucket`, `${GROUP}/bucket`]
  twice.put({ ...held, metadata: { ...held.metadata, finalizers } }, { manager: 'objectstore' })
  const cause = await causeIn(twice)
  assert.is(cause.summary.split(`${GROUP}/bucket`).length, 2)
  assert.match(cause.summary, 'metadata.finalizers contains it more than once')
  assert.match(
    cause.evidence.map(({ fact }) => fact).join(),
    `contains ${GROUP}/bucket more than once: some controller adds`,
  )
  const parts = (status: object) => causeIn(setup({}, { taskResultsCompletionStatus: status, phase: 'Succeeded' }))
  assert.match((await parts({ a: true, b: false })).summary, 'status.taskResultsCompletionStatus is false for b')
  assert.ok(isUnexplained(await parts({ a: true })))
  assert.ok(isUnexplained(await parts({ a: 'no', b: false })), 'no list of what is done')
})

test('that a part of its status failed, in one word, is told in place of that no error is known (hashicorp/hcp-terraform-operator#548)', async () => {
  const factsIn = async (status: string) => factsOf(await causeIn(setup({}, { runStatus: { id: 'run-1', status } })))
  assert.match(await factsIn('errored'), 'status.runStatus.status is errored')
  assert.not.match(await factsIn('errored'), 'no known error')
  assert.match(await factsIn('applied'), 'no known error')
})

test('a label by which its product selects objects, and which this one has not, is a clue', async () => {
  const clueOf = async (key: string, labels: Readonly<Record<string, string>>) => {
    const sandbox = setup()
    const held = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
    sandbox.put({ ...held, metadata: { ...held.metadata, labels } }, { manager: 'objectstore' })
    const rules = [{ apiGroups: [GROUP], apiVersions: ['v1'], operations: ['CREATE'], resources: ['buckets'] }]
    const objectSelector = { matchExpressions: [{ key, operator: 'Exists' }] }
    const hook = { name: 'hook.example.com', clientConfig: { url: 'https://x' }, rules, objectSelector }
    sandbox.put({
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'MutatingWebhookConfiguration',
      metadata: { name: 'hooks' },
      webhooks: [{ ...hook, sideEffects: 'None', admissionReviewVersions: ['v1'], failurePolicy: 'Ignore' }],
    })
    return causeIn(sandbox)
  }
  const own = `${GROUP}/managed`
  const cause = await clueOf(own, { app: 'logs' })
  assert.match(cause.summary, `its product selects objects by label ${own}`)
  assert.equal(cause.remedies[0]!.commands, ['kubectl get mutatingwebhookconfigurations hooks -o yaml'])
  assert.ok(isUnexplained(await clueOf(own, { [own]: 'true' })))
  assert.ok(isUnexplained(await clueOf('lakes.corp/managed', {})), 'of another product')
})

test('a protection that nothing needs any more was left on', async () => {
  const clueOf = async (phase: string) => {
    const sandbox = createSandbox({ clock: manualClock() })
    const group = 'snapshot.storage.k8s.io'
    definition(sandbox, { group, plural: 'volumesnapshots', kind: 'VolumeSnapshot' })
    namespace(sandbox, 'shop')
    operator(sandbox, { name: 'csi-provisioner', group, plural: 'volumesnapshots' })
    customResource(sandbox, {
      apiVersion: `${group}/v1`,
      kind: 'VolumeSnapshot',
      namespace: 'shop',
      name: 'nightly',
      manager: 'csi-provisioner',
      finalizers: ['provisioner.storage.kubernetes.io/volumesnapshot-as-source-protection'],
      deleted: HOUR,
    })
    const claim = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'data', namespace: 'shop' } }
    const spec = { dataSource: { apiGroup: group, kind: 'VolumeSnapshot', name: 'nightly' } }
    sandbox.put({ ...claim, spec, status: { phase } })
    return (await explained(sandbox)).causes[0]!
  }
  const left = await clueOf('Bound')
  assert.match(left.summary, 'nothing with status.phase Pending or unset uses VolumeSnapshot nightly any more')
  assert.equal(left.remedies[0]!.commands, ['kubectl get persistentvolumeclaims -n shop'])
  assert.is((await clueOf('Pending')).code, 'InstanceAlive')
})

test('that a snapshot is in use is no failure where a claim is being restored from it (openebs/zfs-localpv#103)', async () => {
  const causesOf = async (phase: string, fact: string) => {
    const sandbox = createSandbox({ clock: manualClock() })
    const group = 'snapshot.storage.k8s.io'
    definition(sandbox, { group, plural: 'volumesnapshots', kind: 'VolumeSnapshot' })
    namespace(sandbox, 'shop')
    operator(sandbox, { name: 'snapshot-controller', group, plural: 'volumesnapshots' })
    const { metadata } = customResource(sandbox, {
      apiVersion: `${group}/v1`,
      kind: 'VolumeSnapshot',
      namespace: 'shop',
      name: 'nightly',
      manager: 'snapshot-controller',
      finalizers: ['as-source', 'bound'].map(
        each => `snapshot.storage.kubernetes.io/volumesnapshot-${each}-protection`,
      ),
      deleted: HOUR,
    })
    const claim = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'data', namespace: 'shop' } }
    const spec = { dataSource: { apiGroup: group, kind: 'VolumeSnapshot', name: 'nightly' } }
    sandbox.put({ ...claim, spec, status: { phase } })
    const { name, namespace: place, uid } = metadata
    sandbox.put({
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: 'pending', namespace: 'shop' },
      involvedObject: { apiVersion: `${group}/v1`, kind: 'VolumeSnapshot', name, namespace: place, uid },
      type: 'Warning',
      reason: 'SnapshotDeletePending',
      message: fact,
      source: { component: 'snapshot-controller' },
      firstTimestamp: ago(sandbox, 60),
      lastTimestamp: ago(sandbox, 60),
      count: 30,
    })
    return (await explained(sandbox)).causes.map(({ code }) => code).toSorted()
  }
  const used = 'Snapshot is being used to restore a PVC'
  assert.equal(await causesOf('Pending', used), ['InstanceAlive'])
  assert.ok((await causesOf('Bound', used)).includes('CleanupFailing'), 'nothing is known to use it')
  const failed = await causesOf('Pending', 'Failed to delete the snapshot: permission denied')
  assert.equal(failed, ['CleanupFailing', 'InstanceAlive'])
})

test('the protection of a virtual machine was left on where no snapshot of it is being taken', async () => {
  const told = async (name: string, status: object) => {
    const sandbox = createSandbox({ clock: manualClock() })
    definition(sandbox, { group: 'kubevirt.io', plural: 'virtualmachines', kind: 'VirtualMachine' })
    const snapshots = {
      group: 'snapshot.kubevirt.io',
      plural: 'virtualmachinesnapshots',
      kind: 'VirtualMachineSnapshot',
    }
    definition(sandbox, snapshots)
    namespace(sandbox, 'shop')
    operator(sandbox, { name: 'virt-controller', group: 'kubevirt.io', plural: 'virtualmachines' })
    const finalizers = ['snapshot.kubevirt.io/snapshot-source-protection']
    const machine = { kind: 'VirtualMachine', name: 'desk', manager: 'virt-controller', finalizers }
    bucket(sandbox, { apiVersion: 'kubevirt.io/v1', ...machine })
    const source = { apiGroup: 'kubevirt.io', kind: 'VirtualMachine', name }
    const metadata = { name: 'nightly', namespace: 'shop' }
    const snapshot = { apiVersion: 'snapshot.kubevirt.io/v1', kind: snapshots.kind, metadata, spec: { source } }
    sandbox.put({ ...snapshot, status } as never)
    const [cause] = (await explained(sandbox)).causes
    return `${cause!.code}${cause!.id.includes('/silent/unused/') ? ' unused' : ''}`
  }
  assert.is(await told('desk', { phase: 'Succeeded' }), 'CleanupInProgress unused')
  assert.is(await told('desk', { phase: 'Failed' }), 'CleanupInProgress unused')
  assert.is(await told('desk', { phase: 'InProgress' }), 'InstanceAlive')
  assert.is(await told('desk', {}), 'InstanceAlive', 'as v1alpha1 has none')
  assert.is(await told('other', { phase: 'InProgress' }), 'CleanupInProgress unused')
})

test('a protection is left on where of the types that may use the object only some are served (kubernetes-sigs/vsphere-csi-driver#3805)', async () => {
  const causeOf = async (volumename: string, plural = 'cnsnodevmattachments') => {
    const sandbox = setup()
    operator(sandbox, { name: 'vsphere-syncer', group: '', plural: 'persistentvolumeclaims' })
    definition(sandbox, { group: 'cns.vmware.com', version: 'v1alpha1', plural, kind: 'CnsNodeVmAttachment' })
    const apiVersion = 'cns.vmware.com/v1alpha1'
    bucket(sandbox, { apiVersion, kind: 'CnsNodeVmAttachment', name: 'vm', spec: { volumename }, finalizers: [] })
    const claim = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', name: 'data', manager: 'vsphere-syncer' }
    bucket(sandbox, { ...claim, finalizers: ['cns.vmware.com/pvc-protection'], status: { phase: 'Bound' } })
    return (await explained(sandbox)).causes.find(({ finalizer = '' }) => finalizer.startsWith('cns'))
  }
  const left = (await causeOf('other'))!
  assert.match(left.summary, 'nothing uses PersistentVolumeClaim data any more')
  assert.equal(left.remedies[0]!.commands, ['kubectl get cnsnodevmattachments.cns.vmware.com -n shop'])
  assert.not.ok((await causeOf('data'))?.id.includes('/silent/unused/'))
  assert.not.ok((await causeOf('other', 'others'))!.id.includes('/silent/unused/'), 'none of them is served')
})

test('what cleans up beside keeping an object for its users does not stay for those alone (kyma-project/kyma#4777)', async () => {
  const sandbox = setup()
  const group = 'servicecatalog.k8s.io'
  const apiVersion = `${group}/v1beta1`
  const manager = 'catalog-controller-manager'
  definition(sandbox, { group, version: 'v1beta1', plural: 'serviceinstances', kind: 'ServiceInstance' })
  definition(sandbox, { group, version: 'v1beta1', plural: 'servicebindings', kind: 'ServiceBinding' })
  operator(sandbox, { name: manager, group, plural: 'serviceinstances' })
  bucket(sandbox, {
    apiVersion,
    kind: 'ServiceInstance',
    manager,
    finalizers: ['kubernetes-incubator/service-catalog'],
  })
  const [cause] = (await explained(sandbox)).causes
  assert.not.match(JSON.stringify(cause), 'stays for those alone')
  assert.not.match(JSON.stringify(cause), 'alone it stays')
})

test('a finalizer after a kind of which there is no object is told, and is removed alone (openstack-k8s-operators/neutron-operator#66)', async () => {
  const causesWith = async (own: string, isThere: boolean) => {
    const sandbox = setup()
    definition(sandbox, { group: 'lakes.example.com', plural: 'lakes', kind: 'Lake' })
    bucket(sandbox, { finalizers: [own, `${GROUP}/bucket`] })
    const lake = { apiVersion: 'lakes.example.com/v1', kind: 'Lake', name: 'l', finalizers: [], deleted: undefined }
    if (isThere) bucket(sandbox, lake)
    return (await explained(sandbox)).causes
  }
  for (const own of ['example.com/lake', 'lakes.example.com/Lakes', 'lake.example.com']) {
    const causes = await causesWith(own, false)
    const [after, gone] = causes.toSorted((a, b) => a.id.localeCompare(b.id))
    assert.match(gone!.id, '/silent/kind-gone/lakes.lakes.example.com')
    assert.match(after!.id, `/silent/after/${own}`)
    assert.match(gone!.summary, 'it is named after kind Lake, of which the cluster has no object')
    const removals = causes.flatMap(({ remedies }) => remedies.filter(({ kind }) => kind === 'remove'))
    for (const { commands } of removals) assert.is(commands[0]!.match(/--finalizer/g)!.length, 1)
    assert.match(after!.remedies.at(-1)!.summary, `only if it is still there after ${own} was removed`)
    assert.ok((await causesWith(own, true)).every(isUnexplained), own)
  }
  assert.ok((await causesWith('corp.test/lake', false)).every(isUnexplained), 'of another owner')
})

test('a finalizer after a kind and a name of it tells that no such object is left (metacontroller/metacontroller#1062)', async () => {
  const causeWith = async (finalizer: string, name: string) => {
    const sandbox = setup()
    definition(sandbox, { group: 'meta.example.net', plural: 'lakecontrollers', kind: 'LakeController' })
    const lake = { apiVersion: 'meta.example.net/v1', kind: 'LakeController', name, finalizers: [], deleted: undefined }
    bucket(sandbox, lake)
    bucket(sandbox, { finalizers: [finalizer] })
    return causeIn(sandbox)
  }
  const cause = await causeWith('meta.test/lakecontroller-blue', 'red')
  assert.match(cause.id, '/silent/kind-gone/lakecontrollers.meta.example.net/blue')
  assert.match(cause.summary, 'it is named after LakeController blue, which does not exist')
  assert.ok(isUnexplained(await causeWith('meta.test/lakecontroller-blue', 'blue')))
  assert.ok(isUnexplained(await causeWith('meta.test/lakecontroller-finalizer', 'red')), 'no name')
  assert.ok(isUnexplained(await causeWith('meta.test/lakecontroller-configmap', 'red')), 'a kind, as datastore-secret')
  assert.ok(isUnexplained(await causeWith('other.test/lakecontroller-blue', 'red')), 'of another product')
})

test('a field or label called after a kind of its API group tells that nothing has that name (kubernetes-sigs/kro#1067, kubewarden/adm-controller#130)', async () => {
  const causeWith = async (spec: object, labels: Record<string, string>, group = GROUP, ofOther?: object) => {
    const sandbox = setup()
    definition(sandbox, { group, plural: 'lakesides', kind: 'LakeSide' })
    const lake = { apiVersion: `${group}/v1`, kind: 'LakeSide', name: 'red', finalizers: [], deleted: undefined }
    bucket(sandbox, lake)
    const held = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
    sandbox.put({ ...held, spec, metadata: { ...held.metadata, labels } })
    if (ofOther) {
      const other = { name: 'other', namespace: 'shop', labels: { ...ofOther } }
      sandbox.put({ apiVersion: `${GROUP}/v1`, kind: 'Bucket', metadata: other })
    }
    return causeIn(sandbox)
  }
  const fact = 'but there is no LakeSide blue in namespace shop.'
  const label = `${GROUP}/lake-side-name`
  assert.match((await causeWith({ lakeSide: 'blue' }, {})).summary, `spec.lakeSide refers to blue, ${fact}`)
  const labelled = await causeWith({}, { [label]: 'blue' })
  assert.match(labelled.id, '/silent/of-nothing/lakesides')
  assert.match(labelled.summary, `metadata.labels["${label}"] refers to blue, ${fact}`)
  assert.ok(isUnexplained(await causeWith({ lakeSide: 'red' }, { [label]: 'red' })))
  assert.ok(isUnexplained(await causeWith({}, { [label]: 'blue' }, 'other.example.net')), 'of another group')
  const bare = `${GROUP}/lake-side`
  assert.ok(isUnexplained(await causeWith({}, { [bare]: 'blue' })), 'it may be a class')
  const beside = await causeWith({}, { [bare]: 'blue' }, GROUP, { [bare]: 'red' })
  assert.match(beside.summary, `metadata.labels["${bare}"] refers to blue, ${fact}`)
})

test('a volume of a CSI driver after whose name no PersistentVolume is called is told, and its other finalizer comes after (deckhouse/deckhouse#21698)', async () => {
  const name = 'pvc-8c1f0e3e-0a5d-4bd6-a01c-5f9b5e3fd1b2'
  const keysWith = async (volume: string, handle: string, finalizer = `${GROUP}/bucket-csi`, of = name) => {
    const sandbox = createSandbox({ clock: manualClock() })
    definition(sandbox, { group: GROUP, plural: 'buckets', kind: 'Bucket' })
    namespace(sandbox, 'shop')
    operator(sandbox, { name: 'objectstore', group: GROUP, plural: 'buckets' })
    bucket(sandbox, { name: of, finalizers: [finalizer, `${GROUP}/bucket`] })
    const spec = { csi: { driver: 'csi.example.com', volumeHandle: handle } }
    sandbox.put({ apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name: volume }, spec })
    const { causes } = await explained(sandbox)
    return causes
      .map(({ id }) => /\/silent\/(volume-gone|after)/.exec(id)?.[1] ?? 'none')
      .toSorted()
      .join()
  }
  assert.is(await keysWith('other', 'x'), 'after,volume-gone')
  assert.is(await keysWith(name, 'x'), 'none')
  assert.is(await keysWith('other', `vg-1/${name}`), 'none')
  assert.is(await keysWith('other', 'x', `${GROUP}/pv-protection`), 'after,volume-gone')
  assert.is(await keysWith('other', 'x', `${GROUP}/node`), 'none', 'of no driver')
  assert.is(await keysWith('other', 'x', undefined, 'pvc-1'), 'none', 'of no name of a volume')
})

test('a finalizer that comes after another one is removed with the loss that is known of it (minio/directpv#897)', async () => {
  const group = 'directpv.min.io'
  const sandbox = createSandbox({ clock: manualClock() })
  definition(sandbox, { group, plural: 'directpvvolumes', kind: 'DirectPVVolume' })
  namespace(sandbox, 'shop')
  operator(sandbox, { name: 'objectstore', group, plural: 'directpvvolumes' })
  const name = 'pvc-8c1f0e3e-0a5d-4bd6-a01c-5f9b5e3fd1b2'
  const finalizers = [`${group}/pv-protection`, `${group}/purge-protection`]
  bucket(sandbox, { apiVersion: `${group}/v1`, kind: 'DirectPVVolume', name, finalizers })
  const after = (await explained(sandbox)).causes.find(({ id }) => id.includes('/silent/after'))
  const { summary } = after!.remedies.find(({ kind }) => kind === 'remove')!
  assert.match(summary, 'only if it is still there')
  assert.match(summary, 'The data directory and its quota stay on the drive')
})

/** Makes entries of managedFields, a day old. */
function writesIn(sandbox: Sandbox) {
  const at = { apiVersion: `${GROUP}/v1`, operation: 'Update', fieldsType: 'FieldsV1', time: ago(sandbox, DAY) }
  return (manager: string, fieldsV1: object, subresource?: string) => {
    return { ...at, manager, fieldsV1, ...(subresource && { subresource }) }
  }
}

test('a program that wrote finalizer and status is in another cluster where none here has its name, and the one that is here writes under its own (stolostron/rhacm-docs#1887)', async () => {
  const isTold = async (writer: string, reporter = writer, maker = 'objectstore', besides = 'lake', ofOther = '') => {
    const sandbox = setup()
    const held = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
    const entry = writesIn(sandbox)
    const managedFields = [
      entry(maker, { 'f:spec': {} }),
      entry(writer, { 'f:metadata': { 'f:finalizers': { [`v:"${GROUP}/bucket"`]: {} } } }),
      entry(reporter, { 'f:status': { 'f:ready': {} } }, 'status'),
    ]
    sandbox.put({ ...held, status: { ready: true }, metadata: { ...held.metadata, managedFields } } as never)
    operator(sandbox, { name: besides, group: 'lakes.example.com', plural: 'lakes' })
    if (ofOther !== '') {
      const other = entry(ofOther, { 'f:metadata': { 'f:finalizers': { [`v:"${GROUP}/bucket"`]: {} } } })
      const { name: _, uid: __, ...metadata } = held.metadata
      sandbox.put({ ...held, metadata: { ...metadata, name: 'other', managedFields: [other] } } as never)
    }
    const { causes } = await explained(sandbox)
    return causes.some(({ id }) => id.includes('/silent/writer/'))
  }
  assert.ok(await isTold('edge-agency'))
  assert.not.ok(await isTold('edge-agency', 'objectstore'), 'it did not write the status')
  assert.not.ok(await isTold('edge-agency', undefined, 'kubectl'), 'what is here never wrote')
  assert.ok(await isTold('edge-agency', undefined, 'kubectl', 'lake', 'objectstore'), 'but another object')
  assert.not.ok(await isTold('edge-agency', undefined, 'kubectl', 'lake', 'store'), 'no part of its name')
  assert.not.ok(await isTold('edge-agency', undefined, undefined, 'edge-agency'), 'it runs here')
  assert.not.ok(await isTold('objectstore-status'), 'a second name of the same')
  assert.not.ok(await isTold('kubectl-edit'))
})

test('a finalizer of a foreign domain that a client library wrote is of no workload that writes the status (flux-framework/flux-coral2#168)', async () => {
  const isTold = async (finalizer: string, writer: string, reporter = 'app', besides = 'lake') => {
    const sandbox = setup()
    const held = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
    const entry = writesIn(sandbox)
    const managedFields = [
      entry(writer, { 'f:metadata': { 'f:finalizers': { [`v:"${finalizer}"`]: {} } } }),
      entry(reporter, { 'f:status': { 'f:ready': {} } }, 'status'),
    ]
    const metadata = { ...held.metadata, finalizers: [finalizer], managedFields }
    sandbox.put({ ...held, status: { ready: true }, metadata } as never)
    operator(sandbox, { name: besides, group: 'lakes.example.com', plural: 'lakes' })
    return (await causeIn(sandbox)).summary.includes('which wrote it, is a client library')
  }
  const foreign = 'batch.tides.io/flow'
  assert.ok(await isTold(foreign, 'OpenAPI-Generator'))
  assert.not.ok(await isTold(foreign, 'manager'), 'the name of a sort of program')
  assert.not.ok(await isTold(foreign, 'OpenAPI-Generator', 'OpenAPI-Generator'), 'the status too')
  assert.not.ok(await isTold(foreign, 'OpenAPI-Generator', undefined, 'tides'), 'something is called after it')
  assert.not.ok(await isTold(`${GROUP}/flow`, 'OpenAPI-Generator'), 'the domain of the type')
})

test('the writer of a finalizer is told where another workload is called so, or none of a domain that is not the type’s (opendatahub-io/kserve#1750)', async () => {
  const told = async (finalizer: string, writer: string, besides: string, isOperator = true) => {
    const sandbox = createSandbox({ clock: manualClock() })
    const group = 'parts.lake-mesh.io'
    definition(sandbox, { group, plural: 'basins', kind: 'Basin' })
    namespace(sandbox, 'shop')
    operator(sandbox, { name: 'basin-registration', group, plural: 'basins' })
    const at = { apiVersion: `${group}/v1`, kind: 'Basin', namespace: 'shop', name: 'a', finalizers: [finalizer] }
    customResource(sandbox, { ...at, manager: writer, deleted: HOUR })
    if (isOperator) operator(sandbox, { name: besides, group: 'other.example.com', plural: 'others' })
    else deployment(sandbox, 'shop', besides)
    const { causes } = await explained(sandbox)
    return `${causes[0]!.code} ${/"[\w-]+", which wrote it, is [^/]*/.exec(causes[0]!.summary)?.[0] ?? 'none'}`
  }
  const own = 'lake-mesh.io/finalizer'
  const other = 'depth-hub.lake-mesh.io/cleanup'
  assert.is(
    await told(other, 'multi-depth-operator', 'else'),
    'CleanupInProgress "multi-depth-operator", which wrote it, is no workload of this cluster.',
  )
  assert.is(await told(own, 'multi-depth-operator', 'else'), 'CleanupInProgress none', 'of the domain of the type')
  assert.is(await told(other, 'multi-depth-operator', 'depth'), 'CleanupInProgress none', 'kin runs here')
  assert.match(
    await told(own, 'mesh-depth', 'mesh-depth-operator'),
    /"mesh-depth", which wrote it, is the name of deployment/,
  )
  const ofUser = await told(own, 'mesh-depth', 'mesh-depth-operator', false)
  assert.is(ofUser, 'CleanupInProgress none', 'a workload without a right in the cluster, which anybody may name')
})

test('what waits only until its user is deleted was not left on when that is being deleted', async () => {
  const sandbox = createSandbox({ clock: manualClock() })
  const group = 'snapshot.storage.k8s.io'
  definition(sandbox, { group, plural: 'volumesnapshots', kind: 'VolumeSnapshot' })
  definition(sandbox, { group, plural: 'volumesnapshotcontents', kind: 'VolumeSnapshotContent' })
  const crd = sandbox.get('apiextensions.k8s.io/v1', 'CustomResourceDefinition', `volumesnapshotcontents.${group}`)!
  sandbox.put({ ...crd, spec: { ...(crd.spec as object), scope: 'Cluster' } })
  namespace(sandbox, 'shop')
  operator(sandbox, { name: 'csi-snapshotter', group, plural: 'volumesnapshotcontents' })
  const bound = 'snapshot.storage.kubernetes.io/volumesnapshotcontent-bound-protection'
  const put = (kind: string, name: string, finalizers: readonly string[], spec: object, place?: string) =>
    sandbox.put(
      {
        ...{ apiVersion: `${group}/v1`, kind, spec },
        metadata: {
          ...{ name, finalizers, ...(place && { namespace: place }) },
          ...{ creationTimestamp: ago(sandbox, 40 * DAY), deletionTimestamp: ago(sandbox, HOUR) },
        },
      } as unknown as KubeObject,
      { manager: 'csi-snapshotter' },
    )
  put('VolumeSnapshotContent', 'content', [bound], { volumeSnapshotRef: { name: 'nightly', namespace: 'shop' } })
  put('VolumeSnapshot', 'nightly', ['snapshot.storage.kubernetes.io/volumesnapshot-bound-protection'], {}, 'shop')
  const { causes } = await explained(sandbox)
  assert.ok(causes.length > 0)
  for (const { id, summary } of causes) assert.not.ok(/unused/.test(id), summary)
})

test('a controller whose rollout does not end is told with it', async () => {
  for (const [counts, isUp] of [
    [{ replicas: 2, updatedReplicas: 1, unavailableReplicas: 1 }, false],
    [{ replicas: 2, unavailableReplicas: 1 }, false],
    [{ replicas: 1, updatedReplicas: 1 }, true],
    // One of its Pods is ill, and all are of one version.
    [{ replicas: 2, updatedReplicas: 2, unavailableReplicas: 1 }, true],
    // What the sandbox or an old recording does not tell.
    [{}, true],
  ] as const) {
    const sandbox = setup()
    const workload = workloadOf(sandbox)
    sandbox.put({ ...workload, status: { readyReplicas: 1, ...counts } })
    const cause = await causeIn(sandbox)
    assert.is(factsOf(cause).includes('has not ended'), !isUp, JSON.stringify(counts))
    assert.is(
      cause.remedies.some(({ commands }) => commands.join().includes('rollout status')),
      !isUp,
    )
  }
})

test('an object of a node that is lost is told with it; of one that no node is called after, nothing', async () => {
  const cases: readonly [Record<string, unknown>, RegExp | undefined][] = [
    [{ nodeName: 'lost-30' }, /node lost-30: Ready is Unknown/],
    [{ placement: { nodeID: 'lost-30' } }, /spec\.placement\.nodeID is lost-30/],
    [{ nodeName: 'worker-1' }, undefined],
    [{ nodeName: 'never-there' }, undefined],
    [{ hostname: 'www.example.com' }, undefined],
  ]
  for (const [spec, words] of cases) {
    const sandbox = setup(spec)
    node(sandbox, 'lost-30', { lost: DAY })
    const cause = await causeIn(sandbox)
    assert.is(isUnexplained(cause), words === undefined, JSON.stringify(spec))
    if (words !== undefined) assert.match(factsOf(cause), words)
  }
})

test('an agent that runs on each node and not on that of the object is told so', async () => {
  for (const [name, words] of [
    ['worker-2', /no Pod of daemonset objectstore-system\/objectstore is ready on node worker-2/],
    ['worker-1', undefined],
  ] as const) {
    const sandbox = setup({ nodeName: name })
    node(sandbox, 'worker-2')
    onEachNode(sandbox)
    const cause = await causeIn(sandbox)
    assert.is(isUnexplained(cause), words === undefined, name)
    if (words !== undefined) assert.match(factsOf(cause), words)
  }
})

test('a node that does not exist is told where its product has an agent on each node, beside what runs once (openebs/lvm-localpv#407)', async () => {
  for (const [spec, label, place, told] of [
    [{ ownerNodeID: 'never-there' }, 'tier', HOME, 'spec.ownerNodeID is never-there'],
    [{}, 'kubernetes.io/nodename', HOME, 'metadata.labels.kubernetes.io/nodename is never-there'],
    [{}, 'tier', HOME, undefined],
    [{ ownerID: 'never-there' }, 'tier', HOME, undefined],
    [{ ownerNodeID: 'worker-1' }, 'tier', HOME, undefined],
    [{ ownerNodeID: 'never-there' }, 'tier', 'shop', undefined],
  ] as const) {
    const sandbox = setup(spec)
    const held = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
    const labels = { [label]: 'never-there' }
    sandbox.put({ ...held, metadata: { ...held.metadata, labels } }, { manager: 'objectstore' })
    const { template } = workloadOf(sandbox).spec as { template: object }
    sandbox.put({
      apiVersion: 'apps/v1',
      kind: 'DaemonSet',
      metadata: { name: 'objectstore-node', namespace: place },
      spec: { selector: { matchLabels: { app: 'objectstore' } }, template },
      status: { desiredNumberScheduled: 1, numberReady: 1 },
    })
    const cause = await causeIn(sandbox)
    assert.is(isUnexplained(cause), told === undefined, JSON.stringify([spec, label, place]))
    if (told === undefined) continue
    assert.match(factsOf(cause), told)
    assert.match(factsOf(cause), 'no Pod of daemonset objectstore-system/objectstore-node is ready on node never-there')
  }
})

test('the node of an object that is lost is told before what its agent said before the deletion', async () => {
  const message = 'origin lease of lost-30 is not renewed'
  const ready = { type: 'Ready', status: 'False', reason: 'LeaseExpired', message }
  const conditions = (at: number) => ({ conditions: [{ ...ready, lastTransitionTime: new Date(at).toISOString() }] })
  for (const [spec, isTold] of [
    [{ sourceNode: 'lost-30' }, true],
    [{ sourceNode: 'worker-1' }, false],
    // A graph has nodes too.
    [{ sourceNode: 'never-there' }, false],
  ] as const) {
    const sandbox = setup(spec)
    node(sandbox, 'lost-30', { lost: DAY })
    const held = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
    sandbox.put({ ...held, status: conditions(sandbox.clock.now().getTime() - 2 * HOUR * 1000) } as KubeObject)
    onEachNode(sandbox)
    const { causes } = await explained(sandbox)
    assert.is(causes[0]!.id.endsWith('/silent/node/lost-30'), isTold, causes[0]!.id)
  }
})

test('a finalizer called after a node that is gone or lost is not removed by what works on others', async () => {
  const named = (...names: string[]) => names.map(name => `${GROUP}/${name}`)
  const [own = ''] = named('worker-9')
  const cases: readonly [string, (sandbox: Sandbox, uid: string) => void, boolean][] = [
    [own, () => {}, false],
    [own, sandbox => bucket(sandbox, { name: 'other', finalizers: [`${GROUP}/worker-1`], deleted: undefined }), true],
    [
      own,
      sandbox => bucket(sandbox, { name: 'other', finalizers: named('worker-1', 'member-2'), deleted: undefined }),
      false,
    ],
    [`${GROUP}/lost-30`, () => {}, true],
    [`${GROUP}/worker-1`, () => {}, false],
    ['worker-9-delete', () => {}, false],
    ['worker-9-delete', (sandbox, uid) => status(sandbox, uid, 'worker-9'), true],
    ['worker-9-delete', (sandbox, uid) => status(sandbox, uid, 'worker-1'), false],
    ['worker-9-delete', sandbox => status(sandbox, 'of-another', 'worker-9'), false],
  ]
  for (const [at, [finalizer, more, isTold]] of cases.entries()) {
    const sandbox = setup()
    definition(sandbox, { group: GROUP, plural: 'bucketstatuses', kind: 'BucketStatus' })
    node(sandbox, 'lost-30', { lost: DAY })
    bucket(sandbox, { finalizers: [finalizer] })
    const held = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
    const report = { type: 'Normal' as const, reason: 'Emptying', message: '9 objects left', component: 'objectstore' }
    recorded(sandbox, held, { ...report, first: MINUTE, last: 5 })
    more(sandbox, held.metadata.uid!)
    const { causes } = await explained(sandbox)
    const { code, verdict, summary } = causes.find(each => each.finalizer === finalizer)!
    assert.is(`${code} ${verdict}`, `CleanupInProgress ${isTold ? 'unknown' : 'progressing'}`, `${at}: ${summary}`)
  }
})

test('names that begin with finalizer-, of what runs on each node, are those of nodes that are gone', async () => {
  const clueOf = async (isAgent: boolean, ...names: string[]) => {
    const sandbox = setup()
    const finalizers = names.map(name => `${GROUP}/${name}`)
    bucket(sandbox, { finalizers })
    if (isAgent) onEachNode(sandbox)
    const { causes } = await explained(sandbox)
    const { id } = causes.find(({ finalizer }) => finalizer === finalizers[0])!
    return /\/silent\/(node\/[^/]+)/.exec(id)?.[1]
  }
  const [one, two] = ['finalizer-ip-10-0-1-2.ec2.internal', 'finalizer-ip-10-0-3-4.ec2.internal']
  assert.is(await clueOf(true, one), 'node/ip-10-0-1-2.ec2.internal')
  assert.is(await clueOf(true, 'finalizer-worker-8', 'finalizer-worker-9'), 'node/worker-8')
  assert.is(await clueOf(false, one, two), undefined, 'a controller that runs once')
  assert.is(await clueOf(true, 'finalizer-v2'), undefined)
  assert.is(await clueOf(true, 'finalizer-worker-1', one), undefined, 'a node that is there')
  assert.is(await clueOf(true, 'v1.2', 'v1.3'), undefined)
})

test('a Pod whose node is gone is not let go by what runs on each node', async () => {
  for (const [nodeName, told] of [
    ['gone-7', 'remove the finalizer, if node gone-7 is gone for good: what ran there went with it'],
    ['worker-1', undefined],
  ] as const) {
    const sandbox = createSandbox({ clock: manualClock() })
    definition(sandbox, { group: GROUP, plural: 'buckets', kind: 'Bucket' })
    node(sandbox, 'worker-1')
    operator(sandbox, { name: 'objectstore', group: '', plural: 'pods' })
    onEachNode(sandbox)
    const pod = { kind: 'Pod', namespace: HOME, name: 'mount', finalizers: ['corp.io/mount'], spec: { nodeName } }
    bucket(sandbox, { apiVersion: 'v1', ...pod, deletionGracePeriodSeconds: 0 })
    const { causes } = await explained(sandbox)
    const cause = causes.find(({ subject }) => subject.name === 'mount')!
    assert.is(cause.id.includes('/silent/node/gone-7'), told !== undefined, cause.id)
    if (told !== undefined) assert.is(cause.remedies.at(-1)!.summary, told)
  }
})

test('that the node of a Pod is gone is told beside a controller that runs once, and no list is read to tell it (flyteorg/flyte#2701)', async () => {
  for (const nodeName of ['gone-7', 'worker-1']) {
    const sandbox = createSandbox({ clock: manualClock() })
    node(sandbox, 'worker-1')
    operator(sandbox, { name: 'objectstore', group: '', plural: 'pods' })
    const pod = { kind: 'Pod', name: 'mount', finalizers: ['flyte/flytek8s'], spec: { nodeName } }
    bucket(sandbox, { apiVersion: 'v1', ...pod, namespace: HOME, deletionGracePeriodSeconds: 0 })
    const lists: string[] = []
    sandbox.onRequest = ({ path }) => {
      lists.push(path)
      return undefined
    }
    const { causes } = await explained(sandbox)
    const cause = causes.find(({ subject }) => subject.name === 'mount')!
    assert.is(cause.id.includes('/silent/node/gone-7'), nodeName === 'gone-7', cause.id)
    assert.not(cause.remedies.at(-1)!.summary.includes('what ran there went with it'))
    assert.not(lists.includes('/api/v1/componentstatuses'))
  }
})

test('what of its API group still names an object is told, where that is neither owned by it nor being deleted', async () => {
  const cases: readonly [object, (uid: string) => object, boolean][] = [
    [{ bucketName: 'logs' }, () => ({}), true],
    [{ bucketRef: { name: 'logs' } }, () => ({}), true],
    [{ bucketName: 'other' }, () => ({}), false],
    [{ note: 'logs' }, () => ({}), false],
    [
      { bucketName: 'logs' },
      () => ({ deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: ['x.example.com/y'] }),
      false,
    ],
    [
      { bucketName: 'logs' },
      uid => ({ ownerReferences: [{ apiVersion: `${GROUP}/v1`, kind: 'Bucket', name: 'logs', uid }] }),
      false,
    ],
  ]
  for (const [spec, meta, isTold] of cases) {
    const sandbox = setup()
    definition(sandbox, { group: GROUP, plural: 'bindings', kind: 'Binding' })
    const { uid } = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!.metadata
    const metadata = { name: 'web', namespace: 'shop', ...meta(uid!) }
    sandbox.put({ apiVersion: `${GROUP}/v1`, kind: 'Binding', metadata, spec } as never)
    const { causes } = await explained(sandbox)
    const { id, verdict } = causes.find(({ code }) => code === 'CleanupInProgress')!
    assert.is(verdict, 'unknown')
    assert.is(id.includes('/silent/named/'), isTold, JSON.stringify([spec, meta('')]))
  }
})

test('a reference called after no type names what alone has the name, also beside an error (aws-controllers-k8s/community#1509)', async () => {
  const told = async (spec: object, status?: object, name = 'web') => {
    const sandbox = setup()
    definition(sandbox, { group: GROUP, plural: 'bindings', kind: 'Binding' })
    const held = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
    if (status !== undefined) sandbox.put({ ...held, status } as never)
    sandbox.put({ apiVersion: `${GROUP}/v1`, kind: 'Binding', metadata: { name, namespace: 'shop' }, spec } as never)
    const { code, id, remedies } = (await explained(sandbox)).causes[0]!
    const summaries = remedies.map(({ summary }) => summary)
    return [code, id.includes('/named/'), summaries.some(each => each.includes('find out whether Binding web'))]
  }
  const placeRef = { from: { name: 'logs' } }
  const conditions = [{ type: 'Ready', status: 'False', reason: 'DeleteError', message: 'AuthFailure: not permitted' }]
  assert.equal(await told({ placeRef }), ['CleanupInProgress', true, true])
  assert.equal(await told({ placeRef }, { conditions }), ['CleanupFailing', true, true])
  assert.equal(await told({ placeRef: { name: 'other' } }, { conditions }), ['CleanupFailing', false, false])
  assert.equal(await told({ place: { name: 'logs' } }), ['CleanupInProgress', false, false])
  assert.equal(await told({ bindingRef: { name: 'logs' } }), ['CleanupInProgress', false, false])
  assert.equal(await told({ placeRef }, undefined, 'logs'), ['CleanupInProgress', false, false])
})

test('a field called after the end of a kind names an object too (openeverest/openeverest#1914)', async () => {
  for (const [field, isTold] of [
    ['pgStore', true],
    ['gStore', false],
  ] as const) {
    const sandbox = createSandbox({ clock: manualClock() })
    definition(sandbox, { group: GROUP, plural: 'acmepgstores', kind: 'AcmePGStore' })
    definition(sandbox, { group: GROUP, plural: 'acmepgbackups', kind: 'AcmePGBackup' })
    namespace(sandbox, 'shop')
    operator(sandbox, { name: 'objectstore', group: GROUP, plural: 'acmepgstores' })
    bucket(sandbox, { kind: 'AcmePGStore' })
    const user = { apiVersion: `${GROUP}/v1`, kind: 'AcmePGBackup', metadata: { name: 'b1', namespace: 'shop' } }
    sandbox.put({ ...user, spec: { [field]: 'logs' } } as never)
    const [cause] = (await explained(sandbox)).causes
    assert.is(cause!.id.includes('/silent/named/'), isTold, field)
  }
})

test('a finalizer that says in use is left on where nothing of its product has the name of the object', async () => {
  const told = async (finalizer: string, spec: object | undefined, may = true) => {
    const sandbox = setup()
    bucket(sandbox, { finalizers: [finalizer] })
    if (spec !== undefined) {
      definition(sandbox, { group: GROUP, plural: 'bindings', kind: 'Binding' })
      sandbox.put({
        apiVersion: `${GROUP}/v1`,
        kind: 'Binding',
        metadata: { name: 'web', namespace: 'shop' },
        spec,
      } as never)
    }
    sandbox.authorize = (_user, _verb, resource) => may || !resource.startsWith('bindings')
    const { causes } = await explained(sandbox, { user: 'viewer' })
    const { id = '' } = causes.find(each => each.finalizer === finalizer) ?? {}
    return id.includes('/silent/unused/')
  }
  assert.ok(await told(`${GROUP}/in-use`, { bucketName: 'other' }))
  assert.not.ok(await told(`${GROUP}/in-use`, { anything: ['of logs'] }))
  assert.not.ok(await told(`${GROUP}/in-use`, { bucketName: 'other' }, false))
  assert.not.ok(await told(`${GROUP}/in-use`, undefined))
  assert.not.ok(await told(`${GROUP}/bucket`, { bucketName: 'other' }))
})

test('a protection of a claim that was never bound is left on where no object of its product names that', async () => {
  for (const [spec, status, named, isTold] of [
    [{}, { phase: 'Pending' }, 'other', true],
    [{}, { phase: 'Pending' }, 'data', false],
    [{ volumeName: 'pv-1' }, { phase: 'Bound' }, 'other', false],
  ] as const) {
    const sandbox = setup()
    operator(sandbox, { name: 'attacher', group: '', plural: 'persistentvolumeclaims' })
    bucket(sandbox, { name: 'web', spec: { volume: named }, finalizers: [], deleted: undefined })
    const claim = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', name: 'data', manager: 'attacher' }
    bucket(sandbox, { ...claim, finalizers: [`${GROUP}/pvc-protection`], spec, status })
    const { causes } = await explained(sandbox)
    const cause = causes.find(({ finalizer }) => finalizer === `${GROUP}/pvc-protection`)!
    assert.is(cause.id.includes('/silent/unused/'), isTold, cause.id)
  }
})

test('the catalogue tells of which node a finalizer is', async () => {
  const sandbox = setup()
  const group = 'lvm.topolvm.io'
  definition(sandbox, { group, plural: 'lvmvolumegroups', kind: 'LVMVolumeGroup' })
  operator(sandbox, { name: 'vg-manager', group, plural: 'lvmvolumegroups' })
  const finalizers = ['cleanup.vgmanager.node.topolvm.io/thor']
  bucket(sandbox, { apiVersion: `${group}/v1`, kind: 'LVMVolumeGroup', name: 'vg1', manager: 'vg-manager', finalizers })
  const { causes } = await explained(sandbox)
  assert.ok(causes.some(({ id, subject }) => subject.name === 'vg1' && id.includes('/silent/node/thor')))
})

test('a Lease that somebody renews who is no Pod here is told; that of a Pod or a node here, or by a uuid, is not', async () => {
  const holders: readonly [string, number, RegExp | undefined, boolean][] = [
    ['objectstore-6f7c9d-oldpd_8c1e', 5, /renewed 5s ago by objectstore-6f7c9d-oldpd_8c1e/, false],
    ['POD', 5, undefined, true],
    ['worker-1_8c1e', 5, undefined, true],
    ['0c4b6bd1-7a0e-4b6c-9a55-0d3f0f0f0f0f', 5, undefined, true],
    ['', MINUTE, undefined, true],
  ]
  for (const [holder, seconds, words, isWithout] of holders) {
    const sandbox = setup()
    const pod = sandbox.server.store.list('pods').find(({ metadata }) => metadata.namespace === HOME)!
    sandbox.put(
      {
        apiVersion: 'coordination.k8s.io/v1',
        kind: 'Lease',
        metadata: { name: 'objectstore-leader', namespace: HOME },
        spec: {
          holderIdentity: holder === 'POD' ? `${pod.metadata.name}_8c1e` : holder,
          leaseDurationSeconds: 15,
          renewTime: ago(sandbox, seconds).replace('Z', '.000000Z'),
        },
      },
      { manager: 'objectstore' },
    )
    const cause = await causeIn(sandbox)
    assert.is(isUnexplained(cause), isWithout, holder)
    if (words !== undefined) assert.match(factsOf(cause), words)
    else assert.not.match(factsOf(cause), /Lease/, holder)
  }
})

test('what the object names, and what that names, is told where it says that it is not well', async () => {
  const unavailable = { phase: 'Unavailable', message: 'rpc error: AccessDenied' }
  const stopped = {
    phase: 'Cluster is hibernated',
    conditions: [{ type: 'hibernation', status: 'True', reason: 'Hibernated', message: 'has been hibernated' }],
  }
  const ready = { phase: 'Available', conditions: [{ type: 'Ready', status: 'True', reason: 'Up', message: '' }] }
  const unready = { conditions: [{ type: 'Ready', status: 'False', reason: 'NoQuorum', message: 'two of three lost' }] }
  const ended = { phase: 'Failed', completionTimestamp: '2020-01-01T00:00:00Z' }
  for (const [status, words] of [
    [unavailable, /StorageLocation main.* status\.phase is Unavailable/],
    [stopped, /Hibernated: has been hibernated/],
    [unready, /Ready=False NoQuorum/],
    [ready, undefined],
    [ended, undefined],
    [{}, undefined],
  ] as const) {
    for (const isFar of [false, true]) {
      const sandbox = setup(isFar ? { copyRef: { name: 'first' } } : { location: 'main' })
      definition(sandbox, { group: GROUP, plural: 'storagelocations', kind: 'StorageLocation' })
      definition(sandbox, { group: GROUP, plural: 'copies', kind: 'Copy' })
      const own = { apiVersion: `${GROUP}/v1`, namespace: 'shop', manager: 'objectstore' }
      customResource(sandbox, { ...own, kind: 'StorageLocation', name: 'main', status })
      customResource(sandbox, { ...own, kind: 'Copy', name: 'first', spec: { storageLocation: 'main' } })
      const cause = await causeIn(sandbox)
      assert.is(isUnexplained(cause), words === undefined, JSON.stringify([status, isFar]))
      if (words !== undefined) assert.match(factsOf(cause), words)
    }
  }
})

test('an owner that lives and is not being deleted may be why, but for Pods, which operators replace', async () => {
  for (const [kind, isTold] of [
    ['ConfigMap', true],
    ['Pod', false],
  ] as const) {
    const sandbox = setup()
    customResource(sandbox, {
      ...{ apiVersion: `${GROUP}/v1`, kind: 'Bucket', namespace: 'shop', name: 'main', manager: 'objectstore' },
      finalizers: [`${GROUP}/bucket`],
    })
    const { uid } = sandbox.get(`${GROUP}/v1`, 'Bucket', 'main', 'shop')!.metadata
    const ownerReferences = [{ apiVersion: `${GROUP}/v1`, kind: 'Bucket', name: 'main', uid, controller: true }]
    const dates = { creationTimestamp: ago(sandbox, DAY), deletionTimestamp: ago(sandbox, HOUR) }
    const metadata = { name: 'part', namespace: 'shop', finalizers: [`${GROUP}/bucket`], ownerReferences, ...dates }
    sandbox.put({ apiVersion: 'v1', kind, metadata, ...(kind === 'Pod' && { status: { phase: 'Failed' } }) })
    const commands = (await explained(sandbox)).causes.flatMap(({ remedies }) =>
      remedies.flatMap(each => each.commands),
    )
    const deletion = `kubectl delete buckets.${GROUP} main -n shop --wait=false`
    assert.is(commands.includes(deletion), isTold, kind)
  }
})

test('the cluster that a field names, of whatever kind, is told where it does not get ready', async () => {
  const told = async (spec: Record<string, unknown>, state: string, kind = 'ObjectStore') => {
    const sandbox = setup(spec)
    definition(sandbox, { group: GROUP, plural: 'stores', kind })
    const own = { apiVersion: `${GROUP}/v1`, namespace: 'shop', manager: 'objectstore' }
    customResource(sandbox, { ...own, kind, name: 'main', status: { state } })
    const { causes } = await explained(sandbox)
    const { summary } = causes.find(({ code }) => code === 'CleanupInProgress')!
    return summary.includes(`${kind} main is not healthy, and it names it`)
  }
  assert.ok(await told({ clusterName: 'main' }, 'initializing'))
  assert.ok(await told({ clusterName: 'main' }, 'initializing', 'StoreCluster'))
  assert.not.ok(await told({ clusterName: 'main' }, 'ready'))
  assert.not.ok(await told({ clusterName: 'other' }, 'initializing'))
  assert.not.ok(await told({ className: 'main' }, 'initializing'), 'a class may be called as anything')
})

test('a machine of which the Node is gone: only the machine may be left, unless it is one of another cluster (Azure/karpenter-provider-azure#525)', async () => {
  const told = async (nodeName: string, spec = {}, isRead = true) => {
    const sandbox = setup(spec, { nodeName, providerID: 'azure:///vm-1' })
    sandbox.authorize = (user, _verb, resource) => user.name !== 'blind' || resource !== 'nodes'
    const { causes } = await explained(sandbox, isRead ? {} : { user: 'blind' })
    return causes[0]!.summary.includes(`its node ${nodeName} does not exist, and only the machine azure:///vm-1`)
  }
  assert.ok(await told('aks-1'))
  assert.not.ok(await told('worker-1'))
  assert.not.ok(await told('aks-1', { clusterName: 'main' }))
  assert.not.ok(await told('aks-1', {}, false))
})

test('what its controller deletes by its spec and is being deleted as well is told, of an object that it alone holds (crossplane/crossplane#2435)', async () => {
  const told = async (field: string, { deleted, finalizers }: { deleted?: number; finalizers?: string[] } = {}) => {
    const apiVersion = `${GROUP}/v1`
    const sandbox = setup({ [field]: { apiVersion, kind: 'Disk', name: 'disk-1' } })
    if (finalizers) bucket(sandbox, { spec: { [field]: { apiVersion, kind: 'Disk', name: 'disk-1' } }, finalizers })
    definition(sandbox, { group: GROUP, plural: 'disks', kind: 'Disk' })
    const disk = { apiVersion, kind: 'Disk', namespace: 'shop', name: 'disk-1', manager: 'disks' }
    customResource(sandbox, { ...disk, finalizers: ['disks.example.com/disk'], ...(deleted && { deleted }) })
    const cause = (await explained(sandbox)).causes.find(({ finalizer }) => finalizer === `${GROUP}/bucket`)!
    const isTold = cause.summary.includes(`Disk disk-1, which spec.${field} names, is being deleted as well`)
    const commands = cause.remedies.flatMap(each => each.commands)
    assert.is(commands.includes(`kubectl finalize explain disks.${GROUP} disk-1 -n shop`), isTold)
    return isTold
  }
  assert.ok(await told('resourceRef', { deleted: HOUR }))
  assert.not.ok(await told('resourceRef'))
  assert.not.ok(await told('networkRef', { deleted: HOUR }))
  const finalizers = [`${GROUP}/bucket`, 'other.example.org/hold']
  assert.not.ok(await told('resourceRef', { deleted: HOUR, finalizers }))
})

test('a cluster that the object names, or a namespace that its product made for it, is being deleted as well (projectsveltos/addon-controller#710, kubernetes-retired/hierarchical-namespaces#200)', async () => {
  const partOf = async (spec: object, build: (sandbox: Sandbox) => void, options = {}) => {
    const sandbox = setup({ ...spec })
    build(sandbox)
    const { summary } = (await explained(sandbox, options)).causes.find(
      ({ finalizer }) => finalizer === `${GROUP}/bucket`,
    )!
    return /: (\S+ \S+), which (\S+) names, is being deleted as well/.exec(summary)?.slice(1).join()
  }
  const cluster = (sandbox: Sandbox, kind: string, rest: object = {}) => {
    const group = `${kind.toLowerCase()}.example.org`
    definition(sandbox, { group, plural: `${kind.toLowerCase()}s`, kind })
    const of = { apiVersion: `${group}/v1`, kind, name: 'edge', manager: 'clusters' }
    bucket(sandbox, { ...of, finalizers: ['clusters.example.org/x'], ...rest })
  }
  const named = { clusterName: 'edge' }
  assert.is(await partOf(named, each => cluster(each, 'Cluster')), 'Cluster edge,spec.clusterName')
  assert.is(await partOf(named, each => cluster(each, 'Cluster', { deleted: undefined })), undefined)
  assert.is(await partOf({ ...named, clusterNamespace: 'ops' }, each => cluster(each, 'Cluster')), undefined)
  assert.is(await partOf({ clusterName: 'other' }, each => cluster(each, 'Cluster')), undefined)
  const several = (...kinds: string[]) =>
    partOf(named, each => {
      for (const kind of kinds) cluster(each, kind)
    })
  assert.is(await several('LakeCluster', 'Cluster'), 'Cluster edge,spec.clusterName')
  assert.is(await several('LakeCluster', 'PondCluster'), undefined)
  const subnamespace = (label: string) => (sandbox: Sandbox) => {
    namespace(sandbox, 'logs')
    const made = sandbox.get('v1', 'Namespace', 'logs')!
    const gone = {
      finalizers: ['example.com/hold'],
      deletionTimestamp: ago(sandbox, HOUR),
      labels: { [label]: 'shop' },
    }
    sandbox.put({ ...made, metadata: { ...made.metadata, ...gone } })
  }
  assert.is(await partOf({}, subnamespace(`${GROUP}/made-for`)), 'Namespace logs,metadata.name')
  assert.is(await partOf({}, subnamespace('other.example.com/made-for')), undefined)
  // kubernetes-retired/multi-tenancy#1130
  const alone = { namespace: 'shop' }
  assert.is(await partOf({}, subnamespace(`${GROUP}/made-for`), alone), 'Namespace logs,metadata.name')
})

test('a claim that is bound names a snapshot that no restore waits for: it is not said that none uses it (NetApp/trident#1134)', async () => {
  const sandbox = setup()
  const [group, plural] = ['snapshot.storage.k8s.io', 'volumesnapshots']
  definition(sandbox, { group, plural, kind: 'VolumeSnapshot' })
  operator(sandbox, { name: 'snapshot-controller', group, plural })
  const finalizers = ['snapshot.storage.kubernetes.io/volumesnapshot-as-source-protection']
  const snapshot = { kind: 'VolumeSnapshot', name: 'snap', manager: 'snapshot-controller', finalizers }
  bucket(sandbox, { apiVersion: `${group}/v1`, ...snapshot })
  const dataSource = { apiGroup: group, kind: 'VolumeSnapshot', name: 'snap' }
  const claim = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'clone', namespace: 'shop' } }
  sandbox.put({ ...claim, spec: { dataSource }, status: { phase: 'Bound' } } as never)
  const { id, summary } = (await explained(sandbox)).causes.find(({ finalizer }) => finalizer === finalizers[0])!
  assert.ok(id.includes('/silent/unused/'), id)
  assert.match(summary, 'nothing with status.phase Pending or unset uses')
})

test('what the object owns owns a workload that crashes: that, and its last words, also where the object says that it waits (pulumi/pulumi-kubernetes-operator#441)', async () => {
  const told = async (owner: 'logs' | 'other', isWaiting: boolean) => {
    const sandbox = setup()
    const since = { lastTransitionTime: ago(sandbox, 40 * MINUTE) }
    const conditions = [{ type: 'Deleting', status: 'True', reason: 'Draining', message: 'the pool', ...since }]
    if (isWaiting) bucket(sandbox, { status: { conditions } })
    bucket(sandbox, { name: 'other', deleted: undefined })
    definition(sandbox, { group: 'auto.example.com', plural: 'workspaces', kind: 'Workspace' })
    const owned = (kind: string, by: KubeObject | undefined, rest: object) => {
      const { apiVersion, metadata } = by!
      const ownerReferences = [{ apiVersion, kind: by!.kind, name: metadata.name, uid: metadata.uid, controller: true }]
      const meta = { namespace: 'shop', labels: { app: 'work' }, creationTimestamp: ago(sandbox, DAY), ownerReferences }
      const version = { Workspace: 'auto.example.com/v1', StatefulSet: 'apps/v1', Pod: 'v1' }[kind]!
      const name = kind === 'Pod' ? 'work-0' : 'work'
      return sandbox.put({ apiVersion: version, kind, metadata: { ...meta, name }, ...rest })
    }
    const workspace = owned('Workspace', sandbox.get(`${GROUP}/v1`, 'Bucket', owner, 'shop'), {})
    const containers = [{ name: 'work', image: 'registry.example.com/work' }]
    const template = { metadata: { labels: { app: 'work' } }, spec: { containers } }
    const spec = { replicas: 1, selector: { matchLabels: { app: 'work' } }, template }
    const set = owned('StatefulSet', workspace, { spec, status: { replicas: 1 } })
    const state = { waiting: { reason: 'CrashLoopBackOff' } }
    const lastState = { terminated: { exitCode: 1, reason: 'Error' } }
    const containerStatuses = [{ name: 'work', restartCount: 6, state, lastState }]
    const rest = { spec: { nodeName: 'worker-1', containers }, status: { phase: 'Running', containerStatuses } }
    owned('Pod', set, rest)
    const previous = [`${ago(sandbox, MINUTE)} error: could not find a project file`]
    servedLogs(sandbox).logs.set('shop/work-0/work', { lines: [], previous })
    const { summary, evidence } = await causeIn(sandbox)
    assert.is(
      evidence.some(({ fact }) => fact.includes('could not find a project file')),
      owner === 'logs',
    )
    assert.is(summary.includes('waits for what the object reports'), isWaiting)
    return summary.includes('statefulset shop/work, which Workspace work owns, has no ready Pod')
  }
  for (const isWaiting of [false, true]) {
    assert.ok(await told('logs', isWaiting))
    assert.not.ok(await told('other', isWaiting))
  }
})

test('what the object owns, or what it names owns, is told where nothing of it is ready', async () => {
  const told = async ({ owner = 'logs', spec = {}, status = {}, isPodIll = false }: Owned = {}) => {
    const sandbox = setup({ storeRef: { name: 'main' } })
    const waiting = { reason: 'ImagePullBackOff' }
    sandbox.put({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'db-2', namespace: 'shop', labels: { app: 'db' } },
      status: { containerStatuses: isPodIll ? [{ name: 'db', restartCount: 0, state: { waiting } }] : [] },
    })
    definition(sandbox, { group: GROUP, plural: 'stores', kind: 'Store' })
    const store = { apiVersion: `${GROUP}/v1`, kind: 'Store', metadata: { name: 'main', namespace: 'shop' } }
    const owners = [sandbox.put(store), sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!]
    const { apiVersion, kind, metadata } =
      owners.find(each => each.metadata.name === owner) ??
      sandbox.put({ ...store, metadata: { name: owner, namespace: 'shop' } })
    const ownerReferences = [{ apiVersion, kind, name: owner, uid: metadata.uid, controller: true }]
    sandbox.put({
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: { name: 'db', namespace: 'shop', ownerReferences, creationTimestamp: ago(sandbox, DAY) },
      spec: { replicas: 3, selector: { matchLabels: { app: 'db' } }, template: { spec: { containers: [] } }, ...spec },
      status,
    })
    const cause = (await explained(sandbox)).causes.find(({ code }) => code === 'CleanupInProgress')!
    assert.is(cause.verdict, 'unknown')
    const isTold = cause.summary.includes('statefulset shop/db, which ')
    assert.is(
      cause.remedies.some(({ commands }) => commands.includes('kubectl describe statefulset db -n shop')),
      isTold,
    )
    assert.is(factsOf(cause).includes(' of 3 ready'), isTold)
    assert.is(factsOf(cause).includes('ImagePullBackOff'), isPodIll && isTold)
    assert.is(isUnexplained(cause) || cause.id.includes('/silent/owned/'), !isTold)
    return isTold
  }
  assert.is(await told(), true)
  assert.is(await told({ owner: 'main' }), true)
  assert.is(await told({ owner: 'stranger' }), false)
  assert.is(await told({ status: { readyReplicas: 1 } }), false)
  assert.is(await told({ status: { readyReplicas: 2 }, isPodIll: true }), true)
  assert.is(await told({ status: { readyReplicas: 3 }, isPodIll: true }), false)
  assert.is(await told({ spec: { replicas: 0 } }), false)
})

test('a DaemonSet that it owns for one node wants no Pod there for a taint of that (piraeusdatastore/piraeus-operator#957)', async () => {
  const told = async (tolerations: readonly object[], desiredNumberScheduled = 0) => {
    const sandbox = setup()
    const { uid } = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!.metadata
    const taints = [{ key: 'example.com/remove', effect: 'NoSchedule' }]
    sandbox.put({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'worker-3' }, spec: { taints } })
    const matchFields = [{ key: 'metadata.name', operator: 'In', values: ['worker-3'] }]
    const required = { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchFields }] } }
    const ownerReferences = [{ apiVersion: `${GROUP}/v1`, kind: 'Bucket', name: 'logs', uid: uid!, controller: true }]
    sandbox.put({
      ...{ apiVersion: 'apps/v1', kind: 'DaemonSet' },
      metadata: { name: 'agent', namespace: 'shop', ownerReferences, creationTimestamp: ago(sandbox, DAY) },
      spec: { template: { spec: { containers: [], tolerations, affinity: { nodeAffinity: required } } } },
      status: { desiredNumberScheduled, numberMisscheduled: 0, numberReady: desiredNumberScheduled },
    })
    const { summary, evidence } = (await explained(sandbox)).causes[0]!
    assert.is(
      summary.includes('daemonset shop/agent, which Bucket logs owns, has no ready Pod'),
      desiredNumberScheduled === 0,
    )
    return evidence.some(({ fact }) => fact.startsWith('node worker-3 has taint example.com/remove:NoSchedule'))
  }
  assert.ok(await told([]))
  assert.not(await told([{ key: 'example.com/remove', operator: 'Exists' }]))
  assert.not(await told([], 1))
})

test('what the object owns and nothing deletes is told where nothing else is, not in a foreground deletion', async () => {
  const told = async (
    child: Readonly<
      Record<'apiVersion' | 'kind', string> & Partial<Record<'deletionTimestamp' | 'creationTimestamp', string>>
    >,
    {
      finalizers = [],
      isOwned = true,
      names = false,
    }: { finalizers?: string[]; isOwned?: boolean; names?: boolean } = {},
  ) => {
    const sandbox = setup()
    definition(sandbox, { group: GROUP, plural: 'copies', kind: 'Copy' })
    definition(sandbox, { group: 'other.example.org', plural: 'copies', kind: 'Copy' })
    bucket(sandbox, { finalizers: [`${GROUP}/bucket`, ...finalizers] })
    const { uid } = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!.metadata
    const owner = { apiVersion: `${GROUP}/v1`, kind: 'Bucket', name: 'logs', uid: isOwned ? uid! : 'other' }
    const { apiVersion, kind, ...meta } = child
    const creationTimestamp = ago(sandbox, DAY)
    const metadata = { name: 'first', namespace: 'shop', finalizers: ['x.example.com/y'], creationTimestamp, ...meta }
    sandbox.put({ apiVersion, kind, metadata: { ...metadata, ownerReferences: [owner] } } as never)
    if (names) {
      const user = { apiVersion: `${GROUP}/v1`, kind: 'Copy', spec: { bucketName: 'logs' } }
      sandbox.put({ ...user, metadata: { name: 'user', namespace: 'shop' } })
    }
    const { causes } = await explained(sandbox)
    const cause = causes.find(({ finalizer }) => finalizer === `${GROUP}/bucket`)
    return /\/silent\/(owned|made)\//.test(cause?.id ?? '') ? cause : undefined
  }
  const copy = { apiVersion: `${GROUP}/v1`, kind: 'Copy' }
  const cause = await told(copy)
  assert.match(cause!.summary, 'Copy first, which Bucket logs owns, is not being deleted, and it may wait for that')
  assert.match(cause!.remedies[0]!.commands[1]!, /logs -n shop --cascade=foreground --wait=false --dry-run=server$/)
  assert.ok(await told({ apiVersion: 'apps/v1', kind: 'DaemonSet' }))
  assert.is(await told(copy, { isOwned: false }), undefined)
  assert.is(await told(copy, { names: true }), undefined, 'another clue')
  assert.is(await told({ apiVersion: 'other.example.org/v1', kind: 'Copy' }), undefined, 'of another product')
  assert.is(await told({ ...copy, deletionTimestamp: '2026-01-01T00:00:00Z' }), undefined)
  assert.is(await told(copy, { finalizers: ['foregroundDeletion'] }), undefined)
  // What was created since is not to be deleted (confidential-containers/operator#391).
  const since = await told({ apiVersion: 'apps/v1', kind: 'DaemonSet', creationTimestamp: ago(setup(), MINUTE) })
  assert.match(
    since!.summary,
    'DaemonSet first, which Bucket logs owns, was created since the deletion, and may be what',
  )
  assert.match(since!.remedies[0]!.commands[1]!, /^kubectl logs -n shop daemonset\/first/)
})

test('a Pod that it owns, or what it owns, created since the deletion, is told where it failed', async () => {
  const told = async (options: { through?: boolean; phase?: string }) => {
    const sandbox = setup()
    const ownerOf = ({ metadata: { name, uid } }: KubeObject) => [
      { apiVersion: `${GROUP}/v1`, kind: 'Bucket', name, uid: uid! },
    ]
    const held = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
    const task = { name: 'task', namespace: 'shop', ownerReferences: ownerOf(held) }
    const made = options.through && sandbox.put({ apiVersion: `${GROUP}/v1`, kind: 'Bucket', metadata: task })
    const ownerReferences = ownerOf(made || held)
    const creationTimestamp = ago(sandbox, MINUTE)
    const metadata = { name: 'delete-logs', namespace: 'shop', creationTimestamp, ownerReferences }
    const status = { phase: options.phase ?? 'Failed' }
    sandbox.put({ apiVersion: 'v1', kind: 'Pod', metadata, spec: { containers: [] }, status })
    const { causes } = await explained(sandbox)
    assert.is(causes[0]!.verdict, 'unknown')
    return causes[0]!.remedies[0]!.commands[0] === 'kubectl describe pod delete-logs -n shop'
  }
  assert.ok(await told({}))
  assert.ok(await told({ through: true }))
  assert.not(await told({ through: true, phase: 'Running' }))
})

test('a Job that it owns, created since the deletion, is told where it does nothing', async () => {
  const told = async (
    job: { spec?: object; status?: object; created?: number; owner?: string; name?: string },
    sibling?: string,
  ) => {
    const sandbox = setup()
    if (sibling !== undefined)
      sandbox.put({ apiVersion: `${GROUP}/v1`, kind: 'Bucket', metadata: { name: sibling, namespace: 'shop' } })
    const { uid } = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!.metadata
    event(sandbox, { reason: 'CreatedJob', seconds: MINUTE })
    sandbox.put({
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: {
        name: job.name ?? 'empty-logs',
        namespace: 'shop',
        creationTimestamp: ago(sandbox, job.created ?? 30 * MINUTE),
        ...(job.name === undefined && {
          ownerReferences: [{ apiVersion: `${GROUP}/v1`, kind: 'Bucket', name: 'logs', uid: job.owner ?? uid }],
        }),
      },
      spec: { template: { spec: { containers: [] } }, ...job.spec },
      status: job.status ?? {},
    })
    const { causes } = await explained(sandbox)
    assert.equal(
      causes.map(({ code }) => code),
      ['CleanupInProgress'],
    )
    const [cause] = causes
    return cause!.verdict === 'progressing' ? undefined : cause!.remedies[0]!.commands.join('; ')
  }
  const seen = 'kubectl describe job empty-logs -n shop'
  assert.is(await told({ spec: { suspend: true } }), seen)
  assert.is(await told({ status: { active: 1, ready: 0 } }), seen)
  const failed = { conditions: [{ type: 'Failed', status: 'True' }] }
  assert.is(await told({ status: failed }), `${seen}; kubectl logs job/empty-logs -n shop`)
  // It was created, and that is work.
  assert.is(await told({ status: { active: 1, ready: 1 } }), undefined)
  assert.is(
    await told({ spec: { suspend: true }, status: { conditions: [{ type: 'Complete', status: 'True' }] } }),
    undefined,
  )
  assert.is(await told({ spec: { suspend: true }, created: DAY }), undefined, 'older than the deletion')
  assert.is(await told({ spec: { suspend: true }, owner: 'another' }), undefined, 'of another')
  // By its name alone (kubevela/terraform-controller#83).
  const unready = { status: { active: 1, ready: 0 } }
  assert.is(await told({ ...unready, name: 'logs-destroy' }), 'kubectl describe job logs-destroy -n shop')
  assert.is(await told({ ...unready, name: 'logs-migrate' }), undefined, 'of no deletion')
  assert.is(await told({ ...unready, name: 'other-logs-destroy' }), undefined)
  assert.is(await told({ ...unready, name: 'logs-a-destroy' }, 'logs-a'), undefined, 'of another bucket')
})

test('a Job with its name and namespace for labels, in the namespace that its status has, is told where it fails (acorn-io/runtime#1795)', async () => {
  const told = async ({ place = 'logs-b7e', of = 'shop', made = MINUTE }) => {
    const sandbox = setup({}, { namespace: 'logs-b7e' })
    namespace(sandbox, place)
    const labels = { 'example.com/app-name': 'logs', 'example.com/app-namespace': of }
    const creationTimestamp = ago(sandbox, made)
    const job = sandbox.put({
      ...{ apiVersion: 'batch/v1', kind: 'Job', spec: { template: { spec: { containers: [] } } } },
      metadata: { name: 'empty', namespace: place, labels, creationTimestamp },
      status: { failed: 3 },
    })
    const ownerReferences = [{ apiVersion: 'batch/v1', kind: 'Job', name: 'empty', uid: job.metadata.uid! }]
    const state = { terminated: { exitCode: 127, reason: 'Error' } }
    sandbox.put({
      ...{ apiVersion: 'v1', kind: 'Pod', spec: { nodeName: 'worker-1', containers: [{ name: 'run' }] } },
      metadata: { name: 'empty-1', namespace: place, creationTimestamp, ownerReferences },
      status: { phase: 'Failed', containerStatuses: [{ name: 'run', restartCount: 0, state }] },
    } as never)
    const { verdict, summary, evidence } = (await explained(sandbox)).causes[0]!
    assert.is(verdict, 'unknown')
    const isTold = summary.includes(`job ${place}/empty, called after Bucket logs or labelled with it, is tried`)
    assert.is(
      isTold,
      evidence.some(({ fact }) => fact.includes('Error 127')),
    )
    return isTold
  }
  assert.ok(await told({}))
  assert.not(await told({ place: 'stranger' }), 'in a namespace of whoever')
  assert.not(await told({ of: 'other' }))
  assert.not(await told({ made: DAY }), 'from before the deletion')
})

test('of a Job without a ready Pod it is told what its Pod names and is not there, and what its kubelet says of it', async () => {
  const told = async ({ optional = false, isThere = false, isReadable = true }) => {
    const sandbox = setup()
    const { uid } = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!.metadata
    const creationTimestamp = ago(sandbox, MINUTE)
    const template = {
      spec: { containers: [{ name: 'run' }], volumes: [{ name: 'tls', secret: { secretName: 'tls', optional } }] },
    }
    const job = sandbox.put({
      ...{ apiVersion: 'batch/v1', kind: 'Job', spec: { template }, status: { active: 1, ready: 0 } },
      metadata: {
        ...{ name: 'empty-logs', namespace: 'shop', creationTimestamp },
        ownerReferences: [{ apiVersion: `${GROUP}/v1`, kind: 'Bucket', name: 'logs', uid: uid! }],
      },
    })
    const ownerReferences = [{ apiVersion: 'batch/v1', kind: 'Job', name: 'empty-logs', uid: job.metadata.uid! }]
    const state = { waiting: { reason: 'ContainerCreating' } }
    const pod = sandbox.put({
      ...{ apiVersion: 'v1', kind: 'Pod', spec: { nodeName: 'worker-1', ...template.spec } },
      metadata: { name: 'empty-logs-1', namespace: 'shop', creationTimestamp, ownerReferences },
      status: { phase: 'Pending', containerStatuses: [{ name: 'run', state }] },
    })
    const failed = { reason: 'FailedMount', message: 'secret "tls" not found' }
    recorded(sandbox, pod, { ...failed, component: 'kubelet', first: MINUTE, last: MINUTE })
    if (isThere) sandbox.put({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'tls', namespace: 'shop' } })
    sandbox.authorize = (_user, _verb, resource) => isReadable || resource !== 'secrets'
    const [cause] = (await explained(sandbox, { user: 'tenant' })).causes
    const facts = cause!.evidence.map(({ fact }) => fact)
    assert.ok(facts.includes('FailedMount: secret "tls" not found'))
    assert.is(cause!.remedies[0]!.commands[0], 'kubectl describe pod empty-logs-1 -n shop')
    return [
      cause!.summary.includes('secret tls does not exist'),
      /why secret tls does not exist/.test(cause!.remedies[0]!.summary),
    ]
  }
  assert.equal(await told({}), [true, true])
  assert.equal(await told({ optional: true }), [false, false])
  assert.equal(await told({ isThere: true }), [false, false])
  assert.equal(await told({ isReadable: false }), [false, false], 'not read is not absent')
})

test('a Job of what it owns that logs errors is told, and one that failed is why the cleanup fails', async () => {
  const told = async (given: { status: object; through?: boolean; error?: string; line?: string; since?: number }) => {
    const sandbox = setup()
    const served = servedLogs(sandbox)
    const held = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
    const ownerOf = (owner: KubeObject) => {
      const { apiVersion, kind, metadata } = owner
      return [{ apiVersion, kind, name: metadata.name, uid: metadata.uid, controller: true }]
    }
    const request = { name: 'request', namespace: 'shop', ownerReferences: ownerOf(held) }
    if (given.through) sandbox.put({ apiVersion: `${GROUP}/v1`, kind: 'Bucket', metadata: request })
    const owner = given.through ? sandbox.get(`${GROUP}/v1`, 'Bucket', 'request', 'shop')! : held
    const creationTimestamp = ago(sandbox, 30 * MINUTE)
    const template = { spec: { containers: [{ name: 'run', image: 'run' }] } }
    sandbox.put({
      ...{ apiVersion: 'batch/v1', kind: 'Job', spec: { template }, status: given.status },
      metadata: { name: 'empty-logs', namespace: 'shop', creationTimestamp, ownerReferences: ownerOf(owner) },
    })
    const job = sandbox.get('batch/v1', 'Job', 'empty-logs', 'shop')!
    sandbox.put({
      ...{ apiVersion: 'v1', kind: 'Pod', spec: { nodeName: 'worker-1', ...template.spec }, status: {} },
      metadata: { name: 'empty-logs-1', namespace: 'shop', creationTimestamp, ownerReferences: ownerOf(job) },
    })
    const line = given.line ?? 'level=debug msg="error deleting subnet: DependencyViolation"'
    served.logs.set('shop/empty-logs-1/run', { lines: [`${ago(sandbox, given.since ?? MINUTE)} ${line}`] })
    const ready = { type: 'Ready', status: 'False', reason: 'DeleteFailed', message: given.error }
    const status = { conditions: [{ ...ready, lastTransitionTime: ago(sandbox, MINUTE) }] }
    if (given.error !== undefined) sandbox.put({ ...held, status }, { manager: 'objectstore' })
    const { causes } = await explained(sandbox)
    const { code, summary, evidence, remedies } = causes[0]!
    const logged = evidence.find(({ source, fact }) => source === 'logs' && fact.includes('empty-logs-1'))
    return [code, /empty-logs/.test(summary), logged !== undefined, remedies[0]!.commands[0]]
  }
  const seen = 'kubectl describe job empty-logs -n shop'
  const runs = { active: 1, ready: 1 }
  assert.equal(await told({ status: runs }), ['CleanupInProgress', true, true, seen])
  assert.equal(await told({ status: runs, through: true }), ['CleanupInProgress', true, true, seen])
  assert.equal((await told({ status: runs, line: 'level=info msg="deleting subnet"' })).slice(0, 3), [
    ...['CleanupInProgress', false, false],
  ])
  assert.equal((await told({ status: runs, since: 2 * DAY })).slice(0, 3), ['CleanupInProgress', false, false])
  const failed = { conditions: [{ type: 'Failed', status: 'True' }] }
  const error = 'cleanup failed: see the log of job "empty-logs"'
  assert.equal(await told({ status: failed, error }), ['CleanupFailing', false, true, seen])
  assert.not((await told({ status: runs, error, line: 'level=info msg="deleting"' }))[2])
})

/** An Event of the operator about the bucket. */
function event(sandbox: Sandbox, { reason, seconds }: { readonly reason: string; readonly seconds: number }): void {
  const { apiVersion, kind, metadata } = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
  const { name, namespace, uid } = metadata
  sandbox.put({
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: `logs.${reason}`, namespace: 'shop' },
    involvedObject: { apiVersion, kind, name, namespace, uid },
    type: 'Normal',
    reason,
    message: 'the objects of the bucket are being deleted',
    source: { component: 'objectstore' },
    firstTimestamp: ago(sandbox, seconds),
    lastTimestamp: ago(sandbox, seconds),
    count: 1,
  })
}

test('beside an Event that tells of an error it is not said that nothing is in its Events (kubermatic/kubermatic#13475)', async () => {
  const sandbox = setup()
  bucket(sandbox, {})
  event(sandbox, { reason: 'ReconcilingError', seconds: MINUTE })
  const made = sandbox.get('v1', 'Event', 'logs.ReconcilingError', 'shop')!
  const message = 'failed to reconcile backups: secret not there'
  sandbox.put({ ...made, type: 'Warning', message, source: { component: 'other-backup-thing' } } as never)
  const facts = factsOf((await explained(sandbox)).causes[0]!)
  assert.match(facts, message)
  assert.not.match(facts, 'no sign of work')
})

test('work that it reported long ago is told with its age, and what is dated in the future is no work', async () => {
  for (const [seconds, verdict] of [
    [MINUTE, 'progressing'],
    [30 * MINUTE, 'unknown'],
    [-DAY, 'unknown'],
  ] as const) {
    const sandbox = setup()
    event(sandbox, { reason: 'Emptying', seconds })
    const { causes } = await explained(sandbox)
    assert.equal(
      causes.map(({ code, verdict: is }) => `${code} ${is}`),
      [`CleanupInProgress ${verdict}`],
      `${seconds}`,
    )
    const facts = factsOf(causes[0]!)
    assert.ok(facts.includes('objectstore reports Emptying'), facts)
    assert.not.ok(facts.includes('no sign of work'), facts)
    if (seconds > MINUTE) assert.ok(facts.includes('its last sign of work is 30m old'), facts)
  }
})

test('what an Event on its owner says of the object is no unknown error (kubermatic/kubermatic#13475)', async () => {
  for (const [text, isOfIt] of [
    ['failed to reconcile bucket "logs": Secret "ca" not found', true],
    ['failed to reconcile bucket "photos": Secret "ca" not found', false],
  ] as const) {
    const sandbox = setup()
    definition(sandbox, { group: GROUP, plural: 'stores', kind: 'Store' })
    const { metadata } = sandbox.put({
      apiVersion: `${GROUP}/v1`,
      kind: 'Store',
      metadata: { name: 'main', namespace: 'shop' },
    })
    const held = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
    const owner = { apiVersion: `${GROUP}/v1`, kind: 'Store', name: 'main', uid: metadata.uid }
    sandbox.put({ ...held, metadata: { ...held.metadata, ownerReferences: [owner] } })
    recorded(sandbox, sandbox.get(`${GROUP}/v1`, 'Store', 'main', 'shop')!, {
      ...{ reason: 'ReconcilingError', message: text, component: 'backups', type: 'Warning' },
      ...{ first: HOUR - MINUTE, last: MINUTE },
    })
    const facts = factsOf((await explained(sandbox)).causes[0]!)
    assert.is(facts.includes(text), isOfIt, facts)
    assert.is(facts.includes('no known error'), !isOfIt, facts)
  }
})

test('a Pod that it said it deletes, and that is gone, is what it may have missed (agones-dev/agones#2360)', async () => {
  for (const [isGone, message] of [
    [true, 'Deleting Pod logs-1'],
    [false, 'Deleting Pod logs-1'],
    [true, 'Deleting the bucket'],
  ] as const) {
    const sandbox = setup()
    const held = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
    const told = { type: 'Normal', reason: 'Shutdown', message, component: 'objectstore' } as const
    recorded(sandbox, held, { ...told, first: HOUR - 60, last: HOUR - 60 })
    if (!isGone) sandbox.put({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'logs-1', namespace: 'shop' } })
    const [cause] = (await explained(sandbox)).causes
    const touches = cause!.remedies.flatMap(({ commands }) => commands).filter(each => each.includes('touched=again'))
    assert.is(cause!.verdict, 'unknown')
    assert.is(touches.length, isGone && message.includes('Pod') ? 1 : 0)
  }
})

test('an owner that is gone by its uid is a clue, and one that is there is none', async () => {
  const clueOf = async (uid: string | undefined, controller: boolean, called = {}, spec = {}) => {
    const sandbox = setup()
    definition(sandbox, { group: GROUP, plural: 'stores', kind: 'Store' })
    const store = sandbox.put({
      apiVersion: `${GROUP}/v1`,
      kind: 'Store',
      metadata: { name: 'main', namespace: 'shop' },
    })
    const held = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
    const reference = { apiVersion: `${GROUP}/v1`, kind: 'Store', name: 'main', uid: uid ?? store.metadata.uid }
    const ownerReferences = [{ ...reference, controller, ...called }]
    sandbox.put({ ...held, spec, metadata: { ...held.metadata, ownerReferences } })
    const { causes } = await explained(sandbox)
    return causes.find(({ code }) => code === 'CleanupInProgress')!
  }
  const cause = await clueOf('gone-1', true)
  assert.match(cause.id, '/owner-gone/gone-1')
  assert.match(factsOf(cause), 'Store main (uid gone-1), which controls the object, does not exist')
  const shown = cause.remedies.flatMap(({ commands }) => commands)
  assert.is(new Set(shown).size, shown.length, 'no command is offered twice (syself/cluster-api-provider-hetzner#2276)')
  // The field tells the same: what to look for in the log is said once.
  const { id, remedies } = await clueOf('gone-1', true, { name: 'other' }, { store: 'other' })
  assert.match(id, '/of-nothing/stores')
  assert.is(remedies.filter(({ summary }) => summary.includes('of which the Store is gone')).length, 1)
  assert.ok(isUnexplained(await clueOf(undefined, true)))
  assert.ok(isUnexplained(await clueOf('gone-1', false)), 'no controller')
  // No lookup finds a kind in lower case (flyteorg/flyte#318).
  assert.match((await clueOf('gone-1', true, { kind: 'store', name: 'other' })).id, '/owner-gone/gone-1')
  assert.ok(isUnexplained(await clueOf('gone-1', true, { kind: 'store' })), 'one of the name is there')
})

test('an owner that is being deleted and that no controller holds any more is a clue (tigera/operator#3413)', async () => {
  const clueOf = async (finalizers: readonly string[], { deleted = true, controller = true, uid = '' } = {}) => {
    const sandbox = setup()
    definition(sandbox, { group: GROUP, plural: 'stores', kind: 'Store' })
    const type = { apiVersion: `${GROUP}/v1`, kind: 'Store' }
    const dates = { creationTimestamp: ago(sandbox, DAY), ...(deleted && { deletionTimestamp: ago(sandbox, HOUR) }) }
    const store = sandbox.put({ ...type, metadata: { name: 'main', namespace: 'shop', finalizers, ...dates } })
    const held = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
    const ownerReferences = [{ ...type, name: 'main', uid: uid || store.metadata.uid, controller }]
    sandbox.put({ ...held, metadata: { ...held.metadata, ownerReferences } })
    const { causes } = await explained(sandbox)
    const cause = causes.find(({ code, subject }) => code === 'CleanupInProgress' && subject.name === 'logs')
    return cause && [cause.verdict, /\/owner-let-go\//.test(cause.id)]
  }
  const clue = ['unknown', true]
  const none = ['unknown', false]
  assert.equal(await clueOf(['foregroundDeletion']), clue)
  assert.equal(await clueOf(['foregroundDeletion', `${GROUP}/store`]), none, 'its controller still holds it')
  assert.equal(await clueOf(['foregroundDeletion'], { deleted: false }), none, 'it is not being deleted')
  assert.equal(await clueOf(['foregroundDeletion'], { uid: 'gone-1' }), none, 'another one of the name')
  assert.equal(await clueOf(['foregroundDeletion'], { controller: false }), none, 'it does not control the object')
})

test('what the cluster of a machine refers to, and is gone, is a clue where it is of the group of the machine', async () => {
  const core = 'cluster.x-k8s.io'
  const clueOf = async (infrastructureRef: object, isThere: boolean) => {
    const sandbox = setup()
    definition(sandbox, { group: core, plural: 'clusters', kind: 'Cluster' })
    definition(sandbox, { group: core, plural: 'machines', kind: 'Machine' })
    definition(sandbox, { group: GROUP, plural: 'bucketclusters', kind: 'BucketCluster' })
    const put = (apiVersion: string, kind: string, name: string, spec: object) =>
      sandbox.put({ apiVersion, kind, metadata: { name, namespace: 'shop' }, spec })
    put(`${core}/v1`, 'Cluster', 'main', { infrastructureRef })
    const { uid } = put(`${core}/v1`, 'Machine', 'one', { clusterName: 'main' }).metadata
    if (isThere) put(`${GROUP}/v1`, 'BucketCluster', 'main', {})
    const held = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
    const ownerReferences = [{ apiVersion: `${core}/v1`, kind: 'Machine', name: 'one', uid, controller: true }]
    sandbox.put({ ...held, metadata: { ...held.metadata, ownerReferences } })
    return (await explained(sandbox)).causes.find(({ code }) => code === 'CleanupInProgress')!
  }
  const ref = { apiVersion: `${GROUP}/v1`, kind: 'BucketCluster', name: 'main' }
  const cause = await clueOf(ref, false)
  assert.match(cause.id, /\/part-gone\/.*\/spec.infrastructureRef/)
  assert.match(factsOf(cause), 'spec.infrastructureRef of Cluster main is BucketCluster main, which does not exist')
  assert.ok(isUnexplained(await clueOf(ref, true)))
  assert.ok(isUnexplained(await clueOf({ ...ref, apiVersion: `${core}/v1`, kind: 'Machine' }, false)), 'another group')
  assert.ok(isUnexplained(await clueOf({ ...ref, kind: 'Bucket' }, false)), 'its own type')
})

test('the API group after which the finalizer is called, and of which there is no CRD, is a clue where its controller has a role for it', async () => {
  const clueOf = async (isServed: boolean, apiGroups: readonly string[]) => {
    const sandbox = createSandbox({ clock: manualClock() })
    namespace(sandbox, 'shop')
    if (isServed) definition(sandbox, { group: GROUP, plural: 'stores', kind: 'Store' })
    operator(sandbox, { name: 'objectstore', group: '', plural: 'configmaps' })
    const rules = [{ apiGroups, resources: ['configmaps', 'stores'], verbs: ['*'] }]
    const [role] = sandbox.server.store
      .list('clusterroles.rbac.authorization.k8s.io')
      .filter(({ metadata }) => metadata.name.includes('objectstore'))
    sandbox.put({ ...role!, rules })
    customResource(sandbox, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      namespace: 'shop',
      name: 'member',
      manager: 'objectstore',
      finalizers: [`member.${GROUP}/drain`],
      deleted: HOUR,
    })
    return causeIn(sandbox)
  }
  const cause = await clueOf(false, ['', GROUP])
  assert.match(cause.id, `/group-gone/${GROUP}`)
  assert.equal(cause.remedies[0]!.commands, [`kubectl api-resources --api-group ${GROUP}`])
  assert.ok(isUnexplained(await clueOf(true, ['', GROUP])))
  assert.ok(isUnexplained(await clueOf(false, [''])), 'its role names no such group')
})

/** A StatefulSet, and by what it is owned. */
interface Owned {
  readonly owner?: string
  readonly spec?: object
  readonly status?: object
  /** One of its Pods cannot pull its image. */
  readonly isPodIll?: boolean
}

test('a Secret whose finalizer is known for types of which none is served may be a copy from another cluster (gardener/gardener#5554)', async () => {
  const isTold = async (served: string, kind = 'Secret') => {
    const sandbox = createSandbox({ clock: manualClock() })
    namespace(sandbox, 'shop')
    definition(sandbox, { group: served, plural: 'shoots', kind: 'Shoot' })
    operator(sandbox, { name: 'gardenlet', group: '', plural: `${kind.toLowerCase()}s` })
    const finalizers = ['gardener.cloud/reference-protection']
    bucket(sandbox, { apiVersion: 'v1', kind, name: 'dns', manager: 'gardenlet', finalizers })
    const cause = await causeIn(sandbox)
    const isGone = cause.id.includes('/silent/group-gone/core.gardener.cloud')
    if (isGone)
      assert.match(cause.remedies[0]!.summary, 'copied from another cluster, which serves core.gardener.cloud')
    return isGone
  }
  assert.ok(await isTold('lakes.example.com'))
  assert.not.ok(await isTold('core.gardener.cloud'))
  assert.not.ok(await isTold('operator.gardener.cloud'), 'another of its types is served')
  assert.not.ok(await isTold('lakes.example.com', 'Service'))
})

test('a controller that changed the object since its deletion and left the finalizer has seen the deletion', async () => {
  for (const [manager, seconds, isTold] of [
    ['objectstore', 30 * MINUTE, true],
    ['objectstore', 2 * HOUR, false],
    // A person looked at it.
    ['kubectl-edit', 30 * MINUTE, false],
  ] as const) {
    const sandbox = setup()
    const [made] = sandbox.server.store.list(`buckets.${GROUP}`)
    const managedFields = made!.metadata.managedFields!.map(entry => ({
      ...entry,
      manager,
      time: ago(sandbox, seconds),
    }))
    sandbox.put({ ...made!, metadata: { ...made!.metadata, managedFields } })
    const { causes } = await explained(sandbox)
    const facts = causes.map(factsOf).join()
    assert.is(facts.includes('after the deletion and left it'), isTold, `${manager} ${seconds}`)
  }
})

test('a controller whose every Pod started after the deletion has that told of it, and a change of the object is offered (fluid-cloudnative/fluid#1970)', async () => {
  // Seconds since a Pod was created, and since its container started, before or after the deletion an hour ago.
  for (const [created, started, isTold] of [
    [30 * MINUTE, 30 * MINUTE, true],
    [2 * HOUR, 30 * MINUTE, true],
    [2 * HOUR, HOUR - 30, false],
    [2 * HOUR, 2 * HOUR, false],
  ] as const) {
    const sandbox = setup()
    for (const pod of sandbox.server.store.list('pods').filter(({ metadata }) => metadata.namespace === HOME)) {
      const { containerStatuses } = pod.status as { containerStatuses: readonly object[] }
      const state = { running: { startedAt: ago(sandbox, started) } }
      const status = {
        ...(pod.status as object),
        containerStatuses: containerStatuses.map(each => ({ ...each, state })),
      }
      sandbox.put({
        ...pod,
        metadata: { ...pod.metadata, creationTimestamp: ago(sandbox, created) },
        status,
      } as typeof pod)
    }
    const [cause] = (await explained(sandbox)).causes
    assert.is(
      factsOf(cause!).includes('started after the deletion, the first one 30m later'),
      isTold,
      `${created} ${started}`,
    )
    const commands = cause!.remedies.flatMap(remedy => remedy.commands)
    assert.is(commands.includes(`kubectl annotate buckets.${GROUP} logs -n shop touched=again --overwrite`), isTold)
  }
})

test('is perhaps a setting, or a line of its log, that switches off what is called as the finalizer or the type (kubermatic/kubermatic#14612)', async () => {
  const told = async (finalizer: string, args: readonly string[], line?: string) => {
    const sandbox = setup()
    const { metadata, ...rest } = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
    sandbox.put({ ...rest, metadata: { ...metadata, finalizers: [`${GROUP}/${finalizer}`] } })
    const workload = workloadOf(sandbox)
    const spec = workload.spec as { template: { spec: { containers: object[] } } }
    const [container] = spec.template.spec.containers
    const template = { ...spec.template, spec: { ...spec.template.spec, containers: [{ ...container, args }] } }
    sandbox.put({ ...workload, spec: { ...spec, template } })
    const served = servedLogs(sandbox)
    for (const { metadata: pod } of sandbox.server.store.list('pods'))
      served.logs.set(`${HOME}/${pod.name}/app`, { lines: line ? [`${ago(sandbox, HOUR + MINUTE)} ${line}`] : [] })
    const [cause] = (await explained(sandbox)).causes
    const isLogged = cause!.evidence.some(({ fact, source }) => source === 'logs' && fact.includes('disabled'))
    return [cause!.verdict, cause!.id.includes('off/'), isLogged]
  }
  const none = ['unknown', false, false]
  const bySetting = ['unknown', true, false]
  for (const [finalizer, args, expected] of [
    ['cleanup-usersshkeys-ids', ['--disable-user-ssh-key'], bySetting],
    ['cleanup-usersshkeys-ids', ['--disable-user-ssh-key=false'], none],
    ['cleanup', ['--enable-bucket-controller=false'], bySetting],
    ['cleanup', ['--controllers=*,-bucket'], bySetting],
    ['cleanup', ['--controllers=*,bucket,-queue'], none],
    ['cleanup', ['--feature-gates=Buckets=false,Queues=true'], bySetting],
    ['cleanup', ['--feature-gates=Buckets=true,Queues=false'], none],
    ['cleanup', ['--enable-cleanup=false'], none],
  ] as const)
    assert.equal(await told(finalizer, args), expected, args[0])
  assert.equal(await told('cleanup', [], 'level=info msg="Bucket controller is disabled"'), ['unknown', false, true])
  assert.equal(await told('cleanup', [], 'level=info msg="Queue controller is disabled"'), none)
})

test('is perhaps a date to come, at which what is outside is deleted (aws-controllers-k8s/community#1787)', async () => {
  const told = async (status: object) => {
    const sandbox = setup({}, { keyState: 'PendingDeletion', ...status })
    servedLogs(sandbox)
    const [cause] = (await explained(sandbox)).causes
    return [cause!.verdict, cause!.id.includes('later/'), cause!.remedies[0]!.kind]
  }
  const later = ago(setup(), -20 * DAY)
  assert.equal(await told({ deletionDate: later }), ['unknown', true, 'wait'])
  assert.equal(await told({ atProvider: { deletionDate: later } }), ['unknown', true, 'wait'])
  assert.not((await told({ deletionDate: ago(setup(), DAY) }))[1])
})

test.run()
