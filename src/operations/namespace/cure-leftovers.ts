import { notFoundFailure } from '../../api/failure.ts'
import { append } from '../../api/long-lists.ts'
import { NAMESPACE_TYPE } from '../../api/namespace-type.ts'
import type { ObjectMeta } from '../../api/object.ts'
import { nameOf, type ObjectRef } from '../../api/object-ref.ts'
import { CONCURRENT_READS, mapConcurrently } from '../../cluster/map-concurrently.ts'
import { type Content, readNamespaceContent } from '../../cluster/namespace-content.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import { carryOut, carryOutTask } from '../../execute/carry-out.ts'
import type { Tools } from '../../execute/tools.ts'
import { message, type Sentence, sentenceOf } from '../../messages/sentence.ts'
import { leftBecause, unexpectedIn } from '../../plan/guards/deleted-with-it.ts'
import { type ChangeResult, isFinished, type Step } from '../../plan/outcome.ts'
import { INTERRUPTED, type Plan, removalChanges, removalTasks, unsent } from '../../plan/plan.ts'
import { refusedBy } from '../../plan/refused-steps.ts'
import { type Removal, removalOf } from '../../plan/removal.ts'
import type { Section } from '../../plan/sections.ts'
import { begin } from '../write/perform.ts'
import { planAll } from '../write/plan-all.ts'
import { contentLosses, inspectNamespace, type NamespaceRequest } from './inspection.ts'
import { type Cure, changesOfCure, planCure } from './plan-cure.ts'

/**
 * Cures a namespace that was ended by force: creates it again, removes what nothing else removes from the objects left
 * in it, and deletes it the ordinary way; one plan, one consent by its name. Rejects as kubectl does, with NotFound,
 * when there is no namespace and nothing is left in it.
 */
export async function cureLeftovers(request: NamespaceRequest): Promise<readonly Step[]> {
  const { name, ports } = request
  const inspection = await inspectNamespace(request)
  if (inspection.interrupted) return []
  await ports.say({ part: 'unreadable', entries: inspection.unreadable })
  if (inspection.stuck.length + inspection.live.length === 0) throw notFoundFailure('namespaces', name)
  const cure = await planCure(inspection, request)
  const changes = changesOfCure(cure)
  if (ports.signal.aborted) return unsent(changes, INTERRUPTED)
  if (cure.refused.length + cure.refusals.length > 0) {
    const [create, ...others] = unsent(changes, { result: 'skipped', message: message('GuardsRefuse') })
    const refused = cure.refusals.length === 0 ? {} : refusedBy(cure.refusals)
    return [...cure.refused, { ...create!, ...refused }, ...others]
  }
  const losses = await contentLosses(inspection, request)
  const plan: Plan = {
    afterwards: changes,
    sections: [...sectionsOf(cure), { part: 'losses', ...losses }],
    foreseen: unsent(changes, { result: 'planned' }).map(step =>
      step.action === 'RemoveFinalizer' ? { ...step, message: message('ThenGoes') } : step,
    ),
    consent: { to: message('ClearAndDelete', { namespace: name }), word: name },
    // Each object is kept on disk before something happens to it, the namespace too.
    backups: cure.removals.length + cure.deleted.length + 1,
  }
  const begun = await begin(plan, request)
  return 'tools' in begun ? carryOutCure(cure, begun.tools, request) : begun
}

function sectionsOf({ ref, removals, deleted, stays }: Cure): readonly Section[] {
  const counted = removals.filter(({ allowed }) => allowed.length > 0).length
  return [
    { part: 'cure', ref, deleted: deleted.map(({ ref }) => nameOf(ref)), stays, removals: counted },
    ...(removals.length > 0 ? [{ part: 'removals', removals } as const] : []),
  ]
}

/**
 * Does the cure that was agreed to. Once the namespace is created the account always says what became of it: deleted
 * again, or left, and why. Never rejects on what the server says.
 */
async function carryOutCure(cure: Cure, tools: Tools, request: NamespaceRequest): Promise<readonly Step[]> {
  const created = await createNamespace(cure.ref, tools)
  const { ref } = created
  if (tools.dryRun) {
    const untried = message('NoDryRunOfContent')
    return [created, ...unsent(changesOfCure(cure).slice(1), { result: 'planned', message: untried })]
  }
  const removals = (came: ChangeResult): readonly Step[] => unsent(cure.removals.flatMap(removalChanges), came)
  if (created.result !== 'done') {
    const came: ChangeResult = { result: 'skipped', message: message('NamespaceNotCreated') }
    return [created, ...removals(came), { ref: cure.ref, action: 'Delete', ...came }]
  }
  const left = (why: Sentence): Step => ({ ref, action: 'Delete', ...leftBecause(why, request.name, tools.reach) })
  const steps: Step[] = [created]
  try {
    if (tools.signal.aborted) append(steps, removals({ result: 'skipped', message: message('Interrupted') }))
    tools.signal.throwIfAborted()
    const removed = await removeAll(cure.removals, tools, request)
    append(steps, removed)
    tools.signal.throwIfAborted()
    const { leftovers, unreadPassed } = cure
    const contents = { leftovers, unreadPassed, finished: removed.every(isFinished) }
    const content = await readNamespaceContent(tools.transport, ref.name, tools.signal)
    const keeps = unexpectedIn(content, contents)
    if (keeps !== undefined) return [...steps, left(keeps)]
    const shown = new Set(leftovers)
    const there = content.objects.filter(({ ref: { uid } }) => shown.has(uid))
    const goes = await keepWhatGoes(there, tools)
    tools.signal.throwIfAborted()
    const deletion = { ref, type: NAMESPACE_TYPE, propagation: 'Background', contents } as const
    const [end] = await carryOutTask({ action: 'Delete', deletion }, tools)
    return [...steps, ...goes.map(step => ({ ...step, ...fateOf(end!) })), end!]
  } catch (error) {
    const why = tools.signal.aborted ? message('Interrupted') : sentenceOf(error)
    return [...steps, { ...left(why), result: tools.signal.aborted ? 'skipped' : 'failed' }]
  }
}

/** What the end of the namespace is to what is in it. It is not read again: only its end proves theirs. */
function fateOf({ result }: Step): Pick<Step, 'result' | 'message'> {
  if (result === 'done') return { result, message: message('DeletedWithNamespace') }
  return { result: 'skipped', message: UNPROVEN[result] ?? message('NamespaceDeletionUnproven') }
}

const UNPROVEN: Partial<Record<Step['result'], Sentence>> = {
  timeout: message('NamespaceStillExists'),
  gone: message('NamespaceDeletedByOther'),
}

/** Creates the namespace, whose uid is in the step then; in a dry run asks the server. */
async function createNamespace(ref: ObjectRef, tools: Tools): Promise<Step> {
  const metadata = { name: ref.name } as ObjectMeta
  const restoration = { ref, type: NAMESPACE_TYPE, object: { apiVersion: 'v1', kind: 'Namespace', metadata } }
  const [created] = await carryOutTask({ action: 'Create', restoration }, tools)
  if (created!.result !== 'refused') return created!
  const by = message('NamespaceRecreatedByOther', { why: created!.message ?? '' })
  return { ref, action: 'Create', result: 'changed', guard: 'Changed', message: by }
}

/** Asks every guard again, the dry run among them now; what is removed is what was shown, or less. */
async function removeAll(shown: readonly Removal[], tools: Tools, request: NamespaceRequest): Promise<readonly Step[]> {
  const asked = shown.map(({ ref, type, object, explained, causes }) => ({
    held: { ref, type, meta: object.metadata, finalizers: explained.finalizers, owners: explained.owners },
    explained,
    causes,
  }))
  const planned = await planAll(asked, { finalizers: [] }, request)
  if (tools.signal.aborted) return unsent(shown.flatMap(removalChanges), INTERRUPTED)
  const before = new Map(shown.map(removal => [removal.ref.uid, removal]))
  const agreed = planned.removals.map(removal => {
    const { object, allowed } = before.get(removal.ref.uid)!
    return removalOf({ ...removal, object, judged: removal.judged.filter(each => allowed.includes(each.finalizer)) })
  })
  return [...planned.steps, ...(await carryOut(removalTasks(agreed), tools))]
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
