import type { Nothing, Perhaps, Sentence, Texts } from './nested.ts'

/** Those that name nothing. */
type Plain = Record<'OnlyOwnValue' | 'NeitherReportedNorWritten' | 'DeletedOnlyRecently', Nothing> &
  Record<'GoneBeforeCompared' | 'LeaseUpdateForbidden' | 'LogTellsWhyNotLeading' | 'SeeLock', Nothing> &
  Record<'TextsOfAdvice' | 'DeletionsOfAdvice' | 'WarnedDeletion', Nothing>

/** What is said of a controller that was started for other objects, removes another finalizer, or does not lead. */
export interface ScopeMessages extends OwnWatchMessages, Plain {
  readonly NotSelected: { readonly workload: string; readonly isCertain: boolean; readonly lacks: Sentence }
  readonly ConfigureToSelect: { readonly workload: string; readonly lacks: Sentence }
  readonly ClassLacking: { readonly name: string }
  readonly NamespaceLacking: { readonly namespace: string }
  readonly LabelLacking: { readonly label: string; readonly value: string }
  readonly LabelsLacking: { readonly setting: string }
  readonly RunsForOtherClass: Texts<'workload' | 'path' | 'name'> & { readonly settings: readonly string[] }
  readonly ClassIsOf: { readonly name: string; readonly controller: string }
  readonly SetClassBack: { readonly path: string; readonly name: string }
  readonly RunsForOtherInstance: Texts<'workload' | 'label'> & Perhaps<'setting' | 'value'>
  readonly LabelsNotMet: { readonly workload: string; readonly setting: string }
  readonly NamespaceNotNamed: { readonly workload: string; readonly setting: string; readonly namespace: string }

  readonly DoesNotHandle: { readonly workload: string; readonly finalizer: string; readonly next: string }
  readonly PerhapsDoesNotHandle: { readonly workload: string; readonly finalizer: string; readonly next: string }
  readonly ErrorForOtherFinalizer: { readonly workload: string; readonly finalizer: string; readonly next: string }
  readonly CarriedByNewer: Texts<'resource' | 'next' | 'finalizer' | 'example'> & { readonly count: number }
  readonly CarriesBoth: { readonly object: string }
  readonly RunVersionThatHandles: { readonly finalizer: string }
  readonly FindWhetherHandled: { readonly finalizer: string }

  readonly OlderCarriesNext: { readonly next: string }
  readonly DifferInMoreThanSpelling: { readonly finalizer: string; readonly next: string }
  readonly FewNewerCarryIt: { readonly count: number }
  readonly MayBeAddedLater: { readonly finalizer: string }
  readonly NotReadToCompare: { readonly resource: string }
  readonly DifferInField: { readonly path: string }

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
