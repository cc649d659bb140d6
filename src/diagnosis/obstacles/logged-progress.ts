import { message } from '../../messages/sentence.ts'
import { type Case, living } from '../dossier/dossier.ts'
import { heardOf } from '../dossier/log.ts'
import { countsOf, lastWord, timeOf } from '../dossier/log-words.ts'
import { toWait } from '../remedy.ts'
import { type Blocker, blocker } from '../stuck-object.ts'
import { readyEvidence, workloadText } from '../workloads/workloads.ts'

/** What is older than this, in ms, is no sign of work going on. */
const FRESH = 600_000

/**
 * CleanupInProgress: the last that the controller logged about the object is how much is left, lately and less than
 * before. The same words again and again tell of tries, and not of work.
 */
export function loggedProgress(found: Case): Blocker | undefined {
  const heard = heardOf(found)
  const said = heard && lastWord(heard)
  const [who] = living(found)
  if (heard === undefined || who === undefined || said?.means !== 'counted' || !heard.isTrusted) return undefined
  const { now } = found.context.facts
  const counts = countsOf(heard).filter(each => now.getTime() - timeOf(each.said) <= FRESH)
  if (counts.length < 2 || counts.at(-1)!.left >= counts[0]!.left) return undefined
  const { workload, evidence } = who
  const { kind, namespace, name } = workload
  return blocker('progressing', {
    key: `CleanupInProgress/${namespace}/${kind}/${name}/log`,
    code: 'CleanupInProgress',
    subject: found.held.ref,
    finalizer: found.finalizer,
    summary: message('WorksOn', { workload: workloadText(workload), finalizer: found.finalizer }),
    evidence: [said.evidence, readyEvidence(workload), ...evidence],
    remedies: () => [toWait(message('NothingButWait'))],
  })
}
