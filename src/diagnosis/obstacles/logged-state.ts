import { message } from '../../messages/sentence.ts'
import { claims, claimsOf } from '../../statements/claims.ts'
import { wordsOf } from '../../statements/log/told.ts'
import { askedAt } from '../controller/since-deletion.ts'
import { type Case, causedBy, living } from '../dossier/dossier.ts'
import { heardOf } from '../dossier/log.ts'
import { countsOf, isPanic, lastWord, timeOf } from '../dossier/log-words.ts'
import { toInspect, toWait } from '../explanation.ts'
import { commandLine } from '../shell-quote.ts'
import type { Blocker } from '../stuck-object.ts'
import { FRESH_SECONDS } from '../thresholds.ts'
import { showLog } from '../workloads/log-places.ts'
import { workloadText } from '../workloads/workloads.ts'

/** ControllerUnhealthy: ready now; a panic ended it since the deletion: the log tells by what, if by this object. */
export function loggedCrash(found: Case): Blocker | undefined {
  const heard = heardOf(found)
  const [who] = living(found)
  if (heard === undefined || who === undefined) return undefined
  const said = heard.ofProgram.findLast(each => each.source.previous && isPanic(each))
  if (said === undefined || timeOf(said) < askedAt(found.held)) return undefined
  const { workload } = who
  return causedBy('unknown', who, {
    key: `ControllerUnhealthy/${workload.object.metadata.uid}/panic`,
    summary: message('EndedByPanic', { workload: workloadText(workload), finalizer: found.finalizer }),
    evidence: [said.evidence],
    remedies: () => [toInspect(message('InstallWithoutPanic'), [showLog(said.source)])],
  })
}

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
  const { workload } = who
  const { namespace } = workload
  const [{ by } = { by: 'network' as const }] = claimsOf('cut off', [wordsOf(said.line)])
  return causedBy('unknown', who, {
    key: `ControllerUnhealthy/${workload.object.metadata.uid}/${by}`,
    summary: message('CutOffFromServer', { workload: workloadText(workload), by }),
    evidence: [said.evidence],
    remedies: () => [
      toInspect(message('FindWhatCutsOff', { by }), [
        showLog(said.source),
        commandLine('kubectl', 'get', 'pods', '-n', namespace, '-o', 'wide'),
        commandLine('kubectl', 'get', 'networkpolicies', '-n', namespace),
      ]),
    ],
  })
}

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
  const counts = countsOf(heard).filter(each => now.getTime() - timeOf(each.said) <= FRESH_SECONDS * 1000)
  if (counts.length < 2 || counts.at(-1)!.left >= counts[0]!.left) return undefined
  const { workload } = who
  const { kind, namespace, name } = workload
  return causedBy('progressing', who, {
    key: `CleanupInProgress/${namespace}/${kind}/${name}/log`,
    subject: found.held.ref,
    summary: message('WorksOn', { workload: workloadText(workload), finalizer: found.finalizer }),
    evidence: [said.evidence],
    remedies: () => [toWait(message('NothingButWait'))],
  })
}
