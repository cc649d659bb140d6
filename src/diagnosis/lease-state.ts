import type { V1Lease } from '@kubernetes/client-node'

/** What a Lease without a duration is taken to have, in seconds: the default of client-go's leader election. */
const DEFAULT_DURATION_SECONDS = 15
/** Clocks of a cluster may be so far apart. */
const SKEW_SECONDS = 60

/**
 * What a Lease tells of its holder: `renewed` within twice its duration, for a leader that missed one renewal is no dead one;
 * `lapsed`, also where it has no holder; `untold` where its time cannot be read, which proves neither.
 */
export function leaseState(spec: V1Lease['spec'], now: Date): 'renewed' | 'lapsed' | 'untold' {
  const { holderIdentity, renewTime, leaseDurationSeconds = DEFAULT_DURATION_SECONDS } = spec ?? {}
  if (!holderIdentity || renewTime === undefined) return 'lapsed'
  const silent = (now.getTime() - Date.parse(String(renewTime))) / 1000
  if (Number.isNaN(silent)) return 'untold'
  return silent < leaseDurationSeconds * 2 + SKEW_SECONDS ? 'renewed' : 'lapsed'
}
