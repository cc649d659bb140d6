import { append } from '../../api/long-lists.ts'
import { refOf } from '../../api/object-ref.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import { sentenceOf } from '../../messages/sentence.ts'
import { isFinished, type Step } from '../../plan/outcome.ts'
import { unsent } from '../../plan/plan.ts'
import { stoppedByRescue } from '../../plan/rescue/hold.ts'
import { plannedChanges } from '../../plan/rescue/planned.ts'
import {
  dependentsOf,
  formatRescue,
  type Rescue,
  type Saved,
  type Unit,
  volumeSpecOf,
} from '../../plan/rescue/rescue.ts'
import type { Backups } from '../tools.ts'
import { start, stop } from './controllers.ts'
import { createAgain, restoreStatus } from './create-again.ts'
import { claimWithoutVolume, isHopeless } from './data-gone.ts'
import { adopt, mend, release } from './dependents.ts'
import { edit } from './edit.ts'
import { letGo } from './let-go.ts'
import type { RescueTools } from './rescue-tools.ts'
import { rebind, restorePolicy, retain } from './volumes.ts'

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
export async function carryOut(rescue: Rescue, lent: RescueTools): Promise<readonly Step[]> {
  const tools = { ...lent, backups: keptOnce(lent.backups) }
  try {
    for (const { type, object } of everythingOf(rescue)) await tools.backups.keep(refOf(type, object.metadata), object)
  } catch (error) {
    return unsent(plannedChanges(rescue), { result: 'failed', message: sentenceOf(error) })
  }
  tools.journal.record({ event: 'rescue', state: formatRescue(rescue) })
  const steps: Step[] = []
  if (!rescue.isSaved)
    for await (const step of saved(rescue, tools)) {
      append(steps, step)
      if (step.every(isFinished) && !tools.signal.aborted) continue
      if (tools.signal.aborted || !step.some(isHopeless)) return steps
      append(steps, await ownedAgain(rescue, tools))
      break
    }
  const back: Step[] = []
  for await (const step of setBack(rescue, tools)) {
    back.push(step)
    if (tools.signal.aborted) break
  }
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

async function* setBack({ volumes, controllers }: Rescue, tools: RescueTools): AsyncGenerator<Step> {
  for (const each of volumes) yield await edit(await restorePolicy(each, tools), tools)
  for (const each of stoppedByRescue(controllers)) yield await edit(start(each), tools)
}

/** All but the setting back of what was held for it. */
async function* saved(rescue: Rescue, tools: RescueTools): AsyncGenerator<readonly Step[]> {
  const { units, volumes, controllers, references = [], cluster } = rescue
  const dependents = dependentsOf(units)
  const owners = new Set(units.map(({ object }) => object.metadata.uid))
  const uids = new Map<string, string>()
  const lost = await firstLost(rescue, tools)
  if (lost !== undefined) return yield [lost]
  for (const each of controllers) yield [await edit(stop(each, tools), tools)]
  for (const each of volumes) yield [await edit(await retain(each, tools), tools)]
  for (const each of dependents) yield [await edit(release(each, owners, cluster), tools)]
  for (const unit of units) {
    yield await letGo(unit, rescue, tools)
    const volume = volumes.find(({ object }) => isVolumeOf(unit, volumeSpecOf(object).claimRef?.uid))
    if (volume !== undefined) yield [await edit(await rebind(volume, unit.object.metadata.uid, tools), tools)]
    const created = await createAgain(unit, units, uids, tools)
    yield [created]
    uids.set(unit.object.metadata.uid, created.ref.uid)
    if (unit.hasStatus) yield [await edit(restoreStatus(unit, created.ref.uid), tools)]
  }
  for (const each of dependents) yield [await edit(adopt(each, uids, { cluster, created: units }, tools), tools)]
  for (const each of references) yield [await edit(mend(each, uids), tools)]
}

/** A claim whose volume went since the plan was made, as the step that is not taken. */
async function firstLost(rescue: Rescue, tools: RescueTools): Promise<Step | undefined> {
  const action = 'Create'
  try {
    const found = await claimWithoutVolume(rescue, tools)
    return found && { ref: refOf(found.claim.type, found.claim.object.metadata), action, ...found.why }
  } catch (error) {
    return { ref: rescue.target, action, result: 'failed', message: sentenceOf(error) }
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
  for (const each of owned) steps.push(await edit(adopt(each, uids, { cluster, created: [] }, tools), tools))
  return steps
}

function isVolumeOf({ object }: Unit, claimUid: string | undefined): boolean {
  return object.kind === 'PersistentVolumeClaim' && object.metadata.uid === claimUid
}
