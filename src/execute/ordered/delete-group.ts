import { graphOf } from '../../diagnosis/graph.ts'
import { message, type Sentence } from '../../messages/sentence.ts'
import { keyOf, type LiveObject } from '../../plan/ordered/live-groups.ts'
import type { Step } from '../../plan/outcome.ts'
import type { Task } from '../../plan/plan.ts'
import type { Before } from '../tools.ts'
import { type CarryOutTask, deleteStep, deleteWave, type Run, recreatedEnd } from './delete-wave.ts'
import { lookAt } from './look-at.ts'
import type { OrderedTools, StopReason } from './ordered-tools.ts'
import { waitForGroup } from './wait-for-group.ts'

/**
 * Deletes all objects of a group at once (those controlled by another of them after it) and waits until each is gone by
 * uid, with what others delete then. Also when one was refused, the outcome of each other request is reported. Where it
 * ends early, at the deadline, at a refusal, when an object is recreated, or at an interrupt, nothing of a later group
 * is touched. A dry run deletes nothing: it asks for all.
 */
export async function deleteGroup(
  task: Extract<Task, { action: 'DeleteGroup' }>,
  before: Before,
  lent: OrderedTools,
  carryOutTask: CarryOutTask,
): Promise<readonly Step[]> {
  const { secondsPerGroup, clock } = lent
  const { live } = task
  const tools = secondsPerGroup === undefined ? lent : { ...lent, deadline: clock.elapsed() + secondsPerGroup }
  const run: Run = { ...task, carryOutTask, ends: new Map(), beside: [] }
  const stepsOf = (why: Sentence): readonly Step[] => {
    const came = { result: 'skipped', message: message('Untouched', { why }) } as const
    return [...live.objects.map(object => run.ends.get(object) ?? deleteStep(object, live.number, came)), ...run.beside]
  }
  const stop = async (reason: StopReason, halt: Sentence): Promise<void> => {
    before.halt = halt
    await lent.onStop({ group: live.number, reason })
  }
  if (live.objects.length === 0) return []
  const came = before.halt === undefined && !tools.dryRun ? await tools.cameSince?.(live.objects) : undefined
  const cut = before.halt === undefined ? await cutBefore(tools) : undefined
  if (cut !== undefined) await stop(cut, CUT[cut])
  else if (came !== undefined) await stop('changed', came)
  if (before.halt !== undefined) return stepsOf(before.halt)
  const reason = await inWaves(run, tools)
  if (reason !== undefined) await stop(reason, message('GroupUnfinished', { group: live.number }))
  return stepsOf(message('GroupStopped', { reason: reason! }))
}

const CUT = {
  interrupted: message('InterruptedBeforeIt'),
  timeout: message('TimedOutBeforeIt'),
  another: message('ResourceRecreated'),
} as const

/** Checked before anything of a group is asked for, where Orkestra asks first. */
async function cutBefore(tools: OrderedTools): Promise<keyof typeof CUT | undefined> {
  if (tools.signal.aborted) return 'interrupted'
  if (tools.dryRun) return undefined
  if (tools.clock.elapsed() >= tools.deadline) return 'timeout'
  return (await tools.subject?.()) === 'another' ? 'another' : undefined
}

/** Why it ended early; undefined: every object of it is gone, and what should have gone with them. */
async function inWaves(run: Run, tools: OrderedTools): Promise<StopReason | undefined> {
  const { live, of, ends } = run
  const { number, objects, awaited = [] } = live
  for (const wave of controllerWaves(objects)) {
    const reason = await deleteWave(wave, run, tools)
    if (reason !== undefined) return reason
  }
  if (tools.dryRun) return undefined
  // One that was created again after it was seen to be gone.
  const looks = await lookAt(objects, tools.clusters)
  const back = objects.filter(object => looks.get(object) === 'recreated' && ends.get(object)?.result === 'done')
  for (const object of back) ends.set(object, { ...ends.get(object)!, ...recreatedEnd('deleted') })
  if (back.length > 0) return 'recreated'
  if (awaited.length === 0) return undefined
  const place = { group: number, groups: of, gone: objects.length, objects: objects.length + awaited.length }
  const { left } = await waitForGroup(awaited, place, tools.deadline, tools)
  const late = { result: 'timeout', message: message('VolumeNotDeleted', {}) } as const
  for (const object of left) run.beside.push(deleteStep(object, number, late))
  if (left.length === 0) return undefined
  return tools.signal.aborted ? 'interrupted' : 'timeout'
}

/**
 * The objects of one group in the order in which they can be asked for: what another object of the group controls comes
 * after it. A controller whose Pods are deleted beside it makes new ones until it is gone itself.
 */
export function controllerWaves(objects: readonly LiveObject[]): readonly (readonly LiveObject[])[] {
  const byUid = new Map(objects.map(object => [keyOf(object, object.ref.uid), object]))
  return graphOf(byUid, object => {
    const controllers = object.meta.ownerReferences?.filter(({ controller }) => controller === true) ?? []
    return controllers.map(({ uid }) => keyOf(object, uid))
  }).waves()
}
