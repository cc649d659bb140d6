/** A list of an onDelete block that ordered deletion honours. */
export interface ResourceKind {
  readonly apiVersion: string
  readonly kind: string
  readonly clusterScoped?: true
  /** Releases before `operatorBox.reconcile` ignored it. */
  readonly newer?: true
}

const RBAC = 'rbac.authorization.k8s.io/v1'

/** By their key, in the order in which Orkestra submits the deletes of one group, which is not that of the file. */
export const RESOURCE_KINDS: Readonly<Record<string, ResourceKind>> = {
  deployments: { apiVersion: 'apps/v1', kind: 'Deployment' },
  statefulSets: { apiVersion: 'apps/v1', kind: 'StatefulSet' },
  replicaSets: { apiVersion: 'apps/v1', kind: 'ReplicaSet', newer: true },
  pods: { apiVersion: 'v1', kind: 'Pod', newer: true },
  services: { apiVersion: 'v1', kind: 'Service' },
  secrets: { apiVersion: 'v1', kind: 'Secret' },
  configMaps: { apiVersion: 'v1', kind: 'ConfigMap' },
  serviceAccounts: { apiVersion: 'v1', kind: 'ServiceAccount' },
  roles: { apiVersion: RBAC, kind: 'Role', newer: true },
  roleBindings: { apiVersion: RBAC, kind: 'RoleBinding', newer: true },
  clusterRoles: { apiVersion: RBAC, kind: 'ClusterRole', clusterScoped: true, newer: true },
  clusterRoleBindings: { apiVersion: RBAC, kind: 'ClusterRoleBinding', clusterScoped: true, newer: true },
  networkPolicies: { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', newer: true },
  limitRanges: { apiVersion: 'v1', kind: 'LimitRange', newer: true },
  resourceQuotas: { apiVersion: 'v1', kind: 'ResourceQuota', newer: true },
  jobs: { apiVersion: 'batch/v1', kind: 'Job' },
  cronJobs: { apiVersion: 'batch/v1', kind: 'CronJob' },
  ingresses: { apiVersion: 'networking.k8s.io/v1', kind: 'Ingress' },
  persistentVolumeClaims: { apiVersion: 'v1', kind: 'PersistentVolumeClaim' },
  persistentVolumes: { apiVersion: 'v1', kind: 'PersistentVolume', clusterScoped: true },
  hpa: { apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler' },
  pdb: { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget' },
  namespaces: { apiVersion: 'v1', kind: 'Namespace', clusterScoped: true },
}
