/** Go's duration.HumanDuration, as the AGE column shows it. */
export function age(since: string | undefined, now: number): string {
  if (since === undefined) return '<unknown>'
  const seconds = Math.floor((now - Date.parse(since)) / 1000)
  if (seconds < -1) return '<invalid>'
  if (seconds < 0) return '0s'
  if (seconds < 120) return `${seconds}s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 10) return twoParts(minutes, 'm', seconds % 60, 's')
  if (minutes < 180) return `${minutes}m`
  const hours = Math.floor(minutes / 60)
  if (hours < 8) return twoParts(hours, 'h', minutes % 60, 'm')
  if (hours < 48) return `${hours}h`
  const days = Math.floor(hours / 24)
  if (hours < 192) return twoParts(days, 'd', hours % 24, 'h')
  if (days < 730) return `${days}d`
  return twoParts(Math.floor(days / 365), 'y', days % 365, 'd')
}

function twoParts(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large}${largeUnit}` : `${large}${largeUnit}${small}${smallUnit}`
}
