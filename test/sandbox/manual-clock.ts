import type { SandboxClock } from '../../src/sandbox/clock.ts'

/** A clock that moves only by hand. */
export interface ManualClock extends SandboxClock {
  advance(seconds: number): void
}

/** Stands still at `start` (RFC 3339 or milliseconds) until it is advanced. */
export function manualClock(start: string | number = '2026-01-15T12:00:00Z'): ManualClock {
  let now = typeof start === 'number' ? start : Date.parse(start)
  return {
    now: () => new Date(now),
    advance(seconds) {
      now += seconds * 1000
    },
  }
}
