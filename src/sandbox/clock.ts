/** Where the sandbox reads the time. */
export interface SandboxClock {
  now(): Date
}

/** A clock that moves only by hand, for unit tests. */
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

/** The time of this machine. */
export const systemClock: SandboxClock = { now: () => new Date() }

/** `metav1.Time` as JSON: whole seconds, UTC. */
export function timestamp(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`
}
