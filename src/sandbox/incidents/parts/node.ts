import type { Sandbox } from '../../sandbox.ts'
import { ago, DAY } from './time.ts'

/** A worker; `lost` = seconds since the last sign of its kubelet, which sets Ready to Unknown and the two taints. */
export function node(sandbox: Sandbox, name: string, { lost }: { lost?: number } = {}): void {
  const condition =
    lost === undefined
      ? ready('True', 'KubeletReady', 'kubelet is posting ready status', ago(sandbox, 90 * DAY), ago(sandbox, 5))
      : ready(
          'Unknown',
          'NodeStatusUnknown',
          'Kubelet stopped posting node status.',
          ago(sandbox, lost - 40),
          ago(sandbox, lost),
        )
  const taint = (effect: string) => ({
    key: 'node.kubernetes.io/unreachable',
    effect,
    timeAdded: ago(sandbox, (lost ?? 0) - 45),
  })
  sandbox.put(
    {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: {
        name,
        creationTimestamp: ago(sandbox, 120 * DAY),
        labels: { 'kubernetes.io/hostname': name, 'kubernetes.io/os': 'linux', 'kubernetes.io/arch': 'amd64' },
      },
      spec: {
        providerID: `example:///zone-a/${name}`,
        ...(lost !== undefined && { taints: [taint('NoSchedule'), taint('NoExecute')] }),
      },
      status: {
        conditions: [condition],
        nodeInfo: {
          kubeletVersion: 'v1.36.3',
          osImage: 'Example Linux 12',
          architecture: 'amd64',
          operatingSystem: 'linux',
        },
      },
    },
    { manager: 'kubelet' },
  )
}

function ready(status: string, reason: string, message: string, lastTransitionTime: string, lastHeartbeatTime: string) {
  return { type: 'Ready', status, lastHeartbeatTime, lastTransitionTime, reason, message }
}
