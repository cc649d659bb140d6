import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { ago, DAY, HOUR } from '../../src/sandbox/incidents/parts/time.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { explained } from './explained.ts'
import { deleted } from './stuck-objects.ts'

const test = suite('volumes of several CSI drivers, whose provisioners have one name')

const RBAC = 'rbac.authorization.k8s.io'
const FINALIZER = 'external-provisioner.volume.kubernetes.io/finalizer'

/** A driver with its provisioner, and whether that may change volumes. */
function driver(sandbox: Sandbox, name: string, { args = [], env = [], mayPatch = true }: DriverOptions): void {
  const labels = { app: name }
  const metadata = { name, namespace: 'kube-system', creationTimestamp: ago(sandbox, DAY) }
  const containers = [
    { name: 'driver', image: `example.com/${name}:v1`, args, env },
    { name: 'csi-provisioner', image: 'registry.k8s.io/sig-storage/csi-provisioner:v5.1.0', args: ['--v=2'] },
  ]
  const template = { metadata: { labels }, spec: { serviceAccountName: name, containers } }
  sandbox.put({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata,
    spec: { replicas: 1, selector: { matchLabels: labels }, template },
    status: { replicas: 1, readyReplicas: 1, availableReplicas: 1 },
  })
  sandbox.put({ apiVersion: 'v1', kind: 'ServiceAccount', metadata })
  const verbs = ['get', 'list', 'watch', 'create', 'delete', ...(mayPatch ? ['patch'] : [])]
  const rules = [{ apiGroups: [''], resources: ['persistentvolumes'], verbs }]
  sandbox.put({ apiVersion: `${RBAC}/v1`, kind: 'ClusterRole', metadata: { name }, rules })
  const roleRef = { apiGroup: RBAC, kind: 'ClusterRole', name }
  const subjects = [{ kind: 'ServiceAccount', name, namespace: 'kube-system' }]
  sandbox.put({ apiVersion: `${RBAC}/v1`, kind: 'ClusterRoleBinding', metadata: { name }, roleRef, subjects })
}

interface DriverOptions {
  readonly args?: readonly string[]
  readonly env?: readonly object[]
  readonly mayPatch?: boolean
}

/** What holds a volume that this driver made, in a cluster with another driver that is well and does not say its name. */
async function answerOf(options: DriverOptions, annotations: Readonly<Record<string, string>>): Promise<string> {
  const sandbox = createSandbox({ clock: manualClock() })
  namespace(sandbox, 'kube-system')
  driver(sandbox, 'block-controller', {})
  driver(sandbox, 'path-controller', options)
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

test.run()
