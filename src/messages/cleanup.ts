import type { Nothing, Perhaps, Sentence, Texts } from './nested.ts'

/** Those that name nothing. */
type Plain = Record<'ExplainAgainForError' | 'WaitForRetry' | 'RemoveIfNothingIsLeft' | 'RemoveAsTried', Nothing> &
  Record<'RemoveIfOnlyUpdateFails' | 'NotSeenAtDeletion' | 'NothingButWait' | 'EndWhatItWaitsFor', Nothing> &
  Record<'CheckThatItIsGone', Nothing> &
  Record<'ExplainByName' | 'LogHasMore' | 'ReadControllerLog' | 'NeitherErrorNorWork', Nothing>

/** What is said of a controller that is there: its errors, its work and its silence. */
export interface CleanupMessages extends Plain {
  /** `more`: finalizers of the same controller on the same objects. */
  readonly ControllerCannotWrite: { readonly finalizer: string; readonly more: number }
  readonly CleanupFails: { readonly finalizer: string; readonly more: number; readonly before: boolean }
  readonly CleanupErrorReported: {
    readonly finalizer: string
    readonly more: number
    readonly before: boolean
    readonly passed: boolean
  }
  readonly CleanupFailsAsLogged: { readonly finalizer: string; readonly more: number }
  readonly RemovalLost: CleanupMessages['CleanupErrorLogged'] & { readonly isTried: boolean }
  /** Whether the controller tries again: it does, may not, says that it does not, passes it over, or lost a write. */
  readonly FixError: { readonly next: 'again' | 'perhaps' | 'never' | 'skips' | 'lost' | 'loses' | 'panics' | 'ended' }
  readonly CleanupErrorLogged: { readonly finalizer: string; readonly more: number; readonly isPerhaps: boolean }
  readonly PanicLogged: { readonly finalizer: string; readonly more: number }
  readonly RemoveIfItPanicsAt: { readonly next: Sentence }
  readonly CreationRefusedForEver: { readonly finalizer: string; readonly namespace: string }
  readonly ReadySinceReports: { readonly workload: string; readonly ago: string }
  /** What a status says since before the deletion, or said; `outdated`: by what else it is. */
  readonly SaidBefore: {
    readonly fact: string
    readonly isBefore: boolean
    readonly outdated: 'generation' | 'success' | undefined
  }
  readonly WroteIt: { readonly manager: string; readonly at: string }
  readonly SinceThen: { readonly fact: Sentence }
  readonly ExistsSinceError: Texts<'kind' | 'name' | 'at'> & { readonly namespace?: string | undefined }
  readonly DryRunOfRemovalAccepted: { readonly finalizer: string }
  readonly SeeWhatRemains: { readonly namespace: string }
  readonly AddsFinalizer: Texts<'finalizer'> & { readonly finalizers: string | undefined; readonly isOld: boolean }
  readonly UpdateController: { readonly isOld: boolean }
  readonly CleanUpFirst: { readonly next: Sentence }
  readonly RemoveFailingAlone: { readonly finalizer: string; readonly count: number; readonly next: Sentence }

  readonly WorksOn: { readonly workload: string; readonly finalizer: string }
  readonly WaitsForReported: Texts<'workload' | 'finalizer'> & { readonly told: string | undefined }
  /** `isPerhaps`: by a line that tells no namespace. */
  readonly WaitsAsLogged: Texts<'workload' | 'finalizer' | 'text'> & { readonly isPerhaps: boolean }
  readonly WorkNotKnownYet: { readonly workload: string; readonly finalizer: string }
  readonly RemovalNotTried: { readonly workload: string; readonly finalizer: string }
  readonly SilentForUnknownReason: Texts<'workload' | 'finalizer'> & { readonly line?: string | undefined }
  readonly MayBeUnable: { readonly workload: string; readonly finalizer: string; readonly why: Sentence }
  readonly RemovesFinalizer: { readonly workload: string; readonly finalizer: string }
  readonly WaitsWithoutWork: { readonly ago: string }
  readonly NoSignOfWork: {
    /** What is known of errors; absent: it says nothing of them. */
    readonly errors?: { readonly eventsUnread?: string | undefined } | undefined
    readonly isEarly: boolean
    readonly ago: string
  }
  readonly NoWorkSince: {
    readonly errors: { readonly eventsUnread?: string | undefined }
    readonly ago: string | undefined
  }
  readonly ReadyOnlySince: { readonly ago: string }
  readonly OnlyNamed: { readonly workload: string }
  readonly AllowedByNamespace: Texts<'workload' | 'binding'> & { readonly namespace: string | undefined }
  readonly ExplainAgain: { readonly after: 'half a minute' | 'some minutes' }

  readonly KeepsUntilOwnerDeleted: { readonly workload: string; readonly finalizer: string; readonly owner: string }
  readonly OwnerOfSameController: Texts<'owner' | 'finalizer'> & { readonly by: 'finalizer' | 'writer' }
  /** `workload`: who creates the object again, where it can. */
  readonly KeepOwner: { readonly owner: string; readonly next: Sentence; readonly workload?: string | undefined }
  readonly DeleteOwner: { readonly owner: string }
  readonly CreatedNotRead: { readonly object: string }
  readonly ListedIsNotDeleted: Texts<'kind' | 'name'> & Perhaps<'namespace'> & { readonly text: string | undefined }
}
