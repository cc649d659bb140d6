import type { Nothing, Sentence, Texts } from './nested.ts'

/** Those that name nothing. */
type Plain = Record<'OthersFollow' | 'DependentsFollow' | 'NoInstanceLeft', Nothing>

/** What is said about owners, dependents, users, CRDs, instances, and finalizers of Kubernetes in the wrong place. */
export interface DependentMessages extends Plain {
  readonly DependentNotDeleted: { readonly object: string; readonly owners: readonly string[] }
  readonly DependentBlocks: { readonly owners: readonly string[] }
  readonly CollectorHadTime: { readonly age: string; readonly to: 'release' | 'delete' }
  readonly DependentsCreatedLate: Texts<'object' | 'owner' | 'manager'> & { readonly by: string | undefined }
  readonly DependentCreated: Texts<'object' | 'owner' | 'manager'>
  readonly StopCreator: Texts<'owner'> & { readonly by: string | undefined }
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

  readonly UsersNotRead: { readonly object: string }
  readonly ProtectedWhileUsed: { readonly object: string; readonly user: string }
  readonly UsesAndLives: { readonly object: string; readonly user: string }
  readonly UserFails: { readonly user: string; readonly told: string }
  readonly NameSaysUsers: { readonly finalizer: string }
  readonly StaysWhileUsed: { readonly finalizer: string }
  readonly ListsUsers: { readonly path: string }
  readonly RemoveFromList: { readonly object: string; readonly user: string; readonly field: string }
  readonly DeleteRecordOfUse: { readonly user: string }
  readonly DeleteUserOfRecord: { readonly user: string; readonly record: string }
  readonly SeeWhetherUserExists: { readonly user: string; readonly record: string }
  readonly DeleteUser: { readonly user: string }
  readonly FindWhetherUsed: { readonly user: string; readonly isLogged: boolean }

  readonly OwnerMisplaced: { readonly object: string; readonly owner: string }
  readonly OwnerNotServed: { readonly object: string; readonly owner: string; readonly apiVersion: string }
  readonly OwnedByOther: { readonly owner: string }
  readonly DeleteWithoutWaiting: { readonly owners: readonly string[]; readonly afterwards: Sentence }

  readonly OwnerServesCleanup: Texts<'owner' | 'service'>
  readonly OwnerWaitsForObject: Texts<'owner' | 'object'>
  readonly SeeWhetherOwnerServes: Texts<'owner'>
  readonly RemoveWithOwner: Texts<'owner'> & { readonly isSure: boolean }
  readonly WaitsInCircle: Texts<'object' | 'awaited' | 'reason'> & { readonly said?: Sentence | undefined }
  readonly AndNotRead: { readonly sentence: Sentence; readonly unread: Sentence }
}

/** The first objects of a circle, and how many more it has. */
interface Circle {
  readonly objects: readonly string[]
  readonly more: number
}
