import type { Incident } from './incident.ts'
import { namespace } from './parts/namespace.ts'
import { ago, DAY, HOUR } from './parts/time.ts'
import { controllerOf } from './parts/workload.ts'

const NAMESPACE = 'billing'

/** `kubectl delete --cascade=foreground` on a Deployment whose ReplicaSet carries somebody's finalizer. */
export const incident: Incident = {
  name: 'foreground-held',
  summary: 'A foreground deletion waits for a dependent that a finalizer holds',
  build(sandbox) {
    const spec = {
      replicas: 0,
      selector: { matchLabels: { app: 'legacy-api' } },
      template: {
        metadata: { labels: { app: 'legacy-api' } },
        spec: { containers: [{ name: 'app', image: 'registry.example.com/legacy-api:0.9' }] },
      },
    }
    const created = { namespace: NAMESPACE, creationTimestamp: ago(sandbox, 70 * DAY), generation: 2 }
    const deleted = { deletionTimestamp: ago(sandbox, 3 * HOUR), deletionGracePeriodSeconds: 0 }
    namespace(sandbox, NAMESPACE)
    const owner = sandbox.put(
      {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { ...created, ...deleted, name: 'legacy-api', finalizers: ['foregroundDeletion'] },
        spec,
        status: { observedGeneration: 2 },
      },
      { manager: 'kubectl-create' },
    )
    sandbox.put(
      {
        apiVersion: 'apps/v1',
        kind: 'ReplicaSet',
        metadata: {
          ...created,
          ...deleted,
          name: 'legacy-api-6d4b75cb6d',
          ownerReferences: [controllerOf(owner)],
          finalizers: ['audit.example.com/archive'],
        },
        spec,
        status: { observedGeneration: 2, replicas: 0 },
      },
      { manager: 'archiver' },
    )
  },
}
