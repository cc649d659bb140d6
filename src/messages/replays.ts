import type { Names, Nothing, Sentence } from './nested.ts'

/** Those that name nothing. */
type Plain = Record<'WaitOrStopFirst' | 'WaitOrInterfere' | 'ReadOrStopOperator' | 'CreatedDuringGroups', Nothing> &
  Record<'GroupsGoneUnread' | 'GroupsNotGone' | 'ReadOrSpecifyGroups' | 'SyncerNotSuspended', Nothing> &
  Record<'NameItAsWell' | 'AnotherHinders', Nothing>

/** What a deletion in order, of groups or in waves, refuses, leaves and asks for. */
export interface ReplayMessages extends Plain {
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
