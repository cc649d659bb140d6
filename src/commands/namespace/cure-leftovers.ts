import { nameOf, type ObjectRef } from '../../api/object-ref.ts'
import type { Refusal } from '../../change/guard.ts'
import type { Step } from '../../change/outcome.ts'
import { refusedBy } from '../../change/refused-steps.ts'
import { formatCure } from '../../render/namespace-plan.ts'
import { createPaint } from '../../render/paint.ts'
import { formatUnreadable } from '../../render/unreadable.ts'
import { namespaceNotFound } from '../commentary.ts'
import { skipped } from '../write/carry-out.ts'
import { askConsent, withoutConsent } from '../write/consent.ts'
import { show } from '../write/offer.ts'
import { planOutput, showPlace } from '../write/plan-output.ts'
import { toolsFor } from '../write/tools-for.ts'
import { carryOutCure, createStep } from './carry-out-cure.ts'
import type { Ended, Errand } from './errand.ts'
import { type Cure, planCure } from './plan-cure.ts'
import { lookAt } from './sight.ts'

/**
 * Cures a namespace that somebody ended by force: creates it again, removes what nobody else removes from the objects that
 * are left in it, and deletes it in the ordinary way; shown as a whole, with one consent by its name. Rejects as kubectl
 * does, with NotFound, when there is no namespace and nothing is left in it.
 */
export async function cureLeftovers(errand: Errand): Promise<Ended> {
  const { name, options, transport, context } = errand
  const sight = await lookAt(errand)
  if (sight.interrupted) return { steps: [], interrupted: true }
  for (const line of formatUnreadable(sight.unreadable)) context.terminal.stderr.write(`${line}\n`)
  if (sight.stuck.length + sight.live.length === 0) throw namespaceNotFound(name)
  const cure = await planCure(sight, errand)
  const answer = (steps: readonly Step[], interrupted = false): Ended => ({ steps, interrupted })
  const none = (message: string, result: Step['result']): readonly Step[] => stepsOf(cure, message, result)
  if (context.signal.aborted) return answer(none('interrupted before it was changed', 'skipped'), true)
  if (cure.refused.length + cure.refusals.length > 0) {
    const [create, ...others] = none('not begun: the guards refuse it, or a part of it', 'skipped')
    return answer([...cure.refused, refusedFor(cure.refusals, create!), ...others])
  }
  showCure(cure, errand)
  if (options.dryRun === 'client') return answer(none('', 'planned'))
  const tools = await toolsFor(options, backupsOf(cure), transport, context)
  if (options.dryRun === 'server') {
    const [, ...others] = none('it cannot be tried before the namespace is there', 'planned')
    return answer([(await createStep(cure.ref, tools)).step, ...others])
  }
  const consent = await askConsent(`Create namespace ${name}, clear it, and delete it`, name, options.yes, context)
  if (consent === 'interrupted') return answer(none('interrupted before it was changed', 'skipped'), true)
  if (consent !== 'given') return answer(none(withoutConsent(consent, name), 'refused'))
  return answer(await carryOutCure(cure, tools, errand), context.signal.aborted)
}

function refusedFor(refusals: readonly Refusal[], step: Step): Step {
  return refusals.length === 0 ? step : { ...step, ...refusedBy(refusals) }
}

/** Every step of the cure, none of them done. */
function stepsOf({ ref, removals, deleted }: Cure, text: string, result: Step['result']): readonly Step[] {
  const message = text === '' ? {} : { message: text }
  const removed = removals.flatMap(removal => skipped(removal, text || 'the object then goes', result))
  const step = (ref: ObjectRef, action: Step['action']): Step => ({ ref, action, result, ...message })
  const gone = deleted.map(content => step(content.ref, 'Delete'))
  return [step(ref, 'Create'), ...removed, ...gone, step(ref, 'Delete')]
}

/** How many objects are kept on disk before something happens to them, the namespace among them. */
function backupsOf({ removals, deleted }: Cure): number {
  return removals.length + deleted.length + 1
}

function showCure({ ref, removals, deleted, stays }: Cure, { options, context }: Errand): void {
  const output = planOutput(options, context)
  const paint = createPaint(context.terminal.colour && output.columns !== undefined)
  const style = { width: output.columns, paint, mostObjects: Number.POSITIVE_INFINITY }
  const counted = removals.filter(({ allowed }) => allowed.length > 0).length
  showPlace(options, context)
  output.write(
    `${formatCure(ref, { deleted: deleted.map(({ ref }) => nameOf(ref)), stays, removals: counted }, style)}\n`,
  )
  if (removals.length > 0) show(removals, options, context)
}
