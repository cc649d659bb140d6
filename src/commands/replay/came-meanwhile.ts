import { ApiFailure } from '../../api/failure.ts'
import type { LiveObject } from '../../change/ordered/live-groups.ts'
import type { Step } from '../../change/outcome.ts'
import { GroupsError } from '../../groups/groups-error.ts'
import type { WriteOptions } from '../write/write-flags.ts'
import type { Prepared } from './prepare.ts'

/**
 * One more look for everything that the groups take, when all that was shown is gone: somebody may have made more, under
 * other names too. A step for each such object, which is not touched; when there is nobody to tell, that is the step.
 */
export async function cameMeanwhile(prepared: Prepared, { overrides }: WriteOptions): Promise<readonly Step[]> {
  let found: readonly LiveObject[]
  try {
    found = await prepared.findAgain()
  } catch (error) {
    if (!(error instanceof ApiFailure || error instanceof GroupsError)) throw error
    if (overrides.has('IncompleteRead')) return []
    const [last] = prepared.live.flatMap(({ objects }) => objects).toReversed()
    const message = `whether somebody made more meanwhile could not be read: ${error.message}; run it again (or --override IncompleteRead)`
    return last === undefined
      ? []
      : [{ ref: last.ref, action: 'Delete', result: 'refused', guard: 'IncompleteRead', message }]
  }
  const message =
    'somebody made it while the groups were run: stop the controller that does, then run it again; it is not touched'
  return found.map(({ ref }) => ({ ref, action: 'Delete', result: 'changed', guard: 'Changed', message }))
}
