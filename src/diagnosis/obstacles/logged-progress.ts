import { type Case, living } from '../dossier/dossier.ts'
import { heardOf } from '../dossier/log.ts'
import { countsOf, lastWord, timeOf } from '../dossier/log-words.ts'
import type { Holding } from '../held.ts'
import { toInspect, toWait } from '../remedy.ts'
import { logCommand, readyEvidence, workloadText } from '../workloads/workloads.ts'

/** What is older than this, in ms, is no sign of work going on. */
const FRESH = 600_000

/**
 * CleanupInProgress: the last that the controller logged about the object is how far it has come, or that it deletes it. `progressing` where less is left
 * each time, lately; the same words again and again tell of tries, and not of work.
 */
export function loggedProgress(found: Case): Holding | undefined {
  const heard = heardOf(found)
  const said = heard && lastWord(heard)
  const [who] = living(found)
  if (heard === undefined || who === undefined || (said?.means !== 'counted' && said?.means !== 'works'))
    return undefined
  const { now } = found.context.facts
  const counts = countsOf(heard).filter(each => now.getTime() - timeOf(each.said) <= FRESH)
  const isLess = counts.length > 1 && counts.at(-1)!.left < counts[0]!.left
  const isWorking = isLess && heard.isTrusted
  const { workload, evidence } = who
  const { kind, namespace, name } = workload
  return {
    verdict: isWorking ? 'progressing' : 'unknown',
    cause: {
      key: `CleanupInProgress/${namespace}/${kind}/${name}/log/${isWorking ? 'working' : found.held.ref.uid}`,
      code: 'CleanupInProgress',
      subject: found.held.ref,
      finalizer: found.finalizer,
      summary: isWorking
        ? `${workloadText(workload)} is running and works on ${found.finalizer}.`
        : `${workloadText(workload)} is running and ready, and logs that it deletes the object; why it has not removed ${found.finalizer} is not known.`,
      evidence: [said.evidence, readyEvidence(workload), ...evidence],
      remedies: () =>
        isWorking ? [toWait('nothing to do but wait')] : [toInspect('its log has more', [logCommand(workload)])],
    },
  }
}
