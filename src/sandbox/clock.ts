/** Where the sandbox reads the time. */
export interface SandboxClock {
  now(): Date
}

/** The time of this machine. */
export const systemClock: SandboxClock = { now: () => new Date() }

/** `metav1.Time` as JSON: whole seconds, UTC. */
export function timestamp(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`
}
