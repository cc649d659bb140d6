import { alone } from './follows.ts'
import type { Sentence, Words } from './template.ts'

interface Errors {
  readonly eventsUnread?: string | undefined
  readonly isOne: boolean
}

interface Args {
  readonly NoSignOfWork: {
    /** What is known of errors; absent: it says nothing of them. */
    readonly errors?: Errors | undefined
    readonly isEarly: boolean
    readonly ago: string
  }
  readonly OnlyWhenAsked: { readonly next: Sentence }
  readonly NoWorkSince: {
    readonly errors?: Errors | undefined
    readonly ago: string | undefined
  }
}

/** What is said of a controller that is there: its errors, its work and its silence. */
export const cleanupWords = {
  /** `more`: finalizers of the same controller on the same objects. */
  ControllerCannotWrite: 'The controller of {finalizer}{more:more} cannot write the object: the API server rejects it.',
  CleanupFails: 'The controller of {finalizer}{more:more} fails to clean up{before? since before the deletion}.',
  CleanupErrorReported:
    'The controller of {finalizer}{more:more} {passed?reported|reports} an error{before? since before the deletion}; whether it stops the deletion too is not known.',
  CleanupFailsAsLogged: 'The controller of {finalizer}{more:more} fails to clean up: its log says so.',
  RemovalLost:
    'The controller of {finalizer}{more:more} {isTried?tries again and again|tried} to {isWrite?write the object|remove it}, {isTried?and the API server rejects each try|the API server rejected that, and it logged no further try}: the object has changed since the controller read it{isPerhaps? (by lines of its log that tell no namespace)}.',
  RemoveAsTried: 'remove the finalizer: its controller tried to, as its last step, and only lost to another write',
  CleanupErrorLogged:
    'The controller of {finalizer}{more:more} logged an error {isPerhaps?that has the name of the object, and may be about another one|about the object}; whether that stops the deletion{isPerhaps?| still} is not known.',
  PanicLogged:
    'The controller of {finalizer}{more:more} panics, as it logged directly after a line about the object: it may never complete its work on it.',
  ErrorAfterLogged:
    'The controller of {finalizer}{more:more} logged an error directly after a line about the object; whether that stops the deletion is not known.',
  RemoveIfItPanicsAt:
    'if it panics at this object, and no version of the controller handles it: manually clean up what it names outside the cluster, and {next:sentence}',
  CrashesAtDefinition:
    '{workload}, which removes {finalizer}, crashes as nothing can be created of a CRD that is being deleted; CRD {definition} is, and waits for its objects: neither ends by itself.',
  CreationRefusedForEver:
    'The controller of {finalizer} has to create something in namespace {namespace}, which is terminating and refuses it: it can never finish.',
  ReadySinceReports: '{workload} became ready only {ago} ago, after all that is reported here',
  /** What a status says since before the deletion, or said; `outdated`: by what else it is. */
  SaidBefore:
    '{fact}{isBefore? (since before the deletion)}[{outdated?generation=, of an older generation|success=, before its last success}]',
  OfGoneAccount: '{fact:sentence} ({account} no longer exists: this was reported before its deletion)',
  WroteIt: 'manager "{manager}" wrote it at {at}',
  SinceThen: 'since then {fact:sentence}',
  ExistsSinceError: '{kind} {name}[ in namespace {namespace}] exists: it was created at {at}, after this error',
  DryRunOfRemovalAccepted:
    'a dry run of the removal of {finalizer} by a patch is accepted: only the way in which its controller writes the object fails',
  ExplainAgainForError: 'run explain again in some minutes: the error may be resolved; see the log of the controller',
  /** Whether the controller tries again: it does, may not, says that it does not, passes it over, or lost a write. */
  FixError: {
    next: {
      again:
        'fix what the error names[, unless that is missing in namespace {closed}: nothing can be created there, as it is being deleted][{alone}||; the controller then tries again]',
      limited:
        'wait: what it calls takes no more requests for now, and the controller tries again by itself; fewer requests of others, or longer intervals, help',
      nameless:
        'the error names nothing to be fixed: the controller asked the API server for an object without a name, so that a field or label that should give it is not set, here or where this object leads (for a drain: its node never joined); set it, or update the controller to a release that goes on without it',
      perhaps: 'find out what went wrong, and fix it: the log of the controller may say more',
      never: 'fix what the error names, then restart the controller: by its own words it does not try again',
      final:
        'fix what the error names[{alone}||; by its status the controller may have given up: if it does not then try again, restart it]',
      terminal:
        'fix what the error names[{alone}||; the controller does not retry a terminal error by itself: if the fix does not change the object, restart the controller]',
      ended:
        'see whether what it should end has ended by itself, as the error says: then nothing is to be fixed, and a newer controller may take that for done',
      panics:
        'update the controller, or report it to its project: it is an error in its code, and a restart alone is likely to repeat it',
      lost: 'restart the controller: when it starts it reads every object again, and so comes back to this one',
      loses: 'update the controller to a release that reads the object again before it removes the finalizer',
      skips: 'see whether what it should delete still exists outside the cluster: by its own words it skips that',
    },
  },
  /** In place of a repair's own words for what follows by itself. */
  OnlyWhenAsked: ({ next }, inWords) =>
    `${alone(next, inWords)}; by its status the controller does not then retry by itself: request a retry, as below`,
  CorrectField: 'fix what the error names, as it seems {path}[{alone}||; the controller then tries again]',
  WaitForRetry: 'wait: a controller tries again after 17 minutes at the latest; its log shows when',
  SeeWhatRemains:
    'nothing that is missing in namespace {namespace} can be created again; see what the controller would have cleaned up',
  AddsFinalizer:
    'the controller {isOld?writes back an old copy of the object with|tries to add} [finalizer {finalizers}||a finalizer]{isRemoval? in the write by which it removes one|}, which the API server refuses for an object that is being deleted[, and does not get to {finalizer}]',
  UpdateController: {
    isOld: {
      true: '{gaveUp?restart the controller, which by its own words does not try again; if that fails alike, update it|wait for its next try, which should read the object again; if that fails alike, restart the controller, or update it}',
      false:
        'update the controller to a release that does not add finalizers to an object that is being deleted, and that knows this one[{alone}||; it then finishes by itself]',
    },
  },
  RemoveFailingAlone:
    'if of its {count:number} finalizers the error is about {finalizer}, remove only this one; the controller then goes on with the others: {next:sentence}',
  CleanUpFirst: 'manually clean up what it names outside the cluster, and {next:sentence}',
  RemoveIfNothingIsLeft:
    'the controller reports that what it has to clean up no longer exists: if that is true, remove the finalizer, and nothing is left behind',
  CheckThatItIsGone:
    'check that what the error reports as not found is what the finalizer cleans up, and that the controller looks in the right place (account, region, server, credentials)',
  IsSetToStay: '{path} is {value} already: what the object stands for is to stay when it is deleted',
  FindWhyItDoesNotStay:
    'find out why its controller cleans up in spite of {path}: to fix what the error names may let it delete what is to stay',
  RemoveAsSet: '{path} asks for what a removal does: {next:sentence}',
  SeeLogOfAgent: 'first read the log of Pod {pod}, where the quoted line comes from',
  SeeErrorOfWriter:
    '{workload} may change objects of this type and logged an error about it: find out whether it removes this finalizer, and fix what the error names',
  SeeErrorBeside:
    '{workload} runs next to the controller and logged an error about the object: find out whether the controller waits for it, and fix what the error names',
  SeeWhatIsGone:
    'the error says that something does not exist: if that is what is to be cleaned up, or a part of it, its controller may never get past this: clean up the rest by hand and remove the finalizer; if it is what the controller needs, [it cannot be created again in namespace {closed}, which is being deleted||create it again]',
  RemoveIfNeverMade: 'if what it stands for was never created, nothing is left behind; otherwise: {next:sentence}',
  RemoveUnlessGone:
    'if all that is to be cleaned up is gone already, nothing is left behind; otherwise: {next:sentence}',
  RemoveIfOnlyUpdateFails:
    'if the cleanup is finished and only the update of the finalizer is rejected: remove the finalizer (what is not cleaned up by then is left behind)',

  DeniedBeside: 'webhook {webhook} denies what {workload} asks for, which runs next to it, and it may wait for that',

  WorksOn: '{workload} is running and works on {finalizer}.',
  WaitsForReported:
    '{workload} is running, and keeps {finalizer} while it waits for what the object reports[: {told}][; {why:sentence}].',
  /** `isPerhaps`: by a line that tells no namespace. */
  WaitsAsLogged:
    '{workload} is running and has not removed {finalizer}; its log says what it waits for{isPerhaps?, perhaps for another object of this name}: {text}.',
  WorkNotKnownYet: '{workload} is running and ready; whether it works on {finalizer} is not known yet.',
  RemovalNotTried:
    '{workload} is running and ready; whether the API server rejects the removal of {finalizer} was not tried.',
  SilentForUnknownReason:
    '{workload} is running and ready; why it has not removed {finalizer} is not known[; its last log line{isSeveral?s} about the object: {line}][; its last log line about what owns the object: {ofOwner}][; the last error in its log, which names no object: {error}].',
  MayBeUnable: '{workload} is running and ready, and may be unable to remove {finalizer}: {why:sentence}.',
  RemovesFinalizer: '{workload} is running and ready, and removes {finalizer}.',
  WaitsWithoutWork: 'it says what it waits for, and shows no sign of work, since the deletion {ago} ago',
  NoSignOfWork: ({ errors, isEarly, ago }) =>
    `${errors === undefined ? '' : `${errorsText(errors)} and `}no sign of work in its status and Events${isEarly ? ', and it is too early to know' : ''}, since the deletion ${ago} ago`,
  NoWorkSince: ({ errors, ago }) =>
    `${errors === undefined ? '' : `${errorsText(errors)}, and `}its last sign of work is ${ago === undefined ? 'dated in the future' : `${ago} old`}`,
  PartsNotComplete: '{path} is false for {parts:some}, and it may wait for that',
  SeePartsNotComplete:
    'see what these entries of {path} stand for, and whether they can still become true: if not, the controller may wait forever',
  FinalizerRepeated:
    'metadata.finalizers contains it more than once, and a controller that removes a single copy each time may never finish',
  FinalizersRepeated:
    'metadata.finalizers contains {names:and} more than once: some controller adds what is already there, and one that removes a single copy each time may never finish',
  SeeWhoRepeats: 'find out which controller adds {names:and}, and update it',
  NotSeenAtDeletion: 'what it does at a deletion was not seen yet',
  ReadyOnlySince: 'it became ready only {ago} ago: run explain again in some minutes',
  StartedSince:
    'every Pod of {workload} started after the deletion, the first one {later} later, at {at}[ (restarts: {restarts:number})]: it has only ever seen the object terminating',
  TouchObject:
    'if its log does not mention the object: update the object, so that the controller receives it again; some controllers skip objects that were already terminating when they started',
  OnlyNamed: '{workload} has no more than the name: nothing outside of its namespace ties it to these objects',
  AllowedByNamespace:
    '{workload} may change these objects by {binding}[ of namespace {namespace}] alone, which users of that namespace can write',
  NothingButWait: 'nothing to do but wait',
  HeldOnPurpose: '{workload} is running, and holds {finalizer} on purpose, as the object reports[: {told}].',
  ChangeWhatHolds:
    'if the deletion is wanted all the same, change the setting that it names[{alone}||; the controller then goes on]',
  RemoveThoughHeld: 'the removal overrides what is held on purpose (a retention is discarded): {next:sentence}',
  EndWhatItWaitsFor: 'see what it waits for, and end that; its log has more',
  ExplainAgain: 'run explain again in {after}',
  ExplainByName: 'explain it by name: its removal is tried then',
  LogHasMore: 'the log of the controller has more',
  ReadControllerLog: 'read the log of the controller',

  KeepsUntilOwnerDeleted:
    '{workload} is ready; it probably keeps {finalizer} until {owner}, the owner of the object, is deleted.',
  OwnerOfSameController: {
    by: {
      finalizer: '{owner}, which owns it, carries {finalizer} as well and is not being deleted',
      writer: '{owner}, which owns it, is written by the program that put {finalizer} here, and is not being deleted',
    },
  },
  NeitherErrorNorWork: 'no error and no sign of work since the deletion',
  /** `workload`: who creates the object again, where it can. */
  KeepOwner: 'to keep {owner}, {next:sentence}[ (usually {workload} creates the object again)]',
  DeleteOwner:
    'delete {owner}, if everything that it stands for may be deleted: its controller then releases what it owns',
  CreatedNotRead: 'What {object} lists as created by it could not be read.',
  ListedIsNotDeleted:
    '{kind} {name}[ in namespace {namespace}], which it made and still lists, is not being deleted[, and reports: {text}]',
} as const satisfies Words<Args>

function errorsText({ eventsUnread, isOne }: Errors): string {
  if (eventsUnread === undefined) return 'no known error'
  return `events could not be read (${eventsUnread})${isOne ? '' : ', no error in the status'}`
}
