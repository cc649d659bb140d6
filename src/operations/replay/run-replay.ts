import type { ObjectRef } from '../../api/object-ref.ts'
import { placedText } from '../../api/object-text.ts'
import { printable } from '../../api/printable.ts'
import { mapSentence } from '../../api/sentence.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import type { Finding } from '../../cluster/scan/scan.ts'
import type { Transport } from '../../cluster/transport/transport.ts'
import { carryOut } from '../../execute/carry-out.ts'
import type { Stopped } from '../../execute/ordered/ordered-tools.ts'
import type { Tools } from '../../execute/tools.ts'
import { message, type Sentence, sentenceOf } from '../../messages/sentence.ts'
import type { Refusal } from '../../plan/guard.ts'
import type { Forecast, LiveGroup, LiveObject } from '../../plan/ordered/live-groups.ts'
import type { ChangeResult, Step } from '../../plan/outcome.ts'
import { changesIn, deletionTasks, type Plan, unsent } from '../../plan/plan.ts'
import { refusedBy } from '../../plan/refused-steps.ts'
import type { ReplayPlan } from '../../plan/sections.ts'
import type { WriteOptions } from '../../plan/write-options.ts'
import { cameSince } from '../delete/look-again.ts'
import type { DiagnosedObject } from '../inspect/stuck-objects.ts'
import { type Limits, orderedTools } from '../ordered/ordered-tools.ts'
import { begin, consentWord, type Finished } from '../write/perform.ts'
import { forcedSteps, foreseen } from './foreseen.ts'
import { operatorAlive } from './operator-alive.ts'
import { finalizerChanges, forecast, offerFinalizer } from './own-finalizers.ts'
import type { Prepared } from './prepare.ts'
import { recordEnd } from './record-end.ts'
import type { ReplayRun } from './request.ts'

/** The resource, explained, and what is to be deleted for it. */
export interface Replay {
  readonly finding: Finding
  readonly stuck: DiagnosedObject
  readonly prepared: Prepared
}

/** Plans the deletion of the groups, asks the guards, and has it performed. */
export async function runReplay(replay: Replay, run: ReplayRun): Promise<Finished> {
  const { stuck, prepared } = replay
  const { groups, object, live, taken } = prepared
  const { request, options, transport, clusters, ports } = run
  const limits = {
    timeoutSeconds: request.timeoutSeconds ?? groups.timeoutSeconds,
    timeoutPerGroup: request.timeoutPerGroup,
    pollSeconds: request.pollSeconds ?? groups.pollSeconds,
  }
  const expected = await forecast(groups, object, stuck, run)
  const planned = request.finalizer ? expected : { ...expected, finalizers: [] }
  const alive = await operatorAlive(groups, stuck.causes, transport, ports.clock.now(), ports.signal)
  const refusals = [alive, incompleteRead(prepared)].filter(each => each !== undefined)
  const refused = refusals.filter(({ guard }) => !options.overrides.has(guard))
  const tasks = deletionTasks(live, groups.propagation)
  const deletes = changesIn(tasks)
  const last = finalizerChanges(stuck.held.ref, planned)
  const plan: Plan = {
    tasks,
    afterwards: last,
    sections: [{ part: 'replay', plan: shownPlan(prepared, limits, request.finalizer ? expected : undefined) }],
    hindrance: refused.length === 0 ? undefined : refusedBy(refused),
    foreseen: foreseen(deletes, last, prepared, expected, request),
    consent: deletes.length === 0 ? undefined : { to: deletionText(live), word: consentWord([object.metadata.name]) },
    backups: deletes.length,
  }
  const begun = await begin(plan, run)
  if (!('tools' in begun)) return { steps: begun }
  const stops: Stopped[] = []
  const onStop = (at: Stopped): void => void stops.push(at)
  const shown = {
    reach: [...live, ...taken].flatMap(each => each.objects),
    unreadable: taken.flatMap(each => each.unreadable),
  }
  const since = async (group: readonly LiveObject[]): Promise<Sentence | undefined> => {
    for (const [name, own] of Map.groupBy(group, ({ cluster }) => cluster.name)) {
      const came = await cameSince(own, shown, [], clusters.get(name)!, ports.signal)
      if (came !== undefined) return came
    }
    return undefined
  }
  const subject = () => stateOf(stuck.held, transport)
  const ordered = { ...limits, clusters, subject, onStop, cameSince: since }
  const steps = await carryOut(tasks, await orderedTools(begun.tools, ordered, run))
  return { steps: [...steps, ...(await afterGroups(steps, stops[0], replay, planned, begun.tools, run))] }
}

/** After the groups: the resource's own finalizers, unless the groups did not end or new objects appeared. */
async function afterGroups(
  steps: readonly Step[],
  stopped: Stopped | undefined,
  { finding, stuck, prepared }: Replay,
  planned: Forecast,
  tools: Tools,
  run: ReplayRun,
): Promise<readonly Step[]> {
  const { request, options, ports } = run
  const last = (came: ChangeResult): readonly Step[] => unsent(finalizerChanges(stuck.held.ref, planned), came)
  if (stopped !== undefined) {
    if (stopped.reason !== 'interrupted') {
      await recordEnd(tools, finding.type, prepared.object, stopped, steps, ports)
      await ports.say(message('StoppedInGroup', stopped))
    }
    const unfinished = stopped.reason === 'interrupted' ? {} : { group: stopped.group }
    return last({ result: 'skipped', message: message('UnchangedAfterGroups', unfinished) })
  }
  const interrupted: ChangeResult = { result: 'skipped', message: message('InterruptedBeforeIt') }
  if (ports.signal.aborted) return last(interrupted)
  const late = options.dryRun === 'none' ? await checkRecreated(prepared, stuck.held.ref, options) : []
  if (ports.signal.aborted) return last(interrupted)
  if (late.length > 0) {
    const unread = late.some(({ guard }) => guard === 'IncompleteRead')
    const why = unread ? message('GroupsGoneUnread') : message('GroupsNotGone')
    return [...late, ...last({ result: 'skipped', message: why })]
  }
  const forced = options.dryRun === 'none' ? [] : forcedSteps(prepared)
  if (!request.finalizer) return forced
  const offered = await offerFinalizer(prepared, finding, planned, run).catch(error =>
    // What was deleted has to be told, whatever comes after it.
    last({ result: 'failed', message: sentenceOf(error) }),
  )
  return [...forced, ...offered]
}

/** `Delete 5 objects in 2 groups, 3 of them in the cluster of Target t1 (https://…)`; the others in this one. */
function deletionText(live: readonly LiveGroup[]): Sentence {
  const objects = live.flatMap(group => group.objects)
  const groups = live.filter(group => group.objects.length > 0).length
  const elsewhere = [...Map.groupBy(objects, ({ cluster }) => cluster)].flatMap(([{ name, place }, own]) =>
    name === undefined ? [] : [{ count: own.length, target: name, ...(place !== undefined && { place }) }],
  )
  return message('DeleteInGroups', { objects: objects.length, groups, elsewhere })
}

async function stateOf(
  { ref, type }: DiagnosedObject['held'],
  transport: Transport,
): Promise<'same' | 'gone' | 'another'> {
  try {
    const now = await readWhole(transport, type, ref)
    if (now === undefined) return 'gone'
    return now.metadata.uid === ref.uid ? 'same' : 'another'
  } catch {
    // Each DELETE has its own uid: what was agreed to goes on.
    return 'same'
  }
}

/** What could not be read may be owned as well: it would be left behind without a word. */
function incompleteRead({ unread }: Prepared): Refusal | undefined {
  const [first] = unread
  if (first === undefined) return undefined
  const names = unread.map(({ resource }) => mapSentence(resource, printable))
  const types = { named: names.slice(0, 5), more: names.length - 5 }
  const why = message('OwnedUnread', { types, why: mapSentence(first.message, printable) })
  return { guard: 'IncompleteRead', why, instead: message('ReadOrSpecifyGroups') }
}

function shownPlan(
  { object, ...prepared }: Prepared,
  { timeoutSeconds, timeoutPerGroup }: Pick<Limits, 'timeoutSeconds' | 'timeoutPerGroup'>,
  afterwards: Forecast | undefined,
): ReplayPlan {
  const subject = placedText({ kind: object.kind, ...object.metadata })
  return { ...prepared, subject, timeoutSeconds, timeoutPerGroup, afterwards }
}

/**
 * Looks once more for all objects of the groups when everything shown is gone: more may have been created, under other
 * names too. A step for each such object, which is not touched; where it cannot be told, a refusal for the resource
 * `subject`. Never rejects: what was deleted before has to be reported.
 */
export async function checkRecreated(
  { findAgain }: Pick<Prepared, 'findAgain'>,
  subject: ObjectRef,
  { overrides }: Pick<WriteOptions, 'overrides'>,
): Promise<readonly Step[]> {
  let found: readonly LiveObject[]
  try {
    found = await findAgain()
  } catch (error) {
    if (overrides.has('IncompleteRead')) return []
    const unread = message('CreatedMeanwhileUnread', { why: sentenceOf(error) })
    return [{ ref: subject, action: 'RemoveFinalizer', result: 'refused', guard: 'IncompleteRead', message: unread }]
  }
  const changed = { result: 'changed', guard: 'Changed', message: message('CreatedDuringGroups') } as const
  return found.map(({ ref }) => ({ ref, action: 'Delete', ...changed }))
}
