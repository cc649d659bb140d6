import { NAMESPACE } from '../../api/builtin-finalizers.ts'
import { finalizeNamespace, strandedBy } from '../../change/finalize-namespace.ts'
import type { NamespaceEnd } from '../../change/namespace-end.ts'
import { isFinished, type Step } from '../../change/outcome.ts'
import { refusedBy } from '../../change/refused-steps.ts'
import { withoutFinalizers } from '../../change/still-as-shown.ts'
import { formatNamespaceEnd } from '../../render/namespace-plan.ts'
import { createPaint } from '../../render/paint.ts'
import type { StuckObject } from '../inspect/stuck-objects.ts'
import { carryOut, skipped } from '../write/carry-out.ts'
import { askConsent, withoutConsent } from '../write/consent.ts'
import { show as showRemovals } from '../write/offer.ts'
import { planOutput, showPlace } from '../write/plan-output.ts'
import { toolsFor } from '../write/tools-for.ts'
import type { Ended, Errand } from './errand.ts'
import { type PlannedEnd, planEnd } from './plan-end.ts'
import type { Sight } from './sight.ts'

/**
 * The last rung: the Namespace's own metadata.finalizers, then /finalize; judged by fresh lists of every type and the
 * server's dry runs, shown, agreed to, and proven.
 */
export async function forceEnd(namespace: StuckObject, sight: Sight, errand: Errand): Promise<Ended> {
  const { options, transport, context, name } = errand
  const planned = await planEnd(namespace, sight, errand)
  if (!('end' in planned)) return { steps: [planned], interrupted: context.signal.aborted }
  const { end, removal } = planned
  const finalize = (rest: Omit<Step, 'ref' | 'action' | 'finalizer'>): Step => {
    return {
      ref: end.ref,
      action: 'FinalizeNamespace',
      finalizer: NAMESPACE,
      ...rest,
      ...strandedBy(end.content.objects),
    }
  }
  if (end.refusals.length > 0) return { steps: [finalize(refusedBy(end.refusals))], interrupted: false }
  const none = (result: Step['result'], message: string, interrupted = false): Ended => {
    return { steps: [...ownSteps(planned, result, message), finalize({ result, message })], interrupted }
  }
  show(planned, errand)
  if (options.dryRun === 'client') {
    const own = ownSteps(planned, 'planned', 'before it is finalized')
    return { steps: [...own, finalize({ result: 'planned' })], interrupted: false }
  }
  const tools = await toolsFor(options, removal === undefined ? 1 : 2, transport, context)
  if (options.dryRun === 'none') {
    const consent = await askConsent(`Finalize namespace ${name} by force`, name, options.yes, context)
    if (consent === 'interrupted') return none('skipped', 'interrupted before it was changed', true)
    if (consent !== 'given') return none('refused', withoutConsent(consent, name))
  }
  const removed = removal === undefined ? [] : await carryOut([removal], tools)
  const last = removed.every(isFinished)
    ? await finalizeNamespace(tools.dryRun ? end : without(removed, end), tools)
    : finalize({ result: 'skipped', message: 'not begun: its own finalizers are to come off first' })
  return { steps: [...removed, last], interrupted: context.signal.aborted }
}

/** The removals that come before, none of them done. */
function ownSteps({ removal }: PlannedEnd, result: Step['result'], message: string): readonly Step[] {
  return removal === undefined ? [] : skipped(removal, message, result)
}

/** The end as it was agreed to, of the Namespace as it is once these are off it. */
function without(removed: readonly Step[], end: NamespaceEnd): NamespaceEnd {
  const finalizers = removed.flatMap(({ finalizer }) => finalizer ?? [])
  return { ...end, object: withoutFinalizers(end.object, finalizers) }
}

function show({ end, removal }: PlannedEnd, { options, context }: Errand): void {
  const output = planOutput(options, context)
  const paint = createPaint(context.terminal.colour && output.columns !== undefined)
  showPlace(options, context)
  if (removal !== undefined) showRemovals([removal], options, context)
  output.write(formatNamespaceEnd(end, { width: output.columns, paint, mostObjects: Number.POSITIVE_INFINITY }))
  if (options.dryRun === 'none') output.write(`\nA backup of it is written to ${options.backupDirectory} first.\n`)
}
