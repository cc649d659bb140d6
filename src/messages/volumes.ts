import type { Nothing } from './nested.ts'

/** Those that name nothing. */
type Plain = Record<'VolumeNotDeleted' | 'SeeWhoUsesClaim' | 'DeleteAttachment' | 'FixDetachError', Nothing> &
  Record<'RemoveIfDetached' | 'DeleteCompletedPod' | 'MakeSureDataNotNeeded' | 'DeleteUnmanagedPod', Nothing>

/** What is said about volumes, claims and what they are attached to. */
export interface VolumeMessages extends ConsumerMessages, Plain {
  readonly ClaimNotDeleted: { readonly claim: string }
  readonly VolumeKeptByClaim: {
    readonly volume: string
    readonly claim: string
    readonly namespace: string | undefined
  }
  readonly VolumeIsBound: { readonly volume: string; readonly claim: string }
  readonly DeleteClaim: { readonly withData: boolean }
  readonly BindingNotRead: { readonly volume: string }
  readonly ClaimOfVolumeNotRead: { readonly claim: string; readonly namespace: string; readonly volume: string }
  readonly UsersOfClaimNotRead: { readonly claim: string; readonly namespace: string | undefined }
  readonly AttachmentNotRead: { readonly volume: string }
  readonly AttachmentNotDeleted: { readonly attachment: string; readonly volume: string }
  readonly AttachesForNoPod: { readonly volume: string; readonly node: string; readonly isAttached: boolean }
  readonly MakeSureNotMounted: { readonly node: string }
  readonly VolumeNotUnmounted: { readonly node: string; readonly handle: string }
  readonly DetachFails: { readonly volume: string; readonly node: string; readonly driver: string }
  readonly AttachedStatus: { readonly attached?: boolean | undefined }
  readonly StaysAtProvider: { readonly volume: string }
  readonly MayStayAttached: { readonly volume: string; readonly node: string }
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
  readonly DeleteJobToo: { readonly job: string }
  readonly ScaleDownToOrdinal: { readonly workload: string; readonly ordinal: string; readonly pod: string }
  readonly StopAllPods: { readonly workload: string }
  readonly DeleteWithPods: { readonly workload: string }
  readonly RemoveClaimFrom: { readonly workload: string }
}
