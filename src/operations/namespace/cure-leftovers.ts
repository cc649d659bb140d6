import { notFoundFailure } from '../../api/failure.ts'
import { nameOf } from '../../api/object-ref.ts'
import type { Tools } from '../../execute/tools.ts'
import { message } from '../../messages/sentence.ts'
import type { Refusal } from '../../plan/guard.ts'
import type { Change, Step } from '../../plan/outcome.ts'
import { INTERRUPTED, type Plan, removalChanges, unsent } from '../../plan/plan.ts'
import { refusedBy } from '../../plan/refused-steps.ts'
import type { Section } from '../../plan/sections.ts'
import { perform } from '../write/perform.ts'
import { carryOutCure, createNamespace } from './carry-out-cure.ts'
import { contentLosses } from './content-losses.ts'
import { lookAt } from './inspection.ts'
import { type Cure, planCure } from './plan-cure.ts'
import type { Ended, NamespaceRequest } from './request.ts'

/**
 * Cures a namespace that was ended by force: creates it again, removes what nothing else removes from the objects left
 * in it, and deletes it the ordinary way; one plan, one consent by its name. Rejects as kubectl does, with NotFound,
 * when there is no namespace and nothing is left in it.
 */
export async function cureLeftovers(request: NamespaceRequest): Promise<Ended> {
  const { name, options, transport, ports } = request
  const inspection = await lookAt(request)
  if (inspection.interrupted) return { steps: [], interrupted: true }
  await ports.say({ part: 'unreadable', entries: inspection.unreadable })
  if (inspection.stuck.length + inspection.live.length === 0) throw notFoundFailure('namespaces', name)
  const cure = await planCure(inspection, request)
  const changes = changesOfCure(cure)
  if (ports.signal.aborted) return { steps: unsent(changes, INTERRUPTED), interrupted: true }
  if (cure.refused.length + cure.refusals.length > 0) {
    const [create, ...others] = unsent(changes, { result: 'skipped', message: message('GuardsRefuse') })
    return { steps: [...cure.refused, refusedFor(cure.refusals, create!), ...others], interrupted: false }
  }
  const losses = await contentLosses(inspection, request)
  const run = async (tools: Tools): Promise<readonly Step[]> => {
    if (!tools.dryRun) return carryOutCure(cure, tools, request)
    const others = unsent(changes.slice(1), { result: 'planned', message: message('NoDryRunOfContent') })
    return [(await createNamespace(cure.ref, tools)).step, ...others]
  }
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
  return perform(plan, options, transport, ports, { run })
}

function refusedFor(refusals: readonly Refusal[], step: Step): Step {
  return refusals.length === 0 ? step : { ...step, ...refusedBy(refusals) }
}

/** Everything that the cure does, in its order. */
function changesOfCure({ ref, removals, deleted }: Cure): readonly Change[] {
  return [
    { ref, action: 'Create' },
    ...removals.flatMap(removalChanges),
    ...deleted.map(({ ref }): Change => ({ ref, action: 'Delete' })),
    { ref, action: 'Delete' },
  ]
}

function sectionsOf({ ref, removals, deleted, stays }: Cure): readonly Section[] {
  const counted = removals.filter(({ allowed }) => allowed.length > 0).length
  return [
    { part: 'cure', ref, deleted: deleted.map(({ ref }) => nameOf(ref)), stays, removals: counted },
    ...(removals.length > 0 ? [{ part: 'removals', removals } as const] : []),
  ]
}
