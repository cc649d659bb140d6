import { append } from '../api/long-lists.ts'
import { NAMESPACE_TYPE, withoutInSpec } from '../api/namespace-type.ts'
import { refOf } from '../api/object-ref.ts'
import { mapConcurrently } from '../cluster/map-concurrently.ts'
import { message, sentenceOf } from '../messages/sentence.ts'
import type { NamespaceEnd } from '../plan/namespace-end.ts'
import { type ChangeResult, isFinished, isHopeless, type Step } from '../plan/outcome.ts'
import { changesIn, changesOf, INTERRUPTED, inOrder, type Task, unsent, type Waves } from '../plan/plan.ts'
import type { Saved } from '../plan/rescue/rescue.ts'
import { withoutFinalizers } from '../plan/still-as-shown.ts'
import { deleteShown } from './delete-shown.ts'
import { finalizeNamespace } from './finalize-namespace.ts'
import { deleteGroup } from './ordered/delete-group.ts'
import type { OrderedTools } from './ordered/ordered-tools.ts'
import { resume, suspend } from './ordered/suspend.ts'
import { recordOwn } from './record-own.ts'
import { removeFinalizers } from './remove-finalizers.ts'
import { start, stop } from './rescue/controllers.ts'
import { createAgain, restoreStatus } from './rescue/create-again.ts'
import { adopt, mend, release } from './rescue/dependents.ts'
import { edit } from './rescue/edit.ts'
import { beginRescue, endRescue, returnToOwners } from './rescue/keep-rescue.ts'
import { letGo } from './rescue/let-go.ts'
import { recreate } from './rescue/recreate-content.ts'
import type { RescueTools } from './rescue/rescue-tools.ts'
import { rebind, restorePolicy, retain } from './rescue/volumes.ts'
import { restoreObject } from './restore-object.ts'
import type { Before, Tools } from './tools.ts'

/** Objects that are changed at once: a set may have thousands, and the server has other work. */
const CONCURRENT_CHANGES = 8

const nothing = (): Before => ({ steps: [], uids: new Map() })

/**
 * Does what was agreed to, wave after wave. A task that fails stops no other, but for what needs it. Before the first
 * of a set of removals, the list of what they leave behind is kept: without it nothing is changed. After an interrupt
 * nothing new is begun, and the rest is `skipped`; of a rescue nothing more is told, and all stays held for the next
 * run. Steps come in the order of the Outcome; `onDone` is called after each task. Rejects only where a file cannot be
 * kept.
 */
export async function carryOut(waves: Waves, tools: Tools, onDone: () => void = () => {}): Promise<readonly Step[]> {
  try {
    if (!tools.signal.aborted) await keepLeaks(inOrder(waves), tools)
  } catch (error) {
    return unsent(changesIn(waves), { result: 'failed', message: sentenceOf(error) })
  }
  const before = nothing()
  const done = new Map<Task, readonly Step[]>()
  let isHalted = false
  for (const wave of waves) {
    if (isHalted && !wave.some(({ undoes }) => undoes)) continue
    const isOver = tools.signal.aborted
    await mapConcurrently(CONCURRENT_CHANGES, wave, async task => {
      done.set(task, await carryOutTask(task, tools, before))
      onDone()
    })
    const ended = wave.flatMap(task => done.get(task)!)
    append(before.steps, ended)
    if (tools.dryRun) continue
    isHalted ||= !isOver && wave.some(({ required }) => required) && !ended.every(isFinished)
    if (isHalted && !before.steps.some(isHopeless)) break
    if (tools.signal.aborted && before.rescue !== undefined && ended.length > 0) break
  }
  return inOrder(waves).flatMap(task => done.get(task) ?? [])
}

/**
 * The one function that changes an object: does the task, but not after an interrupt, or where what it needs is not
 * done. Never rejects, but for a file that cannot be kept; the steps say what went wrong.
 */
export async function carryOutTask(task: Task, tools: Tools, before = nothing()): Promise<readonly Step[]> {
  const hindrance = hindranceOf(task, tools, before)
  if (hindrance !== undefined) {
    const steps = unsent(changesOf(task), hindrance)
    if (!tools.dryRun) tools.journal.note(steps)
    return steps
  }
  const carryOutIt = DO[task.action] as (task: Task, tools: Tools, before: Before) => Done
  return [await carryOutIt(task, tools, before)].flat()
}

type Done = Promise<readonly Step[] | Step>

/** How each is done. In an ordered deletion, and in a rescue, the tools have what those need beside. */
const DO: {
  readonly [Name in Task['action']]: (task: Task & { readonly action: Name }, tools: Tools, before: Before) => Done
} = {
  RemoveFinalizer: ({ removal, among }, tools) => removeFinalizers(removal, tools, among),
  FinalizeNamespace: ({ end }, tools, { steps }) => finalizeNamespace(tools.dryRun ? end : without(steps, end), tools),
  Create: ({ restoration }, tools) => restoreObject(restoration, tools),
  Delete: ({ deletion }, tools) => deleteShown(deletion, tools),
  DeleteGroup: (task, tools, before) => deleteGroup(task, before, tools as OrderedTools, carryOutTask),
  Record: ({ own }, tools) => recordOwn(own, tools),
  Keep: ({ saved }, tools) => keep(saved, tools),
  Suspend: ({ saved }, tools, before) => suspend(saved, before, tools),
  Resume: ({ saved }, tools, before) => resume(saved, before, tools),
  Recreate: (task, tools, { uids }) => recreate(task, uids, tools),
  Stop: ({ saved }, tools) => edit(stop(saved, tools), tools),
  Start: ({ saved }, tools) => edit(start(saved), tools),
  Retain: async ({ saved }, tools) => edit(await retain(saved, tools), tools),
  RestorePolicy: async ({ saved }, tools) => edit(await restorePolicy(saved, tools), tools),
  Release: ({ saved }, tools, { rescue }) => edit(release(saved, rescue!), tools),
  LetGo: ({ saved }, tools, { rescue }) => letGo(saved, rescue!, tools as RescueTools),
  Rebind: async ({ saved, claimUid }, tools) => edit(await rebind(saved, claimUid, tools), tools),
  async CreateAgain({ saved }, tools, { uids, rescue }) {
    const created = await createAgain(saved, rescue!.units, uids, tools)
    uids.set(saved.object.metadata.uid, created.ref.uid)
    return created
  },
  RestoreStatus: ({ saved }, tools, { uids }) =>
    edit(restoreStatus(saved, uids.get(saved.object.metadata.uid)!), tools),
  Adopt: ({ saved }, tools, { uids, rescue }) => edit(adopt(saved, uids, rescue!, tools), tools),
  Mend: ({ saved }, tools, { uids }) => edit(mend(saved, uids), tools),
  BeginRescue: ({ rescue }, tools, before) => beginRescue(rescue, before, tools),
  ReturnToOwners: (_, tools, before) => returnToOwners(before, tools),
  EndRescue: async (_, tools, { steps }) => endRescue(steps, tools),
}

/** What is not begun after an interrupt; each other task tells by itself what came of that. */
const HINDERED: readonly string[] = ['RemoveFinalizer', 'FinalizeNamespace', 'Create', 'Delete', 'Record', 'Recreate']

/** Why it is not begun. */
function hindranceOf(task: Task, { signal, dryRun }: Tools, { steps }: Before): ChangeResult | undefined {
  const { action } = task
  if (!HINDERED.includes(action) || (action === 'Recreate' && dryRun)) return undefined
  if (action === 'FinalizeNamespace' && !steps.every(isFinished)) return OWN_FIRST
  if (signal.aborted) return INTERRUPTED
  if (action !== 'RemoveFinalizer' || task.removal.ref.resource !== NAMESPACE_TYPE.plural) return undefined
  const left = steps.filter(step => step.ref.namespace === task.removal.ref.name && !isFinished(step))
  if (left.length === 0) return undefined
  const names = left.map(({ ref: { resource, name } }) => `${resource}/${name}`)
  return { result: 'skipped', message: message('ContentFirst', { names }) }
}

const OWN_FIRST: ChangeResult = { result: 'skipped', message: message('OwnFinalizersFirst') }

/** The end as it was agreed to, of the Namespace as it is once these are off it. */
function without(removed: readonly Step[], end: NamespaceEnd): NamespaceEnd {
  const finalizers = removed.flatMap(({ finalizer }) => finalizer ?? [])
  return { ...end, object: withoutInSpec(withoutFinalizers(end.object, finalizers), finalizers) }
}

async function keep({ type, object }: Saved, { backups, dryRun, journal }: Tools): Promise<Step> {
  const ref = refOf(type, object.metadata)
  if (dryRun) return { ref, action: 'Keep', result: 'planned' }
  const kept: Step = { ref, action: 'Keep', result: 'done', backup: await backups.keep(ref, object) }
  journal.note([kept])
  return kept
}

/**
 * Keeps the list of what a set of removals leaves behind, before the first of them: when they are done, the ids stand
 * nowhere in the cluster any more. Of one object its backup has them. Rejects with an Error when it cannot be kept.
 */
async function keepLeaks(tasks: readonly Task[], { backups, dryRun }: Tools): Promise<void> {
  const removals = tasks.flatMap(task => (task.action === 'RemoveFinalizer' ? [task.removal] : []))
  if (dryRun || removals.length < 2) return
  const leaking = removals.filter(({ leaks }) => leaks.length > 0).map(({ ref, leaks }) => ({ ref, leaks }))
  if (leaking.length > 0) await backups.keepList('leaks', leaking)
}
