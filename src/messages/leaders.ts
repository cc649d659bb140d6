import type { Nothing, Sentence } from './nested.ts'

/** Those that name nothing. */
type Plain = Record<'LeaseUpdateForbidden' | 'LogTellsWhyNotLeading' | 'SeeLock', Nothing> &
  Record<'TextsOfAdvice' | 'DeletionsOfAdvice' | 'WarnedDeletion', Nothing>

/** What is said of a controller that runs and does not lead. */
export interface LeaderMessages extends Plain, OwnWatchMessages {
  readonly NotLeading: { readonly workload: string; readonly why: Sentence }
  readonly OwnerOfLockMissing: { readonly lock: string }
  readonly OwnerOfLockCannotLead: { readonly lock: string; readonly pod: string }
  readonly LockNotTaken: { readonly lock: string }
  readonly LockOwnedByPod: { readonly lock: string; readonly pod: string }
  readonly PodMissing: { readonly pod: string }
  readonly PodEnded: { readonly pod: string; readonly phase: string }
  readonly PodBeingDeleted: { readonly pod: string }
  readonly LockLapsed: {
    readonly lock: string
    /** Empty: it has none. */
    readonly holder: string
    readonly ago: string
    readonly durationSeconds: number
  }
  readonly MayNotUpdateLeases: { readonly user: string; readonly namespace: string }
  readonly DeleteLockOfMissingPod: { readonly configMap: string }
  readonly DeleteEndedPod: { readonly pod: string }
  readonly SeeWhatKeepsPod: { readonly pod: string }
}

/** What a watch of ours says of the Lease by which it leads, and in what it writes while it does. */
interface OwnWatchMessages {
  readonly LeaseHeldByThis: { readonly lease: string }
  /** `isForeign`: not by a watch. */
  readonly LeaseHeldByOther: { readonly lease: string; readonly holder: string; readonly isForeign: boolean }
  readonly LeaseCannotBeHeld: { readonly lease: string; readonly why: Sentence }
  /** `isDefault`: in namespace default, and not in those of the objects. */
  readonly EventsNotWritten: { readonly isDefault: boolean; readonly why: Sentence }
  readonly EventsOfFirst: { readonly first: number; readonly of: number }
}
