import type { V1Lease } from '@kubernetes/client-node'
import { factFrom, message } from '../../messages/sentence.ts'
import { claims, claimsOf } from '../../statements/claims.ts'
import { wordsOf } from '../../statements/log/line.ts'
import { askedAt } from '../controller/since-deletion.ts'
import { basisFor, type Case, causedBy, living, removal } from '../dossier/dossier.ts'
import { type Heard, heardOf, type Logged } from '../dossier/log.ts'
import { countsOf, isPanic, lastWord, timeOf } from '../dossier/log-words.ts'
import { type Evidence, type Remedy, toInspect, toRepair, toWait } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import { leaseState } from '../lease-state.ts'
import { commandLine } from '../shell-quote.ts'
import type { Blocker } from '../stuck-object.ts'
import { EARLY_SECONDS, FRESH_SECONDS, formatSeconds, SKEW_SECONDS } from '../thresholds.ts'
import { showLog } from '../workloads/log-places.ts'
import { workloadText } from '../workloads/workloads.ts'

const LEASES = 'leases.coordination.k8s.io'

/**
 * LeaderMissing: the last that each Pod of the controller logged of its election is that it waits to lead. Never
 * certain: who leads may be a Pod of another workload, and a Lease ends by itself.
 */
export function loggedElection(found: Case): Blocker | undefined {
  const heard = heardOf(found)
  const [who, ...others] = living(found)
  if (heard === undefined || who === undefined || others.length > 0 || heard.ofObject.length > 0) return undefined
  const said = waitingIn(heard)
  const { now } = found.context.facts
  if (said === undefined || said.length < who.workload.readyReplicas) return undefined
  if (said.some(each => now.getTime() - timeOf(each) < EARLY_SECONDS * 1000)) return undefined
  const [first] = said
  const lock = claimsOf(
    'not leading',
    said.map(({ line }) => wordsOf(line)),
  ).find(each => each.lock !== undefined)?.lock
  const { workload } = who
  const dead = lock && deadHolder(lock, workload.name, found.context.facts)
  const basis = basisFor(found, who)
  const place = lock ?? { namespace: workload.namespace, name: workload.name }
  return causedBy('unknown', who, {
    key: `LeaderMissing/Lease/${place.namespace}/${place.name}`,
    subject: { kind: lock === undefined ? workload.kind : 'Lease', ...place },
    summary: message('NotLeadingAsLogged', { workload: workloadText(workload) }),
    evidence: [first!.evidence, ...(dead === undefined ? [] : [dead])],
    remedies: (_blocks, direct) => [
      ...(dead === undefined || basis === undefined || lock === undefined ? [] : [release(lock)]),
      toInspect(message('FindHolderOfLock'), [
        ...(lock === undefined
          ? []
          : [commandLine('kubectl', 'get', 'lease', lock.name, '-n', lock.namespace, '-o', 'yaml')]),
        showLog(first!.source),
      ]),
      removal(found, direct),
    ],
  })
}

/** The last word of each Pod; undefined where one of them leads, or does not tell. */
function waitingIn({ sources, ofProgram, unread }: Heard): readonly Logged[] | undefined {
  if (unread.length > 0) return undefined
  const pods = new Set(sources.map(({ pod }) => pod))
  const ofElection = ofProgram.filter(
    ({ source, line }) =>
      !source.previous && (['not leading', 'leading'] as const).some(of => claims(of)(wordsOf(line))),
  )
  const last = [...pods].map(pod => ofElection.findLast(({ source }) => source.pod === pod))
  const waiting = last.filter(said => said !== undefined && !claims('leading')(wordsOf(said.line)))
  return waiting.length === pods.size ? (waiting as readonly Logged[]) : undefined
}

/** That a Lease is held by a Pod of this workload that is gone, and was not renewed since. */
function deadHolder(
  lock: { readonly namespace: string; readonly name: string },
  workload: string,
  facts: Facts,
): Evidence | undefined {
  const leases = facts.read({ about: 'list', resource: LEASES })
  const pods = facts.read({ about: 'list', resource: 'pods' })
  if (leases.state !== 'known' || pods.state !== 'known') return undefined
  const lease = leases.value.find(
    ({ metadata }) => metadata.namespace === lock.namespace && metadata.name === lock.name,
  )
  const found = leaseState((lease as unknown as V1Lease | undefined)?.spec, facts.now)
  const holder = found.holder.split('_')[0]!
  if (!holder.startsWith(`${workload}-`) || !(found.silentSeconds > SKEW_SECONDS)) return undefined
  if (pods.value.some(({ metadata }) => metadata.name === holder && metadata.namespace === lock.namespace))
    return undefined
  const { durationSeconds, silentSeconds } = found
  const of = {
    lease: `${lock.namespace}/${lock.name}`,
    pod: holder,
    durationSeconds,
    ago: formatSeconds(silentSeconds),
  }
  return factFrom('leases', 'LeaseOfDeadPod', of)
}

function release({ namespace, name }: { readonly namespace: string; readonly name: string }): Remedy {
  const command = commandLine('kubectl', 'delete', 'lease', name, '-n', namespace)
  return toRepair(message('DeleteLeaseOfDeadPod', { lease: name }), [command], 'low')
}

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
