import { placedText } from '../../api/object-text.ts'
import type { Cause } from '../../diagnosis/explanation.ts'
import { carryOutRescue, everythingOf } from '../../execute/rescue/carry-out.ts'
import { recreated } from '../../execute/rescue/create-again.ts'
import { isHopeless } from '../../execute/rescue/data-gone.ts'
import type { RescueTools } from '../../execute/rescue/rescue-tools.ts'
import { message, type Sentence } from '../../messages/sentence.ts'
import type { Refusal } from '../../plan/guard.ts'
import { isFinished } from '../../plan/outcome.ts'
import { changesIn, type Plan, unsent } from '../../plan/plan.ts'
import { refusedBy } from '../../plan/refused-steps.ts'
import { stoppedByRescue } from '../../plan/rescue/hold.ts'
import { dependentsOf, type Rescue } from '../../plan/rescue/rescue.ts'
import { rescueTasks } from '../../plan/rescue/rescue-tasks.ts'
import type { ShownRescue } from '../../plan/sections.ts'
import { consentWord } from '../write/consent.ts'
import { begin, type Finished } from '../write/perform.ts'
import type { WriteRun } from '../write/write-run.ts'
import { lostOf, stillHeld } from './next-commands.ts'

export interface Offered {
  readonly rescue: Rescue
  readonly causes: readonly Cause[]
  readonly rejected: readonly Sentence[]
  readonly continues: string | undefined
  /** Guards that say no, after overrides. */
  readonly refusals: readonly Refusal[]
  readonly looks: Pick<RescueTools, 'findDependents' | 'findNewController'>
}

/** Offers to save an object that was tried by dry runs already: the plan for `perform`. */
export async function offerRescue(offered: Offered, run: WriteRun): Promise<Finished> {
  const { rescue, causes, rejected, continues, refusals, looks } = offered
  const { target, units, lost = [], missing = [] } = rescue
  const isRefused = refusals.length > 0
  const tasks = rescueTasks(rescue)
  const changes = isRefused ? [{ ref: target, action: 'Create' as const }] : changesIn(tasks)
  const shown: ShownRescue = {
    ...rescue,
    causes,
    rejected,
    continues,
    units: units.map(unit => ({ ...unit, created: recreated(unit, new Map()) })),
    lost,
    missing,
    dependents: dependentsOf(units),
    stopped: stoppedByRescue(rescue.controllers),
  }
  const plan: Plan = {
    tasks,
    changes,
    sections: [{ part: 'rescue', rescue: shown }],
    hindrance: isRefused ? refusedBy(refusals) : undefined,
    consent: { to: message('RescueIt', { name: placedText(target) }), word: consentWord([target.name]) },
    backups: everythingOf(rescue).length,
    tried: unsent(changes, { result: 'planned', message: message('Accepted') }),
  }
  const partial = missing.length > 0
  const begun = await begin(plan, run)
  if (!('tools' in begun)) return { steps: begun, partial }
  const { ports } = run
  const steps = await carryOutRescue({ ...begun.tools, ...looks, rescue })
  const isOver = steps.every(step => isFinished(step) || isHopeless(step))
  if (ports.signal.aborted || !isOver) await ports.say(...stillHeld(rescue, ports))
  await ports.say(lostOf([...lost, ...missing]))
  return { steps, partial }
}
