import type { Names, Nothing, Sentence } from './nested.ts'

/** What a Namespace goes by without force: its controller, or the removal of its last finalizer. */
export type NamespaceEnder = 'controller' | 'finalizer'

/** Those that name nothing. */
type Plain = Record<'NamespaceNotCreated' | 'Interrupted' | 'ContentUnread' | 'DeletedWithNamespace', Nothing> &
  Record<'NamespaceDeletionUnproven' | 'NamespaceStillExists' | 'NamespaceDeletedByOther', Nothing> &
  Record<'DeleteIfUnneeded' | 'GuardsRefuse' | 'NoDryRunOfContent' | 'BeforeFinalized', Nothing> &
  Record<'OwnFinalizersFirst' | 'StartManagerAgain' | 'ToRemoveThat' | 'FixNamespaceError', Nothing>

/** What is said of namespaces that end, or are gone before what is in them, and of the cure of such a one. */
export interface NamespaceMessages extends Plain {
  readonly NothingCreatedIn: { readonly namespace: string }
  readonly NamespaceNotFound: { readonly namespace: string }
  readonly ChangeRefused: { readonly name: string; readonly why: string }
  readonly NamespaceNotEmptied: { readonly namespace: string }
  readonly ServedByApi: { readonly api: string; readonly service: string }
  readonly NotCheckedSinceRepair: { readonly namespace: string }
  readonly ReportedAtLastCheck: { readonly type: string; readonly report: string }
  readonly LeftInNamespace: { readonly objects: number; readonly isAll: boolean }
  readonly NamespaceGone: { readonly namespace: string }
  readonly EndNamespaceAgain: { readonly finalizers: readonly string[] }
  readonly CreateNamespaceOnly: { readonly objects: number }

  readonly StillContains: { readonly objects: Names }
  readonly NewUnshown: { readonly objects: Names }
  readonly NamespaceExistsAgain: { readonly why: Sentence }
  readonly ClearAndDelete: { readonly namespace: string }
  readonly NamespaceUnexplained: { readonly name: string; readonly why: Sentence }
  readonly NamespaceStateUnknown: { readonly why: Sentence }
  readonly WentUnforced: { readonly by: NamespaceEnder }
  readonly WaitingForEnd: { readonly by: NamespaceEnder; readonly seconds: number }
  readonly EndsAfterwards: { readonly by: NamespaceEnder }
  readonly FinalizeByForce: { readonly namespace: string }
  readonly NothingToForce: { readonly finalizer: string; readonly holds: Sentence }
}
