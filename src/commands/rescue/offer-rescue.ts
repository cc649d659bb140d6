import { messageOf } from '../../api/failure.ts'
import { refOf } from '../../api/object-ref.ts'
import type { Refusal } from '../../change/guard.ts'
import { isFinished, type Step } from '../../change/outcome.ts'
import { refusedBy } from '../../change/refused-steps.ts'
import { carryOut } from '../../change/rescue/carry-out.ts'
import { dependentsOf } from '../../change/rescue/dependents.ts'
import { plannedChanges } from '../../change/rescue/planned.ts'
import type { Rescue, Saved } from '../../change/rescue/rescue.ts'
import type { RescueTools } from '../../change/rescue/rescue-tools.ts'
import type { Backups } from '../../change/tools.ts'
import type { Transport } from '../../cluster/transport/transport.ts'
import type { Cause } from '../../diagnosis/explanation.ts'
import { placedText } from '../../render/object-text.ts'
import { formatRescuePlan } from '../../render/rescue-plan.ts'
import type { CommandContext } from '../command.ts'
import { askConsent, consentWord, withoutConsent } from '../write/consent.ts'
import { planOutput, showPlace } from '../write/plan-output.ts'
import { toolsFor } from '../write/tools-for.ts'
import type { WriteOptions } from '../write/write-flags.ts'

export interface Offered {
  readonly rescue: Rescue
  readonly causes: readonly Cause[]
  readonly lost: readonly string[]
  readonly continues: string | undefined
  /** Guards that say no, after overrides. */
  readonly refusals: readonly Refusal[]
  readonly findDependents: RescueTools['findDependents']
}

interface Answered {
  readonly steps: readonly Step[]
  readonly interrupted: boolean
}

/** Shows what will be done, asks for consent, keeps backups of everything, and does it. */
export async function offerRescue(
  offered: Offered,
  options: WriteOptions,
  transport: Transport,
  context: CommandContext,
): Promise<Answered> {
  const { rescue, refusals, continues } = offered
  const { target, units } = rescue
  const output = planOutput(options, context)
  const dependents = dependentsOf(units)
  showPlace(options, context)
  output.write(formatRescuePlan({ ...rescue, ...offered, dependents, continues }, output.columns))
  const all = (result: Step['result'], message?: string, interrupted = false): Answered => ({
    steps: plannedChanges(rescue).map(change => ({ ...change, result, ...(message !== undefined && { message }) })),
    interrupted,
  })
  const one = (rest: Pick<Step, 'result' | 'message' | 'guard' | 'advice'>, interrupted = false): Answered => ({
    steps: [{ ref: target, action: 'Create', ...rest }],
    interrupted,
  })
  if (refusals.length > 0) return one(refusedBy(refusals))
  if (options.dryRun !== 'none') return all('planned')
  const word = consentWord([target.name])
  const consent = await askConsent(`Rescue ${placedText(target)}`, word, options.yes, context)
  if (consent === 'interrupted') return one({ result: 'skipped', message: 'interrupted before it was changed' }, true)
  if (consent !== 'given') return one({ result: 'refused', message: withoutConsent(consent, word) })
  const everything: readonly Saved[] = [...units, ...rescue.volumes, ...dependents, ...rescue.controllers]
  const lent = await toolsFor(options, new Set(everything.map(uidOf)).size, transport, context)
  const backups = keptOnce(lent.backups)
  try {
    // All of it before the first change: what is released can no longer be found by its owner.
    for (const { type, object } of everything) await backups.keep(refOf(type, object.metadata), object)
  } catch (error) {
    return one({ result: 'failed', message: messageOf(error) })
  }
  const { findDependents } = offered
  const steps = await carryOut(rescue, { ...lent, backups, findDependents })
  const interrupted = context.signal.aborted
  if (interrupted || !steps.every(isFinished)) context.terminal.stderr.write(stillHeld(rescue))
  return { steps, interrupted }
}

function uidOf({ object }: Saved): string {
  return object.metadata.uid
}

/** One file an object, with its state before the rescue: what is changed on the way is set back from it. */
function keptOnce(backups: Backups): Backups {
  const kept = new Map<string, Promise<string>>()
  return {
    ...backups,
    keep(ref, object) {
      const known = kept.get(ref.uid)
      if (known !== undefined) return known
      const path = backups.keep(ref, object)
      kept.set(ref.uid, path)
      return path
    },
  }
}

function stillHeld({ volumes, controllers }: Rescue): string {
  const held = [...controllers, ...volumes].map(({ object: { kind, metadata } }) =>
    placedText({
      kind,
      name: metadata.name,
      ...(metadata.namespace !== undefined && { namespace: metadata.namespace }),
    }),
  )
  const what = held.length === 0 ? '' : ` Until then, these may be held: ${held.join(', ')}.`
  return `The rescue is not finished. Run the same command again: it continues from its journal.${what}\n`
}
