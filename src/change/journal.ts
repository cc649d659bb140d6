import type { Step } from './outcome.ts'

/**
 * The account of one run: every change of the cluster that was sent, and what is known of it so far. It outlives whatever
 * ends the run, so that what was done is told.
 */
export interface Journal {
  /** These changes go out now, in one request; what became of them is unknown until `note`. */
  sent(changes: readonly Change[]): void
  /** What is known of changes by now; a later note of the same change takes the place of an earlier one. */
  note(steps: readonly Step[]): void
  /** Whether a change was sent, be it in vain. */
  readonly wrote: boolean
  /** The steps, and after them every change that was sent or noted and is not among them. */
  complete(steps: readonly Step[]): readonly Step[]
}

/** A step before its result is known. */
export type Change = Pick<Step, 'ref' | 'action' | 'finalizer' | 'group' | 'backup'>

export function createJournal(): Journal {
  const noted = new Map<string, Step>()
  let wrote = false
  const note = (steps: readonly Step[]): void => {
    for (const step of steps) noted.set(keyOf(step), step)
  }
  return {
    sent(changes) {
      wrote = true
      note(changes.map(change => ({ ...change, result: 'failed', message: UNKNOWN })))
    },
    note,
    get wrote() {
      return wrote
    },
    complete(steps) {
      const told = new Set(steps.map(keyOf))
      return [...steps, ...[...noted].filter(([key]) => !told.has(key)).map(([, step]) => step)]
    },
  }
}

/** What is said of a change whose answer did not come. */
export const UNKNOWN = 'sent, outcome unknown'

/** An object that is created has its uid only afterwards. */
function keyOf({ ref, action, finalizer }: Change): string {
  const { resource, namespace, name, uid } = ref
  return JSON.stringify([action, resource, namespace, name, action === 'Create' ? '' : uid, finalizer])
}
