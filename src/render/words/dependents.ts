import type { Texts, Words } from './template.ts'

interface Args {
  readonly CircleOfOwners: Circle
  /** `handled`: where Kubernetes does remove it; undefined: nowhere. */
  readonly FinalizerMisplaced: {
    readonly finalizer: string
    readonly kind: string
    readonly handled?: 'inSpec' | 'inMetadata' | { readonly on: string } | undefined
  }
  readonly RemoveWithOwner: Texts<'owner'> & { readonly isSure: boolean }
}

/** The first objects of a circle, and how many more it has. */
interface Circle {
  readonly objects: readonly string[]
  readonly more: number
}

/** What is said about owners, dependents, users, CRDs, instances, and finalizers of Kubernetes in the wrong place. */
export const dependentWords = {
  DependentNotDeleted: '{object} has not been deleted; the foreground deletion of {owners:list} is waiting for it.',
  DependentBlocks: 'it blocks {owners:list} (blockOwnerDeletion)',
  CollectorHadTime:
    'the garbage collector has had {age} to {to?release=remove the owner reference from it|delete=delete it}; it retries a rejected request after up to 17 minutes',
  DependentsCreatedLate:
    '"{manager}"[ (probably {by})] created {object} while its owner {owner} was being deleted: as long as it creates what the garbage collector deletes, the foreground deletion does not complete.',
  DependentCreated: 'manager "{manager}" created {object} after the deletion of {owner} was requested; it blocks that',
  StopCreator:
    'or scale [{by}||the controller of {owner}] down to 0 until {owner} is gone, then up again; a newer version of it may no longer create for an owner that is being deleted',
  DeleteAsCollector:
    'delete {object}, as the garbage collector does at its next try, which can be up to 17 minutes away if its deletion was rejected before',
  DeleteIfNotNeeded: 'or, if it is no longer needed, delete {object}',
  OthersFollow: 'the others then follow by themselves',
  DependentsFollow: 'dependents that remain are deleted in the background',
  DependentFollows: '{object} is then deleted in the background',
  DependentStays: '{object} stays',
  CircleOfOwners: circle =>
    circle.objects.length === 1
      ? `${circleText(circle)} names itself as its owner and waits for itself in a foreground deletion.`
      : `${circleText(circle)} own each other, and each waits for the next in a foreground deletion.`,
  CircleBlocks: '{objects:list}{more:more} have foregroundDeletion and block each other (blockOwnerDeletion)',
  InstanceNotDeleted: '{object} has not been deleted; its CRD {definition} is waiting for it.',
  DefinitionDeletedSince: '{definition} is being deleted since {age}, {object} is not',
  DeleteInstance: 'delete {object}, as the deletion of its CRD would',
  NoInstanceLeft: 'no instance is left',
  FinalizerMisplaced: ({ finalizer, kind, handled }) => {
    if (handled === undefined)
      return `Nothing removes ${finalizer}: it looks like a finalizer of Kubernetes but is not one.`
    if (handled === 'inMetadata')
      return `Nothing removes ${finalizer} from spec.finalizers of a ${kind}: Kubernetes handles it in metadata.finalizers only.`
    const where = handled === 'inSpec' ? 'in spec.finalizers of Namespaces' : `on ${handled.on}`
    return `Nothing removes ${finalizer} from metadata.finalizers of a ${kind}: Kubernetes handles it ${where} only.`
  },
  NoControllerLooksFor: 'no controller of Kubernetes looks for the name {finalizer}',
  RemovedFromNothingElse: '{controller} removes {finalizer} from {on}, and from nothing else',
  WrittenByNoController: 'it was written by manager "{manager}", which is not the name of a controller',
  RemoveMisplaced:
    'remove the finalizer: it protects nothing on {resource}; and remove it from the manifest that it came from',

  UsersNotRead: 'What uses {object} could not be read.',
  ProtectedWhileUsed: '{object} is protected while {user} uses it, which has not been deleted.',
  UsesAndLives: '{user} uses {object} and has no deletionTimestamp',
  UserFails: '{user}: {told}',
  NameSaysUsers: 'the name of {finalizer} says that it waits for users',
  StaysWhileUsed: '{finalizer} stays while it is used',
  ListsUsers: '{path} lists what still uses it',
  RemoveFromList: 'remove {object} from the list of {user} ({field})',
  DeleteRecordOfUse: 'delete {user}: what it was created for no longer exists',
  DeleteUserOfRecord: 'delete {user}, which needs {record}, if it is no longer needed',
  SeeWhetherUserExists: 'see whether {user}, for which {record} was created, still exists: if so, it is what to delete',
  DeleteUser: 'delete {user}, if it is no longer needed',
  FindWhetherUsed: 'find out whether {user} really uses it: only {isLogged?the log|the object itself} says so',

  OwnerMisplaced:
    '{object} is cluster-scoped and names the namespaced {owner} as its owner: the garbage collector never deletes such an object',
  OwnerNotServed:
    '{object} also names {owner} of {apiVersion} as its owner, which the server does not serve: the garbage collector cannot look it up and leaves the object alone',
  OwnedByOther: '{owner} also owns it and keeps it',
  DeleteWithoutWaiting: 'delete {owners:list} without waiting for dependents; {afterwards:sentence}',

  OwnerServesCleanup:
    'Service {service} is named after {owner}, which owns the object and is being deleted or gone: one that is installed again does not stay',
  OwnerWaitsForObject:
    '{owner}, which the error names, owns {object}, is being deleted in the foreground, and waits for {object}: if the cleanup needs {owner}, they wait for each other',
  SeeWhetherOwnerServes:
    'see whether anything of {owner} still runs: what it owns is deleted before it, and is not created again',
  RemoveWithOwner: ({ owner, isSure }) =>
    `${isSure ? '' : `if nothing of ${owner} runs any more, the cleanup cannot: `}remove the finalizer; what the cleanup would delete in ${owner} is deleted with it; only data outside of it and on PersistentVolumes that are kept stays (see its PersistentVolumeClaims)`,
  WaitsInCircle: '{object} waits for {awaited} ({reason})[: {said:sentence}]',
  AndNotRead: '{sentence:sentence}, and {unread:sentence}',
  PartIsEnding:
    '{part}, which {path} names, is being deleted as well, and it may wait for that{isCluster?, or not reach it any more}',
  SeeWhyPartStays: 'find out why {part} is still there',
} as const satisfies Words<Args>

function circleText({ objects, more }: Args['CircleOfOwners']): string {
  return more === 0 ? objects.join(', ') : `${objects.join(', ')} and ${more} more`
}
