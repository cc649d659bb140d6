import type { V1ContainerStatus, V1PodSpec, V1PodStatus } from '@kubernetes/client-node'
import type { KubeObject } from '../../api/object.ts'
import { NAME, type ObjectRef } from '../../api/object-ref.ts'
import type { NodeFailure } from '../../messages/arguments.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { readReport } from '../../statements/events.ts'
import { server } from '../../statements/words/server.ts'
import { eachTogether } from '../answered.ts'
import type { Evidence } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import { writerOf } from '../managers.ts'
import type { StuckObject } from '../stuck-object.ts'

/** The latest warnings are enough: a kubelet repeats itself. */
const MAX_WARNINGS = 3

export function deadlineEvidence({ ref, meta }: StuckObject): Evidence {
  return factFrom('pods', 'GraceEnded', { pod: `${ref.namespace}/${ref.name}`, at: meta.deletionTimestamp })
}

/** Which containers still run; when none does, it is the rest of the clean-up that takes so long. */
export function containerEvidence(pod: KubeObject): readonly Evidence[] {
  const { running, unstarted, all, isKnown } = containersOf(pod)
  if (all.length === 0) return [factFrom('pods', 'NoContainerReported', { isKnown })]
  const facts = [
    ...(running.length > 0 ? [message('ContainersNotEnded', { containers: running })] : []),
    ...(unstarted.length > 0 ? [message('ContainersNotStarted', { containers: unstarted })] : []),
  ]
  return (facts.length > 0 ? facts : [message('AllContainersEnded')]).map(fact => ({ fact, source: 'pods' }))
}

/** Which containers that run have a preStop hook: a kubelet asks a container to stop only after that. */
export function hookEvidence(pod: KubeObject | undefined): readonly Evidence[] {
  const { containers = [] } = (pod?.spec ?? {}) as Partial<V1PodSpec>
  const { running, all } = containersOf(pod)
  return containers.flatMap(({ name, lifecycle }) => {
    const isIdle = all.some(each => each.name === name) && !running.some(each => each.name === name)
    if (lifecycle?.preStop === undefined || isIdle) return []
    const command = lifecycle.preStop.exec?.command?.join(' ')
    return [factFrom('pods', 'PreStopHook', { container: name, command })]
  })
}

/** Containers that run on where another one ended since: a sidecar may outlast the rest (fluent/fluent-bit#2411). */
export function lateContainers(pod: KubeObject | undefined, since: number): readonly string[] {
  const { containerStatuses = [] } = (pod?.status ?? {}) as V1PodStatus
  const ends = containerStatuses.flatMap(({ state }) => state?.terminated ?? [])
  const hasEnded = ends.some(({ finishedAt }) => !(Date.parse(String(finishedAt)) < since))
  return hasEnded ? containerStatuses.filter(({ state }) => state?.running !== undefined).map(({ name }) => name) : []
}

/** Whether the kubelet has reported containers, and none that has not ended. */
export function areContainersEnded(pod: KubeObject): boolean {
  const { running, all } = containersOf(pod)
  return all.length > 0 && running.length === 0
}

/**
 * What the kubelet has reported of containers, a native sidecar among the init containers too (kubernetes#125880).
 * `isKnown`: it has reported anything: with its first report it sets startTime.
 */
export function containersOf(pod: KubeObject | undefined) {
  const { initContainerStatuses = [], containerStatuses = [], startTime } = (pod?.status ?? {}) as V1PodStatus
  const statuses = [...initContainerStatuses, ...containerStatuses]
  const namesOf = (some: readonly V1ContainerStatus[]) =>
    some.map(each => ({ name: each.name, isInit: initContainerStatuses.includes(each) }))
  return {
    all: namesOf(statuses),
    unstarted: namesOf(statuses.filter(isUnstarted)),
    running: namesOf(statuses.filter(each => each.state?.terminated === undefined && !isUnstarted(each))),
    isKnown: startTime !== undefined || statuses.length > 0,
  }
}

/** What the container runtime calls its containers: `containerd://38e0…`. */
export function containerIds({ status }: KubeObject): readonly string[] {
  const { containerStatuses = [] } = (status ?? {}) as V1PodStatus
  return containerStatuses.flatMap(({ containerID }) => containerID?.split('://')[1] ?? [])
}

/** What reports it, if not called kubelet: of a virtual node, or with a kubelet in it (loft-sh/vcluster#119, k3s). */
export function reporterOf({ metadata }: KubeObject): string | undefined {
  const manager = writerOf(metadata, ['f:status', 'f:containerStatuses'])?.manager
  return manager === 'kubelet' ? undefined : manager
}

function isUnstarted({ state, lastState, containerID }: V1ContainerStatus): boolean {
  return state?.waiting !== undefined && !containerID && lastState?.terminated === undefined
}

/** What the kubelet complains about, newest last. */
export function warningEvidence({ namespace, uid }: Pick<ObjectRef, 'namespace' | 'uid'>, facts: Facts): Evidence[] {
  const events = facts.read({ about: 'events', namespace, uid })
  if (events.state === 'unreadable') {
    return [factFrom('events', 'NotRead', { what: 'its events', why: events.why.reason })]
  }
  if (events.state === 'absent') return []
  return (events.value as readonly PodEvent[])
    .filter(({ type }) => type === 'Warning')
    .slice(-MAX_WARNINGS)
    .map(({ reason, message: words }) => ({ fact: `${reason ?? 'Warning'}: ${words ?? ''}`, source: 'events' }))
}

/** Why a kubelet tries again to end a Pod, in lower case (kubernetes/kubernetes:pkg/kubelet/events/event.go). */
const FAILURES: ReadonlyMap<string, 'container' | 'volume'> = new Map([
  ['failedkillpod', 'container'],
  ['failedprestophook', 'container'],
  ['failedunmount', 'volume'],
  ['failedunmapdevice', 'volume'],
])

/** What the kubelet's last warning names, if about the Pod's end. Any user can write an Event. */
export function kubeletFailure({ ref }: StuckObject, facts: Facts): NodeFailure | undefined {
  const events = facts.read({ about: 'events', namespace: ref.namespace, uid: ref.uid })
  if (events.state !== 'known') return undefined
  const isOwn = (event: PodEvent): boolean => event.type === 'Warning' && readReport(event).reporter === 'kubelet'
  const { reason = '', message: words = '' } = (events.value as readonly PodEvent[]).findLast(isOwn) ?? {}
  const of = FAILURES.get(reason.toLowerCase())
  if (of === undefined || !server.has('network stays', words)) return of && { reason, of }
  const plugin = server.findAll('CNI plugin', words).at(-1)?.[1]
  return { reason, of: 'network', plugin, silent: server.find('silent on node', words)[1] }
}

interface PodEvent extends KubeObject {
  readonly type?: string
  readonly reason?: string
  readonly message?: string
}

/** More of one Pod are not asked for. */
const MAX_NEEDED = 20

/** What the fields of a Pod's volumes and environment name, each as an object (kubernetes/api:core/v1/types.go). */
const NEEDED: ReadonlyMap<string, string> = new Map([
  ...['secret', 'secretRef', 'secretKeyRef'].map(field => [field, 'secret'] as const),
  ...['configMap', 'configMapRef', 'configMapKeyRef'].map(field => [field, 'configmap'] as const),
  ['persistentVolumeClaim', 'persistentvolumeclaim'],
])

/** What a Pod whose containers were not started names, cannot start without, and is not there: `secret tls`. */
export function lacksOf(pod: KubeObject, facts: Facts): readonly string[] {
  if (containersOf(pod).unstarted.length === 0) return []
  const needed = neededBy(pod).slice(0, MAX_NEEDED)
  return eachTogether(needed, text => {
    const [kind, name = ''] = text.split(' ')
    const found = facts.read({ about: 'existence', resource: `${kind}s`, namespace: pod.metadata.namespace, name })
    return found.state === 'absent' ? text : []
  }).flat()
}

/** What a Pod names in volumes and environment and cannot start without: `secret tls`. */
export function neededBy({ spec }: KubeObject): readonly string[] {
  return [...new Set(neededIn(spec))]
}

function neededIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([field, inner]) => {
    const kind = NEEDED.get(field)
    const { name, secretName, claimName, optional } = (inner ?? {}) as Readonly<Record<string, unknown>>
    const called = name ?? secretName ?? claimName
    if (kind === undefined || typeof called !== 'string') return neededIn(inner)
    // The server takes any text for the name of a volume's Secret: one that no object can have would be words of ours.
    return optional === true || !NAME.test(called) ? [] : [`${kind} ${called}`]
  })
}
