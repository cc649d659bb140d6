import type { Nothing, Perhaps, Texts } from './nested.ts'

/** Those that name nothing. */
type Plain = Record<'DeletionNotRecorded' | 'CheckContainers' | 'ShortenGrace', Nothing> &
  Record<'AllContainersEnded' | 'FindWhyNodeNotReady' | 'SeeIfManagerCollects' | 'SeeIfDeletionRefused', Nothing>

/** What is said about Pods that end, and about their nodes. */
export interface PodMessages extends NodeMessages, Plain {
  readonly PodDeletedMeanwhile: PodArgs
  readonly PodNotFound: { readonly name: string; readonly uid: string }
  readonly NothingToDo: { readonly until?: string | undefined; readonly isShort?: boolean }
  readonly PodInGrace: PodArgs & Perhaps<'lostNode'> & { readonly graceSeconds: number; readonly secondsLeft: number }
  readonly TimeOfDeletion: { readonly deletionTimestamp: string | undefined; readonly now: string }
  readonly PodAboutToBeCollected: PodArgs & {
    readonly node?: { readonly name: string; readonly isGone: boolean } | undefined
  }
  readonly EndOfPodNotRead: PodArgs & { readonly overdue: string; readonly node?: string | undefined }
  readonly EndOfPodNotConfirmed: PodArgs & {
    readonly overdue: string
    readonly node?: string | undefined
    readonly fails?: NodeFailure | undefined
    readonly running: readonly ContainerName[]
    readonly isKnown: boolean
    readonly reporter?: string | undefined
  }
  readonly LookOnNode: NodeFailure & { readonly node: string }
  readonly InspectAsReader: { readonly what: 'Pod' | 'node' }
  readonly GraceEnded: { readonly pod: string; readonly at: string | undefined }
  readonly NoContainerReported: { readonly isKnown: boolean }
  readonly ContainersNotStarted: { readonly containers: readonly ContainerName[] }
  readonly ContainersNotEnded: { readonly containers: readonly ContainerName[] }
  readonly CollectionTried: { readonly pod: string; readonly at: string }
}

type ContainerName = Texts<'name'> & { readonly isInit: boolean }

/** What keeps a kubelet from ending a Pod. */
export interface NodeFailure {
  /** That of its Event; undefined: the log of the CSI driver says it. */
  readonly reason?: string
  readonly of: 'container' | 'volume' | 'network'
  readonly plugin?: string | undefined
  /** Whose log says it, where only its name tells that it may be of that driver. */
  readonly by?: string
  /** A Service that is gone, of which its volume is. */
  readonly server?: string
}

interface NodeMessages {
  readonly NodeNotFound: { readonly node: string; readonly removedAt?: string | undefined }
  readonly NodeNotReady: Texts<'node' | 'status' | 'why'> & { readonly since?: string | undefined }
  readonly NodeNotReportedLost: { readonly node: string }
  readonly NodeOutOfService: { readonly node: string }
  readonly PreStopHook: { readonly container: string; readonly command?: string | undefined }
  readonly NodeGone: { readonly node: string }
  readonly NodeLost: { readonly node: string; readonly effect: 'podsRun' | 'volumesAttached' }
  readonly CheckNode: { readonly node: string; readonly isKnown: boolean; readonly reporter?: string | undefined }
  readonly RepairNode: { readonly node: string }
  readonly TaintNode: AtStake
  readonly DeleteNode: AtStake
  readonly LeftOnMachine: { readonly node: string; readonly providerId: string | undefined }
}

interface PodArgs {
  readonly name: string
  readonly namespace: string | undefined
}

interface AtStake {
  readonly statefulSets: readonly string[]
  readonly claims: readonly string[]
}
