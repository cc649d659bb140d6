import { claims } from '../../statements/claims.ts'
import { wordsOf } from '../../statements/log/told.ts'
import { askedAt } from '../controller/since-deletion.ts'
import { type Case, living } from '../dossier/dossier.ts'
import { heardOf } from '../dossier/log.ts'
import { showLog } from '../dossier/log-sources.ts'
import { timeOf } from '../dossier/log-words.ts'
import { toInspect } from '../remedy.ts'
import type { Blocker } from '../stuck-object.ts'
import { readyEvidence, workloadText } from '../workloads/workloads.ts'

/** ControllerUnhealthy: the controller is ready at this moment, and a panic ended it since the deletion: by what, and whether by this object, the log tells. */
export function loggedCrash(found: Case): Blocker | undefined {
  const heard = heardOf(found)
  const [who] = living(found)
  if (heard === undefined || who === undefined) return undefined
  const said = heard.ofProgram.findLast(({ source, line }) => source.previous && claims('panic')(wordsOf(line)))
  if (said === undefined || timeOf(said) < askedAt(found.held)) return undefined
  const { workload, evidence } = who
  const { kind, namespace, name } = workload
  return {
    verdict: 'unknown',
    cause: {
      key: `ControllerUnhealthy/${workload.object.metadata.uid}/panic`,
      code: 'ControllerUnhealthy',
      subject: { kind, namespace, name },
      finalizer: found.finalizer,
      summary: `${workloadText(workload)} is running and ready, and a panic ended it since the deletion: it may never come to ${found.finalizer}.`,
      evidence: [said.evidence, readyEvidence(workload), ...evidence],
      remedies: () => [
        toInspect('read what it did before it ended, and install a version of it without this error', [
          showLog(said.source),
        ]),
      ],
    },
  }
}
