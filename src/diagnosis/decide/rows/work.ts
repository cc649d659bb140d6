import { oncePerCase } from '../../dossier/dossier.ts'
import type { Verdict } from '../../explanation.ts'
import { cleanupInProgress } from '../../obstacles/cleanup-in-progress.ts'
import { parentAlive } from '../../obstacles/parent-alive.ts'
import { type WorkState, workStateOf } from '../../obstacles/work-state.ts'
import type { Row } from '../row.ts'
import { as } from './sees.ts'

const inProgress = oncePerCase(cleanupInProgress)

/** What there is to say of a controller that is ready and reports no error, where it stands so to the object. */
function at(state: WorkState, verdict: Verdict): Row['sees'] {
  return found => (workStateOf(found) === state ? as(verdict, inProgress)(found) : undefined)
}

/** A controller that is ready and reports no error: its work, or what its silence may mean. */
export const workRows = {
  parent: {
    cause: 'CleanupInProgress',
    verdict: 'unknown',
    sees: found => as('unknown', parentAlive)(found),
    over: ['perhapsUnhandled'],
    because: 'an owner that lives and is of the same controller is the usual reason for its silence',
  },
  offNode: {
    cause: 'CleanupInProgress',
    verdict: 'unknown',
    sees: at('offNode', 'unknown'),
    over: ['perhapsPaused'],
    because: 'what it does elsewhere, or said before, is no work on a node that is lost',
  },
  working: {
    cause: 'CleanupInProgress',
    verdict: 'progressing',
    sees: at('working', 'progressing'),
    over: ['unreadInventory'],
    because: 'it shows signs of work',
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
} as const satisfies Readonly<Record<string, Row>>
