/**
 * Seconds in the largest unit that fits, for sentences: `45s`, `12m`, `3h`, `6d`. One unit, cut, as sentences need only
 * the order of magnitude; columns beside kubectl's have its two units (`formatAge` of render).
 */
export function formatSeconds(seconds: number): string {
  if (seconds < 120) return `${Math.floor(seconds)}s`
  if (seconds < 7200) return `${Math.floor(seconds / 60)}m`
  if (seconds < 172_800) return `${Math.floor(seconds / 3600)}h`
  return `${Math.floor(seconds / 86_400)}d`
}
