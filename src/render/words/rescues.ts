import type { Words } from './template.ts'

const MEANWHILE = 'so that it deletes nothing during the rescue'
const UNFINISHED = 'The rescue is not finished. Run the same command again: it continues from its journal.'

/** What a rescue finds, and says before and after it. */
export const rescueWords = {
  InstancesWentAtOnce: 'instances of {definition} that had no finalizer were deleted with it, at once',
  DependentsProbablyWent:
    'dependents of {owner} that had no finalizer: its foreground deletion has probably deleted them',
  OwnedAndLost: '{name}, which is owned: {why:sentence}',
  /** `isUntied`: it has no more than the name of its controller. */
  CannotBeStopped: {
    isUntied: {
      true: "{workload} has the name of its controller and no right that shows that it is: it is not stopped, as it may be another's",
      false: '{workload} works on it and cannot be stopped here',
    },
  },
  NamespaceToRescueMissing: 'namespaces "{name}" not found: --from-backup DIR creates it again',
  NothingToRescue: 'it is not being deleted: there is nothing to rescue',
  ResourceUnreadFor: '{resource} could not be read ({reason}): {why:sentence}',
  UnreadIsNotSaved: 'what cannot be read is not saved',
  NothingBegun: '{type} "{name}" not found, and no journal of an unfinished rescue of it',
  FileMissing: '{name}, whose file {file} is missing from the folder',
  DeletedSince: '{name}, which was deleted in the meantime',
  ToBeCreated: '{name} to a file, to be created again',
  ToFileOnly: '{name} to a file only: {why:sentence}',
  StorageStays: '{name}: its storage stays when its claim is deleted',
  SavesWhatRemains: '{name}: saves what remains in it, and keeps the data of its volumes',
  RetainVolumes: 'Retain {volumes:count} {volumes=1?volume|volumes}',
  OwnerUnread: 'whether its owner {owner} exists could not be read',
  CreatedWithoutOwner: '{owner}, which owns {name} and is being deleted: it is created without that owner',
  RescueOwnerFirst: 'its owner {owner} is being deleted, and {name} would be deleted with it: rescue the owner first',
  NamedIn: '{name}, which {by} names in {path}',
  ToDeleteNamespace: 'to delete the namespace',
  ToCreateItAgain: 'when it is gone, to create it again',
  RescueUnfinished: UNFINISHED,
  RescueHolds:
    'Until then these may stay changed. To abandon the rescue, set them back with these commands; deleted data may then be lost:',
  ServesWebhookOf:
    '{workload} serves webhook {webhook} of {configuration}: while it is stopped, the API server rejects the requests of this rescue',
  ServesWebhookFor:
    '{workload} serves webhook {webhook}: while it is stopped, the API server rejects requests for the types that it checks ({types:list})',
  ConvertsStored:
    '{workload} converts objects of {type}, which are stored as {stored:and} and asked for as {asked}: while it is stopped they can neither be read nor written',
  StoreAllAs:
    'store all of them as {version} and remove the other versions from status.storedVersions of the CRD, or let another workload serve the conversion during the rescue',
  IgnoreMeanwhile: 'set its failurePolicy to Ignore during the rescue, and to Fail again afterwards',
  NoSuchFile: 'no such file or directory',
  NoBackupIn: '{folder}: no backup found in it',
  NotBackup: '{path}: it is not a backup of an object',
  OfFile: '{path}: {why:sentence}',
  BackupsOfOther: 'the backups in {folder} are of [namespace {namespace}||no namespace]',
  StillBeingDeleted: 'it is still being deleted; kubectl finalize namespace ends it',
  NotServed: '{name}: the server does not serve {apiVersion}',
  NoMatchesForKind: 'no matches for kind "{kind}" in version "{version}"',
  LeftWith: '{name}: {why:sentence}',
  CreatesWithContent: '{name}: creates it again, with its saved content',
  CreateWithContent: 'Create {name} with its content',
  RescueIt: 'Rescue {name}',
  StopControllerFirst: 'first stop the controller of that finalizer',
  StopItFirst: `stop it first, ${MEANWHILE}`,
  NamespaceTakesNone: 'namespace {name} {isGone?is gone|is being deleted}, and accepts no new objects',
  RescueNamespace: 'save all of it by rescue namespace/{name}',
  NeverBound: 'the claim was never bound to a volume',
  MayBeReclaimed:
    'persistentvolume/{volume} is {phase} with persistentVolumeReclaimPolicy {policy}: its driver may have deleted its storage already',
  ClaimGone: 'claim {claim} is gone: the volume then waits for one of that name',
  UnreadMayDepend: 'what cannot be read may depend on it, and would be garbage collected with it',
  SeveralTypes: '{type} matches several types; specify one',
  ScaledByOlm:
    'OLM scales it up again: set spec.replicas of deployment {deployment} to 0 in its ClusterServiceVersion, and back afterwards',
  RunsOnEveryNode:
    'it runs on every node that its node selector matches: set a node selector that matches no node, and remove it afterwards',
  StaticPod: "it is a static Pod: move its manifest out of the kubelet's directory on node {node}, and back afterwards",
  SaveManifestAndDelete: 'save its manifest, and delete it',
  StopAtMaker: `stop it[ at {maker}, which creates it], ${MEANWHILE}`,
  MoreLost: '{count:number} more',
} as const satisfies Words
