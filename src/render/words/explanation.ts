import type * as Diagnosed from '../../diagnosis/explanation.ts'
import { type WordedUnreadable, wordedUnreadable } from '../unreadable.ts'
import { inWords } from './in-words.ts'

export type {
  CauseCode,
  ExplainedObject,
  ObjectRefOrSubject,
  Observed,
  Subject,
  Verdict,
  WaitingFor,
  WaitReason,
} from '../../diagnosis/explanation.ts'

/** Contract `kubectl-finalize/v1`, `kind: Explanation`: an explanation in words, as it is printed and written. */
export interface Explanation extends Omit<Diagnosed.Explanation, 'causes' | 'unreadable'> {
  readonly unreadable: readonly WordedUnreadable[]
  /** Most blocking first. */
  readonly causes: readonly Cause[]
}

export interface Cause extends Omit<Diagnosed.Cause, 'summary' | 'evidence' | 'remedies'> {
  readonly summary: string
  readonly evidence: readonly Evidence[]
  readonly remedies: readonly Remedy[]
}

/** One fact and where it was read. */
export type Evidence = Readonly<Record<'fact' | 'source', string>>

export interface Remedy extends Omit<Diagnosed.Remedy, 'summary' | 'leaks'> {
  readonly summary: string
  readonly leaks: readonly string[]
}

export function worded(explanation: Diagnosed.Explanation): Explanation {
  const { unreadable, causes } = explanation
  return { ...explanation, unreadable: unreadable.map(wordedUnreadable), causes: causes.map(wordedCause) }
}

export function wordedCause(cause: Diagnosed.Cause): Cause {
  return {
    ...cause,
    summary: inWords(cause.summary),
    evidence: cause.evidence.map(wordedEvidence),
    remedies: cause.remedies.map(wordedRemedy),
  }
}

export function wordedEvidence({ fact, source }: Diagnosed.Evidence): Evidence {
  return { fact: inWords(fact), source: inWords(source) }
}

export function wordedRemedy(remedy: Diagnosed.Remedy): Remedy {
  return { ...remedy, summary: inWords(remedy.summary), leaks: remedy.leaks.map(inWords) }
}
