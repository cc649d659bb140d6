import type { KubeObject } from '../../api/object.ts'
import { mapConcurrently } from '../../cluster/map-concurrently.ts'
import { wholePages } from '../../cluster/read-wholes.ts'
import { limitedBy, limitOf } from '../../cluster/transport/aborted.ts'
import { message } from '../../messages/sentence.ts'
import type { LiveObject } from '../../plan/ordered/live-groups.ts'
import { type ChangeResult, isFinished, type Step } from '../../plan/outcome.ts'
import type { Task } from '../../plan/plan.ts'
import type { Tools } from '../tools.ts'
import type { OrderedTools, StopReason } from './ordered-tools.ts'
import { type Waited, waitForGroup } from './wait-for-group.ts'

/** How a task is done; each deletion of a group is one. */
export type CarryOutTask = (task: Task, tools: Tools) => Promise<readonly Step[]>

/** A group that is being deleted. */
export interface Run extends Extract<Task, { action: 'DeleteGroup' }> {
  readonly carryOutTask: CarryOutTask
  /** What came of each object that was asked for. */
  readonly ends: Map<LiveObject, Step>
  /** Steps for what should have gone with them, and of finalizers that were forced. */
  readonly beside: Step[]
}

const CONCURRENT_DELETES = 16
/** What one DELETE may take of the time that is left. */
const MAX_DELETE_SECONDS = 60
/** What goes by itself goes within this time, in seconds; only then are finalizers forced. */
const BEFORE_FORCE_SECONDS = 3
/** When a DELETE was turned down, the others of the group are looked at for so long, to say what came of them. */
const SETTLE_SECONDS = 3

/** Deletes objects of a group at once, and waits for them. Why it ended early; undefined: all are gone. */
export async function deleteWave(
  wave: readonly LiveObject[],
  run: Run,
  tools: OrderedTools,
): Promise<StopReason | undefined> {
  const { live, ends } = run
  const cutBy = await submit(wave, run, tools)
  const deleting = wave.filter(object => ends.get(object)?.result === 'timeout')
  if (tools.dryRun) {
    const came = { result: 'planned', message: message('AlreadyBeingDeleted') } as const
    for (const object of deleting) ends.set(object, deleteStep(object, live.number, came))
    return undefined
  }
  const refused = ![...ends.values()].every(step => isFinished(step) || step.result === 'timeout')
  const waited = await awaitGone(deleting, refused, run, tools)
  for (const [object, came] of await endsOf(deleting, waited, tools)) {
    const { backup } = ends.get(object)!
    ends.set(object, { ...deleteStep(object, live.number, came), backup })
  }
  // That it is gone is known to who reads of a run that was killed in a later wave.
  tools.journal.note(deleting.map(object => ends.get(object)!))
  if (refused) return 'refused'
  if (waited.recreated.length > 0) return 'recreated'
  const early = tools.signal.aborted ? 'interrupted' : 'timeout'
  return cutBy ?? (waited.left.length === 0 ? undefined : early)
}

/** After an interrupt or a timeout no more requests. A step `timeout` means that its object is to be waited for. */
async function submit(
  wave: readonly LiveObject[],
  run: Run,
  tools: OrderedTools,
): Promise<'interrupted' | 'timeout' | undefined> {
  let cutBy: 'interrupted' | 'timeout' | undefined
  for await (const portion of portionsOf(wave, tools)) {
    await mapConcurrently(CONCURRENT_DELETES, portion, async ([object, asRead]) => {
      if (tools.signal.aborted) cutBy = 'interrupted'
      else if (!tools.dryRun && tools.clock.elapsed() >= tools.deadline) cutBy ??= 'timeout'
      else run.ends.set(object, await askFor(object, asRead, run, tools))
    })
  }
  return cutBy
}

type Portion = readonly (readonly [LiveObject, asRead: KubeObject | undefined])[]

/** All of a wave: many of one type and namespace as the pages of their list come, then those that no list had. */
async function* portionsOf(wave: readonly LiveObject[], { signal, clusters }: OrderedTools): AsyncGenerator<Portion> {
  using limit = limitOf(MAX_DELETE_SECONDS)
  const left = new Set(wave)
  for (const [name, objects] of Map.groupBy(wave, ({ cluster }) => cluster.name)) {
    const transport = limitedBy(clusters.get(name)!.transport, limit.signal)
    for await (const page of wholePages(transport, objects, signal)) {
      // A list whose pages are of several moments may have one twice.
      yield page.filter(([object]) => left.delete(object))
    }
  }
  yield [...left].map(object => [object, undefined])
}

async function askFor(
  { ref, type, cluster }: LiveObject,
  asRead: KubeObject | undefined,
  { live, propagation, carryOutTask }: Run,
  tools: OrderedTools,
): Promise<Step> {
  const { transport, reach = tools.reach } = tools.clusters.get(cluster.name)!
  const left = tools.deadline - tools.clock.elapsed()
  const waitSeconds = Math.min(Math.max(left, 1), MAX_DELETE_SECONDS)
  const deletion = { ref, type, propagation, group: live.number, asRead }
  const [step] = await carryOutTask({ action: 'Delete', deletion }, { ...tools, transport, reach, waitSeconds })
  return step!
}

/** Waits for them. What is left in the group a moment later is forced, where the group wishes that. */
async function awaitGone(
  deleting: readonly LiveObject[],
  refused: boolean,
  { live: { number, group, objects }, of, ends, beside }: Run,
  tools: OrderedTools,
): Promise<Waited> {
  const wait = (left: readonly LiveObject[], until: number): Promise<Waited> => {
    const place = { group: number, groups: of, gone: ends.size - left.length, objects: objects.length }
    return waitForGroup(left, place, Math.min(tools.deadline, until), tools)
  }
  const now = tools.clock.elapsed()
  if (refused) return wait(deleting, now + SETTLE_SECONDS)
  if (!group.forceDelete) return wait(deleting, tools.deadline)
  const first = await wait(deleting, now + BEFORE_FORCE_SECONDS)
  if (first.left.length === 0 || tools.signal.aborted) return first
  const forced = await tools.force(first.left, number)
  const { recreated, left } = await wait(first.left, tools.deadline)
  // What the guards kept and went all the same needed no force.
  const kept = new Set(left.map(({ ref }) => ref.uid))
  for (const step of forced) if (step.result === 'done' || kept.has(step.ref.uid)) beside.push(step)
  return { left, recreated: [...first.recreated, ...recreated] }
}

/** How it ended for each object whose deletion was asked for. */
async function endsOf(
  deleting: readonly LiveObject[],
  { recreated, left }: Waited,
  { signal, explain }: OrderedTools,
): Promise<readonly (readonly [LiveObject, ChangeResult])[]> {
  const why = left.length === 0 || signal.aborted ? undefined : await explain(left)
  return deleting.map(object => {
    if (recreated.includes(object)) return [object, recreatedEnd('gone')]
    if (!left.includes(object)) return [object, { result: 'done', message: message('ItIsGone') }]
    const reason = why?.get(object.ref.uid) ?? message('DeletionAccepted', {})
    return [object, { result: 'timeout', message: signal.aborted ? message('InterruptedBeforeGone') : reason }]
  })
}

/** For what is created again as often as it is deleted. */
export function recreatedEnd(after: 'gone' | 'deleted'): ChangeResult {
  return { result: 'changed', guard: 'Changed', message: message('RecreatedUnderName', { after }) }
}

/** A step for one object of a group. */
export function deleteStep({ ref }: LiveObject, group: number, came: ChangeResult): Step {
  return { ref, action: 'Delete', group, ...came }
}
