import type { Nothing, Sentence } from './nested.ts'

/** Those that name nothing. */
type Plain = Record<'ConsentRequired' | 'NoResources' | 'InterruptedRun' | 'HeldByOthers' | 'WhichOfThem', Nothing>

/** What is said about a plan: what to do, why it is refused, and what came of a step. */
export interface PlanMessages extends Plain {
  readonly PlanFor: { readonly place: string }
  readonly BackupOfEach: { readonly directory: string }
  readonly BackupsOfSet: { readonly count: number; readonly files: string }
  readonly HeldByCause: HoldingCause
  readonly AlsoRefused: { readonly finalizers: number; readonly guards: readonly (string | undefined)[] }
  readonly RemoveFinalizers: { readonly finalizers: number; readonly objects: number }
  readonly CreateIt: { readonly name: string }
  readonly TypeToConfirm: { readonly word: string }
  readonly NotConfirmed: { readonly word: string }
  readonly WithStop: { readonly sentence: Sentence }
  readonly InPlace: { readonly what: Sentence; readonly place: string }
  /** What becomes of an object when its finalizers are removed; `kubelet`: why it stays where no finalizer is left. */
  readonly ObjectThen: { readonly left: readonly string[]; readonly kubelet: string | undefined }
  readonly InterruptedAfter: Readonly<Record<'done' | 'waiting' | 'failed' | 'left', number>>
  /** `left`: so many seconds, where the pace tells it. */
  readonly DoneOfSet: {
    readonly doing: 'asking' | 'removing' | 'trying'
    readonly done: number
    readonly total: number
    readonly left?: number
  }
  readonly StoppedInWave: { readonly wave: number; readonly reason: string }
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
