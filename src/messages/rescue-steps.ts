import type { Nothing, Sentence, Texts } from './nested.ts'

/** Those that name nothing. */
type Plain = Record<'NoReplicas' | 'IsSuspended' | 'NoLongerSuspended' | 'PodsNotEnded' | 'ChangeNotSeen', Nothing> &
  Record<'GoneAndCreatedByOther' | 'OldStillExists' | 'NotEstablished' | 'InstancesUnreadable' | 'NotBound', Nothing> &
  Record<'StatusAsBefore' | 'OwnerCanGo' | 'RevertedByAdmission' | 'AlreadyRemoved' | 'GoesWithNextStep', Nothing> &
  Record<'TakenByOther' | 'HeldUntilFixed' | 'UntestedUnmade' | 'UnchangedWithoutRight', Nothing> &
  Record<'UnchangedFixRejecter' | 'NoDryRunInside' | 'EveryNamespaceHas' | 'TokenOfOldAccount', Nothing> &
  Record<'EndsWithPod' | 'RegisteredByKubelet' | 'LeaseOfHolder' | 'EventIsReport' | 'ControllerWritesIt', Nothing> &
  Record<'AttachedWhileNeeded' | 'JobWouldRunAgain' | 'RequestedByUser' | 'DevicesInStatus', Nothing> &
  Record<'DriverPublishesIt' | 'KubeletWritesIt' | 'ProvisionerWritesIt' | 'SnapshotWouldBeNew', Nothing> &
  Record<'NoContentOfApiService', Nothing>

/** What is said of the steps of a rescue, and of what it cannot save. */
export interface RescueStepMessages extends Plain {
  readonly ScaledTo: { readonly replicas: number }
  readonly AsBefore: { readonly said: Sentence }
  readonly NotYet: { readonly what: Sentence; readonly seconds: number; readonly found?: Sentence }
  readonly InterruptedWaiting: { readonly what: Sentence }
  readonly StartedAgain: { readonly isResumed: boolean; readonly controller: string; readonly namespace: string }
  readonly ExistsAlready: { readonly uid?: string }
  readonly ExistsNow: { readonly uid: string }
  readonly OtherCreated: { readonly uid: string; readonly wasSent: boolean }
  readonly VolumeNotBound: { readonly volume: string }
  readonly ClaimNotBound: { readonly claim: string }
  readonly DeletedAgain: { readonly name: string }
  readonly DataGone: { readonly volume: string }
  readonly VolumeBeingDeleted: { readonly volume: string }
  readonly BelongsAgain: { readonly owners: readonly string[] }
  readonly OtherWroteField: { readonly field: string }
  readonly FieldHasNewUid: { readonly field: string }
  readonly OtherUidExists: { readonly uid: string }
  readonly GoneThoughTaken: { readonly finalizers: readonly string[] }
  readonly FieldsWritten: { readonly fields: readonly string[] }
  readonly SaveAsItIs: { readonly after: Sentence }
  readonly NewController: { readonly who: string }
  readonly OwnerNamedSince: { readonly by: readonly string[] }
  readonly RequestRejected: { readonly request: Request; readonly said: Sentence }
  readonly ItAnswered: { readonly code: number }
  readonly AdmissionPutsBack: { readonly finalizers: readonly string[] }
  readonly ClaimOfVolumeGone: Texts<'claim' | 'policy' | 'kept'> & { readonly isDeleted: boolean }
  readonly HasReclaimPolicy: { readonly policy: string }
  /** `claim`: absent where it is bound to none. */
  readonly BoundByOther: { readonly claim?: string }
  readonly WaitsForClaim: { readonly claim: string | undefined; readonly namespace: string | undefined }
  readonly CreatedByOwner: { readonly owner: string }
  readonly MissingOwner: { readonly name: string; readonly of: string }
  readonly MissingNamed: { readonly name: string; readonly by: string }
  readonly MissingClaim: { readonly name: string; readonly volume: string }
  readonly ControlledBy: { readonly owner: string }
}

/** What a dry run asked for. */
export type Request =
  | 'stop'
  | 'retain'
  | 'release'
  | 'remove'
  | 'removeAlone'
  | 'create'
  | 'status'
  | { readonly uidIn: string }
