import type { KubeObject, ObjectMeta } from '../../api/object.ts'
import { microTime } from './announcements.ts'

/** client-go's times: a Lease not renewed for so long is free; its holder stops before that; time between two looks. */
export const LEASE_SECONDS = 15
export const RENEW_SECONDS = 10
export const RETRY_SECONDS = 2

/** How the holders that are this program begin: a Lease of another program is never taken. */
export const HOLDER = 'kubectl-finalize_'

export interface LeaseName {
  readonly namespace: string
  readonly name: string
}

interface LeaseSpec {
  readonly holderIdentity?: string
  readonly leaseDurationSeconds?: number
  readonly acquireTime?: string
  readonly renewTime?: string
  readonly leaseTransitions?: number
}

/** A Lease as last seen, and since when by this process's own clock: no other clock is compared with it. */
export interface Seen {
  readonly version: string | undefined
  readonly since: number
}

/** What to do about a Lease: set these fields, or wait since another has it; `foreign`: another program has it. */
export type Turn = { readonly spec: LeaseSpec } | 'wait' | 'foreign'

/** What a process does by the rules of client-go; `found` is undefined where there is no Lease. */
export function turnOf(found: KubeObject | undefined, seen: Seen, identity: string, elapsed: number, now: Date): Turn {
  const spec = specOf(found)
  const { holderIdentity: holder = '', leaseDurationSeconds = LEASE_SECONDS, leaseTransitions = 0 } = spec
  const renewed = { holderIdentity: identity, leaseDurationSeconds: LEASE_SECONDS, renewTime: microTime(now) }
  if (holder === identity) return { spec: renewed }
  if (holder !== '' && !holder.startsWith(HOLDER)) return 'foreign'
  if (holder !== '' && elapsed - seen.since < leaseDurationSeconds) return 'wait'
  const transitions = found === undefined ? 0 : leaseTransitions + 1
  return { spec: { ...renewed, acquireTime: microTime(now), leaseTransitions: transitions } }
}

/** How a holder that ends leaves it, so that the next need not wait. */
export const RELEASED: LeaseSpec = { holderIdentity: '', leaseDurationSeconds: 1 }

export function holderOf(found: KubeObject | undefined): string {
  return specOf(found).holderIdentity ?? ''
}

export function leaseObject({ namespace, name }: LeaseName, spec: LeaseSpec): KubeObject {
  return { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { namespace, name } as ObjectMeta, spec }
}

function specOf(found: KubeObject | undefined): LeaseSpec {
  return (found?.spec ?? {}) as LeaseSpec
}
