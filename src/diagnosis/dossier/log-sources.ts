import type { V1ContainerStatus, V1Lease, V1Pod } from '@kubernetes/client-node'
import type { KubeObject } from '../../api/object.ts'
import type { Candidate } from '../controller/search.ts'
import type { Facts } from '../facts.ts'
import { once } from '../once.ts'
import { commandLine } from '../shell-quote.ts'
import { podsOf } from '../workloads/health.ts'
import type { Workload } from '../workloads/workloads.ts'
import type { Case } from './dossier.ts'

/** A container of which the log is asked for. */
export interface LogSource {
  readonly who: Candidate
  readonly namespace: string
  readonly pod: string
  readonly container: string
  /** Of the one before its last restart. */
  readonly previous: boolean
  /** The one container of the Pod that may be the controller: that it says nothing counts. */
  readonly isSure: boolean
}

/** So many Pods of a workload are asked: who leads first. */
const MAX_PODS = 3
/** Containers beside a controller that are never it: proxies of a mesh and of metrics. */
const BESIDE =
  /(^|-)(proxy|istio-init|vault-agent|linkerd-\w+|exporter|config-reloader|node-driver-registrar|liveness-probe)$/
const CONTROLLER = /manager|controller|operator|reconciler|provisioner/

/** Where a candidate speaks: the containers of its Pods, who leads and who started last first; of one that was restarted since the deletion, before that too. */
export function logSourcesOf(
  { identity: { manager }, context: { facts } }: Case,
  who: Candidate,
  asked: number,
): readonly LogSource[] {
  const pods = once(facts, `pods that log ${who.workload.object.metadata.uid}`, () => podsInOrder(who.workload, facts))
  return pods.flatMap(pod => sourcesIn(pod, who, manager, asked))
}

/** Who leads, and who started last, first. */
function podsInOrder(workload: Workload, facts: Facts): readonly KubeObject[] {
  const pods = podsOf(workload, facts).filter(pod => isOf(pod, workload))
  const leaders = pods.length > 1 ? leadersOf(workload.namespace, facts) : []
  const rank = ({ metadata: { name } }: KubeObject) =>
    leaders.some(holder => holder.startsWith(`${name}_`) || holder === name) ? 0 : 1
  return pods.toSorted((a, b) => rank(a) - rank(b) || startOf(b) - startOf(a)).slice(0, MAX_PODS)
}

/** The command that shows the end of just this log. */
export function showLog({ namespace, pod, container, previous }: LogSource): string {
  const which = previous ? ['--previous'] : []
  return commandLine('kubectl', 'logs', '-n', namespace, pod, '-c', container, ...which, '--tail', '50')
}

function startOf({ metadata: { creationTimestamp } }: KubeObject): number {
  return Date.parse(creationTimestamp ?? '') || 0
}

/** Its labels anybody in the namespace could give a Pod; who made it the server writes down. */
function isOf({ metadata }: KubeObject, { kind, name, object }: Workload): boolean {
  if (kind === 'Pod') return true
  const owner = metadata.ownerReferences?.find(({ controller }) => controller)
  if (kind === 'Deployment') return owner?.kind === 'ReplicaSet' && owner.name.startsWith(`${name}-`)
  return owner?.uid === object.metadata.uid
}

function leadersOf(namespace: string, facts: Facts): readonly string[] {
  const leases = facts.read({ about: 'list', resource: 'leases.coordination.k8s.io' })
  const own = (leases.state === 'known' ? leases.value : []).filter(lease => lease.metadata.namespace === namespace)
  return own.flatMap(lease => (lease as unknown as V1Lease).spec?.holderIdentity ?? [])
}

function sourcesIn(pod: KubeObject, who: Candidate, manager: string | undefined, asked: number): readonly LogSource[] {
  const { spec, status } = pod as unknown as V1Pod
  // Nothing of it has run.
  if (spec?.nodeName === undefined) return []
  const names = (spec.containers ?? []).map(({ name }) => name).filter(name => !BESIDE.test(name))
  const told = names.filter(name => name === manager)
  const marked = names.filter(name => name === pod.metadata.annotations?.['kubectl.kubernetes.io/default-container'])
  const likely = names.filter(name => CONTROLLER.test(name))
  const [container] = [...told, ...marked, ...likely, ...names]
  if (container === undefined) return []
  const isSure = names.length === 1 || told.length + marked.length > 0 || likely.length === 1
  const source = { who, namespace: who.workload.namespace, pod: pod.metadata.name, container, isSure }
  const state = status?.containerStatuses?.find(({ name }) => name === container)
  return [
    ...(hasEnded(state, asked) ? [{ ...source, previous: true }] : []),
    ...(isWaiting(state) ? [] : [{ ...source, previous: false }]),
  ]
}

/** It was restarted since the deletion. */
function hasEnded(state: V1ContainerStatus | undefined, asked: number): boolean {
  const ended = Date.parse(String(state?.lastState?.terminated?.finishedAt ?? ''))
  return (state?.restartCount ?? 0) > 0 && (Number.isNaN(ended) ? isWaiting(state) : ended >= asked)
}

/** Between two tries to start there is only the log of the last one. */
function isWaiting(state: V1ContainerStatus | undefined): boolean {
  return state?.state?.waiting !== undefined
}
