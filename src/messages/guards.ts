import type { Names, Nothing, Sentence } from './nested.ts'

/** Those that name nothing. */
type Plain = Record<'NameTakersToo' | 'LeaveItOut' | 'WaitUntilControllerFinishes' | 'WaitUntilFinished', Nothing> &
  Record<'EndHolder' | 'FindRemover' | 'OwnerNotShown' | 'RunAsReader' | 'KeepItsContent' | 'SeeHolder', Nothing> &
  Record<'SeeWhatItWaitsFor' | 'SeeAllOfThem' | 'MakeReadable' | 'EmptyAndUnhindered' | 'RunInAMinute', Nothing> &
  Record<'RemoveUncontrolled' | 'RepairThat' | 'NotTerminatingNow' | 'DeleteFirst', Nothing> &
  Record<'KeepsContentFromStranding' | 'EndNamespace' | 'DeclareNoneOnDryRun' | 'FixRejecter', Nothing> &
  Record<'RemovalReverted' | 'StopAdder' | 'CleanUpAfterwards', Nothing>

/** Why a guard refuses a change, and what would change its answer. */
export interface GuardMessages extends Plain {
  readonly OfOthers: { readonly others: readonly Other[]; readonly more: number }
  readonly ControllerWaitsFor: { readonly kind: string; readonly name: string }
  readonly RemoverNotKnown: { readonly finalizer: string }
  readonly LiveInIt: { readonly count: number; readonly objects: Names }
  readonly StrandsContent: { readonly objects: Names }
  readonly DestroysData: {
    readonly name: string
    readonly what: 'VolumeData' | 'LoadBalancer' | 'Outside'
    readonly cleans?: string
    readonly more: number
  }
  readonly MayHoldUnread: { readonly types: Names }
  readonly LeftInIt: { readonly count: number; readonly objects: Names }
  readonly NotYetDeleted: { readonly count: number }
  readonly OwnFinalizersStay: { readonly finalizers: readonly string[] }
  readonly Protects: { readonly what: Protected }
  readonly InUse: { readonly loss?: string }
  readonly NotCountedByJob: { readonly job: string }
  readonly JobNotRead: { readonly job: string }
  readonly PatchRejected: { readonly by: Rejecter; readonly isForbidden: boolean; readonly said: Sentence }
  readonly RunAsAllowed: { readonly verb: string; readonly resource: string }
  readonly ReleasedOnlyAfter: { readonly finalizer: string; readonly after: string }
  readonly ServerRefusesDeletion: { readonly names: readonly string[] }
  readonly ResourceUnread: { readonly resource: string; readonly why: Sentence }
  readonly OverrideGuards: { readonly guards: readonly string[] }
}

interface Other {
  readonly name: string
  /** What it belongs to; absent: it is an install of the operator itself. */
  readonly to?: string
  /** What it goes with, or is needed by; absent: it was named itself. */
  readonly of?: string
}

type Protected = 'VolumeOfPod' | 'VolumeOfClaim' | 'CustomResources' | 'KeptDependents' | 'FirstDependents'

/** Who rejects a patch. */
export type Rejecter =
  | { readonly by: 'silent webhook' | 'webhook'; readonly webhook: string }
  | { readonly by: 'policy'; readonly kind: string; readonly policy: string; readonly binding?: string | undefined }
  | { readonly by: 'mutation' | 'validation' | 'conversion' | 'storage' | 'probe' | 'something else' }
