import type { Nothing } from './nested.ts'

/** Those that name nothing. */
type Plain = Record<'NeitherReportedNorWritten' | 'DeletedOnlyRecently' | 'GoneBeforeCompared', Nothing>

/** What is said where newer objects carry another finalizer in the place of one. */
export interface SuccessorMessages extends Plain {
  readonly DoesNotHandle: { readonly workload: string; readonly finalizer: string; readonly next: string }
  readonly PerhapsDoesNotHandle: { readonly workload: string; readonly finalizer: string; readonly next: string }
  readonly ErrorForOtherFinalizer: { readonly workload: string; readonly finalizer: string; readonly next: string }
  readonly CarriedByNewer: {
    readonly count: number
    readonly resource: string
    readonly next: string
    readonly finalizer: string
    readonly example: string
  }
  readonly CarriesBoth: { readonly object: string }
  readonly RunVersionThatHandles: { readonly finalizer: string }
  readonly FindWhetherHandled: { readonly finalizer: string }

  readonly OlderCarriesNext: { readonly next: string }
  readonly DifferInMoreThanSpelling: { readonly finalizer: string; readonly next: string }
  readonly FewNewerCarryIt: { readonly count: number }
  readonly MayBeAddedLater: { readonly finalizer: string }
  readonly NotReadToCompare: { readonly resource: string }
  readonly DifferInField: { readonly path: string }
}
