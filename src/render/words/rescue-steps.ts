import { LOST_CREATION } from './changes.ts'
import type { Sentence, Words } from './template.ts'

interface Args {
  readonly RequestRejected: { readonly request: Request; readonly said: Sentence }
  readonly WaitsForClaim: { readonly claim: string | undefined; readonly namespace: string | undefined }
}

/** What a dry run asked for. */
export type Request =
  | 'stop'
  | 'retain'
  | 'release'
  | 'remove'
  | 'removeAlone'
  | 'create'
  | 'status'
  | { readonly uidIn: string }

const MAY_HAVE = 'may have deleted what that protected: check whether its data still exists'

const REQUESTS: Readonly<Record<Extract<Request, string>, string>> = {
  stop: 'stopping it',
  retain: 'Retain',
  release: 'releasing it',
  remove: 'removing its finalizers',
  removeAlone: 'removing its finalizers without its dependents',
  create: 'creating it again',
  status: 'writing its status',
}

/** What is said of the steps of a rescue, and of what it cannot save. */
export const rescueStepWords = {
  NoReplicas: 'it has no replicas',
  ScaledTo: 'it is scaled to {replicas:number}',
  IsSuspended: 'it is suspended',
  NoLongerSuspended: 'it is no longer suspended',
  AsBefore: '{said:sentence} already',
  NotYet: '{what:sentence} after {seconds:number} s[: {found:sentence}]',
  InterruptedWaiting: '{what:sentence}; interrupted before it was',
  PodsNotEnded: 'its Pods have not ended',
  ChangeNotSeen: 'its own controller has not seen the change',
  GoneAndCreatedByOther: 'it is gone, and another client created one with its name, which is not changed',
  StartedAgain:
    'another client {isResumed?resumed|scaled up} {controller} in namespace {namespace} (an autoscaler, or what deploys it): stop that, and run it again',
  ExistsAlready: 'it already exists[, with uid {uid}]',
  ExistsNow: 'it exists, with uid {uid}',
  OldStillExists: 'the old object still exists',
  OtherCreated: `another client created a different object with its name (uid {uid}); nothing is replaced${LOST_CREATION}`,
  NotEstablished: 'it is not Established',
  InstancesUnreadable: 'its instances cannot be read',
  NotBound: 'it is not Bound',
  VolumeNotBound: 'its volume {volume} is not Bound',
  ClaimNotBound: 'its claim {claim} is not Bound',
  StatusAsBefore: 'its status is what it was',
  DeletedAgain: 'another client deleted {name} again after it was created',
  DataGone: 'persistentvolume/{volume} is gone, and with it the data: the claim is not created again',
  VolumeBeingDeleted: 'persistentvolume/{volume} is being deleted: run it again, and it is saved too',
  OwnerCanGo: 'its owner can go without it',
  BelongsAgain: 'it belongs to {owners:and} again',
  OtherWroteField: 'another client wrote its {field}',
  FieldHasNewUid: 'its {field} is the new uid',
  OtherUidExists: 'another object with its name exists, with uid {uid}',
  RevertedByAdmission: 'the server accepted it, but the object did not change: an admission webhook reverts it',
  AlreadyRemoved: 'already removed',
  GoesWithNextStep: 'the object is deleted after the next step',
  TakenByOther: `it is gone: another client removed its finalizers, and ${MAY_HAVE}`,
  GoneThoughTaken: `the object is gone; another client removed {finalizers:list} before, and ${MAY_HAVE}`,
  FieldsWritten: 'another client changed its {fields:and} since it was saved',
  SaveAsItIs: '{after:sentence}: run it again, and the object as it is now is saved',
  NewController: '{who} works on it, and did not when the plan was made: stop it, and run it again',
  OwnerNamedSince: '{by:list} named it as owner since it was saved',
  RequestRejected: ({ request, said }, inWords) => {
    const what = typeof request === 'string' ? REQUESTS[request] : `another uid in its ${request.uidIn}`
    return `the server rejects ${what}: ${inWords(said)}`
  },
  ItAnswered: 'it answered {code:number}',
  AdmissionPutsBack: 'admission puts {finalizers:list} back',
  HeldUntilFixed: 'it stays, with everything that is held still held: fix what the server rejects, and run it again',
  UntestedUnmade:
    'a change that cannot be tested by a dry run is not made: if the webhook changes nothing in a dry run, set its sideEffects to NoneOnDryRun; otherwise remove this type from its rules during the rescue. Then run it again',
  UnchangedWithoutRight: 'nothing was changed: run it as a user who has permission',
  UnchangedFixRejecter: 'nothing was changed: fix what the server rejects, and run it again',
  NoDryRunInside: 'a dry run is not possible before its namespace exists',
  ClaimOfVolumeGone:
    'its claim {claim} {isDeleted?was deleted again|is gone}: with persistentVolumeReclaimPolicy {policy} its storage would be deleted; it keeps {kept}',
  HasReclaimPolicy: 'its persistentVolumeReclaimPolicy is {policy}',
  BoundByOther: 'another client bound it to [claim {claim}||no claim]',
  WaitsForClaim: ({ claim, namespace }) => `it waits for a claim ${claim} in namespace ${namespace}`,
  EveryNamespaceHas: 'every namespace gets its own',
  TokenOfOldAccount: 'its token was for the account with the old uid',
  CreatedByOwner: '{owner} creates it again',
  MissingOwner: '{name}, which owned {of}',
  MissingNamed: '{name}, which {by} names',
  MissingClaim: '{name}, the claim of persistentvolume/{volume}',
  EndsWithPod: 'the processes of a Pod end with it: its owner starts another Pod',
  RegisteredByKubelet: 'a Node is registered by its kubelet: start the kubelet again, and the Node is back',
  LeaseOfHolder: 'a Lease is valid for seconds: its holder creates it again',
  EventIsReport: 'an Event is a report, and nothing depends on it',
  ControllerWritesIt: 'its controller writes it again',
  AttachedWhileNeeded: 'the attach-detach controller creates it again while a Pod needs the volume',
  JobWouldRunAgain: 'a Job with its name would run again from the start: create it from its manifest if that is wanted',
  RequestedByUser:
    'the server records in it which user requested it, and that would be you: the client that needs the certificate has to request it again',
  DevicesInStatus:
    'only its status records its devices: a new claim with its name would have none, while a Pod still uses them',
  DriverPublishesIt: 'the driver of its devices publishes it again',
  KubeletWritesIt: 'its kubelet writes it again',
  ProvisionerWritesIt: 'its provisioner writes it again',
  SnapshotWouldBeNew:
    'another VolumeSnapshot with its name would take a new snapshot: set deletionPolicy Retain on its content, and create a content and a snapshot with its status.snapshotHandle',
  NoContentOfApiService: 'an APIService has no content: create it again from its manifest when it is gone',
  ControlledBy: '{owner} controls it and creates it again; rescue that one, if it is being deleted',
} as const satisfies Words<Args>
