/** What is said about CSI drivers, and about what runs them on nodes. */
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
  readonly ClaimOfDriver: {
    readonly claim: string
    readonly pod: string
    readonly volume: string
    readonly driver: string
  }
  readonly InstallDriver: { readonly driver: string; readonly node: string }
  readonly SeeDriversOfNode: Record<never, never>
  readonly MakeRunOnNode: OnNode & { readonly pod?: string | undefined }
  readonly TolerateTaints: OnNode
  readonly GiveNodeLabels: OnNode
}

interface OnNode {
  readonly daemonSet: string
  readonly node: string
}
