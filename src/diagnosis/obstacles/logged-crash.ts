import { message } from '../../messages/sentence.ts'
import { askedAt } from '../controller/since-deletion.ts'
import { type Case, living } from '../dossier/dossier.ts'
import { heardOf } from '../dossier/log.ts'
import { isPanic, timeOf } from '../dossier/log-words.ts'
import { toInspect } from '../remedy.ts'
import { type Blocker, blocker } from '../stuck-object.ts'
import { showLog } from '../workloads/log-places.ts'
import { readyEvidence, workloadText } from '../workloads/workloads.ts'

/** ControllerUnhealthy: ready now; a panic ended it since the deletion: the log tells by what, if by this object. */
export function loggedCrash(found: Case): Blocker | undefined {
  const heard = heardOf(found)
  const [who] = living(found)
  if (heard === undefined || who === undefined) return undefined
  const said = heard.ofProgram.findLast(each => each.source.previous && isPanic(each))
  if (said === undefined || timeOf(said) < askedAt(found.held)) return undefined
  const { workload, evidence } = who
  const { kind, namespace, name } = workload
  return blocker('unknown', {
    key: `ControllerUnhealthy/${workload.object.metadata.uid}/panic`,
    code: 'ControllerUnhealthy',
    subject: { kind, namespace, name },
    finalizer: found.finalizer,
    summary: message('EndedByPanic', { workload: workloadText(workload), finalizer: found.finalizer }),
    evidence: [said.evidence, readyEvidence(workload), ...evidence],
    remedies: () => [toInspect(message('InstallWithoutPanic'), [showLog(said.source)])],
  })
}
