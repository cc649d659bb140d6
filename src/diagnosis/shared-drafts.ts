import { sentenceKey } from '../messages/sentence.ts'
import type { Evidence } from './explanation.ts'
import type { Blocker, CauseDraft } from './stuck-object.ts'

/**
 * Of thousands of objects with one cause, only the first keeps it whole, and the others keep only what differs, to save
 * memory. To be given the holdings of each object in the order in which they are told.
 */
export function sharedDrafts(): (holdings: readonly Blocker[]) => readonly Blocker[] {
  const firsts = new Map<string, Blocker>()
  const shareEvidence = sharedEvidence()
  return holdings =>
    holdings.map(holding => {
      const { cause } = holding
      if (cause === undefined) return holding
      const first = firsts.get(cause.key)
      if (first?.cause === undefined) {
        firsts.set(cause.key, holding)
        return holding
      }
      const shared = likeFirst(cause, first.cause, shareEvidence)
      const isSame = shared === first.cause && isBare(holding) && isBare(first) && holding.verdict === first.verdict
      return isSame ? first : { ...holding, cause: shared }
    })
}

function likeFirst(
  { finalizer, evidence, incomplete, undecided }: CauseDraft,
  first: CauseDraft,
  shareEvidence: (evidence: Evidence) => Evidence,
): CauseDraft {
  const isSame =
    finalizer === first.finalizer &&
    incomplete === first.incomplete &&
    undecided === first.undecided &&
    evidence.length === first.evidence.length &&
    evidence.every((each, at) => evidenceKey(each) === evidenceKey(first.evidence[at]!))
  return isSame ? first : { ...first, finalizer, incomplete, undecided, evidence: evidence.map(shareEvidence) }
}

export function evidenceKey({ fact, source }: Evidence): string {
  return `${sentenceKey(fact)}\0${sentenceKey(source)}`
}

function isBare({ waitingFor, missing }: Blocker): boolean {
  return waitingFor === undefined && missing === undefined
}

function sharedEvidence(): (evidence: Evidence) => Evidence {
  const known = new Map<string, Evidence>()
  return evidence => {
    const key = evidenceKey(evidence)
    const same = known.get(key) ?? evidence
    known.set(key, same)
    return same
  }
}
