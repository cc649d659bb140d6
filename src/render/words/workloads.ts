import type { WorkloadMessages } from '../../messages/workloads.ts'
import { idleText } from './unhealthy-controller.ts'
import type { WordsFor } from './words-for.ts'

const ZERO = 'it may set the scale to zero again at its next check'

export const workloadWords: WordsFor<WorkloadMessages> = {
  WorkloadIdle: ({ workload, idle }) => `${workload} ${idleText(idle)}`,
  NoneReady: ({ workload, wanted }) => `${workload} has 0 of ${wanted} replicas ready`,
  SomeReady: ({ workload, ready }) => `${workload} has ${ready} ready`,
  PodsNotCreated: ({ text }) => `its Pods cannot be created: ${text}`,
  PodNotScheduled: ({ pod, text }) => `pod ${pod}: cannot be scheduled: ${text}`,
  ContainerInTrouble: ({ pod, container, reason, lastEnd, restarts }) => {
    const before = lastEnd === undefined ? '' : `, last ended with ${lastEnd.reason ?? 'exit code'} ${lastEnd.exitCode}`
    const words = lastEnd?.words === undefined ? '' : `: ${lastEnd.words}`
    return `pod ${pod}: container ${container} ${reason}${before}${restarts > 0 ? `, ${restarts} restarts` : ''}${words}`
  },
  ScaledByKeda: ({ scaler }) => `ScaledObject ${scaler} of KEDA sets its scale: ${ZERO}`,
  ScaledByDownscaler: ({ annotation }) => `annotation ${annotation}: kube-downscaler sets its scale; ${ZERO}`,
  ScaledByOwner: ({ owner }) => `${owner} owns it: its controller may set the scale to zero again`,
  ScaledToZeroBy: ({ manager, at }) =>
    `spec.replicas was set to 0 by manager "${manager}"${at === undefined ? '' : ` at ${at}`}: ${ZERO}`,
  KeepOneReplica: () => 'make KEDA keep one replica; it then finishes the deletion, and the annotation can be removed',
  IgnoreAndScaleUp: () =>
    'make kube-downscaler ignore it, and scale it up; it then finishes the deletion, and the annotation can be removed',
  ScaleUpInOwner: ({ owner }) => `set the number of replicas in ${owner}; it then finishes the deletion`,
}
