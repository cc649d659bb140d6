import type { Nothing, Perhaps, Sentence, Texts } from './nested.ts'

/** Those that name nothing. */
type Plain = Record<'NoWorkloadIdentified' | 'OnlyNameTells' | 'NotInCatalogue', Nothing> &
  Record<'FindController' | 'CloudManagerSilent' | 'CloudManagerNotRunning' | 'StartCloudManager', Nothing> &
  Record<'SeeCloudManagerLease', Nothing>

/** The namespace where it was installed, which is being deleted, and whether the objects are in it. */
interface Elsewhere {
  readonly instead?: string | undefined
  readonly isTheirs?: boolean
}

/** What is said of a controller that is gone, goes with the rest, runs elsewhere, or is not known. */
export interface MissingControllerMessages extends Plain {
  readonly NoControllerRuns: {
    readonly finalizer: string
    /** Of further finalizers on the same objects. */
    readonly more: number
    /** The type that nothing watches, where that is the proof. */
    readonly unwatched?: string | undefined
    /** Another controller of the same product, which runs. */
    readonly beside?: string | undefined
  }
  readonly InstallOperatorAgain: Elsewhere & {
    /** What the catalogue calls it. */
    readonly product?: string | undefined
    readonly release?: string | undefined
    readonly beside?: string | undefined
    readonly many: boolean
  }
  readonly InstallControllerAlone: Elsewhere & { readonly definition: string; readonly many: boolean }
  readonly DefinitionGoesWithLast: { readonly remove: Sentence; readonly definition: string }
  readonly DefinitionBeingDeleted: { readonly definition: string }
  readonly SameProgram: { readonly manager: string; readonly finalizer: string; readonly like: string }
  readonly NoWorkloadOfProduct: { readonly controller: string; readonly product: string }
  readonly NoWorkloadGranted: { readonly resource: string }
  readonly NoWorkloadNamed: { readonly controllers: readonly string[] }
  readonly LastWrittenBy: { readonly manager: string; readonly ago?: string | undefined }

  readonly RemovedOutside: { readonly where: string }
  readonly ControllerOutside: {
    readonly finalizer: string
    readonly where: string
    readonly why:
      | { readonly creates: string; readonly namespace: string; readonly isForeseen: boolean }
      | { readonly reports: Sentence }
      | 'cut off'
      | 'error'
      | 'untold'
  }
  readonly OutsideWorks: { readonly finalizer: string }
  readonly LinkMissing: { readonly link: string | undefined }
  readonly CheckWhereItRuns: { readonly look: string | undefined }
  readonly InstallLinkAgain: { readonly workload: string | undefined; readonly after: string | undefined }
  readonly LinkOnlyAfterRemoval: MissingControllerMessages['InstallLinkAgain'] & { readonly next: Sentence }
  readonly RemoveIfClusterGone: { readonly next: Sentence }
  readonly RemoveIfNotCreated: { readonly creates: string | undefined; readonly next: Sentence }

  /** `absent`: how it is called, where no workload is called so. */
  readonly AgentOfNode: { readonly manager: string; readonly node: string }
  readonly ControllerNotKnown: Texts<'finalizer'> & Perhaps<'absent'> & { readonly unwatched?: string }
  readonly AddedByHand: { readonly manager: string; readonly at: string | undefined }
  readonly KnownAs: { readonly project: string; readonly controller: string }

  readonly LoadBalancerAwaited: { readonly service: string; readonly ago: string }
}
