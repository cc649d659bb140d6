import type { ChangeMessages } from '../../messages/changes.ts'
import { namesText } from './names-text.ts'
import type { WordsFor } from './words-for.ts'

const ANOTHER = 'the object that was shown is gone, and another object with its name exists'
const ALL_IN_JSON = ' (stranded in -o json has all)'

export const changeWords: WordsFor<ChangeMessages> = {
  Accepted: () => 'the server accepts it',
  AcceptedAnd: ({ next }, inWords) => `the server accepts it; ${inWords(next)}`,
  AcceptedUnread: () => 'accepted by the server; the state of the object is not known',
  DeletionAccepted: ({ why }, inWords) =>
    `deletion accepted; the state of the object is not known${why === undefined ? '' : `: ${inWords(why)}`}`,
  RemovedUnread: ({ why }, inWords) => `removed; the state of the object is not known: ${inWords(why)}`,
  FinalizedUnread: ({ why }, inWords) => `finalized; the state of the namespace is not known: ${inWords(why)}`,
  StateNotKnown: ({ why }, inWords) => `the state of the object is not known: ${inWords(why)}`,
  AlreadyGone: () => 'it was already gone',
  AlreadyBeingDeleted: () => 'it is already being deleted',
  ItIsGone: () => 'it is gone',
  ObjectGone: () => 'the object is gone',
  ThenGoes: () => 'the object then goes',
  StillExists: ({ holds, after }, inWords) => {
    const end = after === 'interrupt' ? ' when interrupted' : after === undefined ? '' : ` after ${after} s`
    return `it still exists${end}: ${inWords(holds)}`
  },
  StillHeld: ({ finalizers }) => `held by ${finalizers.join(', ')}`,
  NoFinalizerLeft: () => 'no finalizer is left on it',
  ReaddedBy: ({ finalizers, by }) => {
    const writers = [...new Set(by.map(name => name ?? 'an unknown client'))].join(', ')
    return `FinalizerReadded: ${finalizers.join(', ')} was added again by ${writers}`
  },
  Stranding: ({ sentence, objects }, inWords) =>
    `${inWords(sentence)}; stranded without it: ${namesText(objects, ALL_IN_JSON)}`,
  AnotherUnderName: () => ANOTHER,
  AnotherNotChanged: () => `${ANOTHER}: it is not changed`,
  NotBeingDeleted: () => 'it is not being deleted',
  FinalizersChanged: ({ left }) => `its finalizers changed since it was shown: ${left.join(', ') || 'none is left'}`,
  DeletionTimeChanged: () => 'its deletionTimestamp changed since it was shown',
  OwnersChanged: () => 'its owners changed since it was shown',
  FieldsChanged: ({ fields }) =>
    `its ${fields.join(' and ')} changed since it was shown: another client is updating it`,
  RunItAgain: ({ after }, inWords) => `${inWords(after)}; run it again`,
  RunAgain: () => 'run it again',
  InterruptedUnsent: () => 'interrupted before it was sent',
  InterruptedUnchanged: () => 'interrupted before it was changed',
  InterruptedUnread: () => 'interrupted before the result was read',
  StillConflicting: ({ attempts }) =>
    `still conflicting after ${attempts} attempts: another client keeps updating it; run it again`,
  OutcomeUnknown: ({ why }, inWords) => `sent, outcome unknown${why === undefined ? '' : `: ${inWords(why)}`}`,
  ContentFirst: ({ names }) => `not started: its content has to be deleted first (${names.join(', ')})`,
  ByNamespaceController: () => 'the namespace controller deletes it',
  UnshownObjects: ({ objects }) => `it contains objects that were not shown: ${namesText(objects)}`,
  NoLongerReadable: ({ resources }) =>
    `what could be read before can no longer be read: ${resources.join(', ')}; run it again`,
  KubernetesReadded: () => 'finalizer kubernetes was added again',
  SeeStateNow: () => 'see its state now',
  ServerAnswered: ({ code }) => `the server answered ${code}`,
  NotOwnObject: () => 'it is no object of this program',
  NoneOfFinalizers: () => 'the object has none of these finalizers',
  CollectorRemovedIt: () => 'the garbage collector already removed it',
  UidExists: ({ uid, wasSent }) => `an object with its name already exists, with uid ${uid}${lostCreation(wasSent)}`,
  StatusNotRestored: ({ proof }, inWords) => `${inWords(proof)}; its status is not restored: its controller writes it`,
  CreatedUnread: ({ uid }) => `it has uid ${uid}; it could not be read back`,
  CreatedAndThere: ({ uid, isGoing }) =>
    `it exists, with uid ${uid}${isGoing ? ', and another client is deleting it again' : ''}`,
  CreatedAndDeleted: ({ uid }) => `it was created with uid ${uid}, and another client deleted it again at once`,
  DeletedMeanwhile: () => 'it was deleted in the meantime',
  JournalUnwritten: ({ why }, inWords) =>
    `the journal of this run cannot be written, so it is not changed: ${inWords(why)}`,
  JournalIncomplete: ({ why }, inWords) =>
    `the journal of this run is incomplete: it has every change that was sent, but not the result of all of them, which only this output has: ${inWords(why)}`,
  NoHomeForJournal: () => 'no home directory for it: specify a directory with --backup-dir',
  NoSuchFinalizer: ({ found }) => `the object has no such finalizer (found: ${found.join(', ') || 'none'})`,
  HasNoFinalizer: () => 'it has no finalizer; explain shows what holds it',
  LiveUnchanged: () =>
    'it is not being deleted, and a live object is never changed; delete it first with kubectl delete',
  Untouched: ({ why }, inWords) => `not changed: ${inWords(why)}`,
  HolderNotKnown: () => 'what holds it is not known',
  RecreatedUnderName: ({ after }) => {
    const start = after === 'gone' ? 'it is gone, and' : 'it was deleted, and then'
    return `${start} an object with the same name was created: stop the controller that creates it, then run this again`
  },
  GroupStopped: ({ reason }) => `the group stopped before it (${reason})`,
  GroupUnfinished: ({ group }) => `group ${group} did not finish`,
  InterruptedBeforeGone: () => 'interrupted before it was gone',
  InterruptedBeforeIt: () => 'interrupted before it',
  TimedOutBeforeIt: () => 'timed out before it',
  ResourceRecreated: () => 'the resource was recreated under the same name, and the new one may use it',
  CreatesNothingAgain: () => 'it creates nothing again',
  RunsAsItDid: () => 'it runs as it did',
  GoneAndOtherKept: () => 'it is gone, and another one with its name is not changed',
}

/** Of a creation whose answer was lost, where something else is under the name: what was created may be gone again. */
export function lostCreation(wasSent: boolean): string {
  return wasSent ? '; a creation was sent before, and its outcome is unknown' : ''
}
