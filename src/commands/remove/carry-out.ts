import { messageOf } from '../../api/failure.ts'
import { keepLeaks, withLeaks } from '../../change/left-behind.ts'
import type { Step } from '../../change/outcome.ts'
import { allowedOf, type Removal } from '../../change/removal.ts'
import { removeFinalizers } from '../../change/remove-finalizers.ts'
import type { Tools } from '../../change/tools.ts'
import { mapConcurrently } from '../../cluster/map-concurrently.ts'

/** Objects that are changed at once: a set may have thousands, and the server has other work. */
const CONCURRENT_CHANGES = 4

/**
 * Does what was agreed to, object by object; one that fails stops no other. Before the first of a set, the list of what
 * they leave behind is kept: without it nothing is changed. After an interrupt nothing new is begun, and
 * what was not come to is `skipped`. Steps come in the order of the removals.
 */
export async function carryOut(removals: readonly Removal[], tools: Tools): Promise<readonly Step[]> {
  const steps: (readonly Step[])[] = []
  try {
    if (!tools.signal.aborted) await keepLeaks(removals, tools)
  } catch (error) {
    return removals.flatMap(removal => skipped(removal, messageOf(error), 'failed'))
  }
  await mapConcurrently(CONCURRENT_CHANGES, removals, async (removal, index) => {
    if (tools.signal.aborted) {
      steps[index] = skipped(removal, 'interrupted before anything was changed')
      return
    }
    steps[index] = withLeaks(removal, await removeFinalizers(removal, tools))
  })
  return steps.flat()
}

/** The allowed finalizers of a removal that is not carried out, and why. */
export function skipped(removal: Removal, message: string, result: Step['result'] = 'skipped'): readonly Step[] {
  const { ref } = removal
  const steps = allowedOf(removal).map((finalizer): Step => {
    return { ref, action: 'RemoveFinalizer', finalizer, result, message }
  })
  return result === 'planned' ? withLeaks(removal, steps) : steps
}
