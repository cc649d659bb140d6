import type { V1Pod } from '@kubernetes/client-node'
import { largest, smallest } from '../../api/long-lists.ts'
import { createdAt } from '../../api/object.ts'
import { rfc3339 } from '../../api/rfc3339.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { askedAt } from '../controller/since-deletion.ts'
import { type Evidence, type Remedy, toRepair } from '../explanation.ts'
import { commandOn } from '../shell-quote.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'
import { formatSeconds, SKEW_SECONDS } from '../thresholds.ts'
import { controllerIn, podsThatLog } from '../workloads/log-places.ts'
import { type Workload, workloadText } from '../workloads/workloads.ts'

/**
 * That each of its Pods, or its container, started after the deletion: what passes over objects that are terminating
 * when it first sees them is not told of this one again (fluid-cloudnative/fluid#1970). A Pod is dated by the API
 * server, as the deletion is; a container by its node.
 */
export function startedSince(
  workload: Workload,
  held: StuckObject,
  { facts, together }: RuleContext,
): { readonly evidence: Evidence; readonly remedy: Remedy } | undefined {
  if (together !== undefined) return undefined
  const asked = askedAt(held)
  const starts = podsThatLog(workload, facts).map(pod => {
    const container = controllerIn(pod)?.container
    const all = (pod as unknown as V1Pod).status?.containerStatuses ?? []
    const { state, restartCount = 0 } = all.find(({ name }) => name === container) ?? {}
    const at = Date.parse(String(state?.running?.startedAt ?? ''))
    const isSince = at > asked + (createdAt(pod.metadata) > asked ? 0 : SKEW_SECONDS * 1000)
    return { at: isSince ? at : Number.NEGATIVE_INFINITY, restarts: restartCount }
  })
  const at = smallest(starts.map(each => each.at))
  if (!Number.isFinite(at)) return undefined
  const restarts = largest(starts.map(each => each.restarts)) || undefined
  const of = { workload: workloadText(workload), at: rfc3339(new Date(at)), later: formatSeconds((at - asked) / 1000) }
  const touch = commandOn(held.ref, 'annotate', 'touched=again', '--overwrite')
  return {
    evidence: factFrom('pods', 'StartedSince', { ...of, restarts }),
    remedy: toRepair(message('TouchObject'), [touch], 'low'),
  }
}
