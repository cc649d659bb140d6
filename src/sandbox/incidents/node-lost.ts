import type { Incident } from './incident.ts'
import { namespace } from './parts/namespace.ts'
import { node } from './parts/node.ts'
import { pod } from './parts/pod.ts'
import { ago, DAY, HOUR, MINUTE } from './parts/time.ts'
import { controllerOf, deployment } from './parts/workload.ts'

const NAMESPACE = 'shop'

/** A node is lost: nothing can stop the database Pod on it. A Pod on a good node is merely in its grace period. */
export const incident: Incident = {
  name: 'node-lost',
  summary: 'A Pod on a lost node cannot end; another one is still within its grace period',
  build(sandbox) {
    node(sandbox, 'worker-1')
    node(sandbox, 'worker-2')
    node(sandbox, 'worker-3', { lost: 2 * HOUR })
    namespace(sandbox, NAMESPACE)
    deployment(sandbox, NAMESPACE, 'storefront', { replicas: 2 })
    const set = sandbox.put({
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: { name: 'db', namespace: NAMESPACE, creationTimestamp: ago(sandbox, 80 * DAY) },
      spec: {
        replicas: 2,
        serviceName: 'db',
        selector: { matchLabels: { app: 'db' } },
        template: {
          metadata: { labels: { app: 'db' } },
          spec: { containers: [{ name: 'app', image: 'registry.example.com/db:16' }] },
        },
      },
      status: { replicas: 2, readyReplicas: 0, currentReplicas: 2 },
    })
    const owner = controllerOf(set)
    const labels = { app: 'db' }
    pod(sandbox, NAMESPACE, 'db-0', { node: 'worker-1', owner, labels, graceSeconds: 300, deleted: 40 })
    pod(sandbox, NAMESPACE, 'db-1', { node: 'worker-3', owner, labels, graceSeconds: 30, deleted: 115 * MINUTE })
  },
}
