import { factFrom, message } from '../../messages/sentence.ts'
import { type Claim, claims, claimsOf } from '../../statements/claims.ts'
import type { Quote } from '../../statements/quote.ts'
import { probeOf } from '../admission/probe.ts'
import { type Case, removal } from '../dossier/dossier.ts'
import type { Evidence, Remedy } from '../explanation.ts'
import { bulkEvidence, bulkOf, shrink } from '../object-size.ts'
import type { CauseDraft, DirectlyHeld } from '../stuck-object.ts'

/** What is added to a cause where only the controller's own way of writing the object fails. */
export interface OwnWriteFailing {
  /** What shares it: all objects, or this one alone. */
  readonly of: string
  readonly evidence: readonly Evidence[]
  readonly remedies: CauseDraft['remedies']
}

/**
 * The controller reports that the server rejects its write of the object itself (an immutable field, annotations or a
 * whole that is too large, another write in between), and the server's dry run accepts the removal by a patch.
 * undefined: what it reports is something else, perhaps of an object that it made.
 */
export function ownWriteFailing(found: Case, failures: readonly Quote[]): OwnWriteFailing | undefined {
  const { held, finalizer, reports, context } = found
  const bulk =
    failures.some(claims('too large')) && reports.whole !== undefined
      ? bulkOf(reports.whole, { told: true })
      : undefined
  if (bulk === undefined && !claimsOf('stale write', failures).some(each => isAboutIt(each, found))) return undefined
  const probed = probeOf(held, context)
  const isAccepted = probed?.state === 'accepted' && !probed.readded.includes(finalizer)
  const accepted: Evidence = factFrom('dry run', 'DryRunOfRemovalAccepted', { finalizer })
  return {
    of: bulk === undefined ? 'all' : held.ref.uid,
    evidence: [
      ...(bulk === undefined ? [] : [bulkEvidence({ ref: held.ref, bulk })]),
      ...(isAccepted ? [accepted] : []),
    ],
    remedies: (_blocks, direct) => [
      ...(bulk === undefined ? [] : [shrink(held.ref, bulk)]),
      ...(isAccepted ? [byPatch(found, direct)] : []),
    ],
  }
}

export function isAboutIt({ of, ofFinalizer }: Claim<'stale write'>, { held: { ref, type } }: Case): boolean {
  if (of === undefined) return ofFinalizer
  return of.name === ref.name && [type.kind.toLowerCase(), type.plural].includes(of.type)
}

/** The controller lives, so that the guard for living controllers has to be passed by name. */
function byPatch(found: Case, direct: readonly DirectlyHeld[]): Remedy {
  const remove = removal(found, direct)
  return { ...remove, summary: message('RemoveIfOnlyUpdateFails') }
}
