import type { Sandbox } from '../../sandbox.ts'
import { namespace } from './namespace.ts'
import { ago, DAY } from './time.ts'
import { deployment } from './workload.ts'

export interface OperatorOptions {
  readonly name: string
  readonly group: string
  readonly plural: string
  readonly replicas?: number
  /** false: the role is there, without a binding. */
  readonly bound?: boolean
}

const RBAC = 'rbac.authorization.k8s.io/v1'
const AGE = 150 * DAY

/** An operator of the usual scaffolding: namespace, account, role on resource, /status and /finalizers, Deployment. */
export function operator(sandbox: Sandbox, { name, group, plural, replicas = 1, bound = true }: OperatorOptions): void {
  const system = `${name}-system`
  const labels = { 'app.kubernetes.io/name': name, 'app.kubernetes.io/managed-by': 'Helm' }
  // As Helm marks everything that it installs.
  const annotations = { 'meta.helm.sh/release-name': name, 'meta.helm.sh/release-namespace': system }
  const creationTimestamp = ago(sandbox, AGE)
  namespace(sandbox, system, { age: AGE })
  sandbox.put({
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name, namespace: system, labels, creationTimestamp },
  })
  const verbs = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete']
  sandbox.put({
    apiVersion: RBAC,
    kind: 'ClusterRole',
    metadata: { name: `${name}-manager`, labels, annotations, creationTimestamp },
    rules: [
      { apiGroups: [group], resources: [plural], verbs },
      { apiGroups: [group], resources: [`${plural}/status`], verbs: ['get', 'update', 'patch'] },
      { apiGroups: [group], resources: [`${plural}/finalizers`], verbs: ['update'] },
      { apiGroups: [''], resources: ['events'], verbs: ['create', 'patch'] },
    ],
  })
  if (bound) {
    sandbox.put({
      apiVersion: RBAC,
      kind: 'ClusterRoleBinding',
      metadata: { name: `${name}-manager`, labels, creationTimestamp },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: `${name}-manager` },
      subjects: [{ kind: 'ServiceAccount', name, namespace: system }],
    })
  }
  deployment(sandbox, system, name, { replicas, serviceAccount: name, age: AGE, labels })
}
