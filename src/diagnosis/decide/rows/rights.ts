import { controllerForbidden, refusalTold } from '../../obstacles/controller-forbidden.ts'
import { refusedByName } from '../../obstacles/logged-refusal.ts'
import { rightMissing } from '../../obstacles/right-missing.ts'
import type { Row } from '../row.ts'

/** What the account of the controller may not do. */
export const rightsRows = {
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
} as const satisfies Readonly<Record<string, Row>>
