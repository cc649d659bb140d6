import type { Nothing } from './nested.ts'

/** Those that name nothing. */
type Plain = Record<'OthersFollow' | 'DependentsFollow' | 'NoInstanceLeft', Nothing>

/** About owners and dependents, CRDs and instances, and finalizers of Kubernetes where they do not belong. */
export interface DependentMessages extends Plain {
  readonly DependentNotDeleted: { readonly object: string; readonly owners: readonly string[] }
  readonly DependentBlocks: { readonly owners: readonly string[] }
  readonly CollectorHadTime: { readonly age: string; readonly to: 'release' | 'delete' }
  readonly DeleteAsCollector: { readonly object: string }
  readonly DeleteIfNotNeeded: { readonly object: string }
  readonly DependentFollows: { readonly object: string }
  readonly DependentStays: { readonly object: string }
  readonly CircleOfOwners: Circle
  readonly CircleBlocks: Circle
  readonly InstanceNotDeleted: { readonly object: string; readonly definition: string }
  readonly DefinitionDeletedSince: { readonly definition: string; readonly age: string; readonly object: string }
  readonly DeleteInstance: { readonly object: string }
  /** `handled`: where Kubernetes does remove it; undefined: nowhere. */
  readonly FinalizerMisplaced: {
    readonly finalizer: string
    readonly kind: string
    readonly handled?: 'inSpec' | 'inMetadata' | { readonly on: string } | undefined
  }
  readonly NoControllerLooksFor: { readonly finalizer: string }
  readonly RemovedFromNothingElse: { readonly controller: string; readonly finalizer: string; readonly on: string }
  readonly WrittenByNoController: { readonly manager: string }
  readonly RemoveMisplaced: { readonly resource: string }
}

/** The first objects of a circle, and how many more it has. */
interface Circle {
  readonly objects: readonly string[]
  readonly more: number
}
