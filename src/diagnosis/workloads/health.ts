import type { V1ContainerStatus, V1DaemonSet, V1Pod } from '@kubernetes/client-node'
import { trueCondition } from '../../api/condition.ts'
import { type LabelSelector, selects } from '../../api/label-selector.ts'
import type { KubeObject } from '../../api/object.ts'
import type { IdleState } from '../../messages/arguments.ts'
import { factFrom, type Message, message } from '../../messages/sentence.ts'
import { quotedText } from '../../statements/log/quoted.ts'
import type { Evidence } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import { isLost, type Lost, lostNodeEvidence, nodeNameOf } from '../pods/ending.ts'
import { nodeState } from '../pods/node-state.ts'
import { lacksOf } from '../pods/pod-evidence.ts'
import { type Workload, workloadText } from './workloads.ts'

const MAX_PODS = 3

/** Why nothing of a workload is ready, in facts; a ready workload gives none. */
export function ailments(workload: Workload, facts: Facts): readonly Evidence[] {
  if (workload.readyReplicas > 0) return []
  const where = workloadText(workload)
  const source = `${workload.kind.toLowerCase()}s`
  if (workload.wantedReplicas === 0)
    return [factFrom(source, 'WorkloadIdle', { workload: where, idle: idleOf(workload) })]
  const evidence = [factFrom(source, 'NoneReady', { workload: where, wanted: workload.wantedReplicas })]
  return [...evidence, ...failedConditions(workload, source), ...podTroubles(workload, facts)]
}

/** Why none of its Pods is wanted. */
export function idleOf({ kind, object }: Workload): IdleState {
  if (kind === 'CronJob') return { is: 'Suspended' }
  if (kind !== 'DaemonSet') return { is: 'ScaledToZero' }
  const { spec } = object as unknown as V1DaemonSet
  const labels = Object.entries(spec?.template?.spec?.nodeSelector ?? {})
  return { is: 'NoNode', nodeSelector: labels.map(([label, value]) => `${label}=${value}`) }
}

/** ReplicaFailure tells of Pods that could not even be created: a quota, an admission webhook. */
function failedConditions(workload: Workload, source: string): Evidence[] {
  return replicaFailures(workload).map(text => factFrom(source, 'PodsNotCreated', { text }))
}

/** The server's words by which it refuses to create Pods of a workload. */
export function replicaFailures({ object }: Workload): readonly string[] {
  const failure = trueCondition(object, 'ReplicaFailure')
  return failure === undefined ? [] : [failure.message ?? failure.type]
}

export function podTroubles(workload: Workload, facts: Facts): Evidence[] {
  const nodes = lostNodes(workload, facts).map(lostNodeEvidence)
  return [...somePodsOf(workload, facts).flatMap(pod => podTrouble(pod, facts)), ...nodes]
}

/** Nodes of a workload's Pods that are not ready or gone: such a Pod may still have the phase Running. */
export function lostNodes(workload: Workload, facts: Facts): readonly Lost[] {
  return lostNodesOf(somePodsOf(workload, facts), facts)
}

export function lostNodesOf(pods: readonly KubeObject[], facts: Facts): readonly Lost[] {
  const names = new Set(pods.flatMap(pod => nodeNameOf(pod) ?? []))
  return [...names].flatMap(node => {
    const state = nodeState(node, facts)
    return state !== undefined && isLost(state) ? [{ node, state }] : []
  })
}

/** Some of the Pods of a workload: those of one are ill alike. */
function somePodsOf(workload: Workload, facts: Facts): readonly KubeObject[] {
  return podsOf(workload, facts).slice(0, MAX_PODS)
}

/** All that have its labels, whoever made them. */
export function podsOf(workload: Workload, facts: Facts): readonly KubeObject[] {
  if (workload.kind === 'Pod') return [workload.object]
  const pods = facts.read({ about: 'list', resource: 'pods' })
  if (pods.state !== 'known') return []
  const { selector } = (workload.object.spec ?? {}) as { selector?: LabelSelector }
  if (selector === undefined) return []
  return pods.value.filter(
    ({ metadata }) => metadata.namespace === workload.namespace && selects(selector, metadata.labels ?? {}),
  )
}

/** What a Pod waits for, by its own status, and what it names that is not there. */
export function podTrouble(object: KubeObject, facts: Facts): Evidence[] {
  const { status } = object as unknown as V1Pod
  const pod = object.metadata.name
  const waiting = (status?.containerStatuses ?? []).flatMap(each => containerTrouble(pod, each))
  const unscheduled = status?.conditions?.find(({ type, status }) => type === 'PodScheduled' && status === 'False')
  const text = unscheduled?.message ?? unscheduled?.reason
  const lacks = lacksOf(object, facts).map(what => message('PodLacks', { pod, what }))
  const found = unscheduled ? [...waiting, message('PodNotScheduled', { pod, text })] : waiting
  return [...lacks, ...found].map(fact => ({ fact, source: 'pods' }))
}

/** A container that ended and waits to be started again, as one of these Pods has it. */
export function crashedContainer(workload: Workload, facts: Facts): { pod: string; container: string } | undefined {
  return somePodsOf(workload, facts)
    .flatMap(({ metadata, status }) =>
      ((status as V1Pod['status'])?.containerStatuses ?? [])
        .filter(({ state, lastState }) => state?.waiting !== undefined && lastState?.terminated !== undefined)
        .map(({ name: container }) => ({ pod: metadata.name, container })),
    )
    .at(0)
}

function containerTrouble(
  pod: string,
  { name: container, restartCount: restarts, state, lastState }: V1ContainerStatus,
): readonly Message[] {
  const reason = state?.waiting?.reason ?? (state?.terminated && (state.terminated.reason ?? 'ended'))
  if (reason === undefined) return []
  const { reason: last, exitCode, message: text } = lastState?.terminated ?? {}
  const words = text ? quotedText(text.trim()) : undefined
  const lastEnd = exitCode === undefined ? undefined : { reason: last, exitCode, words }
  return [message('ContainerInTrouble', { pod, container, reason, lastEnd, restarts })]
}
