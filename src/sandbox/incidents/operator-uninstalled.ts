import type { Sandbox } from '../sandbox.ts'
import type { Incident } from './incident.ts'
import { customResource } from './parts/custom-resource.ts'
import { definition } from './parts/definition.ts'
import { namespace } from './parts/namespace.ts'
import { ago, DAY, HOUR } from './parts/time.ts'

const GROUP = 'objectstore.example.com'
const HELM = {
  annotations: {
    'helm.sh/resource-policy': 'keep',
    'meta.helm.sh/release-name': 'operator',
    'meta.helm.sh/release-namespace': 'objectstore',
  },
  labels: { 'app.kubernetes.io/managed-by': 'Helm' },
}

/** Terminating namespaces with the buckets in each: forty in all. */
const TERMINATING = [
  { name: 'reports', deleted: 6 * DAY, buckets: ['invoices-2025', 'invoices-2026', 'ledger', 'statements'] },
  { name: 'media', deleted: 2 * DAY, buckets: numbered('thumbnails', 18) },
  { name: 'backups', deleted: 30 * HOUR, buckets: numbered('nightly', 14) },
  { name: 'sandbox-anna', deleted: 5 * HOUR, buckets: ['scratch', 'playground', 'uploads', 'exports'] },
]

/** Helm removed the operator and kept its CRD; then people deleted the namespaces that held buckets. */
export const incident: Incident = {
  name: 'operator-uninstalled',
  summary: 'Forty buckets in four namespaces wait for an operator that Helm uninstalled',
  build(sandbox) {
    definition(sandbox, { group: GROUP, plural: 'buckets', kind: 'Bucket', short: 'bkt', ...HELM })
    leftovers(sandbox)
    namespace(sandbox, 'web')
    bucket(sandbox, 'web', 'static-assets')
    for (const { name, deleted, buckets } of TERMINATING) {
      namespace(sandbox, name, { age: 40 * DAY, deleted })
      for (const each of buckets) bucket(sandbox, name, each, deleted - 5)
    }
  },
}

function bucket(sandbox: Sandbox, namespaceName: string, name: string, deleted?: number): void {
  customResource(sandbox, {
    apiVersion: `${GROUP}/v1`,
    kind: 'Bucket',
    namespace: namespaceName,
    name,
    manager: 'bucket-operator',
    finalizers: [`${GROUP}/bucket`],
    deleted,
    spec: { region: 'eu-central-1', versioning: true },
    status: {
      bucketURL: `s3://${namespaceName}-${name}`,
      conditions: [
        { type: 'Ready', status: 'True', reason: 'Provisioned', lastTransitionTime: ago(sandbox, 39 * DAY) },
      ],
    },
  })
}

/** What an uninstall leaves: a binding to a role and an account that are gone, and a Lease that is not renewed. */
function leftovers(sandbox: Sandbox): void {
  const creationTimestamp = ago(sandbox, 150 * DAY)
  namespace(sandbox, 'objectstore', { age: 150 * DAY })
  sandbox.put({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name: 'bucket-operator', creationTimestamp, labels: HELM.labels },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'bucket-operator' },
    subjects: [{ kind: 'ServiceAccount', name: 'bucket-operator', namespace: 'objectstore' }],
  })
  sandbox.put({
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { name: 'bucket-operator-lock', namespace: 'objectstore', creationTimestamp },
    spec: {
      holderIdentity: 'bucket-operator-5d8f7c9b64-x2k4q_0f3e',
      leaseDurationSeconds: 15,
      acquireTime: ago(sandbox, 20 * DAY).replace('Z', '.000000Z'),
      renewTime: ago(sandbox, 7 * DAY).replace('Z', '.000000Z'),
      leaseTransitions: 3,
    },
  })
}

function numbered(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${name}-${String(index + 1).padStart(2, '0')}`)
}
