import type { V1PodStatus } from '@kubernetes/client-node'
import type { KubeObject } from '../../api/object.ts'
import { factFrom } from '../../messages/sentence.ts'
import type { Evidence } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import type { PodEnding } from '../pods/ending.ts'
import { unreadFact } from '../unread.ts'
import { CSI_NODES, type CsiNode } from './driver.ts'
import { type LostDriver, lostDriver } from './lost-driver.ts'
import { type PodDrivers, podDrivers } from './pod-drivers.ts'

/** What is known of the drivers that a kubelet has to call before it can end a Pod. */
export interface Unmounting extends PodDrivers {
  readonly lost: readonly { readonly driver: LostDriver; readonly volumes: readonly Evidence[] }[]
}

const NOTHING: Unmounting = { lost: [], mounted: [], unread: [] }

/**
 * The drivers that a Pod past its grace period lacks on its node. A kubelet mounts all volumes before the first
 * container starts, and unmounts them before the Pod ends: a Pod that never started one may wait for no driver.
 */
export function unmounting(
  { node: name, pod }: Extract<PodEnding, { state: 'unconfirmed' }>,
  facts: Facts,
): Unmounting {
  if (name === undefined || !hasStarted(pod)) return NOTHING
  const node = facts.read({ about: 'object', resource: 'nodes', name })
  const csiNode = facts.read({ about: 'object', resource: CSI_NODES, name })
  if (node.state !== 'known') return NOTHING
  const own = csiNode.state === 'known' && isOf(csiNode.value, node.value) ? (csiNode.value as CsiNode) : undefined
  const drivers = podDrivers(pod, own ?? { ...node.value, spec: {} }, facts)
  const { mounted, unread } = drivers
  if (own === undefined) {
    if (mounted.length === 0) return { ...drivers, lost: [] }
    const missing = factFrom(CSI_NODES, 'NoCsiNodeYet', { node: name })
    const why = csiNode.state === 'unreadable' ? unreadFact(csiNode.why) : missing
    return { ...drivers, lost: [], unread: [why, ...unread] }
  }
  const lost: { driver: LostDriver; volumes: readonly Evidence[] }[] = []
  for (const [called, volumes] of Map.groupBy(mounted, ({ driver }) => driver)) {
    const driver = lostDriver(called, node.value, own, facts)
    if (driver !== undefined) lost.push({ driver, volumes: volumes.map(({ evidence }) => evidence) })
  }
  return { ...drivers, lost }
}

/** A CSINode is owned by its Node; one of an earlier node of that name tells nothing of this one. */
function isOf({ metadata: { ownerReferences = [] } }: KubeObject, node: KubeObject): boolean {
  return ownerReferences.every(({ kind, uid }) => kind !== 'Node' || uid === node.metadata.uid)
}

function hasStarted({ status }: KubeObject): boolean {
  const { containerStatuses = [], initContainerStatuses = [] } = (status ?? {}) as V1PodStatus
  return [...initContainerStatuses, ...containerStatuses].some(
    ({ state, restartCount = 0 }) => state?.running !== undefined || state?.terminated?.startedAt || restartCount > 0,
  )
}
