import { ago, DAY } from '../../src/sandbox/incidents/parts/time.ts'
import type { Sandbox } from '../../src/sandbox/sandbox.ts'

const RBAC = 'rbac.authorization.k8s.io'

export interface StorageDriverOptions {
  readonly args?: readonly string[]
  readonly env?: readonly object[]
  /** Whether the provisioner may change volumes. */
  readonly mayPatch?: boolean
  readonly namespace?: string
  /** What the container of its provisioner is called. */
  readonly sidecar?: string
}

/** A CSI driver with its provisioner, as it is deployed: one Deployment with the right to delete volumes. */
export function storageDriver(
  sandbox: Sandbox,
  name: string,
  {
    args = [],
    env = [],
    mayPatch = true,
    namespace = 'kube-system',
    sidecar = 'csi-provisioner',
  }: StorageDriverOptions = {},
): void {
  const labels = { app: name }
  const metadata = { name, namespace, creationTimestamp: ago(sandbox, DAY) }
  const containers = [
    { name: 'driver', image: `example.com/${name}:v1`, args, env },
    { name: sidecar, image: 'registry.k8s.io/sig-storage/csi-provisioner:v5.1.0', args: ['--v=2'] },
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
  const subjects = [{ kind: 'ServiceAccount', name, namespace }]
  sandbox.put({ apiVersion: `${RBAC}/v1`, kind: 'ClusterRoleBinding', metadata: { name }, roleRef, subjects })
}
