import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { event } from '../../src/sandbox/incidents/parts/event.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { ago, HOUR } from '../../src/sandbox/incidents/parts/time.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { explained } from './explained.ts'
import { type StorageDriverOptions, storageDriver } from './storage-driver.ts'
import { deleted } from './stuck-objects.ts'

const test = suite('volumes of several CSI drivers, whose provisioners have one name')

const FINALIZER = 'external-provisioner.volume.kubernetes.io/finalizer'

/** What holds a volume that this driver made, in a cluster with another driver that is well and does not say its name. */
async function answerOf(options: StorageDriverOptions, annotations: Readonly<Record<string, string>>): Promise<string> {
  const sandbox = createSandbox({ clock: manualClock() })
  namespace(sandbox, 'kube-system')
  storageDriver(sandbox, 'block-controller')
  storageDriver(sandbox, 'path-controller', options)
  sandbox.put(
    {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: 'pv', annotations, ...deleted(sandbox, HOUR, FINALIZER) },
      spec: { csi: { driver: 'path.csi.example.com', volumeHandle: 'v' } },
      status: { phase: 'Released' },
    },
    { manager: 'csi-provisioner' },
  )
  const { causes } = await explained(sandbox)
  return causes.map(({ code, subject }) => `${code} ${subject.name}`).join()
}

function csiDriver(sandbox: Sandbox, name: string): void {
  sandbox.put({ apiVersion: 'storage.k8s.io/v1', kind: 'CSIDriver', spec: {}, metadata: { name } } as never)
}

/** A volume of driver `path` that is being deleted, as its claim is gone. */
function releasedVolume(sandbox: Sandbox): void {
  sandbox.put(
    {
      ...{ apiVersion: 'v1', kind: 'PersistentVolume' },
      metadata: { name: 'pv', ...deleted(sandbox, HOUR, FINALIZER) },
      spec: { csi: { driver: 'path.csi.example.com', volumeHandle: 'v' } },
      status: { phase: 'Released' },
    },
    { manager: 'csi-provisioner' },
  )
}

const MADE = { 'pv.kubernetes.io/provisioned-by': 'path.csi.example.com' }
const WITHOUT = { mayPatch: false }

test('the one that runs the driver of the volume is its controller', async () => {
  const flag = { ...WITHOUT, args: ['--drivername=path.csi.example.com'] }
  assert.is(await answerOf(flag, MADE), 'ControllerForbidden path-controller')
  const env = [{ name: 'DRIVER_NAME', value: 'path.csi.example.com' }]
  const variable = { ...WITHOUT, args: ['--drivername=$(DRIVER_NAME)'], env }
  assert.is(await answerOf(variable, MADE), 'ControllerForbidden path-controller')
  const migrated = { ...MADE, 'pv.kubernetes.io/provisioned-by': 'kubernetes.io/path' }
  const now = { ...migrated, 'pv.kubernetes.io/migrated-to': 'path.csi.example.com' }
  assert.is(await answerOf(flag, now), 'ControllerForbidden path-controller')
})

test('one that runs another driver is not', async () => {
  const other = { ...WITHOUT, args: ['--drivername=file.csi.example.com'] }
  assert.is(await answerOf(other, MADE), 'CleanupInProgress pv')
})

test('a volume of a plugin that CSI replaced is of the driver that it was migrated to; what its status says is told first', async () => {
  const sandbox = createSandbox({ clock: manualClock() })
  namespace(sandbox, 'kube-system')
  storageDriver(sandbox, 'block-controller')
  csiDriver(sandbox, 'block.csi.example.com')
  const annotations = {
    'pv.kubernetes.io/provisioned-by': 'kubernetes.io/path-file',
    'pv.kubernetes.io/migrated-to': 'path.csi.example.com',
  }
  const message = 'failed to create deleter for volume "pv": Couldn\'t get secret shop/account'
  sandbox.put(
    {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: 'pv', annotations, ...deleted(sandbox, HOUR, FINALIZER) },
      spec: { azureFile: { secretName: 'account', secretNamespace: 'shop', shareName: 'a' } },
      status: { phase: 'Failed', message },
    } as never,
    { manager: 'csi-provisioner' },
  )
  const [cause] = (await explained(sandbox)).causes
  assert.is(cause!.code, 'ControllerUnknown')
  assert.is(cause!.evidence[0]!.fact, `status.message is ${message}`)
})

/** What holds a volume of path.csi.example.com with this finalizer, beside a driver whose Pod holds a Lease so called. */
async function besideLease(
  lease: string | undefined,
  finalizer: string,
  isInstalled = true,
  of: StorageDriverOptions = WITHOUT,
  ...others: readonly string[]
): Promise<string> {
  const sandbox = createSandbox({ clock: manualClock() })
  namespace(sandbox, 'kube-system')
  storageDriver(sandbox, 'block-controller', of)
  for (const name of others) storageDriver(sandbox, name, WITHOUT)
  const place = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease' }
  if (lease !== undefined)
    sandbox.put({
      ...place,
      metadata: { name: lease, namespace: 'kube-system' },
      spec: { holderIdentity: 'block-controller-5f-x', renewTime: ago(sandbox, 5), leaseDurationSeconds: 15 },
    } as never)
  const storage = { apiVersion: 'storage.k8s.io/v1' }
  const driver = isInstalled ? 'path.csi.example.com' : 'block.csi.example.com'
  sandbox.put({ ...storage, kind: 'CSIDriver', metadata: { name: driver }, spec: {} } as never)
  sandbox.put({ ...storage, kind: 'CSINode', metadata: { name: 'node-1' }, spec: { drivers: [] } } as never)
  sandbox.put(
    {
      ...{ apiVersion: 'v1', kind: 'PersistentVolume' },
      metadata: { name: 'pv', ...deleted(sandbox, HOUR, finalizer) },
      spec: { csi: { driver: 'path.csi.example.com', volumeHandle: 'v' } },
      status: { phase: 'Released' },
    },
    { manager: 'csi-provisioner' },
  )
  const { causes } = await explained(sandbox)
  return causes.map(({ code, verdict, subject }) => `${code} ${verdict} ${subject.name}`).join()
}

test('a Lease called after the driver tells whose sidecar leads by it (kubernetes-sigs/azurefile-csi-driver#1707)', async () => {
  assert.is(await besideLease('path-csi-example-com', FINALIZER), 'ControllerForbidden unknown block-controller')
  assert.is(
    await besideLease('external-resizer-path-csi-example-com', FINALIZER),
    'ControllerForbidden unknown block-controller',
  )
  assert.is(
    await besideLease('external-snapshotter-leader-block-csi-example-com', FINALIZER),
    'ControllerUnknown unknown pv',
  )
  assert.is(await besideLease('block-controller', FINALIZER), 'ControllerForbidden unknown block-controller')
})

test('a Lease is that of the workload with the longest name before its holder', async () => {
  const other = 'external-snapshotter-leader-block-csi-example-com'
  const told = await besideLease(other, FINALIZER, true, WITHOUT, 'block-controller-5f')
  assert.is(told, 'ControllerForbidden unknown block-controller')
})

test('what has a finalizer of its own on a volume may be its controller, whatever the driver', async () => {
  assert.is(await besideLease(undefined, 'block.example.com/backup', false, {}), 'CleanupInProgress progressing pv')
})

test('of a driver that is installed nowhere, the sidecar of another is not the controller (openebs/mayastor#737)', async () => {
  const attacher = 'external-attacher/path-csi-example-com'
  assert.is(await besideLease(undefined, attacher, false), 'ControllerMissing stuck path.csi.example.com')
  assert.is(
    await besideLease('external-attacher-leader-block-csi-example-com', attacher, false),
    'ControllerMissing stuck path.csi.example.com',
  )
  assert.is(
    await besideLease('external-attacher-leader-path-csi-example-com', attacher, false),
    'ControllerForbidden unknown block-controller',
  )
})

test('a sidecar beside the name of another installed driver is not the one (dell/csm#697, longhorn/longhorn#344)', async () => {
  const besides = async (isInstalled: boolean | undefined, isThere = true) => {
    const sandbox = createSandbox({ clock: manualClock() })
    namespace(sandbox, 'kube-system')
    storageDriver(sandbox, 'block-controller', WITHOUT)
    if (isThere) storageDriver(sandbox, 'path-controller', { ...WITHOUT, sidecar: 'provisioner' })
    // Where none is installed any more, nodes tell that it is so.
    if (isInstalled === undefined)
      sandbox.put({
        apiVersion: 'storage.k8s.io/v1',
        kind: 'CSINode',
        metadata: { name: 'n' },
        spec: { drivers: [] },
      } as never)
    for (const name of isInstalled === undefined ? [] : ['block', ...(isInstalled ? ['path'] : [])])
      csiDriver(sandbox, `${name}.csi.example.com`)
    releasedVolume(sandbox)
    const { causes } = await explained(sandbox)
    return causes.map(({ code, verdict, subject }) => `${code} ${verdict} ${subject.name}`).join()
  }
  assert.is(await besides(true), 'ControllerForbidden unknown path-controller')
  assert.is(await besides(false), 'ControllerForbidden unknown path-controller')
  assert.is(await besides(true, false), 'ControllerUnknown unknown pv')
  assert.is(await besides(undefined, false), 'ControllerUnknown unknown pv')
})

test('a plugin called after the driver is of it, though only another is installed (ceph/ceph-csi#5749)', async () => {
  for (const [name, controller] of [
    ['path-controller', 'path-controller'],
    ['csi-pathplugin-provisioner', 'csi-pathplugin-provisioner'],
    ['csi-fileplugin-provisioner', 'pv'],
  ] as const) {
    const sandbox = createSandbox({ clock: manualClock() })
    namespace(sandbox, 'kube-system')
    storageDriver(sandbox, name, WITHOUT)
    csiDriver(sandbox, 'block.csi.example.com')
    releasedVolume(sandbox)
    const { causes } = await explained(sandbox)
    assert.is(causes.map(({ subject }) => subject.name).join(), controller)
  }
})

test('a StorageClass that the volume names and that does not exist is told beside the error', async () => {
  const sandbox = createSandbox({ clock: manualClock() })
  namespace(sandbox, 'kube-system')
  storageDriver(sandbox, 'path-controller', { args: ['--drivername=path.csi.example.com'] })
  const volume = sandbox.put(
    {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: 'pv', annotations: MADE, ...deleted(sandbox, HOUR, FINALIZER) },
      spec: { storageClassName: 'block', csi: { driver: 'path.csi.example.com', volumeHandle: 'v' } },
      status: { phase: 'Released' },
    },
    { manager: 'csi-provisioner' },
  )
  const [reason, message] = ['VolumeFailedDelete', 'rpc error: code = InvalidArgument desc = provided secret is empty']
  event(sandbox, volume, { reason, message, component: 'path.csi.example.com_path-controller', first: HOUR, last: 60 })
  const { causes } = await explained(sandbox)
  const [cause] = causes
  assert.is(cause!.code, 'CleanupFailing')
  assert.ok(cause!.evidence.some(({ fact }) => fact === 'storageclasses.storage.k8s.io "block" is not found'))
  assert.equal(
    cause!.remedies.filter(({ kind }) => kind === 'repair').map(({ commands }) => commands.length),
    [2, 0],
  )
})

test('what is told of a Failed volume is not told of a finalizer that is for something else', async () => {
  const sandbox = createSandbox({ clock: manualClock() })
  namespace(sandbox, 'kube-system')
  storageDriver(sandbox, 'path-controller', { args: ['--drivername=path.csi.example.com'] })
  const attacher = 'external-attacher/path-csi-example-com'
  const metadata = { name: 'pv', ...deleted(sandbox, HOUR, attacher) }
  const spec = { csi: { driver: 'path.csi.example.com', volumeHandle: 'v1' } }
  sandbox.put({ apiVersion: 'v1', kind: 'PersistentVolume', metadata, spec, status: { phase: 'Failed' } })
  const [cause] = (await explained(sandbox)).causes
  assert.not.match(cause!.summary, 'Failed')
  assert.not.match(cause!.remedies.map(({ summary }) => summary).join(), 'was there before')
})

test('a volume to be retained is left by a provisioner that deletes nothing then; its removal leaves what stays anyway', async () => {
  for (const [policy, key, risk] of [
    ['Retain', 'may be unable', 'low'],
    ['Delete', 'is not known', 'high'],
  ] as const) {
    const sandbox = createSandbox({ clock: manualClock() })
    namespace(sandbox, 'kube-system')
    storageDriver(sandbox, 'path-controller', { args: ['--drivername=path.csi.example.com'] })
    const spec = { csi: { driver: 'path.csi.example.com', volumeHandle: 'v1' }, persistentVolumeReclaimPolicy: policy }
    const metadata = { name: 'pv', annotations: MADE, ...deleted(sandbox, HOUR, FINALIZER) }
    const volume = { apiVersion: 'v1', kind: 'PersistentVolume', metadata, spec, status: { phase: 'Released' } }
    sandbox.put(volume)
    const [cause] = (await explained(sandbox)).causes
    assert.match(cause!.summary, key)
    const removal = cause!.remedies.find(({ kind }) => kind === 'remove')!
    assert.equal([removal.risk, removal.leaks], [risk, ['v1 (spec.csi.volumeHandle)']])
  }
})

test('a Failed volume is not Released, and nothing deletes what is behind one that no driver made; Retain lets that one go', async () => {
  for (const [phase, annotations, told] of [
    ['Failed', {}, ['no driver provisioned this one', 'was there before']],
    ['Failed', MADE, ['one that is Released.', 'leaked']],
    ['Released', {}, ['is not known', 'leaked']],
  ] as const) {
    const sandbox = createSandbox({ clock: manualClock() })
    namespace(sandbox, 'kube-system')
    storageDriver(sandbox, 'path-controller', { args: ['--drivername=path.csi.example.com'] })
    const csi = { driver: 'path.csi.example.com', volumeHandle: 'v1' }
    const metadata = { name: 'pv', annotations, ...deleted(sandbox, HOUR, FINALIZER) }
    const spec = { csi, persistentVolumeReclaimPolicy: 'Delete' }
    const status = { phase, message: 'no deletable volume plugin matched' }
    sandbox.put({ apiVersion: 'v1', kind: 'PersistentVolume', metadata, spec, status })
    const [cause] = (await explained(sandbox)).causes
    const { summary, evidence, remedies } = cause!
    assert.ok(summary.includes(told[0]), summary)
    assert.ok(remedies.find(({ kind }) => kind === 'remove')!.summary.includes(told[1]))
    assert.is(evidence[0]!.fact.startsWith('status.phase is Failed: no deletable'), phase === 'Failed')
    // It would leak what a driver made, as a removal does (hetznercloud/csi-driver#1177).
    assert.not.ok(remedies.some(({ commands }) => commands.some(command => command.includes('Retain'))))
    const isTold = remedies.some(each => each.summary.includes('once its spec.persistentVolumeReclaimPolicy is Retain'))
    assert.is(isTold, phase === 'Failed' && annotations !== MADE)
  }
})

test.run()
