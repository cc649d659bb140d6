import { parseDuration } from '../../api/duration.ts'
import type { Field } from '../document/field.ts'

/** What Orkestra waits when nothing, `never` or nothing above zero is written. */
export const DEFAULT_TIMEOUT_SECONDS = 300

const DAY = 86_400
const LONG_UNITS: Readonly<Record<string, number>> = { d: DAY, w: 7 * DAY, mo: 30 * DAY, y: 365 * DAY }

/** Seconds of an Orkestra timeout: Go's durations, or a number of d, w, mo or y alone. Other text is a GroupsError. */
export function readOrkestraTimeout(timeout: Field | undefined): number {
  if (timeout === undefined) return DEFAULT_TIMEOUT_SECONDS
  const text = timeout.scalar()
  const seconds = text === 'never' ? 0 : secondsOf(text)
  if (seconds === undefined)
    return timeout.fail(
      `"${text}" is not a valid duration in Orkestra; write for example "90s", "1h30m" or "2d", without mixing in days`,
    )
  return seconds > 0 ? seconds : DEFAULT_TIMEOUT_SECONDS
}

function secondsOf(text: string): number | undefined {
  const long = /^(-?(?:\d+(?:\.\d*)?|\.\d+))(d|w|mo|y)$/.exec(text)
  if (long !== null) return Number(long[1]) * LONG_UNITS[long[2]!]!
  return text.includes('d') ? undefined : parseDuration(text)
}
