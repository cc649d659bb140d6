import { timestamp } from '../../clock.ts'
import type { Sandbox } from '../../sandbox.ts'

export const MINUTE = 60
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** The time some seconds before the sandbox's now; a negative number lies in the future. */
export function ago(sandbox: Sandbox, seconds: number): string {
  return timestamp(sandbox.clock.now().getTime() - seconds * 1000)
}
