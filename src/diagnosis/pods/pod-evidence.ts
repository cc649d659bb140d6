import type { KubeObject } from '../../api/object.ts'
import type { NodeFailure } from '../../messages/pods.ts'
import { message } from '../../messages/sentence.ts'
import { readReport } from '../../statements/events.ts'
import { server } from '../../statements/words/server.ts'
import type { Evidence } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import type { StuckObject } from '../stuck-object.ts'

/** The latest warnings are enough: a kubelet repeats itself. */
const MAX_WARNINGS = 3

/** That a Pod's grace is over, as its own metadata have it. */
export function deadlineEvidence({ ref, meta }: StuckObject): Evidence {
  const fact = message('GraceEnded', { pod: `${ref.namespace}/${ref.name}`, at: meta.deletionTimestamp })
  return { fact, source: 'pods' }
}

/** Which containers still run; when none does, it is the rest of the clean-up that takes so long. */
export function containerEvidence(pod: KubeObject): Evidence {
  const running = statusesIn(pod)?.filter(hasNotEnded)
  if (running === undefined) return { fact: message('NoContainerReported'), source: 'pods' }
  const fact =
    running.length === 0
      ? message('AllContainersEnded')
      : message('ContainersNotEnded', { containers: running.map(({ name }) => name) })
  return { fact, source: 'pods' }
}

/** Which containers that run have a preStop hook: a kubelet asks a container to stop only after that. */
export function hookEvidence(pod: KubeObject | undefined): readonly Evidence[] {
  const { containers = [] } = (pod?.spec ?? {}) as { containers?: readonly Container[] }
  const ended = new Set(statusesIn(pod)?.flatMap(each => (hasNotEnded(each) ? [] : each.name)))
  return containers.flatMap(({ name, lifecycle }) => {
    if (lifecycle?.preStop === undefined || ended.has(name)) return []
    const command = lifecycle.preStop.exec?.command?.join(' ')
    return [{ fact: message('PreStopHook', { container: name, command }), source: 'pods' }]
  })
}

interface Container {
  readonly name: string
  readonly lifecycle?: { readonly preStop?: { readonly exec?: { readonly command?: readonly string[] } } }
}

/** Whether the kubelet has reported all containers, and the end of each. */
export function areContainersEnded(pod: KubeObject): boolean {
  return statusesIn(pod)?.some(hasNotEnded) === false
}

/** undefined: the kubelet has reported none. */
function statusesIn(pod: KubeObject | undefined): readonly ContainerStatus[] | undefined {
  return (pod?.status as { containerStatuses?: readonly ContainerStatus[] } | undefined)?.containerStatuses
}

function hasNotEnded({ state }: ContainerStatus): boolean {
  return state?.terminated === undefined
}

interface ContainerStatus {
  readonly name: string
  readonly state?: { readonly terminated?: object }
}

/** What the kubelet complains about, newest last. */
export function warningEvidence({ ref }: StuckObject, facts: Facts): readonly Evidence[] {
  const events = facts.read({ about: 'events', namespace: ref.namespace, uid: ref.uid })
  if (events.state === 'unreadable') {
    return [{ fact: message('NotRead', { what: 'its events', why: events.why.reason }), source: 'events' }]
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
  return { reason, of: 'network', plugin: server.findAll('CNI plugin', words).at(-1)?.[1] }
}

interface PodEvent extends KubeObject {
  readonly type?: string
  readonly reason?: string
  readonly message?: string
}
