import type { Incident } from './incident.ts'
import { namespace } from './parts/namespace.ts'
import { ago, HOUR } from './parts/time.ts'

const LEASE = { name: 'kube-controller-manager', namespace: 'kube-system' }

/** kube-controller-manager stopped: its Lease grows stale, and nothing built in ends any more. */
export const incident: Incident = {
  name: 'controller-manager-down',
  summary: 'Nothing ends: kube-controller-manager has not renewed its Lease for hours',
  build(sandbox) {
    sandbox.controllers.length = 0
    const microseconds = (seconds: number) => ago(sandbox, seconds).replace('Z', '.000000Z')
    sandbox.put({
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: { ...LEASE, creationTimestamp: ago(sandbox, 500 * HOUR) },
      spec: {
        holderIdentity: 'control-plane-0_1b9f3c52',
        leaseDurationSeconds: 15,
        acquireTime: microseconds(500 * HOUR),
        renewTime: microseconds(5 * HOUR),
        leaseTransitions: 2,
      },
    })
    namespace(sandbox, 'old-project', { deleted: 2 * HOUR })
    sandbox.put(
      {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'settings', namespace: 'old-project', creationTimestamp: ago(sandbox, 300 * HOUR) },
        data: { theme: 'dark' },
      },
      { manager: 'kubectl-create' },
    )
  },
}
