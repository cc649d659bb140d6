import type { Nothing, Texts } from './nested.ts'

/** Those that name nothing. */
type Plain = Record<'VolumeNotDeleted' | 'SeeWhoUsesClaim' | 'DeleteAttachment' | 'FixDetachError', Nothing> &
  Record<'RemoveIfDetached' | 'DeleteCompletedPod' | 'MakeSureDataNotNeeded' | 'DeleteUnmanagedPod', Nothing> &
  Record<'SeeDriversOfNode', Nothing>

/** What is said about volumes, claims and what they are attached to. */
export interface VolumeMessages extends ConsumerMessages, DriverMessages, Plain {
  readonly ClaimNotDeleted: { readonly claim: string }
  readonly VolumeKeptByClaim: Texts<'volume' | 'claim'> & { readonly namespace: string | undefined }
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
  /** `lost`: the PersistentVolume, where it is gone. */
  readonly DetachFails: Texts<'volume' | 'node' | 'driver'> & { readonly lost: string | undefined }
  readonly CreateVolumeAgain: { readonly volume: string }
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

/** About CSI drivers, and what runs them on nodes. */
export interface DriverMessages {
  readonly NoDriverOfThatName: { readonly driver: string }
  readonly NoNodeHasDriverOfThatName: { readonly nodes: number }
  readonly DriverNotRunning: { readonly driver: string; readonly node: string; readonly isCertain: boolean }
  readonly OtherNodesHaveDriver: { readonly nodes: number; readonly driver: string }
  readonly NoCsiDriver: { readonly driver: string }
  readonly NoNodeHasDriver: { readonly driver: string }
  readonly CsiNodeLists: { readonly node: string; readonly driver: string; readonly isRegistered: boolean }
  readonly NoCsiNodeYet: { readonly node: string }
  readonly PluginPod: OnNode & {
    readonly pod: string
    readonly isReady: boolean
    readonly waiting: readonly { readonly container: string; readonly reason: string }[]
  }
  readonly DaemonSetWithoutPod: OnNode
  readonly DaemonSetBeingDeleted: { readonly daemonSet: string }
  readonly NodeLacksLabels: { readonly node: string; readonly labels: readonly string[] }
  readonly TaintsNotTolerated: OnNode & { readonly taints: readonly string[] }
  readonly VolumeOfDriver: { readonly volume: string; readonly pod: string; readonly driver: string }
  readonly ClaimOfDriver: Texts<'claim' | 'pod' | 'volume' | 'driver'>
  readonly InstallDriver: { readonly driver: string; readonly node: string }
  readonly MakeRunOnNode: OnNode & { readonly pod?: string | undefined }
  readonly TolerateTaints: OnNode
  readonly GiveNodeLabels: OnNode
}

interface OnNode {
  readonly daemonSet: string
  readonly node: string
}
