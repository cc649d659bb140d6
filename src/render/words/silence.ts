import type { Sentence, Texts, Words } from './template.ts'

/** How a Job does nothing, or fails and goes on. */
export type Standstill = 'suspended' | 'failed' | 'unready' | 'retried' | 'running' | 'done'

/** `isByName`: the owner is none, and only a name or labels tell it; no owner: an error names the Job. */
type Whose = { readonly owner: string | undefined; readonly isByName: true | undefined }
type JobOf = Texts<'job'> & Whose & { readonly is: Standstill }

interface Args {
  readonly OwnedJobStandsStill: JobOf & { readonly lacks: readonly string[] }
  readonly JobCreatedSince: JobOf
  readonly SeeWhyJobStandsStill: { readonly job: string; readonly is: Standstill; readonly create: readonly string[] }
  readonly PutOnBesideController: Texts<'manager' | 'ofController'> & { readonly at: string | undefined }
  readonly WatchesProveNothing: { readonly resource: string; readonly doubts: readonly Sentence[] }
  readonly WritesAnswered: {
    readonly resource: string
    /** Absent: between two looks. */
    readonly within?: string | undefined
    readonly counts: readonly { readonly verb: string; readonly answer: string; readonly count: number }[]
  }
}

/** What may keep a controller that runs, and is silent, from one object; what the counts of watches tell of it. */
export const silenceWords = {
  NamedIsAiling: '{object} is not healthy, and {by} names it',
  NamedReports: '{object}, which {by} names in {path}, reports: {text}',
  FixWhatIsAiling: 'find out what is wrong with {object}, and fix it if the controller needs it for the cleanup',
  /** `owner`: whose controller most likely put it there, if no other did; `isEnding`: it is being deleted too. */
  HookAwaited:
    '{object} waits until hook {hook} is removed[, which manager "{manager}" put there][, most likely by the controller of its owner {owner}{isEnding?, which is being deleted too: if that waits for this object, they wait for each other|}].',
  RemoveHook:
    'if what hook {hook} is for is done, or not needed any more, remove this annotation, and not the finalizer: the deletion then goes on without it',
  LeftByWriter:
    'it has changed the object since the deletion and left this finalizer, which its version may not handle',
  ChangedAndLeft:
    'manager "{manager}", which wrote the finalizer, changed the object\'s metadata {after} after the deletion and left it',
  FindWhetherVersionHandles:
    'find out whether the version that runs handles {finalizer}: its log and its release notes tell',
  OwnedHasNoReadyPod: '{workload}, which {owner} owns, has {ready=0?no ready Pod|a Pod that does not get ready}',
  OwnedHasReady: '{workload}, which {owner} owns, has {ready:number} of {wanted:number} ready',
  RepairOwned: 'find out why {workload} is not ready, and repair it if the controller needs it for the cleanup',
  OwnedJobStandsStill: ({ job, is, lacks: [lacks], ...of }) =>
    `${job}, ${whose(of)}, ${jobText(is)}${lacks === undefined ? '' : `: ${lacks} does not exist`}`,
  JobCreatedSince: ({ job, is, ...of }) =>
    `${job}, ${whose(of)}, ${of.owner === undefined ? '' : 'was created since the deletion and '}${jobText(is)}`,
  FixJob:
    'fix what {job} failed at; it does not run again by itself: delete it where the controller then creates it again',
  SeeWhatJobDid:
    'see by the log of {job}, which has completed, whether it cleaned up all: then nothing is to be fixed; restart the controller, which may not have noticed',
  SeeWhyJobStandsStill: ({ job, is, create }) =>
    create.length > 0
      ? `find out why ${create.join(', ')} ${create.length === 1 ? 'does' : 'do'} not exist: created again, with what the Pod of ${job} reads of it, the Pod starts by itself`
      : is === 'suspended'
        ? `find out what suspended ${job} (a queue such as Kueue, or a person), and let it run`
        : `find out why ${job} ${is === 'failed' ? 'failed' : is === 'unready' ? 'has no ready Pod' : 'does not succeed'}, and repair that`,
  BegunBefore: 'by its status it is still at what it began before the deletion, which it has not seen yet: {told}',
  SeeWhatWasBegun:
    'see whether that work still goes on: if so, wait until it ends or times out, or fix what it waits for; if not, restart the controller',
  NodeOfMachineGone: 'its node {node} does not exist, and only the machine {machine} may be left',
  SeeThatMachineIsGone:
    'check with the provider whether {machine} still exists: while it does, removing the finalizer leaves it running; if it is gone, restart the controller, and remove the finalizer only if that does not help',
  OwnedLives:
    '{owned:list}{more:more}, which {owner} owns, {count=1?is|are} not being deleted, and it may wait for that',
  OwnedMadeSince: '{made}, which {owner} owns, was created since the deletion, and may be what cleans up',
  LetFinish:
    'find out what {made} does: if it cleans up for {owner}, repair what keeps it from finishing, and do not delete it before that',
  FindWhetherWaitsForOwned:
    'find out whether the controller waits until {owned:list}{more:more} {count=1?is|are} gone, which by itself happens only after {owner}: if so, delete {count=1?it|them}, or run the last command without --dry-run, which deletes all that {owner} owns, with its data',
  WaitsInVain:
    '{workload} is running, and keeps {finalizer} while it waits for {awaited}, which is not in this cluster.',
  FindWhetherItComesBack:
    'find out whether {awaited} was deleted; the controller may not have noticed: if its log stands still, restart it, so that it looks again',
  OwnerIsGone: 'its owner, {owner}, no longer exists',
  OwnerNotFound: '{owner} (uid {uid}), which controls the object, does not exist',
  SharedPartIsGone: '{part}, which {by} refers to, does not exist',
  SharedPartNotFound: '{path} of {by} is {part}, which does not exist',
  FindWhetherHandledWithoutOwner:
    'find out in its log whether the controller still removes {finalizer} from objects of which the {owner} is gone',
  GroupIsGone: 'the API server serves no type of {group}',
  NoTypeOfGroup:
    '{isKnown?the finalizer is known for objects of|a ClusterRole of the controller names API group} {group}, of which there is no CRD and no type is served',
  FindWhoDeletedDefinitions: {
    isKnown: {
      true: 'find out whether the object was copied from another cluster, which serves {group}: the controller is there then, and the finalizer came with the copy',
      false: 'find out whether the CRDs of {group} were deleted; the controller may need them to finish',
    },
  },
  KindHasNone:
    '[{finalizer}||it] is named after [{named}, which does not exist||kind {kind}, of which the cluster has no object]',
  MayComeAfter: 'its controller may wait until another finalizer, {first}, is removed, which seems to be left over',
  RemovalAfter:
    'remove the finalizer only if it is still there after {first} was removed. [{loss}||Whatever its controller would have cleaned up is left behind]',
  FindWhetherKindIsNeeded:
    'find out whether the {kind} for which it was put on is gone for good, and whether its controller still has to do something: if not, remove {finalizer} alone, and no other finalizer with it',
  VolumeIsGone:
    '{object} is named after a PersistentVolume that does not exist; its CSI driver deletes it only with that PersistentVolume',
  NoVolumeOfName: 'no PersistentVolume has the name {name}, or has it in its volumeHandle',
  FindWhetherVolumeIsNeeded:
    'find out whether its data is needed: then create a PersistentVolume with that volumeHandle; if not, remove {finalizer} alone: other finalizers stay for what their controllers clean up',
  WriterIsElsewhere:
    '"{manager}", which wrote it, is {isLibrary?a client library, and nothing here is called after its domain|no workload of this cluster}',
  WrittenByNoneHere:
    'manager "{manager}" wrote the finalizer, and no workload of this cluster has that name[; {workload} writes as "{own}"]',
  WriterIsAnother: '"{manager}", which wrote it, is the name of {other}',
  WrittenByAnother: 'manager "{manager}" wrote the finalizer; {other} is called so, and {workload} is not',
  FindWhichRemoves: 'find out whether {other} or {workload} removes {finalizer}: one may have left it to the other',
  FindWhereWriterRuns:
    'find out where "{manager}" runs, or whether it was uninstalled: as an agent in another cluster it may be disconnected; if it is gone for good, nothing removes the finalizer',
  NoneOnNodeOfObject: 'none of it is ready on node {node}, where the object is',
  ObjectOnLostNode: 'the object belongs to node {node}, which {isGone?does not exist|is not ready}',
  SeeIfNodeIsAwaited:
    'find out whether it waits for the end of the Pod: while node {node} is away, nothing reports that',
  RemovalOnGoneNode: 'remove the finalizer, if node {node} is gone for good: what ran there went with it',
  FieldIs: '{path}[ of {of}] is {value}',
  NothingToDelete:
    'with the policy {policy} nothing outside is deleted, and some versions of it then never remove the finalizer',
  DeletionSaidDone: 'the object reports that its deletion is done, and may not be looked at any more',
  SeeThatNothingIsLeft: 'make sure that nothing of it is left outside: then the finalizer can be removed',
  SeeThatItMayStay:
    'make sure that the external resource is meant to stay, as {policy} says: then the finalizer can be removed; another policy would have its data deleted',
  SeeWhyNotOnNode: 'see why it does not run on node {node}',
  RepairNodeOfObject: 'repair node {node}, if possible; otherwise find out how to delete objects of a lost node',
  NoPodReadyOnNode: 'no Pod of {workload} is ready on node {node}',
  OfLostNode:
    'it {isSure?belongs|seems to belong} to node {node}, which {isGone?does not exist|is not ready}, and what would remove it ran there',
  RemovedOnNode: '{finalizer} belongs to node {node}: only what runs there removes it',
  OwnedIsOfNode: '{object}, which it owns, has label {label}={node}',
  BringNodeBack: {
    isGone: {
      true: 'if node {node} comes back, what runs on it removes the finalizer; if it is gone for good, nothing does: remove {finalizer} alone',
      false:
        'repair node {node}: what runs on it then removes the finalizer; if it is lost for good, remove {finalizer} alone',
    },
  },
  OtherLeads: 'another program leads by its Lease, {lease}',
  RenewedBySomebodyElse:
    'Lease {lease} was renewed {ago} ago by {holder}, and no Pod or node of this cluster has that name: the leader runs somewhere else',
  FindWhatRenews:
    'find what renews Lease {lease} as {holder}: a manually started process, a Pod on a disconnected node, another cluster; this one takes over when that ends',
  PutOnByHand: 'it was added manually, or by a pipeline',
  PutOnBesideController: ({ manager, at, ofController }) =>
    `the finalizer was added manually, or by a pipeline (manager "${manager}", ${at}), and a controller adds ${ofController} to objects of the type: ask who added it`,
  AskWhoAdded: 'ask who added it and what for; the log of the controller shows whether it knows the name',
  Unused: 'nothing[ with {only}] uses {object} any more, for which alone it stays',
  NoneUses: 'none of {resources:list}[ with {only}] uses {object}, and {finalizer} stays for those alone',
  RemovalUnused: 'remove the finalizer, if nothing[ with {only}] uses the object any more; its deletion then goes on',
  StillNamed: '{user}{others:more} still {others=0?names|name} {object}, and {others=0?is|are} not being deleted',
  FindWhetherStillUsed:
    'find out whether {user} still uses {object}: if so, delete it, or let it use another one; the controller may wait for that',
  NoneNames: 'none of {resources:list} names {object}, and {finalizer} says by its name that it stays while it is used',
  SeeThatNoneUses: 'see for yourself that none of them[ with {only}] uses {object}: then the finalizer was left on',
  SelectsByOtherLabel: 'its product selects objects by label {label}, and that of the object does not fit',
  WebhookForOthers:
    'webhook {webhook} of the same product is for objects with {setting}, and the object has {label}=[{value}||(no such label)]',
  FindWhetherLabelChanged:
    'find out whether label {label} was changed on the object or removed from it: if so, set it again as it was, and the controller then sees the deletion',

  WatchesNotRead:
    'who watches {resource}, which would show whether anything listens, could not be read[: {text:sentence}]',
  OnlyManagerWatches: 'nothing but kube-controller-manager watches the type',
  WatchesProveNothing: ({ resource, doubts }, inWords) =>
    `who watches ${resource} proves nothing: ${doubts.map(inWords).join('; ')}`,
  SomethingListens:
    "{more=1?1 watch|# watches} of {resource} beside {beside?manager=kube-controller-manager's own|every type=those that every type has}: something listens, in this cluster or outside of it, whether it works or not",
  ManagerWatchNotOpen: "not even kube-controller-manager's own watch is open",
  EveryTypeHasAsMany: 'as many are open of every type ({count:number}), by a client that watches everything',
  PodTemplatesUnwatched:
    'PodTemplates have no watch, so the garbage collector does not watch every type: the one that is open may be a controller',
  OnlyOneLook: 'only one look was taken',
  RequestsBetweenLooks: '{count=1?1 request|# requests} for {resource} ended between two looks: a controller may poll',
  CountMoved: 'the count moved between two looks',
  DefinitionYoung: 'the CRD is younger than a minute',
  ManagerAgeUnknown: 'how long kube-controller-manager has run is not known',
  ManagerStarted: 'kube-controller-manager started {ago} ago',
  ServerCountUnknown: 'how many API servers there are could not be read',
  NotAllServersAsked:
    '{asked:number} of {alive:number} API servers could be asked (a Lease stays for an hour after its server)',
  ServerStarted: 'the API server started {ago} ago, and clients may not be back',
  WritesAnswered: ({ resource, within, counts }) =>
    `writes of ${resource} ${within === undefined ? 'between two looks' : `within ${within}`}: ${counts
      .map(({ verb, answer, count }) => `${count} ${verb} answered ${answer}`)
      .join(', ')}`,
  RunAgainForWatches: 'run this again in two minutes: who watches the type then shows whether anything listens',
  RunAgainForMetrics: 'run this again as a user who may get /metrics: it shows whether anything listens',
} as const satisfies Words<Args>

function whose({ owner, isByName }: Whose): string {
  if (owner === undefined) return 'which the error names'
  return isByName ? `called after ${owner} or labelled with it` : `which ${owner} owns`
}

function jobText(is: Standstill): string {
  return {
    ...{ suspended: 'is suspended', failed: 'failed', unready: 'has no ready Pod' },
    ...{ retried: 'is tried again after a failure', running: 'is running and has an error in its log' },
    done: 'has completed',
  }[is]
}
