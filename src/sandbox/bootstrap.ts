import { renewIdentity, renewLease } from './controllers/leader-lease.ts'
import { put } from './put.ts'
import type { Server } from './server.ts'

const RBAC = 'rbac.authorization.k8s.io/v1'

const READ = ['get', 'list', 'watch']
const WRITE = ['create', 'update', 'patch', 'delete', 'deletecollection']

/** What every new cluster holds. */
export function bootstrap(server: Server): void {
  for (const name of ['default', 'kube-system', 'kube-public', 'kube-node-lease']) {
    put(server, { apiVersion: 'v1', kind: 'Namespace', metadata: { name } }, { manager: 'kube-apiserver' })
  }
  put(server, {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'kubernetes', namespace: 'default', labels: { component: 'apiserver', provider: 'kubernetes' } },
    spec: {
      type: 'ClusterIP',
      clusterIP: '10.96.0.1',
      ports: [{ name: 'https', port: 443, protocol: 'TCP', targetPort: 6443 }],
    },
    status: { loadBalancer: {} },
  })
  clusterRole(server, 'cluster-admin', [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }])
  clusterRole(server, 'admin', [{ apiGroups: ['', 'apps', 'batch'], resources: ['*'], verbs: [...READ, ...WRITE] }])
  clusterRole(server, 'edit', [{ apiGroups: ['', 'apps', 'batch'], resources: ['*'], verbs: [...READ, ...WRITE] }])
  clusterRole(server, 'view', [{ apiGroups: ['', 'apps', 'batch'], resources: ['*'], verbs: READ }])
  clusterRole(server, 'system:basic-user', [
    {
      apiGroups: ['authorization.k8s.io'],
      resources: ['selfsubjectaccessreviews', 'selfsubjectrulesreviews'],
      verbs: ['create'],
    },
    { apiGroups: ['authentication.k8s.io'], resources: ['selfsubjectreviews'], verbs: ['create'] },
  ])
  bind(server, 'cluster-admin', 'system:masters')
  bind(server, 'system:basic-user', 'system:authenticated')
  renewLease(server)
  renewIdentity(server)
}

function clusterRole(server: Server, name: string, rules: readonly unknown[]): void {
  const labels = { 'kubernetes.io/bootstrapping': 'rbac-defaults' }
  put(server, { apiVersion: RBAC, kind: 'ClusterRole', metadata: { name, labels }, rules })
}

function bind(server: Server, role: string, group: string): void {
  put(server, {
    apiVersion: RBAC,
    kind: 'ClusterRoleBinding',
    metadata: { name: role, labels: { 'kubernetes.io/bootstrapping': 'rbac-defaults' } },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: group }],
  })
}
