import type { V1Lease } from '@kubernetes/client-node'
import { factFrom, message } from '../../messages/sentence.ts'
import { claims, claimsOf } from '../../statements/claims.ts'
import { wordsOf } from '../../statements/log/told.ts'
import { basisFor, type Case, causedBy, living, removal } from '../dossier/dossier.ts'
import { type Heard, heardOf, type Logged } from '../dossier/log.ts'
import { timeOf } from '../dossier/log-words.ts'
import { type Evidence, type Remedy, toInspect, toRepair } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import { leaseState } from '../lease-state.ts'
import { formatSeconds } from '../seconds.ts'
import { commandLine } from '../shell-quote.ts'
import type { Blocker } from '../stuck-object.ts'
import { EARLY_SECONDS, SKEW_SECONDS } from '../thresholds.ts'
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
  const last = [...pods].map(pod =>
    ofProgram.findLast(({ source, line }) => source.pod === pod && !source.previous && isOfElection(wordsOf(line))),
  )
  const waiting = last.filter(said => said !== undefined && !claims('leading')(wordsOf(said.line)))
  return waiting.length === pods.size ? (waiting as readonly Logged[]) : undefined
}

function isOfElection(words: ReturnType<typeof wordsOf>): boolean {
  return claims('not leading')(words) || claims('leading')(words)
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
