import type { V1Job } from '@kubernetes/client-node'
import type { KubeObject } from '../../api/object.ts'
import { message } from '../../messages/sentence.ts'
import { askedAt } from '../controller/since-deletion.ts'
import { toInspect } from '../remedy.ts'
import { commandLine } from '../shell-quote.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'
import type { Clue } from './clue.ts'

/** How a Job does nothing. */
type Standstill = 'suspended' | 'failed' | 'unready'

/**
 * That a Job which the object owns, and which was created since the deletion, does nothing: it is suspended, as a
 * queue suspends those that it does not admit (ray-project/kuberay#4773), it failed, or none of its Pods is ready.
 * Controllers clean up by such Jobs; whether this one waits for it is not known.
 */
export function ownedJob(held: StuckObject, { facts }: RuleContext): Clue | undefined {
  const { ref } = held
  const jobs = facts.read({ about: 'list', resource: 'jobs.batch' })
  for (const job of jobs.state === 'known' ? jobs.value : []) {
    const { metadata } = job
    if (!metadata.ownerReferences?.some(({ uid }) => uid === ref.uid)) continue
    if (!(Date.parse(metadata.creationTimestamp ?? '') >= askedAt(held))) continue
    const is = standstillOf(job)
    if (is !== undefined) return clueOf(metadata, `${ref.kind} ${ref.name}`, is)
  }
  return undefined
}

function standstillOf(job: KubeObject): Standstill | undefined {
  const { spec, status = {} } = job as unknown as V1Job
  const isTrue = (wanted: string) => status.conditions?.some(({ type, status: is }) => type === wanted && is === 'True')
  if (isTrue('Complete') || isTrue('SuccessCriteriaMet')) return undefined
  if (isTrue('Failed')) return 'failed'
  if (spec?.suspend === true) return 'suspended'
  return (status.active ?? 0) > 0 && (status.ready ?? 0) === 0 ? 'unready' : undefined
}

function clueOf({ uid, name, namespace = '' }: KubeObject['metadata'], owner: string, is: Standstill): Clue {
  const job = `job ${namespace}/${name}`
  const place = ['-n', namespace]
  return {
    key: `owned-job/${uid}`,
    why: message('OwnedJobStandsStill', { job, is }),
    evidence: [{ fact: message('JobCreatedSince', { job, owner, is }), source: 'jobs' }],
    remedy: toInspect(message('SeeWhyJobStandsStill', { job, is }), [
      commandLine('kubectl', 'describe', 'job', name, ...place),
      ...(is === 'failed' ? [commandLine('kubectl', 'logs', `job/${name}`, ...place)] : []),
    ]),
  }
}
