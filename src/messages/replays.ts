import type { Names, Nothing, Sentence } from './nested.ts'

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
  Record<'NameItAsWell' | 'AnotherHinders', Nothing>

/** What a deletion in order, of groups or in waves, refuses, leaves and asks for. */
export interface ReplayMessages extends Plain {
  /** `before`: what needs it; `awaited`: volumes of that are waited for. */
  readonly WhyInWave: {
    readonly reason: WaveReason
    readonly before: readonly string[]
    readonly awaited: boolean
    readonly written: readonly string[]
    readonly unfollowed: readonly string[]
  }
  readonly DeleteInWaves: Readonly<Record<'objects' | 'waves' | 'syncers', number>>
  readonly DeadlockOfWaves: { readonly wave: number; readonly later: readonly Later[] }
  readonly DeleteLaterFirst: { readonly name: string }
  readonly OperatorHoldsLease: { readonly lease: string }
  readonly OperatorUnread: { readonly why: Sentence }
  readonly CreatedMeanwhileUnread: { readonly why: Sentence }
  /** `group`: the one that did not finish; absent where the run was interrupted. */
  readonly UnchangedAfterGroups: { readonly group?: number }
  readonly OwnedUnread: { readonly types: Names; readonly why: string }
  /** `syncer`: absent where it is any Application of Argo CD. */
  readonly SyncerUnread: { readonly syncer?: string; readonly why: string }
  readonly SuspensionUndone: { readonly syncer: string; readonly by: string }
  readonly SuspendAtItsSource: { readonly by: string }
  readonly OnlyDeletedWhenNamed: { readonly name: string }
  readonly StillSuspended: { readonly syncer: string; readonly resume: Sentence }
  readonly SuspendedByEarlierRun: { readonly syncer: string; readonly resume: Sentence }
  readonly StaysSuspended: { readonly syncer: string; readonly resume: Sentence }
}
