import type { Step } from '../../change/outcome.ts'
import { allowedOf, type Removal } from '../../change/removal.ts'
import { removeFinalizers } from '../../change/remove-finalizers.ts'
import type { Tools } from '../../change/tools.ts'
import { mapConcurrently } from '../../cluster/map-concurrently.ts'

/** Objects that are changed at once: a set may have thousands, and the server has other work. */
const CONCURRENT_CHANGES = 4

/**
 * Does what was agreed to, object by object; one that fails stops no other. After an interrupt nothing new is begun, and
 * what was not come to is `skipped`. Steps come in the order of the removals.
 */
export async function carryOut(removals: readonly Removal[], tools: Tools): Promise<readonly Step[]> {
  const steps: (readonly Step[])[] = []
  await mapConcurrently(CONCURRENT_CHANGES, removals, async (removal, index) => {
    if (tools.signal.aborted) {
      steps[index] = skipped(removal, 'interrupted before anything was changed')
      return
    }
    steps[index] = await removeFinalizers(removal, tools)
  })
  return steps.flat()
}

/** The allowed finalizers of a removal that is not carried out, and why. */
export function skipped(removal: Removal, message: string, result: Step['result'] = 'skipped'): readonly Step[] {
  return allowedOf(removal).map(finalizer => ({
    ref: removal.ref,
    action: 'RemoveFinalizer',
    finalizer,
    result,
    message,
  }))
}
