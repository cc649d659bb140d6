import { message } from '../../messages/sentence.ts'
import { type Evidence, type Remedy, toInspect } from '../explanation.ts'
import { commandLine } from '../shell-quote.ts'
import type { RuleContext } from '../stuck-object.ts'
import { WARM_UP_SECONDS } from '../thresholds.ts'
import { podTroubles } from '../workloads/health.ts'
import { readySince, type Workload, workloadText } from '../workloads/workloads.ts'

/** For how many seconds it is ready, while that is too short for what it has not done to tell; else undefined. */
export function warmingUp(workload: Workload, { facts }: RuleContext): number | undefined {
  const since = readySince(workload, facts)
  const seconds = since === undefined ? WARM_UP_SECONDS : Math.max(0, (facts.now.getTime() - since) / 1000)
  return seconds < WARM_UP_SECONDS ? seconds : undefined
}

/** Where a rollout of it has not ended: the old Pod stays as it is until a new one is ready. */
export function seeRollout(workload: Workload): readonly Remedy[] {
  if (!isRollingOut(workload)) return []
  const { name, namespace } = workload
  const status = commandLine('kubectl', 'rollout', 'status', `deployment/${name}`, '-n', namespace, '--watch=false')
  const pods = commandLine('kubectl', 'get', 'pods', '-n', namespace)
  return [toInspect(message('SeeRollout', { workload: workloadText(workload) }), [status, pods])]
}

/** That a new version of it does not come up, while the old one still is ready. */
export function rolloutEvidence(workload: Workload, { facts }: RuleContext): readonly Evidence[] {
  if (!isRollingOut(workload)) return []
  const { replicas, updatedReplicas = 0 } = statusOf(workload)
  const fact = message('RolloutNotEnded', { workload: workloadText(workload), updated: updatedReplicas, replicas })
  return [{ fact, source: 'deployments' }, ...podTroubles(workload, facts)]
}

/** Old Pods remain, and some are not ready: both may be meant of a StatefulSet or DaemonSet (partition, `OnDelete`). */
function isRollingOut(workload: Workload): boolean {
  const { replicas = 0, updatedReplicas = 0, unavailableReplicas = 0 } = statusOf(workload)
  return workload.kind === 'Deployment' && updatedReplicas < replicas && unavailableReplicas > 0
}

interface Status {
  readonly replicas?: number
  readonly updatedReplicas?: number
  readonly unavailableReplicas?: number
}

function statusOf({ object }: Workload): Status {
  return (object.status ?? {}) as Status
}
