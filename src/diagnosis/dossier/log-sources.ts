import type { V1ContainerStatus, V1Pod } from '@kubernetes/client-node'
import type { KubeObject } from '../../api/object.ts'
import { valuesAt } from '../../api/values-at.ts'
import { isTrusted } from '../author.ts'
import { isHeldBy } from '../controller/holders.ts'
import { byRightOf, carries, strongestHolder } from '../controller/reasons.ts'
import type { Candidate } from '../controller/search.ts'
import { programsThatWrote } from '../managers.ts'
import { nodeNameOf } from '../pods/ending.ts'
import { controllerIn, type LogPlace, podsThatLog } from '../workloads/log-places.ts'
import { type Workload, workloadsOf } from '../workloads/workloads.ts'
import { type Case, tieOfCandidate } from './dossier.ts'

export interface LogSource extends LogPlace {
  readonly who: Candidate
  /** The one container of the Pod that may be the controller: that it says nothing counts. */
  readonly isSure: boolean
}

/** So many Pods of a workload are asked: who leads first. */
const MAX_PODS = 3
/** A candidate's containers, the leader's and the youngest Pod's first; if restarted since the deletion, before too. */
export function logSourcesOf(
  { identity: { manager }, reports: { whole }, context: { facts } }: Case,
  who: Candidate,
  asked: number,
): readonly LogSource[] {
  const node = who.workload.kind === 'DaemonSet' ? nodeOf(whole) : undefined
  const all = podsThatLog(who.workload, facts)
  const there = all.filter(pod => nodeNameOf(pod) === node)
  const pods = there.length > 0 ? there : all
  return pods.slice(0, MAX_PODS).flatMap(pod => sourcesIn(pod, who, manager, asked))
}

/**
 * What runs on each node or is called as the object, may change it and wrote its status (kubevirt/kubevirt#10407,
 * openebs/openebs#3056); one at most.
 */
export function agentOf(found: Case): readonly Candidate[] {
  const { held, search, reports, context } = found
  const isOnNode = nodeOf(reports.whole) !== undefined
  const isBeside = ({ kind, name }: Workload) => name === held.ref.name || (isOnNode && kind === 'DaemonSet')
  const writers = programsThatWrote(held.meta).filter(each => each.reports)
  if (writers.length === 0) return []
  const agents = workloadsOf(context.facts).all.flatMap(workload => {
    if (!isBeside(workload) || search.candidates.some(each => each.workload === workload)) return []
    const holder = strongestHolder(search.holders.filter(each => isHeldBy(each, workload)))
    if (holder === undefined || !writers.some(({ manager }) => carries(workload, manager))) return []
    return [{ workload, holder, evidence: [byRightOf(workload, holder)], ailments: [] }]
  })
  return agents.filter(each => isTrusted(tieOfCandidate(found, each) ?? { by: 'namespace' })).slice(0, 1)
}

function nodeOf(whole: KubeObject | undefined): string | undefined {
  const [node] = ['status.nodeName', 'spec.nodeName'].flatMap(path => valuesAt(whole, path))
  return typeof node === 'string' && node !== '' ? node : undefined
}

function sourcesIn(pod: KubeObject, who: Candidate, manager: string | undefined, asked: number): readonly LogSource[] {
  const { status } = pod as unknown as V1Pod
  const speaker = controllerIn(pod, manager)
  if (speaker === undefined) return []
  const { container, isSure } = speaker
  const source = { who, namespace: who.workload.namespace, pod: pod.metadata.name, container, isSure }
  const state = status?.containerStatuses?.find(({ name }) => name === container)
  return [
    ...(hasEnded(state, asked) ? [{ ...source, previous: true }] : []),
    ...(isWaiting(state) ? [] : [{ ...source, previous: false }]),
  ]
}

/** It was restarted since the deletion, or waits to be. */
function hasEnded(state: V1ContainerStatus | undefined, asked: number): boolean {
  const ended = Date.parse(String(state?.lastState?.terminated?.finishedAt ?? ''))
  return (state?.restartCount ?? 0) > 0 && (isWaiting(state) || ended >= asked)
}

/** Between two tries to start there is only the log of the last one. */
function isWaiting(state: V1ContainerStatus | undefined): boolean {
  return state?.state?.waiting !== undefined
}
