import type { V1Job } from '@kubernetes/client-node'
import type { KubeObject } from '../../api/object.ts'
import { message } from '../../messages/sentence.ts'
import type { Standstill } from '../../messages/silence.ts'
import { askedAt } from '../controller/since-deletion.ts'
import type { Facts } from '../facts.ts'
import { once } from '../once.ts'
import { toInspect } from '../remedy.ts'
import { commandLine } from '../shell-quote.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'
import type { Clue } from './clue.ts'

/**
 * That a Job or Pod which the object owns, created since the deletion, does nothing: it is suspended, as by a queue
 * (ray-project/kuberay#4773), it failed (GalleyBytes/terraform-operator#104), or none of its Pods is ready.
 * Controllers clean up by such; whether this one waits for it is not known.
 */
export function ownedJob(held: StuckObject, { facts }: RuleContext): Clue | undefined {
  const { ref } = held
  for (const job of jobsByOwner(facts).get(ref.uid) ?? []) {
    const { metadata } = job
    if (!(Date.parse(metadata.creationTimestamp ?? '') >= askedAt(held))) continue
    const is = job.kind === 'Pod' ? failedPod(job) : standstillOf(job)
    if (is !== undefined) return clueOf(job, `${ref.kind} ${ref.name}`, is)
  }
  return undefined
}

/** By the uid of each owner: every object asks. */
function jobsByOwner(facts: Facts): ReadonlyMap<string, readonly KubeObject[]> {
  const lists = [facts.read({ about: 'list', resource: 'jobs.batch' }), facts.read({ about: 'list', resource: 'pods' })]
  return once(facts, 'jobs/owners', () => {
    const jobs = lists.flatMap(list => (list.state === 'known' ? list.value : []))
    const owned = jobs.flatMap(job => (job.metadata.ownerReferences ?? []).map(({ uid }) => ({ uid, job })))
    const groups = Map.groupBy(owned, ({ uid }) => uid)
    return new Map([...groups].map(([uid, all]) => [uid, all.map(({ job }) => job)]))
  })
}

function failedPod({ status }: KubeObject): Standstill | undefined {
  return (status as { phase?: string } | undefined)?.phase === 'Failed' ? 'failed' : undefined
}

function standstillOf(job: KubeObject): Standstill | undefined {
  const { spec, status = {} } = job as unknown as V1Job
  const isTrue = (wanted: string) => status.conditions?.some(({ type, status: is }) => type === wanted && is === 'True')
  if (isTrue('Complete') || isTrue('SuccessCriteriaMet')) return undefined
  if (isTrue('Failed')) return 'failed'
  if (spec?.suspend === true) return 'suspended'
  return (status.active ?? 0) > 0 && (status.ready ?? 0) === 0 ? 'unready' : undefined
}

function clueOf({ kind, metadata }: KubeObject, owner: string, is: Standstill): Clue {
  const { uid, name, namespace = '' } = metadata
  const what = kind.toLowerCase()
  const job = `${what} ${namespace}/${name}`
  const place = ['-n', namespace]
  return {
    key: `owned-job/${uid}`,
    why: message('OwnedJobStandsStill', { job, is }),
    evidence: [{ fact: message('JobCreatedSince', { job, owner, is }), source: `${what}s` }],
    remedy: toInspect(message('SeeWhyJobStandsStill', { job, is }), [
      commandLine('kubectl', 'describe', what, name, ...place),
      ...(is === 'failed' ? [commandLine('kubectl', 'logs', `${what}/${name}`, ...place)] : []),
    ]),
  }
}
