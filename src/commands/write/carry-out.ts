import { messageOf } from '../../api/failure.ts'
import { NAMESPACE_TYPE } from '../../api/namespace-type.ts'
import { changesOf, keepLeaks } from '../../change/left-behind.ts'
import { isFinished, type Step, stepOf } from '../../change/outcome.ts'
import type { Removal } from '../../change/removal.ts'
import { removeFinalizers } from '../../change/remove-finalizers.ts'
import type { Tools } from '../../change/tools.ts'
import { mapConcurrently } from '../../cluster/map-concurrently.ts'

/** Objects that are changed at once: a set may have thousands, and the server has other work. */
const CONCURRENT_CHANGES = 4

/**
 * Does what was agreed to, object by object; one that fails stops no other, but a Namespace comes after everything in it,
 * and only when that was done. Before the first of a set, the list of what they leave behind is kept: without it nothing is
 * changed. After an interrupt nothing new is begun, and what was not come to is `skipped`. Steps come
 * in the order of the removals.
 */
export async function carryOut(removals: readonly Removal[], tools: Tools): Promise<readonly Step[]> {
  try {
    if (!tools.signal.aborted) await keepLeaks(removals, tools)
  } catch (error) {
    return removals.flatMap(removal => skipped(removal, messageOf(error), 'failed'))
  }
  const done = new Map<Removal, readonly Step[]>()
  const carry = async (removal: Removal, hindrance: string | undefined): Promise<void> => {
    const why = tools.signal.aborted ? 'interrupted before it was changed' : hindrance
    const steps = why ? skipped(removal, why) : await removeFinalizers(removal, tools)
    if (why !== undefined && !tools.dryRun) tools.journal.note(steps)
    done.set(removal, steps)
  }
  const { namespaces = [], others = [] } = Object.groupBy(removals, each =>
    isNamespace(each) ? 'namespaces' : 'others',
  )
  await mapConcurrently(CONCURRENT_CHANGES, others, removal => carry(removal, undefined))
  const left = Map.groupBy(
    [...done.values()].flat().filter(step => !isFinished(step)),
    ({ ref }) => ref.namespace,
  )
  await mapConcurrently(CONCURRENT_CHANGES, namespaces, removal =>
    carry(removal, hindranceBy(left.get(removal.ref.name))),
  )
  return removals.flatMap(removal => done.get(removal)!)
}

/** What was to go before a Namespace, and was not done. */
function hindranceBy(steps: readonly Step[] = []): string | undefined {
  const names = steps.map(({ ref: { resource, name } }) => `${resource}/${name}`)
  return names.length === 0 ? undefined : `not begun: what is in it comes first (${names.join(', ')})`
}

function isNamespace({ ref }: Removal): boolean {
  return ref.resource === NAMESPACE_TYPE.plural
}

/** The allowed finalizers of a removal that is not carried out, and why. */
export function skipped(removal: Removal, message: string, result: Step['result'] = 'skipped'): readonly Step[] {
  const changes = changesOf(removal, removal.allowed)
  return changes.map(({ leaks, ...change }) =>
    // What surely was not done leaves nothing behind.
    stepOf(result === 'planned' && leaks !== undefined ? { ...change, leaks } : change, { result, message }),
  )
}
