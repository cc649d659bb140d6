import { oncePerCase } from '../../dossier/dossier.ts'
import { cleanupFailing } from '../../obstacles/cleanup-failing.ts'
import {
  finalizerBesideSuccessor,
  finalizerPerhapsUnhandled,
  finalizerUnhandled,
} from '../../obstacles/finalizer-unhandled.ts'
import { reportedUnanswered } from '../../obstacles/own-request-unanswered.ts'
import { referenceMissing } from '../../obstacles/reference-missing.ts'
import type { Row } from '../row.ts'
import { as } from './sees.ts'
import { pause } from './selection.ts'

const reference = oncePerCase(referenceMissing)
// What says no more than that it is paused is no error.
const failing = oncePerCase(found => (pause(found)?.verdict === 'unknown' ? undefined : cleanupFailing(found)))

/** What the controller reports of the object, and what newer objects show of its finalizer. */
export const reportedRows = {
  reportedUnanswered: {
    cause: 'WebhookUnavailable',
    verdict: 'stuck',
    sees: as('stuck', reportedUnanswered),
    over: ['reference'],
    because: 'what can be read proves that nothing answers the webhook that the error names',
  },
  reference: {
    cause: 'ReferenceMissing',
    verdict: 'stuck',
    sees: as('stuck', reference),
    over: ['unhandled', 'perhapsPaused'],
    because: 'the object itself says that just this was not found, which is more than that there is an error',
  },
  perhapsReference: {
    cause: 'ReferenceMissing',
    verdict: 'unknown',
    sees: as('unknown', reference),
    over: ['perhapsFailing'],
    because: 'it says what may be missing, where an error from before the deletion says less',
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
  perhapsUnhandled: {
    cause: 'FinalizerUnhandled',
    verdict: 'unknown',
    sees: found => as('unknown', finalizerPerhapsUnhandled)(found),
    over: ['working'],
    because: 'newer objects that carry only another name are a reason for its silence',
  },
  failing: {
    cause: 'CleanupFailing',
    verdict: 'stuck',
    sees: as('stuck', failing),
    over: ['outOfScope'],
    because: 'an error that it reports keeps it from what else it waits for',
  },
  perhapsFailing: {
    cause: 'CleanupFailing',
    verdict: 'unknown',
    sees: as('unknown', failing),
    over: ['perhapsOutOfScope'],
    because: 'an error is more than silence',
  },
} as const satisfies Readonly<Record<string, Row>>
