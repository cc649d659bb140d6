/** What is said about Pods that end, and about their nodes. */
export interface PodMessages extends NodeMessages {
  readonly PodDeletedMeanwhile: PodArgs
  readonly PodNotFound: { readonly name: string; readonly uid: string }
  readonly NothingToDo: { readonly until?: string | undefined; readonly isShort?: boolean }
  readonly PodInGrace: PodArgs & {
    readonly graceSeconds: number
    readonly secondsLeft: number
    readonly lostNode?: string | undefined
  }
  readonly TimeOfDeletion: { readonly deletionTimestamp: string | undefined; readonly now: string }
  readonly PodAboutToBeCollected: PodArgs & {
    readonly node?: { readonly name: string; readonly isGone: boolean } | undefined
  }
  readonly DeletionNotRecorded: Record<never, never>
  readonly EndOfPodNotRead: PodArgs & { readonly overdue: string; readonly node?: string | undefined }
  readonly EndOfPodNotConfirmed: PodArgs & {
    readonly overdue: string
    readonly node?: string | undefined
    readonly fails?: NodeFailure | undefined
  }
  readonly LookOnNode: NodeFailure & { readonly node: string }
  readonly InspectAsReader: { readonly what: 'Pod' | 'node' }
  readonly CheckContainers: Record<never, never>
  readonly ShortenGrace: Record<never, never>
  readonly GraceEnded: { readonly pod: string; readonly at: string | undefined }
  readonly NoContainerReported: Record<never, never>
  readonly AllContainersEnded: Record<never, never>
  readonly ContainersNotEnded: { readonly containers: readonly string[] }
  readonly CollectionTried: { readonly pod: string; readonly at: string }
}

/** What keeps a kubelet from ending a Pod. */
export interface NodeFailure {
  /** That of its Event; undefined: the log of the CSI driver says it. */
  readonly reason?: string
  readonly of: 'container' | 'volume' | 'network'
  readonly plugin?: string | undefined
}

interface NodeMessages {
  readonly NodeNotFound: { readonly node: string; readonly removedAt?: string | undefined }
  readonly NodeNotReady: {
    readonly node: string
    readonly status: string
    readonly since?: string | undefined
    readonly why: string
  }
  readonly NodeNotReportedLost: { readonly node: string }
  readonly NodeOutOfService: { readonly node: string }
  readonly PreStopHook: { readonly container: string; readonly command?: string | undefined }
  readonly NodeGone: { readonly node: string }
  readonly NodeLost: { readonly node: string; readonly effect: 'podsRun' | 'volumesAttached' }
  readonly FindWhyNodeNotReady: Record<never, never>
  readonly CheckNode: { readonly node: string }
  readonly RepairNode: { readonly node: string }
  readonly TaintNode: AtStake
  readonly DeleteNode: AtStake
  readonly LeftOnMachine: { readonly node: string; readonly providerId: string | undefined }
  readonly SeeIfManagerCollects: Record<never, never>
  readonly SeeIfDeletionRefused: Record<never, never>
}

interface PodArgs {
  readonly name: string
  readonly namespace: string | undefined
}

interface AtStake {
  readonly statefulSets: readonly string[]
  readonly claims: readonly string[]
}
