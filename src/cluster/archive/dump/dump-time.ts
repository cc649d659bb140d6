import { largest } from '../../../api/long-lists.ts'
import type { KubeObject } from '../../../api/object.ts'

/** What files of this name in a dump say: when it was taken. */
export const TIME_FILE = /(^|[/.])timestamp$/

/**
 * The last time in such a file. must-gather writes `2026-01-15 12:00:00.123 +0000 UTC m=+0.1` at its start and end,
 * crust-gather `"2026-01-15 12:00:00.123 UTC"` at its start. undefined where it says none.
 */
export function timeIn(bytes: Uint8Array): Date | undefined {
  const lines = Buffer.from(bytes).toString().trim().split('\n')
  const [, day, time, zone = '+0000'] = /^"?(\S+) ([\d:]+)\S*(?: ([+-]\d{4}))?/.exec(lines.at(-1) ?? '') ?? []
  const told = new Date(`${day}T${time}${zone.slice(0, 3)}:${zone.slice(3)}`)
  return Number.isNaN(told.getTime()) ? undefined : told
}

/** The latest time, up to now, at which an object says that something happened to it, in ms; 0 where it says none. */
export function latestIn(object: KubeObject, now: number): number {
  const { metadata, status, lastTimestamp, spec } = object as KubeObject & {
    readonly lastTimestamp?: unknown
    readonly status?: { readonly conditions?: unknown } | null
    readonly spec?: { readonly renewTime?: unknown } | null
  }
  const conditions = Array.isArray(status?.conditions)
    ? (status.conditions as readonly Readonly<Record<string, unknown>>[])
    : []
  const told = [
    metadata.creationTimestamp,
    ...(metadata.managedFields ?? []).map(({ time }) => time),
    ...conditions.flatMap(each => [each?.lastTransitionTime, each?.lastHeartbeatTime]),
    lastTimestamp,
    spec?.renewTime,
  ]
  const times = told.map(time => (typeof time === 'string' ? Date.parse(time) : Number.NaN))
  // The deletion was asked for then, the grace period of a Pod before its deletionTimestamp.
  const { deletionTimestamp, deletionGracePeriodSeconds } = metadata
  times.push(Date.parse(deletionTimestamp ?? '') - (deletionGracePeriodSeconds ?? 0) * 1000)
  return largest(
    times.filter(time => time <= now),
    0,
  )
}
