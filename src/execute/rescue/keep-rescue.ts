import { refOf } from '../../api/object-ref.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import { sentenceOf } from '../../messages/sentence.ts'
import { isFinished, SETS_BACK, type Step } from '../../plan/outcome.ts'
import { changesIn, unsent } from '../../plan/plan.ts'
import { dependentsOf, formatRescue, type Rescue, type Saved } from '../../plan/rescue/rescue.ts'
import { rescueTasks } from '../../plan/rescue/rescue-tasks.ts'
import type { Backups, Before, Tools } from '../tools.ts'
import { firstLost } from './data-gone.ts'
import { adopt } from './dependents.ts'
import { edit } from './edit.ts'

/** Every object that a rescue changes, once. */
export function everythingOf({ units, volumes, controllers, references = [] }: Rescue): readonly Saved[] {
  const all = [...units, ...volumes, ...dependentsOf(units), ...references, ...controllers]
  return [...new Map(all.map(each => [each.object.metadata.uid, each])).values()]
}

/**
 * Keeps all that a rescue changes in files, since what is released cannot be found by its owner any more, and what the
 * next run needs to go on: each step is sent only where the cluster does not show it. Then looks whether a volume is
 * lost already. Never rejects: the steps say why nothing is begun.
 */
export async function beginRescue(rescue: Rescue, before: Before, tools: Tools): Promise<readonly Step[]> {
  before.rescue = rescue
  try {
    for (const { type, object } of everythingOf(rescue)) await tools.backups.keep(refOf(type, object.metadata), object)
  } catch (error) {
    return unsent(changesIn(rescueTasks(rescue)), { result: 'failed', message: sentenceOf(error) })
  }
  tools.journal.record({ event: 'rescue', state: formatRescue(rescue) })
  return rescue.isSaved ? [] : firstLost(rescue, tools)
}

/** What cannot be set back keeps nothing else from it, and the next run tries it again. */
export function endRescue(steps: readonly Step[], { signal, journal }: Tools): readonly Step[] {
  const isDone = steps.every(step => isFinished(step) || !SETS_BACK.has(step.action))
  if (!signal.aborted && isDone) journal.record({ event: 'rescued' })
  return []
}

/** One file an object, with its state before the rescue: what is changed on the way is set back from it. */
export function keptOnce(backups: Backups): Backups {
  const kept = new Map<string, Promise<string>>()
  const keep: Backups['keep'] = (ref, object) => {
    const path = kept.get(ref.uid) ?? backups.keep(ref, object)
    kept.set(ref.uid, path)
    return path
  }
  return { ...backups, keep }
}

/** After a step that failed for good: what was released has the owners again that are there, the old ones or new. */
export async function returnToOwners({ steps: before, rescue }: Before, tools: Tools): Promise<readonly Step[]> {
  if (before.every(isFinished)) return []
  const { units, cluster } = rescue!
  const uids = new Map<string, string>()
  for (const { type, object } of units) {
    const now = await readWhole(tools.transport, type, object.metadata).catch(() => undefined)
    if (now !== undefined) uids.set(object.metadata.uid, now.metadata.uid)
  }
  const owned = dependentsOf(units).filter(({ object }) =>
    object.metadata.ownerReferences?.some(({ uid }) => uids.has(uid)),
  )
  const steps: Step[] = []
  for (const each of owned) steps.push(await edit(adopt(each, uids, { cluster, units: [] }, tools), tools))
  return steps
}
