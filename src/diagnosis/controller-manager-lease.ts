import type { V1Lease } from '@kubernetes/client-node'
import { message, type Sentence } from '../messages/sentence.ts'
import type { Evidence, Subject } from './explanation.ts'
import type { Facts } from './facts.ts'
import { formatSeconds } from './seconds.ts'
import { unreadFact } from './unread.ts'

/** The Lease that the kube-controller-manager at work renews every 2 s. */
export const LEASE: Subject = { kind: 'Lease', namespace: 'kube-system', name: 'kube-controller-manager' }

/** What a Lease without a duration is taken to have: the default of --leader-elect-lease-duration. */
const DEFAULT_DURATION_SECONDS = 15

/**
 * Whether kube-controller-manager works, by its Lease. `absent` is weaker than `stale`: a single one may run without
 * leader election. `hidden`: it could not be told.
 */
export interface ControllerManager {
  readonly state: 'works' | 'stale' | 'absent' | 'hidden'
  readonly evidence: Evidence
  /** For how long the one at work has been at work, where the Lease tells. */
  readonly sinceSeconds?: number
}

/** What the Lease says now. */
export function controllerManager(facts: Facts): ControllerManager {
  return holderOf(LEASE, facts)
}

/** What the Lease of a controller manager says now, by its name. */
export function holderOf({ name, namespace }: Subject, facts: Facts): ControllerManager {
  const of = `${namespace}/${name}`
  const lease = facts.read({ about: 'object', resource: 'leases.coordination.k8s.io', namespace: namespace!, name })
  const seen = (state: 'works' | 'stale' | 'absent' | 'hidden', fact: Sentence): ControllerManager => ({
    state,
    evidence: { fact, source: 'leases' },
  })
  if (lease.state === 'absent') return seen('absent', message('LeaseMissing', { lease: of }))
  if (lease.state === 'unreadable') return { state: 'hidden', evidence: unreadFact(lease.why) }
  const spec = (lease.value as unknown as Partial<V1Lease>).spec
  const renewed = Date.parse(String(spec?.renewTime ?? ''))
  // One that gave up its Lease in order leaves it without holder.
  if (spec?.holderIdentity === '') return seen('stale', message('LeaseWithoutHolder', { lease: of }))
  if (Number.isNaN(renewed)) return seen('hidden', message('LeaseWithoutTime', { lease: of }))
  const silent = (facts.now.getTime() - renewed) / 1000
  const duration = Number(spec?.leaseDurationSeconds ?? DEFAULT_DURATION_SECONDS)
  const renewal = { lease: of, age: formatSeconds(Math.max(0, silent)) }
  return silent > duration
    ? seen('stale', message('ManagerLeaseRenewed', { ...renewal, duration }))
    : { ...seen('works', message('ManagerLeaseRenewed', renewal)), ...heldSince(spec?.acquireTime, facts) }
}

function heldSince(acquired: unknown, { now }: Facts): { sinceSeconds?: number } {
  const since = (now.getTime() - Date.parse(String(acquired ?? ''))) / 1000
  return Number.isNaN(since) ? {} : { sinceSeconds: Math.max(0, since) }
}
