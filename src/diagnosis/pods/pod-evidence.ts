import type { KubeObject } from '../../api/object.ts'
import type { Evidence } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import type { StuckObject } from '../stuck-object.ts'

/** The latest warnings are enough: a kubelet repeats itself. */
const MAX_WARNINGS = 3

/** That a Pod's grace is over, as its own metadata have it. */
export function deadlineEvidence({ ref, meta }: StuckObject): Evidence {
  const fact = `the grace period of pod ${ref.namespace}/${ref.name} ended at ${meta.deletionTimestamp}`
  return { fact, source: 'pods' }
}

/** Which containers still run; when none does, it is the rest of the clean-up that takes so long. */
export function containerEvidence(pod: KubeObject): Evidence {
  const { containerStatuses } = (pod.status ?? {}) as { containerStatuses?: readonly ContainerStatus[] }
  const running = (containerStatuses ?? []).filter(hasNotEnded)
  if (containerStatuses === undefined) return { fact: 'the kubelet has reported no container', source: 'pods' }
  const fact =
    running.length === 0
      ? 'all its containers have ended; its volumes or its sandbox may not be cleaned up yet'
      : `not reported as ended: container ${running.map(({ name }) => name).join(', ')}`
  return { fact, source: 'pods' }
}

/** Whether the kubelet has reported all containers, and the end of each. */
export function areContainersEnded({ status }: KubeObject): boolean {
  const { containerStatuses } = (status ?? {}) as { containerStatuses?: readonly ContainerStatus[] }
  return containerStatuses !== undefined && !containerStatuses.some(hasNotEnded)
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
    return [{ fact: `its events could not be read: ${events.why.reason}`, source: 'events' }]
  }
  if (events.state === 'absent') return []
  return (events.value as readonly PodEvent[])
    .filter(({ type }) => type === 'Warning')
    .slice(-MAX_WARNINGS)
    .map(({ reason, message }) => ({ fact: `${reason ?? 'Warning'}: ${message ?? ''}`, source: 'events' }))
}

interface PodEvent extends KubeObject {
  readonly type?: string
  readonly reason?: string
  readonly message?: string
}
