import type { V1ContainerStatus, V1Pod } from '@kubernetes/client-node'
import type { KubeObject } from '../../api/object.ts'
import type { Candidate } from '../controller/search.ts'
import { once } from '../once.ts'
import { controllerIn, type LogPlace, podsThatLog } from '../workloads/log-places.ts'
import type { Case } from './dossier.ts'

/** A container of which the log is asked for. */
export interface LogSource extends LogPlace {
  readonly who: Candidate
  /** The one container of the Pod that may be the controller: that it says nothing counts. */
  readonly isSure: boolean
}

/** So many Pods of a workload are asked: who leads first. */
const MAX_PODS = 3
/** A candidate's containers, the leader's and the youngest Pod's first; if restarted since the deletion, before too. */
export function logSourcesOf(
  { identity: { manager }, context: { facts } }: Case,
  who: Candidate,
  asked: number,
): readonly LogSource[] {
  const pods = once(facts, `pods that log ${who.workload.object.metadata.uid}`, () =>
    podsThatLog(who.workload, facts).slice(0, MAX_PODS),
  )
  return pods.flatMap(pod => sourcesIn(pod, who, manager, asked))
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
