import { type Names, namesText, type Sentence, type Words } from './template.ts'

interface Args {
  readonly StillExists: { readonly holds: Sentence; readonly after?: number | 'interrupt' }
  /** By whom, as far as the object tells. */
  readonly ReaddedBy: { readonly finalizers: readonly string[]; readonly by: readonly (string | null)[] }
  readonly Stranding: { readonly sentence: Sentence; readonly objects: Names }
}

const ANOTHER = 'the object that was shown is gone, and another object with its name exists'
const ALL_IN_JSON = ' (stranded in -o json has all)'

/** Of a creation whose answer was lost, where something else is under the name: what was created may be gone again. */
export const LOST_CREATION = '{wasSent?; a creation was sent before, and its outcome is unknown}'

/** What is said of a change, and of the object that it was for. */
export const changeWords = {
  Accepted: 'the server accepts it',
  AcceptedAnd: 'the server accepts it; {next:sentence}',
  AcceptedUnread: 'accepted by the server; the state of the object is not known',
  DeletionAccepted: 'deletion accepted; whether the object is gone is not known[: {why:sentence}]',
  RemovedUnread: 'removed; the state of the object is not known: {why:sentence}',
  FinalizedUnread: 'finalized; the state of the namespace is not known: {why:sentence}',
  StateNotKnown: 'the state of the object is not known: {why:sentence}',
  AlreadyGone: 'it was already gone',
  AlreadyBeingDeleted: 'it is already being deleted',
  ItIsGone: 'it is gone',
  ObjectGone: 'the object is gone',
  ThenGoes: 'the object then goes',
  StillExists: ({ holds, after }, inWords) => {
    const end = after === 'interrupt' ? ' when interrupted' : after === undefined ? '' : ` after ${after} s`
    return `it still exists${end}: ${inWords(holds)}`
  },
  StillHeld: 'held by {finalizers:list}',
  NoFinalizerLeft: 'no finalizer is left on it',
  ReaddedBy: ({ finalizers, by }) => {
    const writers = [...new Set(by.map(name => name ?? 'an unknown client'))].join(', ')
    return `FinalizerReadded: ${finalizers.join(', ')} was added again by ${writers}`
  },
  Stranding: ({ sentence, objects }, inWords) =>
    `${inWords(sentence)}; stranded without it: ${namesText(objects, ALL_IN_JSON)}`,
  AnotherUnderName: ANOTHER,
  AnotherNotChanged: `${ANOTHER}: it is not changed`,
  NotBeingDeleted: 'it is not being deleted',
  FinalizersChanged: 'its finalizers changed since it was shown: [{left:list}||none is left]',
  DeletionTimeChanged: 'its deletionTimestamp changed since it was shown',
  OwnersChanged: 'its owners changed since it was shown',
  FieldsChanged: 'its {fields:and} changed since it was shown: another client is updating it',
  RunItAgain: '{after:sentence}; run it again',
  RunAgain: 'run it again',
  InterruptedUnsent: 'interrupted before it was sent',
  InterruptedUnchanged: 'interrupted before it was changed',
  InterruptedUnread: 'interrupted before the result was read',
  StillConflicting:
    'still conflicting after {attempts=1?1 attempt|# attempts}: another client keeps updating it; run it again',
  OutcomeUnknown: 'sent, outcome unknown[: {why:sentence}]',
  ContentFirst: 'not started: its content has to be deleted first ({names:list})',
  ByNamespaceController: 'the namespace controller deletes it',
  UnshownObjects: 'it contains objects that were not shown: {objects:names}',
  NoLongerReadable: 'what could be read before can no longer be read: {resources:list}; run it again',
  KubernetesReadded: 'finalizer kubernetes was added again',
  SeeStateNow: 'see its state now',
  ServerAnswered: 'the server answered {code:number}',
  NotOwnObject: 'it is no object of this program',
  NoneOfFinalizers: 'the object has none of these finalizers',
  CollectorRemovedIt: 'the garbage collector already removed it',
  UidExists: `an object with its name already exists, with uid {uid}${LOST_CREATION}`,
  StatusNotRestored: '{proof:sentence}; its status is not restored: its controller writes it',
  ClaimToBeBound:
    '{proof:sentence}; it stays Pending while spec.claimRef.uid of persistentvolume/{volume} is that of the claim before it: remove that field',
  CreatedUnread: 'it has uid {uid}; it could not be read back',
  CreatedAndThere: 'it exists, with uid {uid}{isGoing?, and another client is deleting it again}',
  CreatedAndDeleted: 'it was created with uid {uid}, and another client deleted it again at once',
  DeletedMeanwhile: 'it was deleted in the meantime',
  JournalUnwritten: 'the journal of this run cannot be written, so it is not changed: {why:sentence}',
  JournalIncomplete:
    'the journal of this run is incomplete: it has every change that was sent, but not the result of all of them, which only this output has: {why:sentence}',
  NoHomeForJournal: 'no home directory for it: specify a directory with --backup-dir',
  NoSuchFinalizer: 'the object has no such finalizer (found: [{found:list}||none])',
  HasNoFinalizer: 'it has no finalizer; explain shows what holds it',
  LiveUnchanged: 'it is not being deleted, and a live object is never changed; delete it first with kubectl delete',
  Untouched: 'not changed: {why:sentence}',
  RecreatedUnderName:
    '{after?gone=it is gone, and|deleted=it was deleted, and then} an object with the same name was created: stop the controller that creates it, then run this again',
  GroupStopped: 'the group stopped before it ({reason})',
  GroupUnfinished: 'group {group:number} did not finish',
  InterruptedBeforeGone: 'interrupted before it was gone',
  InterruptedBeforeIt: 'interrupted before it',
  TimedOutBeforeIt: 'timed out before it',
  ResourceRecreated: 'the resource was recreated under the same name, and the new one may use it',
  CreatesNothingAgain: 'it creates nothing again',
  RunsAsItDid: 'it runs as it did',
  GoneAndOtherKept: 'it is gone, and another one with its name is not changed',
} as const satisfies Words<Args>
