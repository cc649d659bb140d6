import type { Nothing } from './nested.ts'

/** Those that name nothing. */
type Plain = Record<'OrderOfTwoUnknown' | 'OrderOfAllUnknown' | 'ChangedBeforeWebhookGoes', Nothing> &
  Record<'TooManyWatched' | 'ConverterDeletedToo' | 'NoDryRunsRecorded' | 'LiveMayBeUnrecorded', Nothing> &
  Record<'DeletedAtSameTime' | 'OwnerGoesWithType' | 'DeletedWithOwnerOnly' | 'GoneBeforeApiIs', Nothing> &
  Record<'OrderOfDeletion', Nothing>

/** What is said before a deletion of things that would be deleted together, and of their order. */
export interface TogetherMessages extends Plain {
  readonly ControllerDeletedToo: { readonly workloads: readonly string[]; readonly finalizer: string }
  readonly DeleteHeldFirst: { readonly finalizer: string; readonly after: string }
  readonly PodsEndFirst: { readonly namespace: string }
  readonly AskedIsToldByCel: { readonly about: 'deletion' | 'update' }
  readonly GoesWithRight: { readonly workload: string; readonly finalizer: string; readonly right: string }
}
