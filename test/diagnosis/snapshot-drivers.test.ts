import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { ago, DAY, HOUR } from '../../src/sandbox/incidents/parts/time.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { explained } from './explained.ts'
import { deleted } from './stuck-objects.ts'

const test = suite('snapshots, whose finalizer the sidecar of the driver removes')

const RBAC = 'rbac.authorization.k8s.io'
const GROUP = 'snapshot.storage.k8s.io'
const FINALIZER = 'snapshot.storage.kubernetes.io/volumesnapshotcontent-bound-protection'

function workload(sandbox: Sandbox, name: string, containers: readonly object[], readyReplicas: number): void {
  const labels = { app: name }
  const place = { name, namespace: 'kube-system' }
  const metadata = { ...place, creationTimestamp: ago(sandbox, DAY) }
  const template = { metadata: { labels }, spec: { serviceAccountName: name, containers } }
  const spec = { replicas: 1, selector: { matchLabels: labels }, template }
  sandbox.put({ apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec, status: { replicas: 1, readyReplicas } })
  sandbox.put({ apiVersion: 'v1', kind: 'ServiceAccount', metadata })
  const rules = [{ apiGroups: [GROUP], resources: ['volumesnapshotcontents'], verbs: ['get', 'update', 'patch'] }]
  sandbox.put({ apiVersion: `${RBAC}/v1`, kind: 'ClusterRole', metadata: { name }, rules })
  const roleRef = { apiGroup: RBAC, kind: 'ClusterRole', name }
  const subjects = [{ kind: 'ServiceAccount', ...place }]
  sandbox.put({ apiVersion: `${RBAC}/v1`, kind: 'ClusterRoleBinding', metadata: { name }, roleRef, subjects })
}

/** What holds the content of a snapshot of path.csi.example.com, where so many replicas of each driver are ready. */
async function answerOf(ready: { readonly path: number; readonly block: number }): Promise<string> {
  const { causes } = await explained(world(ready))
  return causes.map(({ code, subject }) => `${code} ${subject.name}`).join()
}

/** `isTold`: by an argument, of which driver each workload is. */
function world(ready: { readonly path: number; readonly block: number }, isTold = true): Sandbox {
  const sandbox = createSandbox({ clock: manualClock() })
  namespace(sandbox, 'kube-system')
  const names = { kind: 'VolumeSnapshotContent', plural: 'volumesnapshotcontents' }
  sandbox.put({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${names.plural}.${GROUP}` },
    spec: { group: GROUP, scope: 'Cluster', names, versions: [{ name: 'v1', served: true, storage: true }] },
  })
  workload(sandbox, 'snapshot-controller', [{ name: 'snapshot-controller', image: 'snapshot-controller:v8' }], 1)
  for (const name of ['block', 'path'] as const) {
    const driver = {
      name: 'driver',
      image: 'example.com/driver',
      args: isTold ? [`--drivername=${name}.csi.example.com`] : [],
    }
    workload(
      sandbox,
      `${name}-controller`,
      [driver, { name: 'csi-snapshotter', image: 'csi-snapshotter:v8' }],
      ready[name],
    )
  }
  const spec = { driver: 'path.csi.example.com', deletionPolicy: 'Delete', source: { volumeHandle: 'v' } }
  const metadata = { name: 'content', ...deleted(sandbox, HOUR, FINALIZER) }
  sandbox.put({ apiVersion: `${GROUP}/v1`, kind: names.kind, metadata, spec }, { manager: 'snapshot-controller' })
  return sandbox
}

test('the driver of the snapshot is the controller, and not who put the finalizer on', async () => {
  assert.is(await answerOf({ path: 0, block: 1 }), 'ControllerUnhealthy path-controller')
})

test('that another driver is not ready holds no snapshot of this one', async () => {
  assert.is(await answerOf({ path: 1, block: 0 }), 'CleanupInProgress content')
})

test('where no argument tells the driver, its name does, and never who put the finalizer on (longhorn/longhorn#4979)', async () => {
  const { causes } = await explained(world({ path: 1, block: 1 }, false))
  assert.match(causes[0]!.summary, 'path-controller is running')
})

/** As it is where only block.csi.example.com is installed, on the one node there is. */
function register(sandbox: Sandbox): void {
  const [apiVersion, driver] = ['storage.k8s.io/v1', 'block.csi.example.com']
  sandbox.put({ apiVersion, kind: 'CSIDriver', metadata: { name: driver }, spec: {} } as never)
  const spec = { drivers: [{ name: driver, nodeID: 'node-1', topologyKeys: null }] }
  sandbox.put({ apiVersion, kind: 'CSINode', metadata: { name: 'node-1' }, spec } as never)
}

test('of a driver that is installed nowhere no sidecar is left (kubernetes-csi/csi-driver-host-path#203)', async () => {
  const driver = 'path.csi.example.com'
  const [attacher, apiVersion] = ['external-attacher/path-csi-example-com', 'storage.k8s.io/v1']
  const of = (sandbox: Sandbox, finalizer: string) => ({ name: 'one', ...deleted(sandbox, HOUR, finalizer) })
  for (const [isInstalled, put] of [
    [false, 'content'],
    [false, 'attachment'],
    [false, 'volume'],
    [true, 'attachment'],
  ] as const) {
    const sandbox = createSandbox({ clock: manualClock() })
    namespace(sandbox, 'kube-system')
    register(sandbox)
    if (isInstalled) sandbox.put({ apiVersion, kind: 'CSIDriver', metadata: { name: driver }, spec: {} } as never)
    if (put === 'content') {
      const names = { kind: 'VolumeSnapshotContent', plural: 'volumesnapshotcontents' }
      sandbox.put({
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'CustomResourceDefinition',
        metadata: { name: `${names.plural}.${GROUP}` },
        spec: { group: GROUP, scope: 'Cluster', names, versions: [{ name: 'v1', served: true, storage: true }] },
      })
      workload(sandbox, 'block-controller', [{ name: 'csi-snapshotter', image: 'csi-snapshotter:v8' }], 1)
      const spec = { driver, deletionPolicy: 'Retain', source: { snapshotHandle: 'f2' } }
      sandbox.put({ apiVersion: `${GROUP}/v1`, kind: names.kind, metadata: of(sandbox, FINALIZER), spec })
    }
    if (put === 'attachment') {
      const spec = { attacher: driver, nodeName: 'node-1', source: { persistentVolumeName: 'pv' } }
      sandbox.put({ apiVersion, kind: 'VolumeAttachment', metadata: of(sandbox, attacher), spec } as never)
    }
    if (put === 'volume') {
      const metadata = of(sandbox, 'external-provisioner.volume.kubernetes.io/finalizer')
      const spec = { csi: { driver, volumeHandle: 'v' } }
      sandbox.put({ apiVersion: 'v1', kind: 'PersistentVolume', metadata, spec, status: { phase: 'Released' } })
    }
    const { causes } = await explained(sandbox)
    const told = causes.map(({ code, verdict, subject }) => `${code} ${verdict} ${subject.name}`).join()
    assert.is(told, isInstalled ? 'ControllerUnknown unknown one' : `ControllerMissing stuck ${driver}`)
  }
})

const BOUND = 'snapshot.storage.kubernetes.io/volumesnapshot-bound-protection'

/** The risk of the removal of a snapshot whose content has this policy, and names the uid. */
async function riskOf(deletionPolicy: string, uid: string): Promise<string | undefined> {
  const sandbox = createSandbox({ clock: manualClock() })
  for (const name of ['kube-system', 'shop']) namespace(sandbox, name)
  for (const [kind, plural, scope] of [
    ['VolumeSnapshotContent', 'volumesnapshotcontents', 'Cluster'],
    ['VolumeSnapshot', 'volumesnapshots', 'Namespaced'],
  ] as const)
    sandbox.put({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: `${plural}.${GROUP}` },
      spec: { group: GROUP, scope, names: { kind, plural }, versions: [{ name: 'v1', served: true, storage: true }] },
    })
  workload(sandbox, 'snapshot-controller', [{ name: 'snapshot-controller', image: 'snapshot-controller:v8' }], 1)
  const spec = { driver: 'path.csi.example.com', deletionPolicy, volumeSnapshotRef: { name: 'nightly', uid } }
  sandbox.put({ apiVersion: `${GROUP}/v1`, kind: 'VolumeSnapshotContent', metadata: { name: 'content' }, spec })
  const metadata = { name: 'nightly', namespace: 'shop', ...deleted(sandbox, HOUR, BOUND), uid: 'snapshot-uid' }
  const status = { boundVolumeSnapshotContentName: 'content' }
  sandbox.put(
    { apiVersion: `${GROUP}/v1`, kind: 'VolumeSnapshot', metadata, status },
    { manager: 'snapshot-controller' },
  )
  const [cause] = (await explained(sandbox)).causes
  return cause!.remedies.find(({ kind }) => kind === 'remove')?.risk
}

test('the policy Retain of its own content makes the removal one of low risk; not that of another one', async () => {
  assert.is(await riskOf('Retain', 'snapshot-uid'), 'low')
  assert.is(await riskOf('Delete', 'snapshot-uid'), 'medium')
  assert.is(await riskOf('Retain', 'other-uid'), 'medium')
})

test.run()
