import { NAMESPACE_TYPE } from '../../api/namespace-type.ts'
import { placedText } from '../../api/object-text.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import type { Transport } from '../../cluster/transport/transport.ts'
import type { Cause } from '../../diagnosis/explanation.ts'
import { isAtWork } from '../../diagnosis/policy.ts'
import { recreated } from '../../execute/rescue/create-again.ts'
import { everythingOf, keptOnce } from '../../execute/rescue/keep-rescue.ts'
import type { RescueTools } from '../../execute/rescue/rescue-tools.ts'
import type { Tools } from '../../execute/tools.ts'
import { message, type Sentence } from '../../messages/sentence.ts'
import type { Refusal } from '../../plan/guard.ts'
import { isFinished, isHopeless } from '../../plan/outcome.ts'
import { changesIn, type Plan, unsent } from '../../plan/plan.ts'
import { refusedBy } from '../../plan/refused-steps.ts'
import { stoppedByRescue } from '../../plan/rescue/hold.ts'
import { dependentsOf, type Rescue, type Saved } from '../../plan/rescue/rescue.ts'
import { rescueTasks } from '../../plan/rescue/rescue-tasks.ts'
import type { ShownRescue } from '../../plan/sections.ts'
import type { QueryName } from '../inspect/asked.ts'
import type { ClusterScope } from '../inspect/named-objects.ts'
import { findNamed } from '../inspect/stuck-objects.ts'
import type { Ports } from '../ports.ts'
import { consentWord, type Finished, perform } from '../write/perform.ts'
import type { WriteRun } from '../write/write-run.ts'
import type { Controllers } from './find-controllers.ts'
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
  const tasks = isRefused ? [] : rescueTasks(rescue)
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
    afterwards: isRefused ? [{ ref: target, action: 'Create' }] : [],
    sections: [{ part: 'rescue', rescue: shown }],
    hindrance: isRefused ? refusedBy(refusals) : undefined,
    consent: { to: message('RescueIt', { name: placedText(target) }), word: consentWord([target.name]) },
    backups: everythingOf(rescue).length,
    tried: unsent(changesIn(tasks), { result: 'planned', message: message('Accepted') }),
  }
  const partial = missing.length > 0
  const lend = (tools: Tools): RescueTools => ({ ...tools, ...looks, backups: keptOnce(tools.backups) })
  const { steps, carriedOut } = await perform(plan, run, lend)
  if (!carriedOut) return { steps, partial }
  const isOver = steps.every(step => isFinished(step) || isHopeless(step))
  if (run.ports.signal.aborted || !isOver) await run.ports.say(...stillHeld(rescue, run.ports))
  await run.ports.say(lostOf([...lost, ...missing]))
  return { steps, partial }
}

/** Nothing is saved that is not being deleted. */
export const NOT_DELETED: Refusal = { guard: 'NotTerminating', why: message('NothingToRescue') }

/** Why the object is still there, as `explain` says it. */
export async function causesOf(asked: QueryName, where: ClusterScope, ports: Ports): Promise<readonly Cause[]> {
  const { objects, causes } = await findNamed(asked, where, ports)
  const ids = new Set(objects.flatMap(({ explained }) => explained.causes))
  return causes.filter(({ id }) => ids.has(id))
}

/** What works on the deletion and is not stopped by the plan; what may, as long as it is not known. */
export function refusalsOf(
  causes: readonly Cause[],
  controllers: readonly Saved[],
  search: Pick<Controllers, 'found' | 'isPartial'> | undefined,
): readonly Refusal[] {
  return causes.flatMap((cause): readonly Refusal[] => {
    const { code, summary } = cause
    const names = cause.finalizers ?? (cause.finalizer === undefined ? [] : [cause.finalizer])
    const isStopped = controllers.length > 0 && names.every(name => search?.found.has(name))
    if (code === 'ControllerUnknown') {
      // Of a CronJob nothing need run now, which explains nothing: it is stopped all the same.
      if (isStopped && names.length > 0 && !search?.isPartial) return []
      const instead = message('StopControllerFirst')
      return [{ guard: 'ControllerUnknown', why: summary, instead, cause: cause.id }]
    }
    if (!isAtWork(cause) || isStopped) return []
    const instead = message('StopItFirst')
    return [{ guard: 'ControllerAlive', why: summary, instead, cause: cause.id }]
  })
}

/** Why nothing can be recreated there; undefined: it can. Rejects with ApiFailure where a namespace is unreadable. */
export async function terminatingNamespace({ units }: Rescue, transport: Transport): Promise<Refusal | undefined> {
  for (const name of new Set(units.flatMap(({ object }) => object.metadata.namespace ?? []))) {
    const found = await readWhole(transport, NAMESPACE_TYPE, { name })
    if (found !== undefined && found.metadata.deletionTimestamp === undefined) continue
    const why = message('NamespaceTakesNone', { name, isGone: found === undefined })
    return { guard: 'WouldBeRejected', why, instead: message('RescueNamespace', { name }), final: true }
  }
  return undefined
}
