import { oncePerCase } from '../../dossier/dossier.ts'
import { cleanupFailing } from '../../obstacles/cleanup-failing.ts'
import {
  finalizerBesideSuccessor,
  finalizerPerhapsUnhandled,
  finalizerUnhandled,
} from '../../obstacles/finalizer-unhandled.ts'
import { reportedUnanswered } from '../../obstacles/own-write-failing.ts'
import { referenceMissing } from '../../obstacles/reference-missing.ts'
import type { Row } from '../row.ts'
import { pause } from './selection.ts'

// What says no more than that it is paused is no error.
const failing = oncePerCase(found => (pause(found)?.verdict === 'unknown' ? undefined : cleanupFailing(found)))

/** What the controller reports of the object, and what newer objects show of its finalizer. */
export const reportedRows = {
  reportedUnanswered: {
    cause: 'WebhookUnavailable',
    verdict: 'stuck',
    finds: reportedUnanswered,
    over: ['reference'],
    because: 'what can be read proves that nothing answers the webhook that the error names',
  },
  reference: {
    cause: 'ReferenceMissing',
    verdict: 'stuck',
    finds: referenceMissing,
    over: ['unhandled', 'perhapsPaused'],
    because: 'the object itself says that just this was not found, which is more than that there is an error',
  },
  perhapsReference: {
    cause: 'ReferenceMissing',
    verdict: 'unknown',
    finds: referenceMissing,
    over: ['perhapsFailing'],
    because: 'it says what may be missing, where an error from before the deletion says less',
  },
  unhandled: {
    cause: 'FinalizerUnhandled',
    verdict: 'stuck',
    finds: finalizerUnhandled,
    over: ['besideSuccessor'],
    because: 'it reports nothing since the deletion, and newer objects show that it does not know the name',
  },
  besideSuccessor: {
    cause: 'FinalizerUnhandled',
    verdict: 'unknown',
    finds: finalizerBesideSuccessor,
    over: ['outOfScope'],
    because: 'the error is about the other name that the object carries',
  },
  perhapsUnhandled: {
    cause: 'FinalizerUnhandled',
    verdict: 'unknown',
    finds: finalizerPerhapsUnhandled,
    over: ['working'],
    because: 'newer objects that carry only another name are a reason for its silence',
  },
  failing: {
    cause: 'CleanupFailing',
    verdict: 'stuck',
    finds: failing,
    over: ['leader', 'missing'],
    because: 'an error that it reports keeps it from what else it waits for',
  },
  perhapsFailing: {
    cause: 'CleanupFailing',
    verdict: 'unknown',
    finds: failing,
    over: ['perhapsOutOfScope'],
    because: 'an error is more than silence',
  },
} as const satisfies Readonly<Record<string, Row>>
