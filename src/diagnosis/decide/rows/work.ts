import { oncePerCase } from '../../dossier/dossier.ts'
import { cleanupInProgress } from '../../obstacles/cleanup-in-progress.ts'
import { cloudControllerDown } from '../../obstacles/cloud-controller-down.ts'
import { controllerMissing } from '../../obstacles/controller-missing.ts'
import { controllerOutside } from '../../obstacles/controller-outside.ts'
import { controllerUnhealthy } from '../../obstacles/controller-unhealthy.ts'
import { controllerUnknown } from '../../obstacles/controller-unknown.ts'
import { parentAlive } from '../../obstacles/parent-alive.ts'
import { type WorkState, workStateOf } from '../../obstacles/work-state.ts'
import type { Row } from '../row.ts'

const inProgress = oncePerCase(cleanupInProgress)

/** What there is to say of a controller that is ready and reports no error, where it stands so to the object. */
function at(state: WorkState): Row['finds'] {
  return found => (workStateOf(found) === state ? inProgress(found) : undefined)
}

/**
 * A controller that is ready and reports no error: its work, or what its silence may mean; and one that does not run,
 * or not in this cluster.
 */
export const workRows = {
  parent: {
    cause: 'CleanupInProgress',
    verdict: 'unknown',
    finds: parentAlive,
    over: ['perhapsUnhandled'],
    because: 'an owner that lives and is of the same controller is the usual reason for its silence',
  },
  offNode: {
    cause: 'CleanupInProgress',
    verdict: 'unknown',
    finds: at('offNode'),
    over: ['perhapsPaused'],
    because: 'what it does elsewhere, or said before, is no work on a node that is lost',
  },
  working: {
    cause: 'CleanupInProgress',
    verdict: 'progressing',
    finds: at('working'),
    over: ['unreadInventory'],
    because: 'it shows signs of work',
  },
  perhapsWorking: {
    cause: 'CleanupInProgress',
    verdict: 'unknown',
    finds: at('working'),
    over: ['waiting'],
    because: 'signs of work are more than what it says that it waits for',
  },
  waiting: {
    cause: 'CleanupInProgress',
    verdict: 'unknown',
    finds: at('waiting'),
    over: ['early'],
    because: 'it says what it waits for',
  },
  early: {
    cause: 'CleanupInProgress',
    verdict: 'unknown',
    finds: at('early'),
    over: ['clued'],
    because: 'what it has not done so soon after the deletion tells nothing',
  },
  clued: {
    cause: 'CleanupInProgress',
    verdict: 'unknown',
    finds: at('clued'),
    over: ['rightMissing'],
    because: 'what may keep it from just this object is more than a verb that it may not use',
  },
  foreseen: {
    cause: 'CleanupInProgress',
    verdict: 'progressing',
    finds: at('foreseen'),
    over: ['untried'],
    because: 'before a deletion there is nothing that it could have done',
  },
  untried: {
    cause: 'CleanupInProgress',
    verdict: 'unknown',
    finds: at('untried'),
    over: ['silent'],
    because: 'the server may reject its removal, which was not tried',
  },
  silent: {
    cause: 'CleanupInProgress',
    verdict: 'unknown',
    finds: at('silent'),
    over: ['unhealthy', 'perhapsUnhealthy'],
    because: 'who runs is asked before who does not, unless that one is likelier the controller',
  },
  cloudControllerDown: {
    cause: 'ControllerManagerDown',
    verdict: 'stuck',
    finds: cloudControllerDown,
    over: ['forbidden'],
    because: 'a stale Lease of cloud-controller-manager is proof, whatever else may be found of a Service',
  },
  cloudControllerSilent: {
    cause: 'ControllerManagerDown',
    verdict: 'unknown',
    finds: cloudControllerDown,
    over: ['loggedRefusal'],
    because: 'no workload of this cluster need be the service controller',
  },
  unhealthy: {
    cause: 'ControllerUnhealthy',
    verdict: 'stuck',
    finds: controllerUnhealthy,
    over: ['missing'],
    because: 'one that is installed is not missing',
  },
  perhapsUnhealthy: {
    cause: 'ControllerUnhealthy',
    verdict: 'unknown',
    finds: controllerUnhealthy,
    over: ['missing'],
    because: 'one that may be it is installed',
  },
  missing: {
    cause: 'ControllerMissing',
    verdict: 'stuck',
    finds: controllerMissing,
    over: ['workingOutside', 'outside'],
    because: 'it is proven that nothing is left of it, wherever it ran',
  },
  workingOutside: {
    cause: 'CleanupInProgress',
    verdict: 'progressing',
    finds: controllerOutside,
    over: ['unknown'],
    because: 'it shows signs of work',
  },
  outside: {
    cause: 'ControllerUnknown',
    verdict: 'unknown',
    finds: controllerOutside,
    over: ['unknown'],
    because: 'it is known where it runs',
  },
  unknown: {
    cause: 'ControllerUnknown',
    verdict: 'unknown',
    finds: controllerUnknown,
    over: [],
    because: 'nothing else is so',
  },
} as const satisfies Readonly<Record<string, Row>>
