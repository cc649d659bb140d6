import type { Step } from '../outcome.ts'
import { deleteLive } from './delete-live.ts'
import type { LiveGroup, LiveObject } from './live-groups.ts'
import type { OrderedTools } from './ordered-tools.ts'
import { waitForGroup } from './wait-for-group.ts'

export interface Ran {
  /** One for each object, in order, those of later groups as `skipped` when the run ended before them. */
  readonly steps: readonly Step[]
  /** The group at which it ended; undefined: every object of every group is gone. */
  readonly stoppedAt: number | undefined
  readonly reason: 'timeout' | 'refused' | 'recreated' | 'interrupted' | undefined
}

/**
 * Deletes group after group: all objects of one at once, the next when each is gone by uid. It ends at the deadline, at a
 * refusal, when something makes an object anew, or when the user interrupts; then nothing of a later group is touched.
 */
export async function runGroups(groups: readonly LiveGroup[], tools: OrderedTools): Promise<Ran> {
  const steps: Step[] = []
  for (const [index, group] of groups.entries()) {
    const stop = (reason: NonNullable<Ran['reason']>): Ran => ({
      steps: [
        ...steps,
        ...groups.slice(index + 1).flatMap(later => untouched(later, `group ${group.number} did not end`)),
      ],
      stoppedAt: group.number,
      reason,
    })
    if (group.objects.length === 0) continue
    if (tools.signal.aborted)
      return { ...stop('interrupted'), steps: [...steps, ...rest(groups, index, 'interrupted before')] }
    // Checked before anything of the group is asked for, where Orkestra asks first.
    if (tools.clock.now() >= tools.deadline && !tools.dryRun) {
      return { ...stop('timeout'), steps: [...steps, ...rest(groups, index, 'the time was over before')] }
    }
    const ran = await runGroup(group, groups.length, tools)
    steps.push(...ran.steps)
    if (ran.reason !== undefined) return stop(ran.reason)
  }
  return { steps, stoppedAt: undefined, reason: undefined }
}

async function runGroup(
  { number, group, objects }: LiveGroup,
  groups: number,
  tools: OrderedTools,
): Promise<{ readonly steps: readonly Step[]; readonly reason: Ran['reason'] }> {
  const submitted = await Promise.all(
    objects.map(async object => ({ object, answer: await deleteLive(object, number, tools) })),
  )
  const ended = submitted.flatMap(({ answer }) => ('step' in answer ? [answer] : []))
  const pending = submitted.flatMap(({ object, answer }) =>
    'step' in answer ? [] : [{ object, backup: answer.backup }],
  )
  const early = ended.map(({ step }) => step)
  const stops = ended.some(answer => answer.stops)
  if (tools.dryRun) {
    const waiting = pending.map(({ object }) =>
      step(object, number, { result: 'planned', message: 'it is being deleted already' }),
    )
    return { steps: [...early, ...waiting], reason: stops ? 'refused' : undefined }
  }
  const forced = group.forceDelete
    ? await tools.force(
        pending.map(({ object }) => object),
        number,
      )
    : []
  // What was asked for stands, also when another object was refused: how it ends is told.
  const patience = stops ? { ...tools, deadline: tools.clock.now() } : tools
  const waited = await waitForGroup(
    pending.map(({ object }) => object),
    { group: number, groups },
    patience,
  )
  const why = waited.left.length === 0 ? new Map<string, string>() : await tools.explain(waited.left)
  const later = pending.map(({ object, backup }) => ({
    ...outcomeOf(object, number, waited, why, tools),
    ...(backup !== undefined && { backup }),
  }))
  const reason = stops
    ? 'refused'
    : waited.recreated.length > 0
      ? 'recreated'
      : waited.left.length === 0
        ? undefined
        : tools.signal.aborted
          ? 'interrupted'
          : 'timeout'
  return { steps: [...early, ...later, ...forced], reason }
}

function outcomeOf(
  object: LiveObject,
  group: number,
  { recreated, left }: Awaited<ReturnType<typeof waitForGroup>>,
  why: ReadonlyMap<string, string>,
  { signal }: OrderedTools,
): Step {
  if (recreated.includes(object)) {
    const message =
      'it is gone, and somebody made another of the same name: a controller lives that has to be stopped first'
    return step(object, group, { result: 'changed', guard: 'Changed', message })
  }
  if (!left.includes(object)) return step(object, group, { result: 'done', message: 'it is gone' })
  const reason = why.get(object.ref.uid)
  const message = `it is still there${reason === undefined ? '' : `: ${reason}`}`
  return step(object, group, { result: signal.aborted ? 'skipped' : 'timeout', message })
}

function rest(groups: readonly LiveGroup[], from: number, message: string): readonly Step[] {
  return groups.slice(from).flatMap(group => untouched(group, message))
}

function untouched({ objects, number }: LiveGroup, message: string): readonly Step[] {
  return objects.map(object => step(object, number, { result: 'skipped', message: `not touched: ${message}` }))
}

function step({ ref }: LiveObject, group: number, rest: Pick<Step, 'result' | 'guard' | 'message'>): Step {
  return { ref, action: 'Delete', group, ...rest }
}
