import { append } from '../../api/long-lists.ts'
import type { KubeObject } from '../../api/object.ts'
import { mapConcurrently } from '../../cluster/map-concurrently.ts'
import { wholePages } from '../../cluster/read-wholes.ts'
import { limitedBy, limitOf } from '../../cluster/transport/aborted.ts'
import { graphOf } from '../../diagnosis/graph.ts'
import { message } from '../../messages/sentence.ts'
import { keyOf, type LiveGroup, type LiveObject } from '../../plan/ordered/live-groups.ts'
import { isFinished, type Step } from '../../plan/outcome.ts'
import { carryOutTask } from '../carry-out.ts'
import { deleteStep, endedStep, recreatedEnd, untouched } from './group-steps.ts'
import { lookAt } from './look-at.ts'
import type { OrderedTools } from './ordered-tools.ts'
import { type Place, type Waited, waitForGroup } from './wait-for-group.ts'

/**
 * `refused`: the server rejected a DELETE, or the object is another one now. `another`: another resource has the name
 * of the one whose objects these were.
 */
export type EndReason = 'timeout' | 'refused' | 'recreated' | 'interrupted' | 'another'

export interface GroupResult {
  /**
   * One for each object, in order, then for what should have gone with them, and those of finalizers that were forced.
   */
  readonly steps: readonly Step[]
  /** Why it ended early; undefined: every object of it is gone. */
  readonly reason: EndReason | undefined
}

const CONCURRENT_DELETES = 16
/** What one DELETE may take of the time that is left. */
const MAX_DELETE_SECONDS = 60
/** What goes by itself goes within this time, in seconds; only then are finalizers forced. */
const BEFORE_FORCE_SECONDS = 3
/** When a DELETE was turned down, the others of the group are looked at for so long, to say what came of them. */
const SETTLE_SECONDS = 3

/**
 * Deletes all objects of a group at once (those controlled by another of them after it) and waits until each is gone by
 * uid, with what others delete then. Also when one was refused, the outcome of each other request is reported.
 */
export async function runGroup(live: LiveGroup, groups: number, tools: OrderedTools): Promise<GroupResult> {
  const { number, objects, awaited = [] } = live
  const ends = new Map<LiveObject, Step>()
  const forced: Step[] = []
  let reason: EndReason | undefined
  for (const wave of controllerWaves(objects)) {
    const place = { group: number, groups, gone: ends.size, objects: objects.length }
    const ran = await runWave(wave, live, place, tools)
    for (const [object, step] of ran.ends) ends.set(object, step)
    append(forced, ran.forced)
    reason = ran.reason
    if (reason !== undefined) break
  }
  if (reason === undefined && !tools.dryRun) {
    // One that was made anew after it was seen to be gone.
    const looks = await lookAt(objects)
    const back = objects.filter(object => looks.get(object) === 'recreated' && ends.get(object)?.result === 'done')
    for (const object of back) ends.set(object, { ...ends.get(object)!, ...recreatedEnd('deleted') })
    if (back.length > 0) reason = 'recreated'
  }
  const late: Step[] = []
  if (reason === undefined && !tools.dryRun && awaited.length > 0) {
    const place = { group: number, groups, gone: objects.length, objects: objects.length + awaited.length }
    const { left } = await waitForGroup(awaited, place, tools.deadline, tools)
    for (const object of left)
      late.push(deleteStep(object, number, { result: 'timeout', message: message('VolumeNotDeleted', {}) }))
    if (left.length > 0) reason = tools.signal.aborted ? 'interrupted' : 'timeout'
  }
  const never = objects.filter(object => !ends.has(object))
  const skipped = untouched({ number, objects: never }, message('GroupStopped', { reason: reason! }))
  const byUid = new Map([...ends.values(), ...skipped].map(step => [step.ref.uid, step]))
  return { steps: [...objects.map(({ ref }) => byUid.get(ref.uid)!), ...late, ...forced], reason }
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

async function runWave(
  wave: readonly LiveObject[],
  { number, group }: LiveGroup,
  place: Place,
  tools: OrderedTools,
): Promise<{ ends: ReadonlyMap<LiveObject, Step>; forced: readonly Step[]; reason: EndReason | undefined }> {
  const { submitted, cutBy } = await submit(wave, number, tools)
  const deleting = wave.filter(object => submitted.get(object)?.result === 'timeout')
  const ends = new Map([...submitted].filter(([, { result }]) => result !== 'timeout'))
  const refused = ![...ends.values()].every(isFinished)
  if (tools.dryRun) {
    for (const object of deleting)
      ends.set(object, deleteStep(object, number, { result: 'planned', message: message('AlreadyBeingDeleted') }))
    return { ends, forced: [], reason: undefined }
  }
  const now = tools.clock.elapsed()
  const soon = (seconds: number): number => Math.min(tools.deadline, now + seconds)
  const until = refused ? soon(SETTLE_SECONDS) : tools.deadline
  const at = { ...place, gone: place.gone + ends.size }
  const { waited, forced } =
    group.forceDelete && !refused
      ? await waitAndForce(deleting, at, soon(BEFORE_FORCE_SECONDS), tools)
      : { waited: await waitForGroup(deleting, at, until, tools), forced: [] }
  const why = waited.left.length === 0 || tools.signal.aborted ? new Map() : await tools.explain(waited.left)
  for (const object of deleting) {
    const { backup } = submitted.get(object)!
    const interrupted = tools.signal.aborted && waited.left.includes(object)
    const end = interrupted
      ? deleteStep(object, number, { result: 'timeout', message: message('InterruptedBeforeGone') })
      : endedStep(object, number, waited, why)
    ends.set(object, { ...end, backup })
  }
  const left = new Set(waited.left.map(({ ref }) => ref.uid))
  // What the guards kept and went all the same needed no force.
  const told = forced.filter(({ ref, result }) => result === 'done' || left.has(ref.uid))
  const early = waited.left.length === 0 ? undefined : tools.signal.aborted ? 'interrupted' : 'timeout'
  const reason = refused ? 'refused' : waited.recreated.length > 0 ? 'recreated' : (cutBy ?? early)
  return { ends, forced: told, reason }
}

/** After an interrupt or a timeout no more requests. A step `timeout` means that its object is to be waited for. */
async function submit(
  wave: readonly LiveObject[],
  group: number,
  tools: OrderedTools,
): Promise<{ submitted: ReadonlyMap<LiveObject, Step>; cutBy: 'interrupted' | 'timeout' | undefined }> {
  const submitted = new Map<LiveObject, Step>()
  let cutBy: 'interrupted' | 'timeout' | undefined
  for await (const portion of portionsOf(wave, tools)) {
    await mapConcurrently(CONCURRENT_DELETES, portion, async ([object, asRead]) => {
      if (tools.signal.aborted) cutBy = 'interrupted'
      else if (!tools.dryRun && tools.clock.elapsed() >= tools.deadline) cutBy ??= 'timeout'
      else submitted.set(object, await askFor(object, asRead, group, tools))
    })
  }
  return { submitted, cutBy }
}

type Portion = readonly (readonly [LiveObject, asRead: KubeObject | undefined])[]

/** All of a wave: many of one type and namespace as the pages of their list come, then those that no list had. */
async function* portionsOf(wave: readonly LiveObject[], { signal }: OrderedTools): AsyncGenerator<Portion> {
  using limit = limitOf(MAX_DELETE_SECONDS)
  const left = new Set(wave)
  for (const [{ transport }, objects] of Map.groupBy(wave, ({ cluster }) => cluster)) {
    for await (const page of wholePages(limitedBy(transport, limit.signal), objects, signal)) {
      // A list whose pages are of several moments may have one twice.
      yield page.filter(([object]) => left.delete(object))
    }
  }
  yield [...left].map(object => [object, undefined])
}

async function askFor(
  { ref, type, cluster }: LiveObject,
  asRead: KubeObject | undefined,
  group: number,
  tools: OrderedTools,
): Promise<Step> {
  const { propagation, deadline, clock } = tools
  const { transport, reach = tools.reach } = cluster
  const left = deadline - clock.elapsed()
  const waitSeconds = Math.min(Math.max(left, 1), MAX_DELETE_SECONDS)
  const task = { action: 'Delete', deletion: { ref, type, propagation, group, asRead } } as const
  const [step] = await carryOutTask(task, { ...tools, transport, reach, waitSeconds })
  return step!
}

async function waitAndForce(
  objects: readonly LiveObject[],
  place: Place,
  until: number,
  tools: OrderedTools,
): Promise<{ waited: Waited; forced: readonly Step[] }> {
  const first = await waitForGroup(objects, place, until, tools)
  if (first.left.length === 0 || tools.signal.aborted) return { waited: first, forced: [] }
  const forced = await tools.force(first.left, place.group)
  const gone = place.gone + objects.length - first.left.length
  const second = await waitForGroup(first.left, { ...place, gone }, tools.deadline, tools)
  return { waited: { ...second, recreated: [...first.recreated, ...second.recreated] }, forced }
}
