import type { V1Lease } from '@kubernetes/client-node'
import { message, type Sentence } from '../messages/sentence.ts'
import type { Evidence, Subject } from './explanation.ts'
import type { Facts } from './facts.ts'
import { isSilent, leaseState } from './lease-state.ts'
import { formatSeconds } from './thresholds.ts'
import { unreadFact } from './unread.ts'

/** The Lease that the kube-controller-manager at work renews every 2 s. */
export const LEASE: Subject = { kind: 'Lease', namespace: 'kube-system', name: 'kube-controller-manager' }

/**
 * Whether kube-controller-manager works, by its Lease. `absent` is weaker than `stale`: a single one may run without
 * leader election. `late`: another may take the Lease in a moment, or clocks differ. `hidden`: it could not be told.
 */
export interface ControllerManager {
  readonly state: 'works' | 'late' | 'stale' | 'absent' | 'hidden'
  readonly evidence: Evidence
  /** For how long the one at work has been at work, where the Lease tells. */
  readonly sinceSeconds?: number
}

export function controllerManager(facts: Facts): ControllerManager {
  return holderOf(LEASE, facts)
}

export function holderOf({ name, namespace }: Subject, facts: Facts): ControllerManager {
  const of = `${namespace}/${name}`
  const lease = facts.read({ about: 'object', resource: 'leases.coordination.k8s.io', namespace: namespace!, name })
  const seen = (state: ControllerManager['state'], fact: Sentence): ControllerManager => ({
    state,
    evidence: { fact, source: 'leases' },
  })
  if (lease.state === 'absent') return seen('absent', message('LeaseMissing', { lease: of }))
  if (lease.state === 'unreadable') return { state: 'hidden', evidence: unreadFact(lease.why) }
  const spec = (lease.value as unknown as Partial<V1Lease>).spec
  const found = leaseState(spec, facts.now)
  // One that gave up its Lease in order leaves it without holder.
  if (spec?.holderIdentity === '') return seen('stale', message('LeaseWithoutHolder', { lease: of }))
  if (Number.isNaN(found.silentSeconds)) return seen('hidden', message('LeaseWithoutTime', { lease: of }))
  const { silentSeconds, durationSeconds } = found
  const renewal = { lease: of, age: formatSeconds(silentSeconds) }
  if (silentSeconds <= durationSeconds)
    return { ...seen('works', message('ManagerLeaseRenewed', renewal)), ...heldSince(spec?.acquireTime, facts) }
  const late = message('ManagerLeaseRenewed', { ...renewal, duration: durationSeconds })
  return seen(isSilent(found) ? 'stale' : 'late', late)
}

function heldSince(acquired: unknown, { now }: Facts): { sinceSeconds?: number } {
  const since = (now.getTime() - Date.parse(String(acquired ?? ''))) / 1000
  return Number.isNaN(since) ? {} : { sinceSeconds: Math.max(0, since) }
}
