import { type Case, oncePerCase } from '../dossier/dossier.ts'
import { volumesDetaching } from '../drains/detaching.ts'
import type { Verdict } from '../explanation.ts'
import type { Holding } from '../held.ts'
import { cleanupFailing } from '../obstacles/cleanup-failing.ts'
import { cleanupInProgress, type WorkState, workStateOf } from '../obstacles/cleanup-in-progress.ts'
import { cloudControllerDown } from '../obstacles/cloud-controller-down.ts'
import { confirmationAwaited } from '../obstacles/confirmation-awaited.ts'
import { controllerForbidden, refusalTold } from '../obstacles/controller-forbidden.ts'
import { controllerLeaving } from '../obstacles/controller-leaving.ts'
import { controllerMissing } from '../obstacles/controller-missing.ts'
import { controllerOutside } from '../obstacles/controller-outside.ts'
import { controllerUnhealthy } from '../obstacles/controller-unhealthy.ts'
import { controllerUnknown } from '../obstacles/controller-unknown.ts'
import { drainBlocked } from '../obstacles/drain-blocked.ts'
import { explainedByAttachments, keptFromRemoving, leftToManager, usedByOthers } from '../obstacles/elsewhere.ts'
import {
  finalizerBesideSuccessor,
  finalizerPerhapsUnhandled,
  finalizerUnhandled,
} from '../obstacles/finalizer-unhandled.ts'
import { leaderMissing } from '../obstacles/leader-missing.ts'
import { outOfScope } from '../obstacles/out-of-scope.ts'
import { madeByIt, unreadInventory } from '../obstacles/own-resources.ts'
import { parentAlive } from '../obstacles/parent-alive.ts'
import { paused } from '../obstacles/paused.ts'
import { referenceMissing } from '../obstacles/reference-missing.ts'
import { rightLeaving } from '../obstacles/right-leaving.ts'
import { rightMissing } from '../obstacles/right-missing.ts'
import { type LogRowName, logRows } from './log-rows.ts'
import type { Row } from './row.ts'

export type RowName =
  | 'leaving'
  | 'perhapsLeaving'
  | 'rightLeaving'
  | 'attachments'
  | 'leftToManager'
  | 'rejected'
  | 'users'
  | 'drain'
  | 'detaching'
  | 'cloudControllerDown'
  | 'forbidden'
  | 'perhapsForbidden'
  | 'refusalTold'
  | 'refusalPerhapsTold'
  | 'paused'
  | 'confirmation'
  | 'reference'
  | 'unhandled'
  | 'besideSuccessor'
  | 'failing'
  | 'madeByIt'
  | 'outOfScope'
  | 'leader'
  | 'cloudControllerSilent'
  | LogRowName
  | 'perhapsPaused'
  | 'perhapsReference'
  | 'perhapsFailing'
  | 'perhapsOutOfScope'
  | 'perhapsLeader'
  | 'parent'
  | 'perhapsUnhandled'
  | 'working'
  | 'unreadInventory'
  | 'perhapsWorking'
  | 'waiting'
  | 'early'
  | 'clued'
  | 'rightMissing'
  | 'foreseen'
  | 'untried'
  | 'silent'
  | 'unhealthy'
  | 'perhapsUnhealthy'
  | 'missing'
  | 'workingOutside'
  | 'outside'
  | 'unknown'

type Find = (found: Case) => Holding | undefined

/** What a finder sees with this verdict: the other verdict has a row of its own. */
function as(verdict: Verdict, find: Find): Row['sees'] {
  return found => {
    const holding = find(found)
    return holding?.verdict === verdict ? [holding] : undefined
  }
}

/** What there is to say of a controller that is ready and reports no error, where it stands so to the object. */
function at(state: WorkState, verdict: Verdict): Row['sees'] {
  return found => (workStateOf(found) === state ? as(verdict, inProgress)(found) : undefined)
}

/** Nothing, where nothing is held by it. */
function some(holdings: readonly Holding[]): readonly Holding[] | undefined {
  return holdings.length === 0 ? undefined : holdings
}

const cloud = oncePerCase(cloudControllerDown)
const forbidden = oncePerCase(controllerForbidden)
const told = oncePerCase(refusalTold)
const pause = oncePerCase(paused)
const reference = oncePerCase(referenceMissing)
// What says no more than that it is paused is no error.
const failing = oncePerCase(found => (pause(found)?.verdict === 'unknown' ? undefined : cleanupFailing(found)))
const inProgress = oncePerCase(cleanupInProgress)
const leader = oncePerCase(leaderMissing)
const scope = oncePerCase(outOfScope)
const unhealthy = oncePerCase(controllerUnhealthy)
const outside = oncePerCase(controllerOutside)
const leaving = oncePerCase(controllerLeaving)

/**
 * Who should remove a finalizer that is not Kubernetes' own, and why they do not: each answer, by which it is told, and the answers in
 * place of which it is told where both are so. What is proven comes before what is possible, what is seen in the way of a controller
 * before how the controller itself is, and what says more of the same before what says less.
 */
export const table: Readonly<Record<RowName, Row<RowName>>> = {
  leaving: {
    cause: 'ControllerMissing',
    verdict: 'stuck',
    sees: as('stuck', leaving),
    over: ['perhapsLeaving'],
    because: 'what would be deleted before the object removes nothing from it, whatever else is in its way today',
  },
  perhapsLeaving: {
    cause: 'ControllerMissing',
    verdict: 'unknown',
    sees: as('unknown', leaving),
    over: ['rightLeaving', 'unhealthy'],
    because: 'what would be deleted at the same time has to be kept, before anything else of it matters',
  },
  rightLeaving: {
    cause: 'ControllerForbidden',
    verdict: 'unknown',
    sees: as('unknown', rightLeaving),
    over: ['attachments'],
    because: 'without the right to change the object a controller that stays removes nothing either',
  },
  attachments: {
    cause: 'elsewhere',
    verdict: 'varies',
    sees: explainedByAttachments,
    over: ['leftToManager', 'rejected'],
    because: 'the VolumeAttachments of a volume say what its attacher waits for or fails at',
  },
  leftToManager: {
    cause: 'elsewhere',
    verdict: 'varies',
    sees: leftToManager,
    over: ['rejected'],
    because: 'what only kube-controller-manager removes is its rule to explain',
  },
  rejected: {
    cause: 'elsewhere',
    verdict: 'varies',
    sees: keptFromRemoving,
    over: ['users'],
    because:
      'a living controller whose removal the server rejects or undoes is not what is to be repaired, whatever it reports',
  },
  users: {
    cause: 'elsewhere',
    verdict: 'varies',
    sees: usedByOthers,
    over: ['drain'],
    because: 'a controller that waits until nothing uses the object does its work',
  },
  drain: {
    cause: 'DrainBlocked',
    verdict: 'varies',
    sees: found => some(drainBlocked(found)),
    over: ['detaching'],
    because: 'a node is drained before its volumes are detached',
  },
  detaching: {
    cause: 'elsewhere',
    verdict: 'waiting',
    sees: found => some(volumesDetaching(found)),
    over: ['cloudControllerDown', 'forbidden'],
    because: 'the attachments that it waits for are being deleted, and what holds those is the cause',
  },
  cloudControllerDown: {
    cause: 'ControllerManagerDown',
    verdict: 'stuck',
    sees: as('stuck', cloud),
    over: ['forbidden'],
    because: 'a stale Lease of cloud-controller-manager is proof, whatever else may be found of a Service',
  },
  forbidden: {
    cause: 'ControllerForbidden',
    verdict: 'stuck',
    sees: as('stuck', forbidden),
    over: ['perhapsForbidden', 'refusalTold'],
    because: 'without the right to change the object nothing else that is repaired ends the wait',
  },
  perhapsForbidden: {
    cause: 'ControllerForbidden',
    verdict: 'unknown',
    sees: as('unknown', forbidden),
    over: ['refusalTold'],
    because: 'that it may not change the object is the answer of the authorizer, and only whose account it is is open',
  },
  refusalTold: {
    cause: 'ControllerForbidden',
    verdict: 'stuck',
    sees: as('stuck', told),
    over: ['refusalPerhapsTold', 'paused'],
    because: 'the authorizer confirms the error that is reported, and says what is missing',
  },
  refusalPerhapsTold: {
    cause: 'ControllerForbidden',
    verdict: 'unknown',
    sees: as('unknown', told),
    over: ['paused'],
    because: 'it says more of the error than that there is one',
  },
  paused: {
    cause: 'Paused',
    verdict: 'stuck',
    sees: as('stuck', pause),
    over: ['confirmation'],
    because: 'a controller that was told to leave the object alone does nothing else of what it would do',
  },
  confirmation: {
    cause: 'Paused',
    verdict: 'stuck',
    sees: found => as('stuck', confirmationAwaited)(found),
    over: ['reference'],
    because: 'the product asks for it before it looks at anything else',
  },
  reference: {
    cause: 'ReferenceMissing',
    verdict: 'stuck',
    sees: as('stuck', reference),
    over: ['unhandled', 'perhapsPaused'],
    because: 'the object itself says that just this was not found, which is more than that there is an error',
  },
  unhandled: {
    cause: 'FinalizerUnhandled',
    verdict: 'stuck',
    sees: found => as('stuck', finalizerUnhandled)(found),
    over: ['besideSuccessor', 'failing'],
    because: 'it reports nothing since the deletion, and newer objects show that it does not know the name',
  },
  besideSuccessor: {
    cause: 'FinalizerUnhandled',
    verdict: 'unknown',
    sees: found => as('unknown', finalizerBesideSuccessor)(found),
    over: ['failing'],
    because: 'the error is about the other name that the object carries',
  },
  failing: {
    cause: 'CleanupFailing',
    verdict: 'stuck',
    sees: as('stuck', failing),
    over: ['outOfScope'],
    because: 'an error that it reports keeps it from what else it waits for',
  },
  outOfScope: {
    cause: 'OutOfScope',
    verdict: 'stuck',
    sees: as('stuck', scope),
    over: ['leader', 'missing'],
    because: 'a controller that does not select the object waits for nothing of it',
  },
  leader: {
    cause: 'LeaderMissing',
    verdict: 'stuck',
    sees: as('stuck', leader),
    over: ['madeByIt'],
    because: 'what does not lead does nothing for any object',
  },
  madeByIt: {
    cause: 'elsewhere',
    verdict: 'waiting',
    sees: madeByIt,
    over: ['cloudControllerSilent'],
    because:
      'a controller that lives and waits for what it made, which is being deleted, does its work: what holds that is the cause',
  },
  cloudControllerSilent: {
    cause: 'ControllerManagerDown',
    verdict: 'unknown',
    sees: as('unknown', cloud),
    over: ['loggedRefusal'],
    because: 'no workload of this cluster need be the service controller',
  },
  ...logRows,
  perhapsPaused: {
    cause: 'Paused',
    verdict: 'unknown',
    sees: as('unknown', pause),
    over: ['perhapsReference'],
    because:
      'a switch that is on explains a controller that does nothing better than a name of which it is not known what for',
  },
  perhapsReference: {
    cause: 'ReferenceMissing',
    verdict: 'unknown',
    sees: as('unknown', reference),
    over: ['perhapsFailing'],
    because: 'it says what may be missing, where an error from before the deletion says less',
  },
  perhapsFailing: {
    cause: 'CleanupFailing',
    verdict: 'unknown',
    sees: as('unknown', failing),
    over: ['perhapsOutOfScope'],
    because: 'an error is more than silence',
  },
  perhapsOutOfScope: {
    cause: 'OutOfScope',
    verdict: 'unknown',
    sees: as('unknown', scope),
    over: ['perhapsLeader', 'outside'],
    because: 'a setting by which it may not select the object is a reason for its silence',
  },
  perhapsLeader: {
    cause: 'LeaderMissing',
    verdict: 'unknown',
    sees: as('unknown', leader),
    over: ['parent'],
    because: 'a lock that it has not taken is a reason for its silence on every object',
  },
  parent: {
    cause: 'CleanupInProgress',
    verdict: 'unknown',
    sees: found => as('unknown', parentAlive)(found),
    over: ['perhapsUnhandled'],
    because: 'an owner that lives and is of the same controller is the usual reason for its silence',
  },
  perhapsUnhandled: {
    cause: 'FinalizerUnhandled',
    verdict: 'unknown',
    sees: found => as('unknown', finalizerPerhapsUnhandled)(found),
    over: ['working'],
    because: 'newer objects that carry only another name are a reason for its silence',
  },
  working: {
    cause: 'CleanupInProgress',
    verdict: 'progressing',
    sees: at('working', 'progressing'),
    over: ['unreadInventory'],
    because: 'it shows signs of work',
  },
  unreadInventory: {
    cause: 'elsewhere',
    verdict: 'unknown',
    sees: unreadInventory,
    over: ['perhapsWorking'],
    because:
      'what it made is known to be waited for, and could not be read: that is all there is to say of its silence',
  },
  perhapsWorking: {
    cause: 'CleanupInProgress',
    verdict: 'unknown',
    sees: at('working', 'unknown'),
    over: ['waiting'],
    because: 'signs of work are more than what it says that it waits for',
  },
  waiting: {
    cause: 'CleanupInProgress',
    verdict: 'unknown',
    sees: at('waiting', 'unknown'),
    over: ['early'],
    because: 'it says what it waits for',
  },
  early: {
    cause: 'CleanupInProgress',
    verdict: 'unknown',
    sees: at('early', 'unknown'),
    over: ['clued'],
    because: 'what it has not done so soon after the deletion tells nothing',
  },
  clued: {
    cause: 'CleanupInProgress',
    verdict: 'unknown',
    sees: at('clued', 'unknown'),
    over: ['rightMissing'],
    because: 'what may keep it from just this object is more than a verb that it may not use',
  },
  rightMissing: {
    cause: 'ControllerForbidden',
    verdict: 'unknown',
    sees: found => as('unknown', rightMissing)(found),
    over: ['foreseen'],
    because: 'a right that its account lacks is a reason for its silence, if it needs it',
  },
  foreseen: {
    cause: 'CleanupInProgress',
    verdict: 'progressing',
    sees: at('foreseen', 'progressing'),
    over: ['untried'],
    because: 'before a deletion there is nothing that it could have done',
  },
  untried: {
    cause: 'CleanupInProgress',
    verdict: 'unknown',
    sees: at('untried', 'unknown'),
    over: ['silent'],
    because: 'the server may reject its removal, which was not tried',
  },
  silent: {
    cause: 'CleanupInProgress',
    verdict: 'unknown',
    sees: at('silent', 'unknown'),
    over: ['unhealthy', 'perhapsUnhealthy'],
    because: 'who runs is asked before who does not, unless that one is likelier the controller',
  },
  unhealthy: {
    cause: 'ControllerUnhealthy',
    verdict: 'stuck',
    sees: as('stuck', unhealthy),
    over: ['missing'],
    because: 'one that is installed is not missing',
  },
  perhapsUnhealthy: {
    cause: 'ControllerUnhealthy',
    verdict: 'unknown',
    sees: as('unknown', unhealthy),
    over: ['missing'],
    because: 'one that may be it is installed',
  },
  missing: {
    cause: 'ControllerMissing',
    verdict: 'stuck',
    sees: found => as('stuck', controllerMissing)(found),
    over: ['workingOutside', 'outside'],
    because: 'it is proven that nothing is left of it, wherever it ran',
  },
  workingOutside: {
    cause: 'CleanupInProgress',
    verdict: 'progressing',
    sees: as('progressing', outside),
    over: ['unknown'],
    because: 'it shows signs of work',
  },
  outside: {
    cause: 'ControllerUnknown',
    verdict: 'unknown',
    sees: as('unknown', outside),
    over: ['unknown'],
    because: 'it is known where it runs',
  },
  unknown: {
    cause: 'ControllerUnknown',
    verdict: 'unknown',
    sees: found => [controllerUnknown(found)],
    over: [],
    because: 'nothing else is so',
  },
}
