const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const YEAR = 365 * DAY

/**
 * Whole seconds as kubectl writes ages: `45s`, `5m30s`, `3h5m`, `5d3h`, `300d`, `3y20d`, to be compared with its AGE
 * column. Evidence has one unit (`formatSeconds` of diagnosis).
 */
export function formatAge(seconds: number): string {
  if (seconds < 2 * MINUTE) return `${seconds}s`
  if (seconds < 10 * MINUTE) return twoUnits(seconds, MINUTE, 'm', 1, 's')
  if (seconds < 3 * HOUR) return `${Math.floor(seconds / MINUTE)}m`
  if (seconds < 8 * HOUR) return twoUnits(seconds, HOUR, 'h', MINUTE, 'm')
  if (seconds < 2 * DAY) return `${Math.floor(seconds / HOUR)}h`
  if (seconds < 8 * DAY) return twoUnits(seconds, DAY, 'd', HOUR, 'h')
  if (seconds < 2 * YEAR) return `${Math.floor(seconds / DAY)}d`
  if (seconds < 8 * YEAR) return twoUnits(seconds, YEAR, 'y', DAY, 'd')
  return `${Math.floor(seconds / YEAR)}y`
}

interface DeletionAge {
  readonly deletionTimestamp?: string | undefined
  readonly ageSeconds?: number | undefined
}

/** How long ago the deletion of an object was asked for; empty where it cannot be told. */
export function ageText({ deletionTimestamp, ageSeconds }: DeletionAge): string {
  if (deletionTimestamp === undefined) return 'not deleted'
  return ageSeconds === undefined ? '' : formatAge(ageSeconds)
}

function twoUnits(seconds: number, large: number, largeName: string, small: number, smallName: string): string {
  const rest = Math.floor((seconds % large) / small)
  return `${Math.floor(seconds / large)}${largeName}${rest === 0 ? '' : `${rest}${smallName}`}`
}
