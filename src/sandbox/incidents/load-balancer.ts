import type { Sandbox } from '../sandbox.ts'
import type { Incident } from './incident.ts'
import { event } from './parts/event.ts'
import { namespace } from './parts/namespace.ts'
import { ago, DAY, MINUTE } from './parts/time.ts'
import { deployment } from './parts/workload.ts'

const NAMESPACE = 'edge'

/** The cloud refuses to delete the balancer; the service controller works, tries, and says so in events. */
export const incident: Incident = {
  name: 'load-balancer',
  summary: 'A LoadBalancer Service waits for a cloud controller whose cleanup fails',
  build(sandbox) {
    namespace(sandbox, NAMESPACE)
    deployment(sandbox, 'kube-system', 'cloud-controller-manager', { serviceAccount: 'cloud-controller-manager' })
    cloudControllerRights(sandbox)
    const service = sandbox.put(
      {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: {
          name: 'storefront',
          namespace: NAMESPACE,
          creationTimestamp: ago(sandbox, 75 * DAY),
          deletionTimestamp: ago(sandbox, 50 * MINUTE),
          deletionGracePeriodSeconds: 0,
          finalizers: ['service.kubernetes.io/load-balancer-cleanup'],
        },
        spec: {
          type: 'LoadBalancer',
          clusterIP: '10.96.14.20',
          selector: { app: 'storefront' },
          ports: [{ name: 'https', port: 443, protocol: 'TCP', targetPort: 8443, nodePort: 30_443 }],
        },
        status: { loadBalancer: { ingress: [{ hostname: 'a1b2c3d4.elb.example.com' }] } },
      },
      { manager: 'cloud-controller-manager' },
    )
    const seen = { component: 'service-controller', count: 12, first: 50 * MINUTE, last: 2 * MINUTE }
    event(sandbox, service, {
      ...seen,
      type: 'Normal',
      reason: 'DeletingLoadBalancer',
      message: 'Deleting load balancer',
    })
    event(sandbox, service, {
      ...seen,
      reason: 'SyncLoadBalancerFailed',
      message:
        'Error syncing load balancer: failed to delete load balancer: DependencyViolation: security group sg-0a1b2c3d has a dependent object',
    })
  },
}

/** As the cloud providers install it: the permission is there, the failure lies with the cloud. */
function cloudControllerRights(sandbox: Sandbox): void {
  const metadata = { name: 'system:cloud-controller-manager', creationTimestamp: ago(sandbox, 150 * DAY) }
  const apiVersion = 'rbac.authorization.k8s.io/v1'
  const rules = [
    { apiGroups: [''], resources: ['services', 'services/status'], verbs: ['get', 'list', 'watch', 'patch', 'update'] },
    { apiGroups: [''], resources: ['events'], verbs: ['create', 'patch'] },
  ]
  sandbox.put({ apiVersion, kind: 'ClusterRole', metadata, rules })
  sandbox.put({
    apiVersion,
    kind: 'ClusterRoleBinding',
    metadata,
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: metadata.name },
    subjects: [{ kind: 'ServiceAccount', name: 'cloud-controller-manager', namespace: 'kube-system' }],
  })
}
