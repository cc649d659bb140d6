/** Resolves when the next request may go out; at once when the signal aborts. */
export type Turn = (signal: AbortSignal) => Promise<void>

/** Turns for all who ask together, so many seconds apart. */
export function turnsEvery(
  seconds: number,
  elapsed: () => number,
  sleep: (seconds: number, signal: AbortSignal) => Promise<void>,
): Turn {
  let next = Number.NEGATIVE_INFINITY
  return async signal => {
    const now = elapsed()
    const at = Math.max(now, next)
    next = at + seconds
    if (at > now) await sleep(at - now, signal)
  }
}
