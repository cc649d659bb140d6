import { oncePerCase } from '../../dossier/dossier.ts'
import { confirmationAwaited } from '../../obstacles/confirmation-awaited.ts'
import { controllerForbidden, refusalTold } from '../../obstacles/controller-forbidden.ts'
import { leaderMissing } from '../../obstacles/leader-missing.ts'
import { refusedByName } from '../../obstacles/logged-refusal.ts'
import { outOfScope } from '../../obstacles/out-of-scope.ts'
import { paused } from '../../obstacles/paused.ts'
import { rightMissing } from '../../obstacles/right-missing.ts'
import type { Row } from '../row.ts'

/** A switch that is on, or may be. */
export const pause = oncePerCase(paused)

/** Why a controller that runs leaves the object alone: forbidden, told to, not selecting it, or not the leader. */
export const selectionRows = {
  forbidden: {
    cause: 'ControllerForbidden',
    verdict: 'stuck',
    finds: controllerForbidden,
    over: ['forbiddenByName', 'refusalTold'],
    because: 'without the right to change the object nothing else that is repaired ends the wait',
  },
  forbiddenByName: {
    cause: 'ControllerForbidden',
    verdict: 'stuck',
    finds: refusedByName,
    over: ['perhapsForbidden'],
    because: 'that it was refused the change of this object tells whose account it is',
    hangsOn: 'log',
  },
  perhapsForbidden: {
    cause: 'ControllerForbidden',
    verdict: 'unknown',
    finds: controllerForbidden,
    over: ['refusalTold'],
    because: 'that it may not change the object is the answer of the authorizer, and only whose account it is is open',
  },
  refusalTold: {
    cause: 'ControllerForbidden',
    verdict: 'stuck',
    finds: refusalTold,
    over: ['refusalPerhapsTold', 'paused'],
    because: 'the authorizer confirms the error that is reported, and says what is missing',
  },
  refusalPerhapsTold: {
    cause: 'ControllerForbidden',
    verdict: 'unknown',
    finds: refusalTold,
    over: ['paused'],
    because: 'it says more of the error than that there is one',
  },
  rightMissing: {
    cause: 'ControllerForbidden',
    verdict: 'unknown',
    finds: rightMissing,
    over: ['foreseen'],
    because: 'a right that its account lacks is a reason for its silence, if it needs it',
  },
  paused: {
    cause: 'Paused',
    verdict: 'stuck',
    finds: pause,
    over: ['confirmation'],
    because: 'a controller that was told to leave the object alone does nothing else of what it would do',
  },
  perhapsPaused: {
    cause: 'Paused',
    verdict: 'unknown',
    finds: pause,
    over: ['perhapsReference'],
    because:
      'a switch that is on explains a controller that does nothing better than a name of which it is not known what for',
  },
  confirmation: {
    cause: 'Paused',
    verdict: 'stuck',
    finds: confirmationAwaited,
    over: ['reference'],
    because: 'the product asks for it before it looks at anything else',
  },
  outOfScope: {
    cause: 'OutOfScope',
    verdict: 'stuck',
    finds: outOfScope,
    over: ['failing', 'leader', 'missing'],
    because: 'a controller that does not select the object waits for nothing of it, and its error from before is over',
  },
  perhapsOutOfScope: {
    cause: 'OutOfScope',
    verdict: 'unknown',
    finds: outOfScope,
    over: ['perhapsLeader', 'outside'],
    because: 'a setting by which it may not select the object is a reason for its silence',
  },
  leader: {
    cause: 'LeaderMissing',
    verdict: 'stuck',
    finds: leaderMissing,
    over: ['madeByIt'],
    because: 'what does not lead does nothing for any object',
  },
  perhapsLeader: {
    cause: 'LeaderMissing',
    verdict: 'unknown',
    finds: leaderMissing,
    over: ['parent'],
    because: 'a lock that it has not taken is a reason for its silence on every object',
  },
} as const satisfies Readonly<Record<string, Row>>
