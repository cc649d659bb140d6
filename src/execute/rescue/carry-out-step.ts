import type { Step } from '../../plan/outcome.ts'
import type { RescueStep } from '../../plan/rescue/rescue-steps.ts'
import { start, stop } from './controllers.ts'
import { createAgain, restoreStatus } from './create-again.ts'
import { adopt, mend, release } from './dependents.ts'
import { type Edit, edit } from './edit.ts'
import { letGo } from './let-go.ts'
import type { RescueTools } from './rescue-tools.ts'
import { rebind, restorePolicy, retain } from './volumes.ts'

type Steps = Promise<readonly Step[]>

/** Does one step of a rescue where the cluster does not show it yet; `uids`: new ones by the old. Never rejects. */
export async function carryOutStep(it: RescueStep, uids: Map<string, string>, tools: RescueTools): Steps {
  const { units, cluster } = tools.rescue
  const { saved } = it
  const set = async (wanted: Edit | Promise<Edit>): Steps => [await edit(await wanted, tools)]
  switch (it.does) {
    case 'Stop':
      return set(stop(saved, tools))
    case 'Start':
      return set(start(saved))
    case 'Retain':
      return set(retain(saved, tools))
    case 'RestorePolicy':
      return set(restorePolicy(saved, tools))
    case 'Release':
      return set(release(saved, new Set(units.map(({ object }) => object.metadata.uid)), cluster))
    case 'LetGo':
      return letGo(it.saved, tools)
    case 'Rebind':
      return set(rebind(saved, it.claimUid, tools))
    case 'Create': {
      const created = await createAgain(it.saved, units, uids, tools)
      uids.set(saved.object.metadata.uid, created.ref.uid)
      return [created]
    }
    case 'RestoreStatus':
      return set(restoreStatus(it.saved, uids.get(saved.object.metadata.uid)!))
    case 'Adopt':
      return set(adopt(saved, uids, { cluster, created: units }, tools))
    case 'Mend':
      return set(mend(it.saved, uids))
  }
}
