import { deletionAgeSeconds } from '../../api/deletion-age.ts'
import type { TerminatingObjects } from './kept-objects.ts'

/**
 * Which objects terminate for at least `after` seconds, with their finalizers, as one text: a changed text calls for a
 * diagnosis, an empty one means none. Goes through all objects only when one changed or reached the threshold.
 */
export function dueObjects(after: number, kept: TerminatingObjects): (now: Date) => string {
  let seen = -1
  let nextAt = Number.POSITIVE_INFINITY
  let due = ''
  return now => {
    if (kept.changes === seen && now.getTime() < nextAt) return due
    seen = kept.changes
    nextAt = Number.POSITIVE_INFINITY
    const lines: string[] = []
    for (const { meta } of kept.findings.values()) {
      const age = deletionAgeSeconds(meta, now)
      if (age >= after) lines.push(`${meta.uid} ${meta.finalizers?.join() ?? ''}`)
      else nextAt = Math.min(nextAt, now.getTime() + (after - age) * 1000)
    }
    due = lines.join('\n')
    return due
  }
}
