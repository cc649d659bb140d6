import { messageOf } from '../../api/failure.ts'
import type { Refusal } from '../../change/guard.ts'
import type { Cluster, LiveGroup } from '../../change/ordered/live-groups.ts'
import { runGroups } from '../../change/ordered/run-groups.ts'
import type { Step } from '../../change/outcome.ts'
import { refusedBy } from '../../change/refused-steps.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import type { Finding } from '../../cluster/scan/scan.ts'
import type { Transport } from '../../cluster/transport/transport.ts'
import { counted } from '../../render/object-text.ts'
import { printable } from '../../render/printable.ts'
import { targetText } from '../../render/replay-group-lines.ts'
import type { CommandContext } from '../command.ts'
import type { StuckObject } from '../inspect/stuck-objects.ts'
import { askConsent, consentWord, withoutConsent } from '../write/consent.ts'
import { toolsFor } from '../write/tools-for.ts'
import type { WriteOptions } from '../write/write-flags.ts'
import { cameMeanwhile } from './came-meanwhile.ts'
import { forcedSteps } from './forced-steps.ts'
import { offerFinalizer } from './offer-finalizer.ts'
import { operatorAlive } from './operator-alive.ts'
import type { ReplayOptions } from './options.ts'
import { orderedTools } from './ordered-tools.ts'
import { afterwardsTexts, finalizerSteps, forecast } from './own-finalizers.ts'
import type { Prepared } from './prepare.ts'
import { recordEnd } from './record-end.ts'
import { showReplayPlan } from './show-plan.ts'

/** The resource, explained, and what is to be deleted for it. */
export interface Replay {
  readonly finding: Finding
  readonly stuck: StuckObject
  readonly prepared: Prepared
  readonly home: Cluster
}

interface Replayed {
  readonly steps: readonly Step[]
  readonly interrupted: boolean
}

/** Shows the plan, asks the guards and the user, runs the groups, and offers the resource's own finalizers at the end. */
export async function runReplay(
  { finding, stuck, prepared, home }: Replay,
  options: ReplayOptions,
  write: WriteOptions,
  context: CommandContext,
): Promise<Replayed> {
  const { groups, object, live } = prepared
  const { transport } = home
  const limits = {
    timeoutSeconds: options.timeoutSeconds ?? groups.timeoutSeconds,
    timeoutPerGroup: options.timeoutPerGroup,
    pollSeconds: options.pollSeconds ?? groups.pollSeconds,
  }
  const expected = await forecast(groups, object, stuck, write, transport, context)
  const planned = options.finalizer ? expected : { ...expected, finalizers: [] }
  showReplayPlan(prepared, limits, afterwardsTexts(expected, options.finalizer), write, context)
  const last = (rest: Pick<Step, 'result' | 'guard' | 'message'>) => finalizerSteps(stuck.held.ref, planned, rest)
  const nothing = (rest: Pick<Step, 'result' | 'guard' | 'message'>, interrupted = false): Replayed => {
    const deletes = live.flatMap(({ number, objects }) =>
      objects.map(({ ref }): Step => ({ ref, action: 'Delete', group: number, ...rest })),
    )
    return { steps: [...deletes, ...last(rest)], interrupted }
  }

  const alive = await operatorAlive(groups, stuck.causes, transport, context.clock.now(), context.signal)
  const refusals = [alive, incompleteRead(prepared)].filter(each => each !== undefined)
  const refused = refusals.filter(({ guard }) => !write.overrides.has(guard))
  if (refused.length > 0) return nothing(refusedBy(refused))
  if (write.dryRun === 'client') {
    const deletes = nothing({ result: 'planned' }).steps.filter(({ action }) => action === 'Delete')
    const allowed = last({ result: 'planned' }).filter(
      ({ finalizer }) => !expected.refused.some(each => each.finalizer === finalizer),
    )
    const forced = forcedSteps(prepared)
    return {
      steps: [...deletes, ...forced, ...allowed, ...(options.finalizer ? expected.refused : [])],
      interrupted: false,
    }
  }

  const count = live.flatMap(group => group.objects).length
  const tools = await toolsFor(write, count, transport, context)
  if (write.dryRun === 'none' && count > 0) {
    const word = consentWord([object.metadata.name])
    const consent = await askConsent(deletionText(live), word, write.yes, context)
    if (consent === 'interrupted') return nothing({ result: 'skipped', message: 'interrupted' }, true)
    if (consent !== 'given') return nothing({ result: 'refused', message: withoutConsent(consent, word) })
  }
  const ran = await runGroups(
    live,
    orderedTools(tools, groups.propagation, () => stateOf(stuck.held, transport), limits, write, context),
  )
  const stopped = ran.stopped
  if (stopped !== undefined) {
    const steps = [...ran.steps, ...last({ result: 'skipped', message: `not touched: ${endText(stopped)}` })]
    if (stopped.reason === 'interrupted') return { steps, interrupted: true }
    await recordEnd(tools, finding.type, object, stopped, ran.steps, context.terminal)
    const text = `stopped in group ${stopped.group} (${stopped.reason}): nothing after it was touched; see to what is left, then run it again to go on`
    context.terminal.stderr.write(`${text}\n`)
    return { steps, interrupted: false }
  }
  const interruptedBefore = (): Replayed => {
    return { steps: [...ran.steps, ...last({ result: 'skipped', message: 'interrupted before' })], interrupted: true }
  }
  if (context.signal.aborted) return interruptedBefore()
  const late = write.dryRun === 'none' ? await cameMeanwhile(prepared, stuck.held.ref, write) : []
  if (context.signal.aborted) return interruptedBefore()
  if (late.length > 0) {
    const unread = late.some(({ guard }) => guard === 'IncompleteRead')
    const message = unread
      ? 'not touched: whether everything is gone that the groups are to delete could not be read'
      : 'not touched: not everything is gone that the groups are to delete'
    return { steps: [...ran.steps, ...late, ...last({ result: 'skipped', message })], interrupted: false }
  }
  const deletes = write.dryRun === 'none' ? ran.steps : [...ran.steps, ...forcedSteps(prepared)]
  if (!options.finalizer) return { steps: deletes, interrupted: false }
  const offered = await offerFinalizer(prepared, finding, planned, home, write, context).catch(error => {
    // What was deleted has to be told, whatever comes after it.
    const message = messageOf(error)
    return { steps: last({ result: 'failed', message }), interrupted: context.signal.aborted }
  })
  return { steps: [...deletes, ...offered.steps], interrupted: offered.interrupted }
}

/** `Delete 5 objects in 2 groups, 3 of them in the cluster of Target t1 (https://…)`; the others are in this run's cluster. */
function deletionText(live: readonly LiveGroup[]): string {
  const objects = live.flatMap(group => group.objects)
  const groups = live.filter(group => group.objects.length > 0).length
  const elsewhere = [...Map.groupBy(objects, ({ cluster }) => cluster)].flatMap(([{ name, place }, own]) =>
    name === undefined ? [] : [`, ${own.length} of them in the cluster of ${targetText(name, place)}`],
  )
  const others = elsewhere.length === 0 ? '' : `${elsewhere.join('')}, the custom resource itself`
  return `Delete ${counted(objects.length, 'object')} in ${counted(groups, 'group')}${others}`
}

async function stateOf({ ref, type }: StuckObject['held'], transport: Transport): Promise<'same' | 'gone' | 'another'> {
  try {
    const now = await readWhole(transport, type, ref)
    if (now === undefined) return 'gone'
    return now.metadata.uid === ref.uid ? 'same' : 'another'
  } catch {
    // Each DELETE has its own uid: what was agreed to goes on.
    return 'same'
  }
}

function endText({ group, reason }: { readonly group: number; readonly reason: string }): string {
  return reason === 'interrupted' ? 'interrupted before' : `group ${group} did not end`
}

/** What could not be read may be owned as well: it would be left behind, and nobody told. */
function incompleteRead({ unread }: Prepared): Refusal | undefined {
  const [first] = unread
  if (first === undefined) return undefined
  const names = unread.map(({ resource }) => printable(resource))
  const shown = names.slice(0, 5).join(', ') + (names.length > 5 ? ` and ${names.length - 5} more` : '')
  const why = `whether the resource owns any of ${shown} could not be read (${printable(first.message)})`
  return { guard: 'IncompleteRead', why, instead: 'run it as a user who may read that, or give the groups with -f' }
}
