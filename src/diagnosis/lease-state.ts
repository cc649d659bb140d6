import type { V1Lease } from '@kubernetes/client-node'
import { SKEW_SECONDS } from './thresholds.ts'

/** What a Lease without a duration is taken to have, in seconds: the default of client-go's leader election. */
const DEFAULT_DURATION_SECONDS = 15
/** A record of a leader, of a Lease or as client-go writes it into an annotation. */
export interface LeaseState {
  /** `untold`: its time cannot be read, which proves neither. */
  readonly state: 'renewed' | 'lapsed' | 'untold'
  /** '' where it was let go. */
  readonly holder: string
  /** NaN where it cannot be read; never less than 0, for clocks differ. */
  readonly silentSeconds: number
  readonly durationSeconds: number
}

/**
 * What a Lease tells of its holder: `renewed` within twice its duration, as a leader may miss one renewal, plus clock
 * skew; `lapsed`, also without a holder.
 */
export function leaseState(spec: V1Lease['spec'], now: Date): LeaseState {
  const { holderIdentity: holder, renewTime, leaseDurationSeconds } = spec ?? {}
  const durationSeconds = leaseDurationSeconds ?? DEFAULT_DURATION_SECONDS
  const silentSeconds = Math.max(0, (now.getTime() - Date.parse(String(renewTime))) / 1000)
  const of = { holder: holder ?? '', silentSeconds, durationSeconds }
  if (!holder || renewTime === undefined) return { ...of, state: 'lapsed' }
  if (Number.isNaN(silentSeconds)) return { ...of, state: 'untold' }
  return { ...of, state: isSilent(of) ? 'lapsed' : 'renewed' }
}

/** Whether it was not renewed for so long that its holder is gone, or cannot reach the server. */
export function isSilent({
  silentSeconds,
  durationSeconds,
}: Pick<LeaseState, 'silentSeconds' | 'durationSeconds'>): boolean {
  return silentSeconds >= durationSeconds * 2 + SKEW_SECONDS
}
