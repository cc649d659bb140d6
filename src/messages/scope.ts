import type { Nothing, Sentence } from './nested.ts'

/** Those that name nothing. */
type Plain = Record<'OnlyOwnValue' | 'NeitherReportedNorWritten' | 'DeletedOnlyRecently', Nothing> &
  Record<'GoneBeforeCompared', Nothing>

/** What is said of a controller that was started for other objects, or removes another finalizer than this one. */
export interface ScopeMessages extends Plain {
  readonly NotSelected: { readonly workload: string; readonly isCertain: boolean; readonly lacks: Sentence }
  readonly ConfigureToSelect: { readonly workload: string; readonly lacks: Sentence }
  readonly ClassLacking: { readonly name: string }
  readonly NamespaceLacking: { readonly namespace: string }
  readonly LabelLacking: { readonly label: string; readonly value: string }
  readonly LabelsLacking: { readonly setting: string }
  readonly RunsForOtherClass: {
    readonly workload: string
    readonly settings: readonly string[]
    readonly path: string
    readonly name: string
  }
  readonly ClassIsOf: { readonly name: string; readonly controller: string }
  readonly SetClassBack: { readonly path: string; readonly name: string }
  readonly RunsForOtherInstance: {
    readonly workload: string
    readonly setting?: string | undefined
    readonly label: string
    readonly value?: string | undefined
  }
  readonly LabelsNotMet: { readonly workload: string; readonly setting: string }
  readonly NamespaceNotNamed: { readonly workload: string; readonly setting: string; readonly namespace: string }

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
