import type { Names, Nothing, Sentence } from './nested.ts'

/** Those that name nothing. */
type Plain = Record<'Accepted' | 'AcceptedUnread' | 'AlreadyGone' | 'AlreadyBeingDeleted' | 'ItIsGone', Nothing> &
  Record<'ObjectGone' | 'ThenGoes' | 'NoFinalizerLeft' | 'AnotherUnderName' | 'AnotherNotChanged', Nothing> &
  Record<'NotBeingDeleted' | 'DeletionTimeChanged' | 'OwnersChanged' | 'RunAgain' | 'InterruptedUnsent', Nothing> &
  Record<'InterruptedUnchanged' | 'InterruptedUnread' | 'ByNamespaceController' | 'KubernetesReadded', Nothing> &
  Record<'SeeStateNow' | 'NotOwnObject' | 'NoneOfFinalizers' | 'CollectorRemovedIt' | 'DeletedMeanwhile', Nothing> &
  Record<'NoHomeForJournal' | 'HasNoFinalizer' | 'LiveUnchanged' | 'HolderNotKnown', Nothing> &
  Record<'InterruptedBeforeGone' | 'InterruptedBeforeIt' | 'TimedOutBeforeIt' | 'ResourceRecreated', Nothing> &
  Record<'CreatesNothingAgain' | 'RunsAsItDid' | 'GoneAndOtherKept', Nothing>

/** What is said of a change, and of the object that it was for. */
export interface ChangeMessages extends Plain {
  readonly AcceptedAnd: { readonly next: Sentence }
  readonly DeletionAccepted: { readonly why?: Sentence }
  readonly RemovedUnread: { readonly why: Sentence }
  readonly FinalizedUnread: { readonly why: Sentence }
  readonly StateNotKnown: { readonly why: Sentence }
  readonly StillExists: { readonly holds: Sentence; readonly after?: number | 'interrupt' }
  readonly StillHeld: { readonly finalizers: readonly string[] }
  /** By whom, as far as the object tells. */
  readonly ReaddedBy: { readonly finalizers: readonly string[]; readonly by: readonly (string | null)[] }
  readonly Stranding: { readonly sentence: Sentence; readonly objects: Names }
  readonly FinalizersChanged: { readonly left: readonly string[] }
  readonly FieldsChanged: { readonly fields: readonly string[] }
  readonly RunItAgain: { readonly after: Sentence }
  readonly StillConflicting: { readonly attempts: number }
  readonly OutcomeUnknown: { readonly why?: Sentence }
  readonly ContentFirst: { readonly names: readonly string[] }
  readonly UnshownObjects: { readonly objects: Names }
  readonly NoLongerReadable: { readonly resources: readonly string[] }
  readonly ServerAnswered: { readonly code: number }
  readonly UidExists: { readonly uid: string; readonly wasSent: boolean }
  readonly StatusNotRestored: { readonly proof: Sentence }
  readonly CreatedUnread: { readonly uid: string }
  readonly CreatedAndThere: { readonly uid: string; readonly isGoing: boolean }
  readonly CreatedAndDeleted: { readonly uid: string }
  readonly JournalUnwritten: { readonly why: Sentence }
  readonly JournalIncomplete: { readonly why: Sentence }
  readonly NoSuchFinalizer: { readonly found: readonly string[] }
  // Of groups that are deleted one after the other.
  readonly Untouched: { readonly why: Sentence }
  readonly RecreatedUnderName: { readonly after: 'gone' | 'deleted' }
  readonly GroupStopped: { readonly reason: string }
  readonly GroupUnfinished: { readonly group: number }
}
