import { messageOf } from '../../api/failure.ts'
import { NAMESPACE_TYPE } from '../../api/namespace-type.ts'
import type { ObjectMeta } from '../../api/object.ts'
import type { ObjectRef } from '../../api/object-ref.ts'
import { mapConcurrently } from '../../cluster/map-concurrently.ts'
import { type Content, type NamespaceContent, readNamespaceContent } from '../../cluster/namespace-content.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import { reachBy } from '../../commandline/aim.ts'
import { carryOut, carryOutTask } from '../../execute/carry-out.ts'
import type { Tools } from '../../execute/tools.ts'
import { message } from '../../messages/sentence.ts'
import { comesWithIt } from '../../plan/guards/deleted-with-it.ts'
import { namesText } from '../../plan/guards/namespace-content-text.ts'
import { type Change, type ChangeResult, isFinished, type Step } from '../../plan/outcome.ts'
import { changesOf, INTERRUPTED, unsent } from '../../plan/plan.ts'
import { advised } from '../../plan/reach.ts'
import { type Removal, removalOf } from '../../plan/removal.ts'
import { planAll } from '../write/plan-all.ts'
import type { Cure } from './plan-cure.ts'
import type { NamespaceRequest } from './request.ts'

const CONCURRENT_READS = 8

/**
 * Does the cure that was agreed to. Once the namespace is created the account always says what became of it: deleted
 * again, or left, and why. Never rejects on what the server says.
 */
export async function carryOutCure(cure: Cure, tools: Tools, request: NamespaceRequest): Promise<readonly Step[]> {
  const { ref, step: created } = await createNamespace(cure.ref, tools)
  const removals = (came: ChangeResult): readonly Step[] => unsent(cure.removals.flatMap(changesOfRemoval), came)
  if (ref === undefined) {
    const came: ChangeResult = { result: 'skipped', message: 'not started: the namespace was not created' }
    return [created, ...removals(came), { ref: cure.ref, action: 'Delete', ...came }]
  }
  const left = (why: string): Step => ({ ref, action: 'Delete', result: 'skipped', ...leftBecause(why, request) })
  let done: readonly Step[] = [created]
  try {
    if (tools.signal.aborted)
      return [...done, ...removals({ result: 'skipped', message: 'interrupted' }), left('interrupted')]
    const removed = await removeAll(cure.removals, tools, request)
    done = [created, ...removed]
    if (tools.signal.aborted) return [...done, left('interrupted')]
    const look = async () => {
      const content = await readNamespaceContent(tools.transport, ref.name, tools.signal)
      return { content, keeps: whyNotDeleted(content, cure, removed.every(isFinished)) }
    }
    const { content, keeps } = await look()
    if (keeps !== undefined) return [...done, left(keeps)]
    const goes = await keepWhatGoes(
      content.objects.filter(({ ref: { uid } }) => cure.leftovers.has(uid)),
      tools,
    )
    if (tools.signal.aborted) return [...done, left('interrupted')]
    let isFirst = true
    // A deletion that is sent again comes later than the look.
    const keepsNow = async (): Promise<ChangeResult | undefined> => {
      const why = isFirst ? undefined : (await look()).keeps
      isFirst = false
      return why === undefined ? undefined : left(why)
    }
    const deletion = { ref, type: NAMESPACE_TYPE, propagation: 'Background' } as const
    const [end] = await carryOutTask({ action: 'Delete', deletion, keeps: keepsNow }, tools)
    return [...done, ...goes.map(step => ({ ...step, ...fateOf(end!) })), end!]
  } catch (error) {
    const why = tools.signal.aborted ? 'interrupted' : messageOf(error)
    return [...done, { ...left(why), result: tools.signal.aborted ? 'skipped' : 'failed' }]
  }
}

/** Who waited for the namespace (a deployment tool) may have filled it by now: what was not shown is not deleted with it. */
function whyNotDeleted({ objects, unreadable }: NamespaceContent, cure: Cure, finished: boolean): string | undefined {
  const still = objects.filter(({ ref }) => !finished && cure.leftovers.has(ref.uid))
  if (still.length > 0) return `it still contains: ${namesText(still)}`
  const unseen = objects.filter(each => !cure.leftovers.has(each.ref.uid) && !comesWithIt(each))
  if (unseen.length > 0) return `it contains new objects that were not shown: ${namesText(unseen)}`
  const isProven = unreadable.length === 0 || (finished && cure.unreadPassed)
  return isProven ? undefined : 'what is in it could not be read'
}

/** What the end of the namespace is to what is in it. Nobody looks at that again: only its end proves theirs. */
function fateOf({ result }: Step): Pick<Step, 'result' | 'message'> {
  if (result === 'done') return { result, message: 'deleted with the namespace' }
  return {
    result: 'skipped',
    message: UNPROVEN[result] ?? 'the deletion of the namespace failed or could not be confirmed',
  }
}

const UNPROVEN: Partial<Record<Step['result'], string>> = {
  timeout: 'the namespace still exists, and its content was not read again',
  gone: 'another client deleted the namespace',
}

/** Creates the namespace; in a dry run asks the server. `ref`, with its uid, only when it was created. */
export async function createNamespace(
  ref: ObjectRef,
  tools: Tools,
): Promise<{ readonly step: Step; readonly ref?: ObjectRef }> {
  const metadata = { name: ref.name } as ObjectMeta
  const restoration = { ref, type: NAMESPACE_TYPE, object: { apiVersion: 'v1', kind: 'Namespace', metadata } }
  const [created] = await carryOutTask({ action: 'Create', restoration }, tools)
  if (created!.result === 'refused') {
    const by = message('NamespaceRecreatedByOther', { why: created!.message ?? '' })
    return { step: { ref, action: 'Create', result: 'changed', guard: 'Changed', message: by } }
  }
  return created!.result === 'done' ? { step: created!, ref: created!.ref } : { step: created! }
}

function changesOfRemoval(removal: Removal): readonly Change[] {
  return changesOf({ action: 'RemoveFinalizer', removal })
}

/** Asks every guard anew, the dry run among them now; what is removed is what was shown, or less. */
async function removeAll(
  shown: readonly Removal[],
  tools: Tools,
  { options, transport, context }: NamespaceRequest,
): Promise<readonly Step[]> {
  const interrupted = (): readonly Step[] => unsent(shown.flatMap(changesOfRemoval), INTERRUPTED)
  if (tools.signal.aborted) return interrupted()
  const asked = shown.map(({ ref, type, object, explained, causes }) => ({
    held: { ref, type, meta: object.metadata, finalizers: explained.finalizers, owners: explained.owners },
    explained,
    causes,
  }))
  const planned = await planAll(asked, { finalizers: [] }, options, transport, context)
  if (tools.signal.aborted) return interrupted()
  const before = new Map(shown.map(removal => [removal.ref.uid, removal]))
  const agreed = planned.removals.map(removal => {
    const { object, allowed } = before.get(removal.ref.uid)!
    return removalOf({ ...removal, object, judged: removal.judged.filter(each => allowed.includes(each.finalizer)) })
  })
  return [...planned.steps, ...(await carryOut(agreed, tools))]
}

function leftBecause(why: string, { name, context: { aim } }: NamespaceRequest): Pick<Step, 'message' | 'advice'> {
  const reach = reachBy(aim)
  return {
    message: `the namespace exists again and is not deleted (${why})`,
    advice: [
      advised('see what holds it', reach, 'kubectl', 'finalize', 'explain', '-n', name),
      advised('delete it if nothing in it is needed', reach, 'kubectl', 'delete', 'namespace', name),
    ],
  }
}

/**
 * Keeps on disk what the end of its namespace deletes, and answers the step of each; what is gone by now has none.
 * Rejects when one cannot be read or kept: then the namespace is not to be deleted.
 */
async function keepWhatGoes(
  contents: readonly Content[],
  { transport, backups, signal }: Pick<Tools, 'transport' | 'backups' | 'signal'>,
): Promise<readonly Pick<Step, 'ref' | 'action' | 'backup'>[]> {
  const kept: Pick<Step, 'ref' | 'action' | 'backup'>[] = []
  await mapConcurrently(CONCURRENT_READS, contents, async ({ ref, type }) => {
    const now = await readWhole(transport, type, ref, signal)
    if (now?.metadata.uid !== ref.uid) return
    kept.push({ ref, action: 'Delete', backup: await backups.keep(ref, now) })
  })
  return kept
}
