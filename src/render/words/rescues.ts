import { counted } from '../../api/object-text.ts'
import type { RescueMessages } from '../../messages/rescues.ts'
import type { WordsFor } from './words-for.ts'

const MEANWHILE = 'so that it deletes nothing during the rescue'
const UNFINISHED = 'The rescue is not finished. Run the same command again: it continues from its journal.'

export const rescueWords: WordsFor<RescueMessages> = {
  InstancesWentAtOnce: ({ definition }) =>
    `instances of ${definition} that had no finalizer were deleted with it, at once`,
  DependentsProbablyWent: ({ owner }) =>
    `dependents of ${owner} that had no finalizer: its foreground deletion has probably deleted them`,
  OwnedAndLost: ({ name, why }, inWords) => `${name}, which is owned: ${inWords(why)}`,
  CannotBeStopped: ({ workload, isUntied }) =>
    isUntied
      ? `${workload} has the name of its controller and no right that shows that it is: it is not stopped, as it may be another's`
      : `${workload} works on it and cannot be stopped here`,
  NamespaceToRescueMissing: ({ name }) => `namespaces "${name}" not found: --from-backup DIR creates it again`,
  NothingToRescue: () => 'it is not being deleted: there is nothing to rescue',
  ResourceUnreadFor: ({ resource, reason, why }, inWords) =>
    `${resource} could not be read (${reason}): ${inWords(why)}`,
  UnreadIsNotSaved: () => 'what cannot be read is not saved',
  NothingBegun: ({ type, name }) => `${type} "${name}" not found, and no journal of an unfinished rescue of it`,
  DeletedSince: ({ name }) => `${name}, which was deleted in the meantime`,
  ToBeCreated: ({ name }) => `${name} to a file, to be created again`,
  ToFileOnly: ({ name, why }, inWords) => `${name} to a file only: ${inWords(why)}`,
  StorageStays: ({ name }) => `${name}: its storage stays when its claim is deleted`,
  SavesWhatRemains: ({ name }) => `${name}: saves what remains in it, and keeps the data of its volumes`,
  RetainVolumes: ({ volumes }) => `Retain ${counted(volumes, 'volume')}`,
  OwnerUnread: ({ owner }) => `whether its owner ${owner} exists could not be read`,
  CreatedWithoutOwner: ({ owner, name }) =>
    `${owner}, which owns ${name} and is being deleted: it is created without that owner`,
  RescueOwnerFirst: ({ owner, name }) =>
    `its owner ${owner} is being deleted, and ${name} would be deleted with it: rescue the owner first`,
  NamedIn: ({ name, by, path }) => `${name}, which ${by} names in ${path}`,
  ToDeleteNamespace: () => 'to delete the namespace',
  ToCreateItAgain: () => 'when it is gone, to create it again',
  RescueUnfinished: () => UNFINISHED,
  RescueHolds: () =>
    'Until then these may stay changed. To abandon the rescue, set them back with these commands; deleted data may then be lost:',
  ServesWebhookOf: ({ workload, webhook, configuration }) =>
    `${workload} serves webhook ${webhook} of ${configuration}: while it is stopped, the API server rejects the requests of this rescue`,
  ServesWebhookFor: ({ workload, webhook, types }) =>
    `${workload} serves webhook ${webhook}: while it is stopped, the API server rejects requests for the types that it checks (${types.join(', ')})`,
  ConvertsStored: ({ workload, type, stored, asked }) =>
    `${workload} converts objects of ${type}, which are stored as ${stored.join(' and ')} and asked for as ${asked}: while it is stopped they can neither be read nor written`,
  StoreAllAs: ({ version }) =>
    `store all of them as ${version} and remove the other versions from status.storedVersions of the CRD, or let another workload serve the conversion during the rescue`,
  IgnoreMeanwhile: () => 'set its failurePolicy to Ignore during the rescue, and to Fail again afterwards',
  NoSuchFile: () => 'no such file or directory',
  NoBackupIn: ({ folder }) => `${folder}: no backup found in it`,
  NotBackup: ({ path }) => `${path}: it is not a backup of an object`,
  OfFile: ({ path, why }, inWords) => `${path}: ${inWords(why)}`,
  BackupsOfOther: ({ folder, namespace }) =>
    `the backups in ${folder} are of ${namespace === undefined ? 'no namespace' : `namespace ${namespace}`}`,
  StillBeingDeleted: () => 'it is still being deleted; kubectl finalize namespace ends it',
  NotServed: ({ name, apiVersion }) => `${name}: the server does not serve ${apiVersion}`,
  NoMatchesForKind: ({ kind, version }) => `no matches for kind "${kind}" in version "${version}"`,
  LeftWith: ({ name, why }, inWords) => `${name}: ${inWords(why)}`,
  CreatesWithContent: ({ name }) => `${name}: creates it again, with its saved content`,
  CreateWithContent: ({ name }) => `Create ${name} with its content`,
  RescueIt: ({ name }) => `Rescue ${name}`,
  StopControllerFirst: () => 'first stop the controller of that finalizer',
  StopItFirst: () => `stop it first, ${MEANWHILE}`,
  NamespaceTakesNone: ({ name, isGone }) =>
    `namespace ${name} ${isGone ? 'is gone' : 'is being deleted'}, and accepts no new objects`,
  RescueNamespace: ({ name }) => `save all of it by rescue namespace/${name}`,
  NeverBound: () => 'the claim was never bound to a volume',
  MayBeReclaimed: ({ volume, phase, policy }) =>
    `persistentvolume/${volume} is ${phase} with persistentVolumeReclaimPolicy ${policy}: its driver may have deleted its storage already`,
  ClaimGone: ({ claim }) => `claim ${claim} is gone: the volume then waits for one of that name`,
  UnreadMayDepend: () => 'what cannot be read may depend on it, and would be garbage collected with it',
  SeveralTypes: ({ type }) => `${type} matches several types; specify one`,
  ScaledByOlm: ({ deployment }) =>
    `OLM scales it up again: set spec.replicas of deployment ${deployment} to 0 in its ClusterServiceVersion, and back afterwards`,
  RunsOnEveryNode: () =>
    'it runs on every node that its node selector matches: set a node selector that matches no node, and remove it afterwards',
  StaticPod: ({ node }) =>
    `it is a static Pod: move its manifest out of the kubelet's directory on node ${node}, and back afterwards`,
  SaveManifestAndDelete: () => 'save its manifest, and delete it',
  StopAtMaker: ({ maker }) =>
    `${maker === undefined ? 'stop it' : `stop it at ${maker}, which creates it`}, ${MEANWHILE}`,
  MoreLost: ({ count }) => `${count} more`,
}
