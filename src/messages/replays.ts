import type { Nothing, Sentence } from './nested.ts'

/** Why a wave of a deletion comes before others. */
export type WaveReason =
  | 'NeedsController'
  | 'NeedsWebhook'
  | 'NeedsOther'
  | 'UsesClaim'
  | 'MakesAgain'
  | 'Rest'
  | 'Definitions'
  | 'Namespaces'
  | 'Lists'

/** An object, when it is to be deleted, and what takes it along where that is not itself. */
interface Later {
  readonly name: string
  readonly wave: number
  readonly with: string | undefined
}

/** Those that name nothing. */
type Plain = Record<'WaitOrStopFirst' | 'WaitOrInterfere' | 'ReadOrStopOperator' | 'CreatedDuringGroups', Nothing> &
  Record<'GroupsGoneUnread' | 'GroupsNotGone' | 'ReadOrSpecifyGroups' | 'SyncerNotSuspended', Nothing> &
  Record<'NameItAsWell' | 'AnotherHinders' | 'ForceRemovesRemaining' | 'ResourceGone' | 'DeployItemsUnread', Nothing> &
  Record<'OnlyKatalogNames' | 'NoKatalogOfKind' | 'SeveralKatalogs' | 'KatalogByAnyone', Nothing> &
  Record<'OrkestraWithoutKatalog' | 'UpdatesOnlyOfLandscaper', Nothing>

/** What a deletion in order, of groups or in waves, refuses, leaves and asks for. */
export interface ReplayMessages extends Plain {
  /** `before`: what needs it; `awaited`: volumes of that are waited for. */
  readonly WhyInWave: {
    readonly reason: WaveReason
    readonly before: readonly string[]
    readonly awaited: boolean
    readonly written: readonly Sentence[]
    readonly unfollowed: readonly Sentence[]
  }
  readonly DeleteInWaves: Readonly<Record<'objects' | 'waves' | 'syncers', number>>
  readonly DeadlockOfWaves: { readonly wave: number; readonly later: readonly Later[] }
  readonly DeleteLaterFirst: { readonly name: string }
  readonly OperatorHoldsLease: { readonly lease: string }
  readonly OperatorUnread: { readonly why: Sentence }
  readonly CreatedMeanwhileUnread: { readonly why: Sentence }
  /** `group`: the one that did not finish; absent where the run was interrupted. */
  readonly UnchangedAfterGroups: { readonly group?: number }
  readonly OwnedUnread: {
    readonly types: { readonly named: readonly Sentence[]; readonly more: number }
    readonly why: Sentence
  }
  /** `syncer`: absent where it is any Application of Argo CD. */
  readonly SyncerUnread: { readonly syncer?: string; readonly why: string }
  readonly SuspensionUndone: { readonly syncer: string; readonly by: string }
  readonly SuspendAtItsSource: { readonly by: string }
  readonly OnlyDeletedWhenNamed: { readonly name: string }
  readonly StillSuspended: { readonly syncer: string; readonly resume: Sentence }
  readonly SuspendedByEarlierRun: { readonly syncer: string; readonly resume: Sentence }
  readonly StaysSuspended: { readonly syncer: string; readonly resume: Sentence }
  readonly ReasonNotKnown: { readonly why: Sentence }
  readonly FinalizersNotForced: { readonly why: Sentence }

  readonly DeletedDuringScan: { readonly name: string }
  readonly KindNotKnown: { readonly kind: string; readonly apiVersion: string }
  /** `singular`: of the kind whose plural was written. */
  readonly NoSuchKind: { readonly kind: string; readonly apiVersion: string; readonly singular: string | undefined }
  readonly NamespacesSelectNothing: { readonly kind: string }
  readonly NamespaceNotGiven: { readonly what: string }
  readonly SelectorNotAccepted: { readonly labelSelector: string; readonly why: string }
  readonly TakesInOwn: { readonly kind: string; readonly name: string }
  readonly OwnedAsWell: { readonly owner: string; readonly isUnread: boolean }
  readonly KatalogsUnread: { readonly why: string }
  readonly DeployItemDepends: { readonly name: string }
  readonly TargetUnused: { readonly target: string; readonly used: readonly string[] }
  readonly InClusterOfTarget: { readonly target: string }
  readonly TargetMissing: { readonly target: string; readonly namespace: string }
  readonly TargetOfOtherType: { readonly target: string; readonly type: string | undefined }
  readonly TargetWithoutKubeconfig: { readonly target: string }
  readonly TargetSecretMissing: { readonly secret: string; readonly target: string; readonly namespace: string }
  readonly TargetSecretLacksKey: { readonly secret: string; readonly target: string; readonly key: string }
  readonly TargetSecretUnusable: { readonly secret: string; readonly target: string }
  readonly DeleteInGroups: {
    readonly objects: number
    readonly groups: number
    /** How many of them are in the clusters of Targets. */
    readonly elsewhere: readonly { readonly count: number; readonly target: string; readonly place?: string }[]
  }
  readonly OrderStopped: {
    readonly group: number
    readonly reason: string
    readonly left: readonly { readonly name: string; readonly why: Sentence }[]
  }
  readonly StoppedInGroup: { readonly group: number; readonly reason: string }
  readonly NoEventRecorded: { readonly why: Sentence }
}
