import type { V1CronJob, V1Deployment, V1PodTemplateSpec } from '@kubernetes/client-node'
import { conditionsIn, isTrue, trueCondition } from '../../api/condition.ts'
import { itemsOf } from '../../api/fact.ts'
import { largest, smallest } from '../../api/long-lists.ts'
import { isOwnedBy, type KubeObject } from '../../api/object.ts'
import { refOf } from '../../api/object-ref.ts'
import { isCompleted } from '../../api/pod-phase.ts'
import { apiVersionOf, type ResourceType } from '../../api/resource-type.ts'
import type { Unreadable } from '../../api/terminating.ts'
import { factFrom } from '../../messages/sentence.ts'
import type { Evidence, ObjectRefOrSubject } from '../explanation.ts'
import { type Facts, once } from '../facts.ts'
import { commandLine, targetOf } from '../shell-quote.ts'

/** Something that keeps Pods running, a CronJob that starts them at its time, or a Pod that nothing known keeps. */
export interface Workload {
  readonly object: KubeObject
  readonly kind: string
  readonly namespace: string
  readonly name: string
  readonly serviceAccount: string
  /** Names of containers and images, for what they tell about who this is. */
  readonly containers: readonly { readonly name: string; readonly image: string }[]
  readonly wantedReplicas: number
  readonly readyReplicas: number
}

export interface Workloads {
  readonly all: readonly Workload[]
  /** Being deleted, with nothing ready any more: they will not come back. */
  readonly leaving: readonly Workload[]
  /** Jobs that were given up: what they were to do is not done. */
  readonly failed: readonly Workload[]
  readonly unreadable: readonly Unreadable[]
}

/** `deployment apps/web`, in a sentence. */
export function workloadText({ kind, namespace, name }: Pick<Workload, 'kind' | 'namespace' | 'name'>): string {
  return `${kind.toLowerCase()} ${namespace}/${name}`
}

export function typeOfWorkload({ kind, object }: Workload, { types }: Facts): ResourceType | undefined {
  return types.find(each => each.kind === kind && apiVersionOf(each) === object.apiVersion)
}

export function subjectOfWorkload(workload: Workload, facts: Facts): ObjectRefOrSubject {
  const type = typeOfWorkload(workload, facts)
  const { kind, namespace, name, object } = workload
  return type === undefined ? { kind, namespace, name } : refOf(type, object.metadata)
}

export function readyEvidence(workload: Workload): Evidence {
  const { kind, readyReplicas } = workload
  return factFrom(`${kind.toLowerCase()}s`, 'SomeReady', { workload: workloadText(workload), ready: readyReplicas })
}

const KINDS = ['deployments.apps', 'statefulsets.apps', 'daemonsets.apps', 'cronjobs.batch', 'pods'] as const

/** Everything in the cluster that runs containers, the same values whoever asks. */
export function workloadsOf(facts: Facts): Workloads {
  return once(facts, 'workloads', () => readWorkloads(facts))
}

/** Those that an object owns. */
export function workloadsOwnedBy(uid: string, facts: Facts): readonly Workload[] {
  const owned = once(facts, 'workloads by owner', () => {
    const { all } = workloadsOf(facts)
    return Map.groupBy(
      all.flatMap(workload => (workload.object.metadata.ownerReferences ?? []).map(owner => ({ owner, workload }))),
      ({ owner }) => owner.uid,
    )
  })
  return (owned.get(uid) ?? []).map(({ workload }) => workload)
}

function readWorkloads(facts: Facts): Workloads {
  const jobs = facts.read({ about: 'list', resource: 'jobs.batch' })
  const lists = KINDS.map(resource => facts.read({ about: 'list', resource }))
  const objects = lists.flatMap(itemsOf)
  const kept = new Set(objects.filter(({ kind }) => kind !== 'Pod').map(nameKey))
  const all = objects.filter(object => isOnItsOwn(object, kept)).map(workloadOf)
  const isLeaving = ({ object, readyReplicas }: Workload) =>
    object.metadata.deletionTimestamp !== undefined && readyReplicas === 0
  return {
    all: all.filter(workload => !isLeaving(workload)),
    leaving: all.filter(isLeaving),
    failed: itemsOf(jobs).filter(isGivenUp).map(workloadOf),
    unreadable: [jobs, ...lists].flatMap(list => (list.state === 'unreadable' ? [list.why] : [])),
  }
}

function isGivenUp(job: KubeObject): boolean {
  const isOfSchedule = job.metadata.ownerReferences?.some(({ kind }) => kind === 'CronJob') ?? false
  return !isOfSchedule && isTrue(job, 'Failed')
}

/**
 * A Pod with a controller counts only if that is not among those listed, as a ReplicaSet whose Deployment is gone or
 * which never had one. A finished or terminating Pod does not count.
 */
function isOnItsOwn(object: KubeObject, kept: ReadonlySet<string>): boolean {
  if (object.kind !== 'Pod') return true
  const { deletionTimestamp, ownerReferences, labels = {}, namespace } = object.metadata
  if (deletionTimestamp !== undefined || isCompleted(object)) return false
  const owner = ownerReferences?.find(reference => reference.controller)
  if (owner === undefined) return true
  const { apiVersion, kind, name } = owner
  const hash = `-${labels['pod-template-hash']}`
  const isOfDeployment = kind === 'ReplicaSet' && name.endsWith(hash)
  const keeper = isOfDeployment ? { kind: 'Deployment', name: name.slice(0, -hash.length) } : { kind, name }
  return !kept.has(nameKey({ apiVersion, kind: keeper.kind, metadata: { namespace, name: keeper.name } }))
}

function nameKey({
  apiVersion,
  kind,
  metadata,
}: {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly namespace?: string | undefined; readonly name: string }
}): string {
  return `${apiVersion} ${kind} ${metadata.namespace}/${metadata.name}`
}

/** The Pod that it is, or of which it makes more. */
export function templateOf(object: KubeObject): V1PodTemplateSpec | undefined {
  if (object.kind === 'Pod') return object as unknown as V1PodTemplateSpec
  const { spec: job } = (object as unknown as V1CronJob).spec?.jobTemplate ?? {}
  return (job ?? (object as unknown as V1Deployment).spec)?.template
}

/** A Deployment, StatefulSet, DaemonSet, CronJob, Job or Pod as a workload. */
export function workloadOf(object: KubeObject): Workload {
  const { spec, status } = object as unknown as V1Deployment
  const isPod = object.kind === 'Pod'
  const pod = templateOf(object)?.spec
  return {
    object,
    kind: object.kind,
    namespace: object.metadata.namespace ?? '',
    name: object.metadata.name,
    serviceAccount: pod?.serviceAccountName || 'default',
    containers: (pod?.containers ?? []).map(({ name, image }) => ({ name, image: image ?? '' })),
    ...(isPod
      ? { wantedReplicas: 1, readyReplicas: Number(isTrue(object, 'Ready')) }
      : replicas(object.kind, spec, status)),
    ...((object as unknown as V1CronJob).spec?.suspend === true && object.kind === 'CronJob' && { wantedReplicas: 0 }),
  }
}

/**
 * Since when some part of it has been ready without a break, in ms; undefined if nothing tells. StatefulSets and
 * DaemonSets have no condition for it, but their Pods have.
 */
export function readySince({ object }: Workload, facts: Facts): number | undefined {
  const own = readyAt(object)
  if (own !== undefined || object.kind === 'Pod') return own
  const times = itemsOf(facts.read({ about: 'list', resource: 'pods' }))
    .filter(pod => isOwnedBy(pod, object.metadata.uid))
    .map(readyAt)
    .filter(at => at !== undefined)
  return times.length === 0 ? undefined : smallest(times)
}

function readyAt(object: KubeObject): number | undefined {
  const ready = trueCondition(object, 'Available', 'Ready')
  // A roll-out may leave a Deployment available all the time, while each of its Pods is another one.
  const rolledOut = conditionsIn(object).find(
    ({ type, reason }) => type === 'Progressing' && reason === 'NewReplicaSetAvailable',
  )
  const times = [ready?.lastTransitionTime, ready && rolledOut?.lastUpdateTime].map(time => Date.parse(String(time)))
  const known = times.filter(time => !Number.isNaN(time))
  return known.length === 0 ? undefined : largest(known)
}

/** A DaemonSet counts its nodes; the others say how many they want, one when they say nothing. */
function replicas(
  kind: string,
  spec: { replicas?: number } | undefined,
  status: { readyReplicas?: number; desiredNumberScheduled?: number; numberReady?: number } | undefined,
): { wantedReplicas: number; readyReplicas: number } {
  return kind === 'DaemonSet'
    ? { wantedReplicas: status?.desiredNumberScheduled ?? 0, readyReplicas: status?.numberReady ?? 0 }
    : { wantedReplicas: spec?.replicas ?? 1, readyReplicas: status?.readyReplicas ?? 0 }
}

export function describeWorkload(workload: Workload): string {
  return commandLine('kubectl', 'describe', targetOf(workload), '-n', workload.namespace)
}

export function manifestOf(workload: Workload): string {
  return commandLine('kubectl', 'get', targetOf(workload), '-n', workload.namespace, '-o', 'yaml')
}
