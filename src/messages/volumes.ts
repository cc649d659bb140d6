/** What is said about volumes, claims and what they are attached to. */
export interface VolumeMessages extends ConsumerMessages {
  readonly ClaimNotDeleted: { readonly claim: string }
  readonly VolumeNotDeleted: Record<never, never>
  readonly VolumeKeptByClaim: {
    readonly volume: string
    readonly claim: string
    readonly namespace: string | undefined
  }
  readonly VolumeIsBound: { readonly volume: string; readonly claim: string }
  readonly SeeWhoUsesClaim: Record<never, never>
  readonly DeleteClaim: { readonly withData: boolean }
  readonly BindingNotRead: { readonly volume: string }
  readonly ClaimOfVolumeNotRead: { readonly claim: string; readonly namespace: string; readonly volume: string }
  readonly UsersOfClaimNotRead: { readonly claim: string; readonly namespace: string | undefined }
  readonly AttachmentNotRead: { readonly volume: string }
  readonly AttachmentNotDeleted: { readonly attachment: string; readonly volume: string }
  readonly AttachesForNoPod: { readonly volume: string; readonly node: string; readonly isAttached: boolean }
  readonly MakeSureNotMounted: { readonly node: string }
  readonly DeleteAttachment: Record<never, never>
  readonly VolumeNotUnmounted: { readonly node: string; readonly handle: string }
  /** `lost`: the PersistentVolume, where it is gone. */
  readonly DetachFails: {
    readonly volume: string
    readonly node: string
    readonly driver: string
    readonly lost: string | undefined
  }
  readonly CreateVolumeAgain: { readonly volume: string }
  readonly AttachedStatus: { readonly attached?: boolean | undefined }
  readonly StaysAtProvider: { readonly volume: string }
  readonly MayStayAttached: { readonly volume: string; readonly node: string }
  readonly FixDetachError: Record<never, never>
  readonly RemoveIfDetached: Record<never, never>
}

interface ConsumerMessages {
  readonly ClaimUsedByPod: {
    readonly pod: string
    readonly namespace: string | undefined
    readonly claim: string
    readonly isCompleted: boolean
  }
  readonly PodOnNodeUsesClaim: { readonly pod: string; readonly node: string; readonly claim: string }
  readonly PodPhase: { readonly phase: string; readonly isCompleted: boolean }
  readonly DeleteCompletedPod: Record<never, never>
  readonly DeleteJobToo: { readonly job: string }
  readonly MakeSureDataNotNeeded: Record<never, never>
  readonly DeleteUnmanagedPod: Record<never, never>
  readonly ScaleDownToOrdinal: { readonly workload: string; readonly ordinal: string; readonly pod: string }
  readonly StopAllPods: { readonly workload: string }
  readonly DeleteWithPods: { readonly workload: string }
  readonly RemoveClaimFrom: { readonly workload: string }
}
