import { NAMESPACE_TYPE } from '../../api/namespace-type.ts'
import { refOf } from '../../api/object-ref.ts'
import { resourceName } from '../../api/resource-type.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import { readReferences } from '../../cluster/references.ts'
import { DEFAULT_PAGE_SIZE } from '../../cluster/scan/scan.ts'
import { message, sentenceOf } from '../../messages/sentence.ts'
import { isFinished, type Step } from '../../plan/outcome.ts'
import { type Task, unsent } from '../../plan/plan.ts'
import type { Saved, Unit } from '../../plan/rescue/rescue.ts'
import type { Tools } from '../tools.ts'
import { createAgain, restoreStatus } from './create-again.ts'
import { edit } from './edit.ts'
import { hasStatusOf } from './has-status.ts'
import { rebind, restorePolicy } from './volumes.ts'

/**
 * Recreates an object of a Namespace, or the Namespace; `uids` are those of what was recreated before. What exists
 * stays as it is, so that it can be run again. In a dry run the server is asked, which says nothing of a missing
 * Namespace's content. Never rejects.
 */
export async function recreate(
  { saved, volume }: Extract<Task, { action: 'Recreate' }>,
  uids: Map<string, string>,
  tools: Tools,
): Promise<readonly Step[]> {
  const { uid } = saved.object.metadata
  const change = { ref: refOf(saved.type, saved.object.metadata), action: 'Create' } as const
  if (tools.dryRun) {
    const isNamespace = resourceName(saved.type) === NAMESPACE_TYPE.plural
    if (!isNamespace && uids.size === 0)
      return unsent([change], { result: 'planned', message: message('NoDryRunInside') })
    const lostUids = (saved.object.metadata.ownerReferences ?? []).map(({ uid }) => uid)
    const unit = { ...saved, dependents: [], lostUids, hasStatus: false }
    const step = await createAgain(unit, [], new Map(), tools)
    if (isNamespace && (await readWhole(tools.transport, saved.type, saved.object.metadata).catch(() => undefined)))
      uids.set(uid, uid)
    return [step]
  }
  let unit: Unit
  try {
    unit = await unitOf(saved, uids, tools)
  } catch (error) {
    return unsent([change], { result: 'failed', message: sentenceOf(error) })
  }
  const steps: Step[] = []
  if (volume !== undefined) steps.push(await edit(await rebind(volume, uid, tools), tools))
  const step = await createAgain(unit, [], uids, tools)
  steps.push(step)
  if (!isFinished(step)) return steps
  uids.set(uid, step.ref.uid)
  const wasThere = typeof step.message === 'object' && step.message.code === 'ExistsAlready'
  if (unit.hasStatus) steps.push(await edit(restoreStatus(unit, step.ref.uid, wasThere), tools))
  if (volume !== undefined) steps.push(await edit(await restorePolicy(volume, tools), tools))
  return steps
}

/** Rejects with ApiFailure where something that it refers to cannot be read. */
async function unitOf(saved: Saved, uids: ReadonlyMap<string, string>, tools: Tools): Promise<Unit> {
  const { transport, signal, discovery } = tools
  const references = await readReferences(saved, { transport, discovery: discovery!, signal })
  const lostUids = references.filter(({ uid, exists }) => exists !== true && !uids.has(uid)).map(({ uid }) => uid)
  const source = { transport, discovery: discovery!, pageSize: DEFAULT_PAGE_SIZE, signal }
  return { ...saved, dependents: [], lostUids, hasStatus: await hasStatusOf(saved, [], source) }
}
