import type { Dependent } from '../../api/fact.ts'
import { messageOf } from '../../api/failure.ts'
import type { KubeObject } from '../../api/object.ts'
import type { ResourceType } from '../../api/resource-type.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import type { Came } from '../../plan/outcome.ts'
import type { Tools } from '../tools.ts'

/** What a rescue is lent beside what every change is. */
export interface RescueTools extends Tools {
  /** Every object that names one of these uids as owner. Rejects with ApiFailure when a type could not be read. */
  findDependents(uids: readonly string[]): Promise<readonly Dependent[]>
}

const PAUSE_SECONDS = 0.25

/**
 * Looks until `accept` holds for the object of this name, within the time of `--timeout`. undefined: it does; else what to
 * say, `what` in the words of `it is not Bound`. Never rejects.
 */
export async function waitUntil(
  type: ResourceType,
  named: { readonly name: string; readonly namespace?: string },
  accept: (now: KubeObject | undefined) => boolean,
  what: string,
  { transport, clock, signal, waitSeconds }: Tools,
): Promise<Came | undefined> {
  const end = clock.now().getTime() + waitSeconds * 1000
  for (let why = ''; ; ) {
    try {
      const now = await readWhole(transport, type, named, signal)
      if (accept(now)) return undefined
      why = ''
    } catch (error) {
      why = `: ${messageOf(error)}`
    }
    if (signal.aborted) return { result: 'timeout', message: `${what}; interrupted before it was` }
    if (clock.now().getTime() >= end) return { result: 'timeout', message: `${what} after ${waitSeconds} s${why}` }
    await clock.sleep(PAUSE_SECONDS, signal)
  }
}
