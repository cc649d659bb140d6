import type { ObjectMeta } from './object.ts'

type DeletionTimes = Pick<ObjectMeta, 'deletionTimestamp' | 'deletionGracePeriodSeconds'>

/**
 * Whole seconds since the deletion was asked for, never negative (clocks differ). A graceful delete sets
 * deletionTimestamp into the future by its grace period, which only Pods have; absent counts as 0.
 */
export function deletionAgeSeconds(times: DeletionTimes, now: Date): number {
  if (times.deletionTimestamp === undefined) return 0
  const asked = Date.parse(times.deletionTimestamp) - (times.deletionGracePeriodSeconds ?? 0) * 1000
  return Math.max(0, Math.floor((now.getTime() - asked) / 1000))
}
