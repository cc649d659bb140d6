import type { Cause } from '../diagnosis/explanation.ts'

/** How whoever reads a message gets to the cluster that it is about. */
export type Reach =
  /** By commands that are given this. */
  | { readonly aim: (command: string) => string }
  /** By no command that can be printed: `in the cluster of Target t1`. */
  | { readonly place: string }

/** What to do, with its command: `see what holds it: kubectl …`, or else where it is to be done. */
export function reached(what: string, command: string, reach: Reach | undefined): string {
  if (reach === undefined) return `${what}: ${command}`
  return 'aim' in reach ? `${what}: ${reach.aim(command)}` : `${what}, ${reach.place}`
}

/** A cause whose remedies have their commands for this cluster. */
export function reachedCause(cause: Cause, reach: Reach): Cause {
  const remedies = cause.remedies.map(remedy => {
    if ('aim' in reach) return { ...remedy, commands: remedy.commands.map(reach.aim) }
    return remedy.commands.length === 0
      ? remedy
      : { ...remedy, summary: `${remedy.summary}, ${reach.place}`, commands: [] }
  })
  return { ...cause, remedies }
}
