import { message } from '../../messages/sentence.ts'
import { claims, claimsOf } from '../../statements/claims.ts'
import { wordsOf } from '../../statements/log/told.ts'
import { type Case, living } from '../dossier/dossier.ts'
import { heardOf } from '../dossier/log.ts'
import { timeOf } from '../dossier/log-words.ts'
import { toInspect } from '../remedy.ts'
import { commandLine } from '../shell-quote.ts'
import { type Blocker, blocker } from '../stuck-object.ts'
import { showLog } from '../workloads/log-places.ts'
import { readyEvidence, workloadText } from '../workloads/workloads.ts'

/** So long, in ms, a client that tries again and again is silent at most: client-go's reflectors try each minute. */
const RECENT = 300_000

/** ControllerUnhealthy: it is ready, and by its log does not reach the API server, or is not let in. That may pass. */
export function loggedOutage(found: Case): Blocker | undefined {
  const heard = heardOf(found)
  const [who] = living(found)
  if (heard === undefined || who === undefined) return undefined
  const said = heard.ofProgram.findLast(({ line }) => claims('cut off')(wordsOf(line)))
  if (said === undefined || found.context.facts.now.getTime() - timeOf(said) > RECENT) return undefined
  // Who works on an object reaches the server.
  if (heard.ofObject.some(each => timeOf(each) > timeOf(said))) return undefined
  const { workload, evidence } = who
  const { kind, namespace, name } = workload
  const [{ by } = { by: 'network' as const }] = claimsOf('cut off', [wordsOf(said.line)])
  return blocker('unknown', {
    key: `ControllerUnhealthy/${workload.object.metadata.uid}/${by}`,
    code: 'ControllerUnhealthy',
    subject: { kind, namespace, name },
    finalizer: found.finalizer,
    summary: message('CutOffFromServer', { workload: workloadText(workload), by }),
    evidence: [said.evidence, readyEvidence(workload), ...evidence],
    remedies: () => [
      toInspect(message('FindWhatCutsOff', { by }), [
        showLog(said.source),
        commandLine('kubectl', 'get', 'pods', '-n', namespace, '-o', 'wide'),
        commandLine('kubectl', 'get', 'networkpolicies', '-n', namespace),
      ]),
    ],
  })
}
