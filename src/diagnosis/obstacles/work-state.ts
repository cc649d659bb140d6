import { says } from '../../statements/wording.ts'
import { untriedEvidence } from '../admission/untried.ts'
import { together } from '../answered.ts'
import { isTrusted } from '../author.ts'
import type { Candidate } from '../controller/search.ts'
import { type Case, living, oncePerCase, tieOfCandidate } from '../dossier/dossier.ts'
import { isOfOwnController } from '../dossier/state.ts'
import type { Clue, Said } from '../explanation.ts'
import { cluesOfSilence } from '../silence/clues.ts'
import { nodeOfFinalizer, nodeOfObject } from '../silence/node-of-finalizer.ts'
import { hasIdleJob } from '../silence/owned-job.ts'
import { EARLY_SECONDS } from '../thresholds.ts'

/**
 * How a controller that is ready and reports no error stands to the object; `clued`: silent, where something tells what
 * may keep it; `foreseen`: it was not asked yet, and nothing tells that it would not act; `offNode`: nothing of it runs
 * on the node where it would have to act.
 */
export type WorkState = 'working' | 'waiting' | 'early' | 'untried' | 'clued' | 'silent' | 'foreseen' | 'offNode'

/** undefined where nothing of it is ready. */
export const workStateOf = oncePerCase((found): WorkState | undefined => {
  const { held, reports, context } = found
  const [controller] = living(found)
  if (controller === undefined) return undefined
  const isEarly = (held.ageSeconds ?? 0) < EARLY_SECONDS
  // What is said of a work that was not asked for yet is no sign of it.
  const isForeseen = isEarly && context.together !== undefined
  // What is done on other nodes, or to other finalizers of the object, is no work on this one.
  if (!isEarly && isOffNode(found, controller)) return 'offNode'
  // What it began by a Job goes on as that does.
  if (reports.progress.length > 0 && !isForeseen && !hasIdleJob(held, context)) return 'working'
  if (reports.waits.length > 0) return 'waiting'
  if (isForeseen) return foreseenState(found, controller)
  if (isEarly) return 'early'
  if (untriedEvidence(held, context).length > 0) return 'untried'
  return cluesOfCase(found).length > 0 ? 'clued' : 'silent'
})

function isOffNode(found: Case, { workload }: Candidate): boolean {
  const [ofFinalizer, ofObject] = together(
    () => nodeOfFinalizer(found),
    () => (workload.kind === 'DaemonSet' ? nodeOfObject(found, workload, isOfOwnController(found)) : undefined),
  )
  return ofFinalizer?.isSure === true || ofObject?.isSure === true
}

/** Before a deletion silence tells nothing; only one that nothing ties to the object may be another one's. */
function foreseenState(found: Case, controller: Candidate): WorkState {
  if (cluesOfCase(found).length > 0) return 'clued'
  if (untriedEvidence(found.held, found.context).length > 0) return 'untried'
  return isTied(found, controller) ? 'foreseen' : 'early'
}

/**
 * Whether more than its name ties it to the object. Before a deletion the answer may be `clean`: what users of a
 * namespace could have written, as a RoleBinding of it, is not enough for that.
 */
export function isTied(found: Case, controller: Candidate): boolean {
  const tie = tieOfCandidate(found, controller)
  return tie !== undefined && (found.context.together === undefined || isTrusted(tie))
}

/** Of the first that is ready. */
export const cluesOfCase = oncePerCase((found): readonly Clue[] => {
  const [controller] = living(found)
  return controller === undefined ? [] : cluesOfSilence(found, controller.workload, isOfOwnController(found))
})

/** Of what is waited for: that the deletion is held as somebody has set it. */
export function heldOnPurpose(waits: readonly Said[]): Said | undefined {
  return waits.find(({ fact }) => says('on purpose', fact))
}
