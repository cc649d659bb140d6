import { append } from '../../api/long-lists.ts'
import { NAMESPACE_TYPE } from '../../api/namespace-type.ts'
import { refOf } from '../../api/object-ref.ts'
import type { Discovery } from '../../cluster/discovery/discovered.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import { readReferences } from '../../cluster/references.ts'
import { DEFAULT_PAGE_SIZE } from '../../cluster/scan/scan.ts'
import { message, sentenceOf } from '../../messages/sentence.ts'
import { isFinished, type Step } from '../../plan/outcome.ts'
import { INTERRUPTED, unsent } from '../../plan/plan.ts'
import { type Saved, type Unit, volumeSpecOf } from '../../plan/rescue/rescue.ts'
import type { Tools } from '../tools.ts'
import { createAgain, restoreStatus } from './create-again.ts'
import { edit } from './edit.ts'
import { hasStatusOf } from './has-status.ts'
import { rebind, restorePolicy } from './volumes.ts'

/** A Namespace and what was in it, in the order in which they are created. */
export interface Recreation {
  readonly planned: readonly Saved[]
  /** Claims among them are bound to these again. */
  readonly volumes: readonly Saved[]
  readonly discovery: Discovery
}

/**
 * Recreates a Namespace with its content, each after what it depends on. An object that fails stops no other, except
 * the Namespace. What exists stays as it is, so that it can be run again. Never rejects.
 */
export async function recreateContent(
  { planned, volumes, discovery }: Recreation,
  tools: Tools,
): Promise<readonly Step[]> {
  const source = { transport: tools.transport, discovery, pageSize: DEFAULT_PAGE_SIZE, signal: tools.signal }
  const steps: Step[] = []
  const uids = new Map<string, string>()
  for (const each of planned) {
    const change = { ref: refOf(each.type, each.object.metadata), action: 'Create' } as const
    if (tools.signal.aborted) {
      append(steps, unsent([change], INTERRUPTED))
      continue
    }
    const { uid } = each.object.metadata
    const volume = volumes.find(({ object }) => volumeSpecOf(object).claimRef?.uid === uid)
    let unit: Unit
    try {
      const references = await readReferences(tools.transport, each.type, each.object, discovery, tools.signal)
      const lostUids = references.filter(({ uid, exists }) => exists !== true && !uids.has(uid)).map(({ uid }) => uid)
      unit = { ...each, dependents: [], lostUids, hasStatus: await hasStatusOf(each, [], source) }
    } catch (error) {
      append(steps, unsent([change], { result: 'failed', message: sentenceOf(error) }))
      continue
    }
    if (volume !== undefined) steps.push(await edit(await rebind(volume, uid, tools), tools))
    const step = await createAgain(unit, [], uids, tools)
    steps.push(step)
    if (!isFinished(step)) {
      if (each.type === NAMESPACE_TYPE) return steps
      continue
    }
    uids.set(uid, step.ref.uid)
    const wasThere = typeof step.message === 'object' && step.message.code === 'ExistsAlready'
    if (unit.hasStatus) steps.push(await edit(restoreStatus(unit, step.ref.uid, wasThere), tools))
    if (volume !== undefined) steps.push(await edit(await restorePolicy(volume, tools), tools))
  }
  return steps
}

/** Asks for each creation by a dry run, which says nothing of a missing Namespace's content. Never rejects. */
export async function tryRecreation({ planned }: Recreation, tools: Tools): Promise<readonly Step[]> {
  const [own, ...content] = planned as [Saved, ...Saved[]]
  const unitOf = (each: Saved): Unit => {
    const lostUids = (each.object.metadata.ownerReferences ?? []).map(({ uid }) => uid)
    return { ...each, dependents: [], lostUids, hasStatus: false }
  }
  const first = await createAgain(unitOf(own), [], new Map(), tools)
  const isThere = await readWhole(tools.transport, own.type, own.object.metadata).catch(() => undefined)
  const steps = [first]
  for (const each of content) {
    const change = { ref: refOf(each.type, each.object.metadata), action: 'Create' } as const
    const untried = { result: 'planned', message: message('NoDryRunInside') } as const
    if (isThere === undefined) append(steps, unsent([change], untried))
    else steps.push(await createAgain(unitOf(each), [], new Map(), tools))
  }
  return steps
}
