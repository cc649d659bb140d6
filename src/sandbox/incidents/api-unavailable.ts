import type { Incident } from './incident.ts'
import { namespace } from './parts/namespace.ts'
import { ago, DAY, HOUR } from './parts/time.ts'

/** metrics-server was removed and its APIService stayed: discovery is incomplete, so no namespace can end. */
export const incident: Incident = {
  name: 'api-unavailable',
  summary: 'An empty namespace stays because an aggregated API has no Service behind it',
  build(sandbox) {
    const since = ago(sandbox, 9 * DAY)
    sandbox.put(
      {
        apiVersion: 'apiregistration.k8s.io/v1',
        kind: 'APIService',
        metadata: {
          name: 'v1beta1.metrics.k8s.io',
          creationTimestamp: ago(sandbox, 120 * DAY),
          labels: { 'k8s-app': 'metrics-server' },
        },
        spec: {
          group: 'metrics.k8s.io',
          version: 'v1beta1',
          groupPriorityMinimum: 100,
          versionPriority: 100,
          insecureSkipTLSVerify: true,
          service: { name: 'metrics-server', namespace: 'kube-system', port: 443 },
        },
        status: {
          conditions: [
            {
              type: 'Available',
              status: 'False',
              lastTransitionTime: since,
              reason: 'ServiceNotFound',
              message: 'service/metrics-server in "kube-system" is not present',
            },
          ],
        },
      },
      { manager: 'kubectl-client-side-apply' },
    )
    namespace(sandbox, 'staging', { deleted: 26 * HOUR })
  },
}
