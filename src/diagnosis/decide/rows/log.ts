import { loggedCrash, loggedElection, loggedOutage, loggedProgress } from '../../obstacles/logged-election.ts'
import { loggedError, loggedPerhaps } from '../../obstacles/logged-error.ts'
import { loggedReference } from '../../obstacles/logged-reference.ts'
import { loggedRefusal, perhapsRefused } from '../../obstacles/logged-refusal.ts'
import { loggedUsers, loggedWait } from '../../obstacles/logged-users.ts'
import { loggedScope } from '../../obstacles/out-of-scope.ts'
import { loggedUnanswered } from '../../obstacles/own-write-failing.ts'
import { loggedPause } from '../../obstacles/paused.ts'
import { type Row, some } from '../row.ts'

/** What a controller's log tells of it, or of the object, where the rows that need no log leave the answer open. */
export const logRows = {
  loggedRefusal: {
    cause: 'ControllerForbidden',
    verdict: 'varies',
    finds: loggedRefusal,
    over: ['loggedPause'],
    because: 'the authorizer confirms the refusal that was logged, and says what is missing',
    hangsOn: 'log',
  },
  loggedPause: {
    cause: 'Paused',
    verdict: 'varies',
    finds: loggedPause,
    over: ['loggedUnanswered'],
    because: 'a controller that leaves the object alone does nothing else of what it would do',
    hangsOn: 'log',
  },
  loggedUnanswered: {
    cause: 'WebhookUnavailable',
    verdict: 'stuck',
    finds: loggedUnanswered,
    over: ['loggedReference'],
    because: 'what can be read proves that nothing answers the webhook that the error names',
    hangsOn: 'log',
  },
  loggedReference: {
    cause: 'ReferenceMissing',
    verdict: 'varies',
    finds: loggedReference,
    over: ['loggedError'],
    because: 'the server confirms that just this is not there, which is more than that there is an error',
    hangsOn: 'log',
  },
  loggedError: {
    cause: 'CleanupFailing',
    verdict: 'varies',
    finds: loggedError,
    over: ['loggedScope'],
    because: 'an error about the object that was logged since is more than that it was passed over',
    hangsOn: 'log',
  },
  loggedScope: {
    cause: 'OutOfScope',
    verdict: 'varies',
    finds: loggedScope,
    over: ['loggedUsers'],
    because: 'what was logged about the object says more than what was logged about the program',
    hangsOn: 'log',
  },
  loggedUsers: {
    cause: 'InstanceAlive',
    verdict: 'varies',
    finds: found => loggedUsers(found) ?? some(loggedWait(found)),
    over: ['loggedElection'],
    because: 'who uses the object, or is waited for, is in its way, however the program fares',
    hangsOn: 'log',
  },
  loggedElection: {
    cause: 'LeaderMissing',
    verdict: 'unknown',
    finds: loggedElection,
    over: ['loggedOutage'],
    because: 'what waits to lead tries nothing with any object',
    hangsOn: 'log',
  },
  loggedOutage: {
    cause: 'ControllerUnhealthy',
    verdict: 'unknown',
    finds: loggedOutage,
    over: ['loggedCrash'],
    because: 'it holds now, where a panic may be over',
    hangsOn: 'log',
  },
  loggedCrash: {
    cause: 'ControllerUnhealthy',
    verdict: 'unknown',
    finds: loggedCrash,
    over: ['loggedProgress'],
    because: 'what ends again and again does not come to the end of its work',
    hangsOn: 'log',
  },
  loggedProgress: {
    cause: 'CleanupInProgress',
    verdict: 'progressing',
    finds: loggedProgress,
    over: ['perhapsRefused'],
    because: 'less that is left each time is proof of work, where a suspicion is none of a hindrance',
    hangsOn: 'log',
  },
  perhapsRefused: {
    cause: 'ControllerForbidden',
    verdict: 'varies',
    finds: perhapsRefused,
    over: ['loggedPerhaps'],
    because: 'the authorizer confirms a refusal, and only whether the controller needs the right is open',
    hangsOn: 'log',
  },
  loggedPerhaps: {
    cause: 'CleanupFailing',
    verdict: 'varies',
    finds: loggedPerhaps,
    over: ['offNode'],
    because: 'an error with the name of the object says more than a switch that may be of another thing',
    hangsOn: 'log',
  },
} as const satisfies Readonly<Record<string, Row>>
