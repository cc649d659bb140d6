import type { Evidence, Remedy } from '../explanation.ts'
import type { RuleContext } from '../held.ts'
import { namespaceBeingEmptied } from '../namespaces/terminating-namespaces.ts'
import { toInspect, toRepair } from '../remedy.ts'
import { commandLine, typeAndName } from '../shell-quote.ts'
import { podTroubles } from './health.ts'
import type { Basis } from './tie.ts'
import { readySince, type Workload, workloadText } from './workloads.ts'

/**
 * So long, in seconds, a queue that begins with milliseconds and doubles them has tried some sixteen times again: what has not
 * come until then may be wedged, or sleeps for minutes. A restart ends both. Nothing of this object is lost by it; a backup that
 * the controller runs for another may be (vmware-tanzu/velero:pkg/cmd/server/server.go, markInProgressCRsFailed).
 */
const SILENT_SECONDS = 300

/** So long, in seconds, a controller that only came up may take to come round to everything. */
const WARM_UP_SECONDS = 300

/** For how many seconds it has been ready, while that is so short that what it has not done tells nothing; else undefined. */
export function warmingUp(workload: Workload, { facts }: RuleContext): number | undefined {
  const since = readySince(workload, facts)
  const seconds = since === undefined ? WARM_UP_SECONDS : Math.max(0, (facts.now.getTime() - since) / 1000)
  return seconds < WARM_UP_SECONDS ? seconds : undefined
}

/**
 * A restart of a controller that is ready, reports no error and has not moved for long: what helps when it is wedged, and
 * comes before any removal. None without a basis, as of what has no more than a name, and none of what only just came up, and where it would not start it again: static Pods, Pods of nobody, a namespace that ends.
 * While a rollout has not ended, the old Pod stays as it is until a new one is ready: what keeps that comes first.
 */
export function restartOf(
  basis: Basis | undefined,
  workload: Workload,
  silentSeconds: number,
  context: RuleContext,
): readonly Remedy[] {
  if (basis === undefined) return []
  const { namespace } = workload
  if (silentSeconds < SILENT_SECONDS || namespaceBeingEmptied(namespace, context) !== undefined) return []
  if (warmingUp(workload, context) !== undefined) return []
  const command = commandFor(workload)
  if (command === undefined) return []
  if (isRollingOut(workload))
    return [
      toInspect(
        `see why the rollout of ${workloadText(workload)} does not end; a restart of it now only makes more Pods that are not ready`,
        [
          commandLine('kubectl', 'rollout', 'status', `deployment/${workload.name}`, '-n', namespace, '--watch=false'),
          commandLine('kubectl', 'get', 'pods', '-n', namespace),
        ],
      ),
    ]
  return [
    toRepair(
      `or restart ${workloadText(workload)}, which may be stuck: it then checks every object again, and what it is doing for others at that moment is cut off`,
      [commandLine('kubectl', ...command, '-n', namespace)],
      'low',
    ),
  ]
}

/** That a new version of it does not come up, while the old one still is ready. */
export function rolloutEvidence(workload: Workload, { facts }: RuleContext): readonly Evidence[] {
  if (!isRollingOut(workload)) return []
  const { replicas, updatedReplicas = 0 } = statusOf(workload)
  const fact = `the rollout of ${workloadText(workload)} has not ended: ${updatedReplicas} of its ${replicas} Pods are of the new version, and not all are available`
  return [{ fact, source: 'deployments' }, ...podTroubles(workload, facts)]
}

/** Old Pods remain, and some are not ready: of a StatefulSet or DaemonSet both may be meant (a partition, `OnDelete`). */
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

function commandFor({ object, kind, name }: Workload): readonly string[] | undefined {
  const { deletionTimestamp, ownerReferences = [], annotations = {} } = object.metadata
  if (deletionTimestamp !== undefined) return undefined
  switch (kind) {
    case 'Deployment':
    case 'StatefulSet':
    case 'DaemonSet': {
      // Neither takes a new template up by itself.
      const { paused, updateStrategy } = (object.spec ?? {}) as { paused?: boolean; updateStrategy?: { type?: string } }
      const waits = paused === true || updateStrategy?.type === 'OnDelete'
      return waits ? undefined : ['rollout', 'restart', `${kind.toLowerCase()}/${name}`]
    }
    case 'Pod': {
      const keeper = ownerReferences.find(owner => owner.controller === true)
      const isStatic = keeper?.kind === 'Node' || annotations['kubernetes.io/config.mirror'] !== undefined
      return keeper === undefined || isStatic ? undefined : ['delete', ...typeAndName('pod', name), '--wait=false']
    }
    default:
      return undefined
  }
}
