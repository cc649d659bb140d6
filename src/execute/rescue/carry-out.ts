import { append } from '../../api/long-lists.ts'
import { refOf } from '../../api/object-ref.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import { sentenceOf } from '../../messages/sentence.ts'
import { isFinished, type Step } from '../../plan/outcome.ts'
import { changesIn, unsent } from '../../plan/plan.ts'
import { dependentsOf, formatRescue, type Rescue, type Saved } from '../../plan/rescue/rescue.ts'
import { rescueTasks } from '../../plan/rescue/rescue-tasks.ts'
import { carryOut } from '../carry-out.ts'
import type { Backups } from '../tools.ts'
import { firstLost, isHopeless } from './data-gone.ts'
import { adopt } from './dependents.ts'
import { edit } from './edit.ts'
import type { RescueTools } from './rescue-tools.ts'

/** Every object that a rescue changes, once. */
export function everythingOf({ units, volumes, controllers, references = [] }: Rescue): readonly Saved[] {
  const all = [...units, ...volumes, ...dependentsOf(units), ...references, ...controllers]
  return [...new Map(all.map(each => [each.object.metadata.uid, each])).values()]
}

/**
 * Does a rescue, or the rest of one: each step is checked in the cluster, and sent only where it is not done yet. All
 * is in files before the first change, since what is released cannot be found by its owner any more. The first step
 * that fails, is refused or is interrupted ends it, with everything still held: nothing is lost meanwhile, and the next
 * run goes on from there. Never rejects.
 */
export async function carryOutRescue(lent: RescueTools): Promise<readonly Step[]> {
  const { rescue } = lent
  const tools = { ...lent, backups: keptOnce(lent.backups) }
  const tasks = rescueTasks(rescue)
  try {
    for (const { type, object } of everythingOf(rescue)) await tools.backups.keep(refOf(type, object.metadata), object)
  } catch (error) {
    return unsent(changesIn(tasks), { result: 'failed', message: sentenceOf(error) })
  }
  tools.journal.record({ event: 'rescue', state: formatRescue(rescue) })
  const saving = tasks.filter(([task]) => task!.required)
  const lost = rescue.isSaved ? undefined : await firstLost(rescue, tools)
  const steps = lost === undefined ? [...(await carryOut(saving, tools))] : [lost]
  const isCut = !steps.every(isFinished)
  if ((tools.signal.aborted && !rescue.isSaved) || (isCut && !steps.some(isHopeless))) return steps
  if (isCut) append(steps, await ownedAgain(rescue, tools))
  const back = await carryOut(tasks.slice(saving.length), tools)
  // What cannot be set back keeps nothing else from it, and the next run tries it again.
  if (!tools.signal.aborted && back.every(isFinished)) tools.journal.record({ event: 'rescued' })
  return [...steps, ...back]
}

/** One file an object, with its state before the rescue: what is changed on the way is set back from it. */
function keptOnce(backups: Backups): Backups {
  const kept = new Map<string, Promise<string>>()
  return {
    ...backups,
    keep(ref, object) {
      const known = kept.get(ref.uid)
      if (known !== undefined) return known
      const path = backups.keep(ref, object)
      kept.set(ref.uid, path)
      return path
    },
  }
}

/** What was released has the owners again that are still there, the old ones or new. */
async function ownedAgain({ units, cluster }: Rescue, tools: RescueTools): Promise<readonly Step[]> {
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
