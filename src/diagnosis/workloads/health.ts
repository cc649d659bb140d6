import type { V1ContainerStatus, V1DaemonSet, V1Deployment, V1Pod } from '@kubernetes/client-node'
import { trueCondition } from '../../api/condition.ts'
import { itemsOf } from '../../api/fact.ts'
import { type LabelSelector, selects } from '../../api/label-selector.ts'
import type { KubeObject } from '../../api/object.ts'
import { apiVersionOf, resourceName } from '../../api/resource-type.ts'
import { rfc3339 } from '../../api/rfc3339.ts'
import type { IdleState } from '../../messages/arguments.ts'
import { factFrom, type Message, message } from '../../messages/sentence.ts'
import { quotedText } from '../../statements/log/quoted.ts'
import { type Evidence, type Remedy, toRepair } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import { isDeployer, isProgram, writerOf } from '../managers.ts'
import { isLost, type Lost, lostNodeEvidence, nodeNameOf } from '../pods/ending.ts'
import { nodeState } from '../pods/node-state.ts'
import { lacksOf } from '../pods/pod-evidence.ts'
import { commandLine, editCommand, targetOf } from '../shell-quote.ts'
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
  { name: container, restartCount: restarts, state, lastState, ready }: V1ContainerStatus,
): readonly Message[] {
  const reason = state?.waiting?.reason ?? (state?.terminated && (state.terminated.reason ?? 'ended'))
  // It runs again, and is killed each time before it is ready.
  if (reason === undefined && (ready || restarts === 0)) return []
  const { reason: last, exitCode, message: text } = state?.terminated ?? lastState?.terminated ?? {}
  const words = text ? quotedText(text.trim()) : undefined
  const lastEnd = exitCode === undefined ? undefined : { reason: last, exitCode, words }
  return [message('ContainerInTrouble', { pod, container, reason, lastEnd, restarts })]
}

/** What scales a workload to zero, and the remedy in place of scaling it up, where that is known. */
interface ScaledBy {
  readonly evidence: Evidence
  readonly remedy?: Remedy
}

const SCALED_OBJECTS = 'scaledobjects.keda.sh'
/** Annotations of kube-downscaler (caas-team/py-kube-downscaler:README.md). */
const DOWNSCALER = /^downscaler\/(?!exclude)/

/**
 * What holds a workload at zero: a ScaledObject of KEDA (kedacore/keda-docs: Pause autoscaling), kube-downscaler, the
 * custom resource that owns it, or whichever program set its replicas last. undefined where a person or a deployment
 * did, or nothing tells.
 */
export function scaledBy(workload: Workload, facts: Facts): ScaledBy | undefined {
  if (workload.wantedReplicas > 0 || !['Deployment', 'StatefulSet'].includes(workload.kind)) return undefined
  return byKeda(workload, facts) ?? byDownscaler(workload) ?? byOwner(workload, facts) ?? byWriter(workload)
}

function byKeda({ kind, name, namespace }: Workload, facts: Facts): ScaledBy | undefined {
  if (!facts.types.some(({ plural, group }) => `${plural}.${group}` === SCALED_OBJECTS)) return undefined
  const found = itemsOf(facts.read({ about: 'list', resource: SCALED_OBJECTS, namespace })).find(({ spec }) => {
    const { scaleTargetRef } = (spec ?? {}) as { scaleTargetRef?: { kind?: string; name?: string } }
    return scaleTargetRef?.name === name && (scaleTargetRef.kind ?? 'Deployment') === kind
  })
  if (found === undefined) return undefined
  const scaler = found.metadata.name
  const object = [SCALED_OBJECTS, scaler, '-n', namespace]
  return {
    evidence: factFrom(SCALED_OBJECTS, 'ScaledByKeda', { scaler: `${namespace}/${scaler}` }),
    remedy: toRepair(
      message('KeepOneReplica'),
      [commandLine('kubectl', 'annotate', ...object, 'autoscaling.keda.sh/paused-replicas=1', '--overwrite')],
      'low',
    ),
  }
}

function byDownscaler(workload: Workload): ScaledBy | undefined {
  const { namespace, object: whole } = workload
  const mark = Object.keys(whole.metadata.annotations ?? {}).find(key => DOWNSCALER.test(key))
  if (mark === undefined) return undefined
  const object = [targetOf(workload), '-n', namespace]
  const ignore = commandLine('kubectl', 'annotate', ...object, 'downscaler/exclude=true', '--overwrite')
  const scale = commandLine('kubectl', 'scale', ...object, '--replicas=1')
  return {
    evidence: factFrom('metadata.annotations', 'ScaledByDownscaler', { annotation: mark }),
    remedy: toRepair(message('IgnoreAndScaleUp'), [ignore, scale], 'low'),
  }
}

/** Who makes a workload of a custom resource sets it back: an operator, or the Operator Lifecycle Manager. */
function byOwner({ object, namespace }: Workload, facts: Facts): ScaledBy | undefined {
  const owner = object.metadata.ownerReferences?.find(({ controller }) => controller)
  const type = facts.types.find(each => each.kind === owner?.kind && apiVersionOf(each) === owner.apiVersion)
  if (owner === undefined || type === undefined || !type.group.includes('.')) return undefined
  const [resource, { name }] = [resourceName(type), owner]
  const place = { resource, name, ...(type.namespaced && { namespace }) }
  const found = facts.read({ about: 'object', ...place })
  const isThere = found.state === 'known' && found.value.metadata.uid === owner.uid
  if (!isThere || found.value.metadata.deletionTimestamp !== undefined) return undefined
  const args = { owner: `${owner.kind} ${name}` }
  return {
    evidence: factFrom('metadata.ownerReferences', 'ScaledByOwner', args),
    remedy: toRepair(message('ScaleUpInOwner', args), [editCommand(place)], 'low'),
  }
}

function byWriter({ object }: Workload): ScaledBy | undefined {
  if ((object as unknown as V1Deployment).spec?.replicas !== 0) return undefined
  const writer = writerOf(object.metadata, ['f:spec', 'f:replicas'])
  if (writer === undefined || !(isProgram(writer.manager) || isDeployer(writer.manager))) return undefined
  const at = writer.time === undefined ? undefined : rfc3339(new Date(writer.time))
  return { evidence: factFrom('managedFields', 'ScaledToZeroBy', { manager: writer.manager, at }) }
}
