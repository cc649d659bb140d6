import type { Sentence } from './nested.ts'

/** What is said about a plan: what to do, why it is refused, and what came of a step. */
export interface PlanMessages {
  /** For a command that cannot be printed: `in the cluster of Target t1`. */
  readonly DoneAtPlace: { readonly what: Sentence; readonly place: Sentence }
  readonly OrElse: { readonly what: Sentence }
  readonly WithFact: { readonly why: Sentence; readonly fact: Sentence }
  readonly OneAfterAnother: { readonly sentences: readonly Sentence[] }
  readonly Followed: { readonly sentence: Sentence; readonly by: Sentence }
  readonly WriteFailsBeyondDryRun: { readonly cause: Sentence; readonly object: string }
  readonly OfObject: { readonly object: string; readonly sentence: Sentence }
  readonly AndAlso: { readonly sentence: Sentence; readonly also: Sentence }
  readonly HeldBy: { readonly finalizers: readonly string[]; readonly causes: readonly HoldingCause[] }
  readonly OwnFinalizerWouldHold: { readonly finalizer: string; readonly why: Sentence }
  readonly OwnFinalizersUnplanned: { readonly why: Sentence }
  readonly NamespaceRecreatedByOther: { readonly why: Sentence }
  readonly ManagerNotRunning: { readonly fact: Sentence }
  readonly DeletionNotKnown: { readonly why: Sentence }
  readonly Refused: { readonly reasons: readonly Reason[]; readonly overrides?: readonly string[] }
}

interface Reason {
  readonly why: Sentence
  readonly instead?: Sentence | undefined
}

interface HoldingCause {
  readonly summary: Sentence
  readonly code: string
}
