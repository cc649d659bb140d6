import type { V1Deployment, V1PodSpec } from '@kubernetes/client-node'
import type { KubeObject } from '../../api/object.ts'
import type { Unreadable } from '../../api/terminating.ts'
import type { Facts } from '../facts.ts'

/** Something that keeps Pods running, or a Pod that nothing keeps. */
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
  readonly unreadable: readonly Unreadable[]
}

const KINDS = ['deployments.apps', 'statefulsets.apps', 'daemonsets.apps', 'pods'] as const

/** Everything in the cluster that runs containers. undefined while the facts are pending. */
export function workloadsOf(facts: Facts): Workloads | undefined {
  const lists = KINDS.map(resource => facts.read({ about: 'list', resource }))
  if (lists.some(list => list.state === 'pending')) return undefined
  const objects = lists.flatMap(list => (list.state === 'known' ? list.value : []))
  return {
    all: objects.filter(isOnItsOwn).map(workloadOf),
    unreadable: lists.flatMap(list => (list.state === 'unreadable' ? [list.why] : [])),
  }
}

/** A Pod that a controller made is told by its controller, except where that one is no Deployment, StatefulSet, DaemonSet. */
function isOnItsOwn(object: KubeObject): boolean {
  if (object.kind !== 'Pod') return true
  if (object.metadata.deletionTimestamp !== undefined) return false
  const owner = object.metadata.ownerReferences?.find(reference => reference.controller)
  return owner === undefined || !['ReplicaSet', 'StatefulSet', 'DaemonSet'].includes(owner.kind)
}

function workloadOf(object: KubeObject): Workload {
  const { spec, status } = object as unknown as V1Deployment
  const isPod = object.kind === 'Pod'
  const pod = (isPod ? object.spec : spec?.template?.spec) as V1PodSpec | undefined
  return {
    object,
    kind: object.kind,
    namespace: object.metadata.namespace ?? '',
    name: object.metadata.name,
    serviceAccount: pod?.serviceAccountName || 'default',
    containers: (pod?.containers ?? []).map(({ name, image }) => ({ name, image: image ?? '' })),
    ...(isPod ? podReplicas(object) : replicas(object.kind, spec, status)),
  }
}

function podReplicas(pod: KubeObject): { wantedReplicas: number; readyReplicas: number } {
  const { conditions = [] } = (pod.status ?? {}) as { conditions?: { type: string; status: string }[] }
  return {
    wantedReplicas: 1,
    readyReplicas: conditions.some(each => each.type === 'Ready' && each.status === 'True') ? 1 : 0,
  }
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
