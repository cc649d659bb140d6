import { notFoundFailure } from '../../api/failure.ts'
import { nameOf } from '../../api/object-ref.ts'
import { message } from '../../messages/sentence.ts'
import type { Refusal } from '../../plan/guard.ts'
import type { Step } from '../../plan/outcome.ts'
import { INTERRUPTED, type Plan, unsent } from '../../plan/plan.ts'
import { refusedBy } from '../../plan/refused-steps.ts'
import type { Section } from '../../plan/sections.ts'
import { begin } from '../write/perform.ts'
import { carryOutCure } from './carry-out-cure.ts'
import { contentLosses } from './content-losses.ts'
import { lookAt } from './inspection.ts'
import { type Cure, changesOfCure, planCure } from './plan-cure.ts'
import type { NamespaceRequest } from './request.ts'

/**
 * Cures a namespace that was ended by force: creates it again, removes what nothing else removes from the objects left
 * in it, and deletes it the ordinary way; one plan, one consent by its name. Rejects as kubectl does, with NotFound,
 * when there is no namespace and nothing is left in it.
 */
export async function cureLeftovers(request: NamespaceRequest): Promise<readonly Step[]> {
  const { name, ports } = request
  const inspection = await lookAt(request)
  if (inspection.interrupted) return []
  await ports.say({ part: 'unreadable', entries: inspection.unreadable })
  if (inspection.stuck.length + inspection.live.length === 0) throw notFoundFailure('namespaces', name)
  const cure = await planCure(inspection, request)
  const changes = changesOfCure(cure)
  if (ports.signal.aborted) return unsent(changes, INTERRUPTED)
  if (cure.refused.length + cure.refusals.length > 0) {
    const [create, ...others] = unsent(changes, { result: 'skipped', message: message('GuardsRefuse') })
    return [...cure.refused, refusedFor(cure.refusals, create!), ...others]
  }
  const losses = await contentLosses(inspection, request)
  const plan: Plan = {
    changes,
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

function refusedFor(refusals: readonly Refusal[], step: Step): Step {
  return refusals.length === 0 ? step : { ...step, ...refusedBy(refusals) }
}

function sectionsOf({ ref, removals, deleted, stays }: Cure): readonly Section[] {
  const counted = removals.filter(({ allowed }) => allowed.length > 0).length
  return [
    { part: 'cure', ref, deleted: deleted.map(({ ref }) => nameOf(ref)), stays, removals: counted },
    ...(removals.length > 0 ? [{ part: 'removals', removals } as const] : []),
  ]
}
