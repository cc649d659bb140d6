import { NAMESPACE_TYPE } from '../api/namespace-type.ts'
import { mapConcurrently } from '../cluster/map-concurrently.ts'
import { message, sentenceOf } from '../messages/sentence.ts'
import { type ChangeResult, isFinished, type Step } from '../plan/outcome.ts'
import { changesOf, INTERRUPTED, type Task, unsent } from '../plan/plan.ts'
import { type Removal, removalWaves } from '../plan/removal.ts'
import { deleteShown } from './delete-shown.ts'
import { finalizeNamespace } from './finalize-namespace.ts'
import { recordOwn } from './record-own.ts'
import { removeFinalizers } from './remove-finalizers.ts'
import { restoreObject } from './restore-object.ts'
import type { Tools } from './tools.ts'

/** Objects that are changed at once: a set may have thousands, and the server has other work. */
const CONCURRENT_CHANGES = 8

/**
 * Does what was agreed to, wave after wave: blockers first, dependents before their owners, a Namespace after
 * everything in it, if that was done. One that fails stops no other. Before the first of a set, the list of what they
 * leave behind is kept: without it nothing is changed. After an interrupt nothing new is begun, and the rest is
 * `skipped`. Steps come in the order of the removals; `onDone` is called after each object. Never rejects.
 */
export async function carryOut(
  removals: readonly Removal[],
  tools: Tools,
  onDone: () => void = () => {},
): Promise<readonly Step[]> {
  try {
    if (!tools.signal.aborted) await keepLeaks(removals, tools)
  } catch (error) {
    const came: ChangeResult = { result: 'failed', message: sentenceOf(error) }
    return removals.flatMap(removal => unsent(changesOf(taskOf(removal)), came))
  }
  const owners = new Set(
    removals.flatMap(({ object }) => (object.metadata.ownerReferences ?? []).map(({ uid }) => uid)),
  )
  const isOfSet = removals.length > 1
  const done = new Map<Removal, readonly Step[]>()
  for (const wave of removalWaves(removals)) {
    const left = Map.groupBy(
      [...done.values()].flat().filter(step => !isFinished(step)),
      ({ ref }) => ref.namespace,
    )
    await mapConcurrently(CONCURRENT_CHANGES, wave, async removal => {
      const isNamespace = removal.ref.resource === NAMESPACE_TYPE.plural
      const before = isNamespace ? (left.get(removal.ref.name) ?? []) : []
      const afterDependents = owners.has(removal.ref.uid)
      done.set(removal, await carryOutTask({ ...taskOf(removal), among: { afterDependents, isOfSet } }, tools, before))
      onDone()
    })
  }
  return removals.flatMap(removal => done.get(removal)!)
}

/**
 * The one function that changes an object: does the task, but not after an interrupt, or where steps in `before`, which
 * come first, are unfinished. Never rejects; the steps say what went wrong.
 */
export async function carryOutTask(task: Task, tools: Tools, before: readonly Step[] = []): Promise<readonly Step[]> {
  const hindrance = tools.signal.aborted ? INTERRUPTED : unfinished(before)
  if (hindrance !== undefined) {
    const steps = unsent(changesOf(task), hindrance)
    if (!tools.dryRun) tools.journal.note(steps)
    return steps
  }
  switch (task.action) {
    case 'RemoveFinalizer':
      return removeFinalizers(task.removal, tools, task.among)
    case 'FinalizeNamespace':
      return [await finalizeNamespace(task.end, tools)]
    case 'Create':
      return [await restoreObject(task.restoration, tools)]
    case 'Delete':
      return [await deleteShown(task.deletion, tools, task.keeps)]
    case 'Record':
      return [await recordOwn(task.own, tools)]
  }
}

function unfinished(before: readonly Step[]): ChangeResult | undefined {
  const names = before.filter(step => !isFinished(step)).map(({ ref: { resource, name } }) => `${resource}/${name}`)
  if (names.length === 0) return undefined
  return { result: 'skipped', message: message('ContentFirst', { names }) }
}

function taskOf(removal: Removal) {
  return { action: 'RemoveFinalizer', removal } as const satisfies Task
}

/**
 * Keeps the list of what a set of removals leaves behind, before the first of them: when they are done, the ids stand
 * nowhere in the cluster any more. Of one object its backup has them. Rejects with an Error when it cannot be kept.
 */
async function keepLeaks(
  removals: readonly Removal[],
  { backups, dryRun }: Pick<Tools, 'backups' | 'dryRun'>,
): Promise<void> {
  if (dryRun || removals.length < 2) return
  const leaking = removals.filter(({ leaks }) => leaks.length > 0).map(({ ref, leaks }) => ({ ref, leaks }))
  if (leaking.length > 0) await backups.keepList('leaks', leaking)
}
