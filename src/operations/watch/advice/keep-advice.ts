import { isTrue } from '../../../api/condition.ts'
import type { KubeObject } from '../../../api/object.ts'
import type { TypedObject } from '../../../api/resource-type.ts'
import { readWhole } from '../../../cluster/read-whole.ts'
import { carryOutTask } from '../../../execute/carry-out.ts'
import type { Tools } from '../../../execute/tools.ts'
import { message, Trouble } from '../../../messages/sentence.ts'
import { isFinished } from '../../../plan/outcome.ts'
import { type AdviceNote, isMarked, isRemovable } from '../../../plan/own-types.ts'
import type { OwnObject } from '../../../plan/plan.ts'
import type { AdviceTools, Texts } from './advice-objects.ts'
import { adviceOf, BINDING, definitionIn, policyIn } from './advice-objects.ts'

/**
 * Has just these texts in the cluster, with the policy that shows them; takes over what an earlier watch left. `later`:
 * the definition is not served yet, or still being deleted. Rejects with a one-line Error where it cannot be done.
 */
export async function keepAdvice(texts: Texts, tools: AdviceTools): Promise<'done' | 'later' | AdviceNote> {
  const definition = await place(definitionIn(tools), tools)
  if (isNote(definition)) return definition
  if (definition === undefined || !isTrue(definition, 'Established')) return 'later'
  const { type, object } = adviceOf(texts)
  const found = await readWhole(tools.transport, type, object.metadata, tools.signal)
  if (found === undefined) await write({ type, object }, tools)
  else await write({ type, object: found, sets: { spec: { texts: merged(found, texts) } } }, tools)
  for (const each of [policyIn(tools), BINDING]) {
    const placed = await place(each, tools)
    if (placed === undefined) return 'later'
    if (isNote(placed)) return placed
  }
  return 'done'
}

/**
 * Removes the texts, and what else a watch has made, but not what others made. Takes three requests in sequence,
 * however many objects. Never rejects: each is tried, and what is left is for the next watch.
 */
export async function removeAdvice(tools: AdviceTools): Promise<void> {
  const read = async ({ type, object }: TypedObject): Promise<TypedObject | undefined> => {
    const found = await readWhole(tools.transport, type, object.metadata).catch(() => undefined)
    const isOurs = found?.metadata.deletionTimestamp === undefined && found !== undefined && isRemovable(type, found)
    return isOurs ? { type, object: found } : undefined
  }
  const remove = async (found: TypedObject | undefined): Promise<void> => {
    if (found !== undefined) await carryOutTask({ action: 'Record', own: { ...found, removes: true } }, tools)
  }
  const all = [definitionIn(tools), BINDING, policyIn(tools), adviceOf({})]
  const [definition, ...others] = await Promise.all(all.map(read))
  // A definition without instances needs no cleanup by the server.
  await Promise.all(others.map(remove))
  await remove(definition)
}

/** The object as it is, created or corrected where a watch made it; undefined: it is terminating, or just changed. */
async function place({ type, object }: TypedObject, tools: Tools): Promise<KubeObject | AdviceNote | undefined> {
  const found = await readWhole(tools.transport, type, object.metadata, tools.signal)
  if (found === undefined) {
    await write({ type, object }, tools)
    return undefined
  }
  if (found.metadata.deletionTimestamp !== undefined) return undefined
  if (holdsAll(found.spec, object.spec)) return found
  if (!isMarked(found)) return { is: 'foreign', name: `${type.singular}/${object.metadata.name}` }
  await write({ type, object: found, sets: { spec: object.spec } }, tools)
  return undefined
}

/** As a merge patch has it: what is not among the texts any more is taken away. */
function merged({ spec }: KubeObject, texts: Texts): Readonly<Record<string, string | null>> {
  const before = Object.keys((spec as { texts?: object } | undefined)?.texts ?? {})
  return { ...Object.fromEntries(before.map(key => [key, null])), ...texts }
}

async function write(own: OwnObject, tools: Tools): Promise<void> {
  const [step] = await carryOutTask({ action: 'Record', own }, tools)
  if (isFinished(step!)) return
  throw new Trouble(message('OfObject', { object: own.type.plural, sentence: step!.message ?? step!.result }))
}

function isNote(placed: KubeObject | AdviceNote | undefined): placed is AdviceNote {
  return placed !== undefined && 'is' in placed
}

/** Whether a value has everything of another one: the server adds fields, and no items to a list. */
function holdsAll(value: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) {
    const isList = Array.isArray(value) && value.length === wanted.length
    return isList && wanted.every((each, index) => holdsAll(value[index], each))
  }
  if (typeof wanted !== 'object' || wanted === null || typeof value !== 'object' || value === null)
    // Whole numbers are read as bigint where they would not fit.
    return value === wanted
  return Object.entries(wanted).every(([name, each]) => holdsAll((value as Record<string, unknown>)[name], each))
}
