import { isFinished, type Step } from '../outcome.ts'
import { scaleDown, scaleUp } from './controllers.ts'
import { createAgain, restoreStatus } from './create-again.ts'
import { adopt, dependentsOf, release } from './dependents.ts'
import { letGo } from './let-go.ts'
import { formatRescue, type Rescue, type Unit } from './rescue.ts'
import type { RescueTools } from './rescue-tools.ts'
import { rebind, restorePolicy, retain, volumeSpecOf } from './volumes.ts'

/**
 * Does a rescue, or what is left of one: each step is read off the cluster, and sent only where it is not so yet. The first
 * that fails, is refused or is interrupted ends it, with everything that is held still held: nothing is lost while it stands,
 * and the next run goes on from there. Never rejects.
 */
export async function carryOut(rescue: Rescue, tools: RescueTools): Promise<readonly Step[]> {
  tools.journal.record({ event: 'rescue', state: formatRescue(rescue) })
  const steps: Step[] = []
  for await (const step of performed(rescue, tools)) {
    steps.push(...step)
    if (!step.every(isFinished) || tools.signal.aborted) return steps
  }
  tools.journal.record({ event: 'rescued' })
  return steps
}

async function* performed(rescue: Rescue, tools: RescueTools): AsyncGenerator<readonly Step[]> {
  const { units, volumes, controllers } = rescue
  const dependents = dependentsOf(units)
  const owners = new Set(units.map(({ object }) => object.metadata.uid))
  const uids = new Map<string, string>()
  for (const each of controllers) yield [await scaleDown(each, tools)]
  for (const each of volumes) yield [await retain(each, tools)]
  for (const each of dependents) yield [await release(each, owners, tools)]
  for (const unit of units) {
    yield await letGo(unit, rescue, tools)
    const volume = volumes.find(({ object }) => isVolumeOf(unit, volumeSpecOf(object).claimRef?.uid))
    if (volume !== undefined) yield [await rebind(volume, unit.object.metadata.uid, tools)]
    const created = await createAgain(unit, units, uids, tools)
    yield [created]
    uids.set(unit.object.metadata.uid, created.ref.uid)
    if (unit.hasStatus) yield [await restoreStatus(unit, created.ref.uid, tools)]
  }
  for (const each of dependents) yield [await adopt(each, uids, tools)]
  for (const each of volumes) yield [await restorePolicy(each, tools)]
  for (const each of controllers) yield [await scaleUp(each, tools)]
}

function isVolumeOf({ object }: Unit, claimUid: string | undefined): boolean {
  return object.kind === 'PersistentVolumeClaim' && object.metadata.uid === claimUid
}
