import type { V1Job } from '@kubernetes/client-node'
import { isTrue } from '../../api/condition.ts'
import { itemsOf } from '../../api/fact.ts'
import { createdAt, type KubeObject } from '../../api/object.ts'
import { phaseOf } from '../../api/pod-phase.ts'
import { resourceName } from '../../api/resource-type.ts'
import { valuesAt } from '../../api/values-at.ts'
import type { Standstill } from '../../messages/arguments.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { namesType } from '../../statements/in-use.ts'
import type { Quote } from '../../statements/quote.ts'
import { hasWord } from '../../statements/whole-word.ts'
import { says } from '../../statements/wording.ts'
import { eachTogether } from '../answered.ts'
import { askedAt } from '../controller/since-deletion.ts'
import { type Clue, type Evidence, type Remedy, toInspect, toRepair } from '../explanation.ts'
import { type Facts, once } from '../facts.ts'
import { closedNamespace } from '../namespaces/terminating-namespaces.ts'
import { ownerType } from '../ownership/owner-lookup.ts'
import { lacksOf, warningEvidence } from '../pods/pod-evidence.ts'
import { isTied } from '../protections/told-awaited.ts'
import { commandLine } from '../shell-quote.ts'
import { isCustom, type RuleContext, type StuckObject, wholeOf } from '../stuck-object.ts'
import { podTrouble } from '../workloads/health.ts'
import { lastErrorIn } from '../workloads/log-places.ts'

/** A Job or Pod that may clean up for an object, and how it does nothing, or fails. */
export interface OwnedJob extends Clue {
  readonly is: Standstill
  /** In place of "fix what the error names": a failed Job is not started again (batch/v1). */
  readonly fix: Remedy | undefined
}

/** A Job, and who owns it: the object, or what the object owns; or it only has its name, or an error names it. */
type Owned = { readonly job: KubeObject; readonly owner: string | undefined; readonly isByName?: true }

/**
 * That a Job or Pod which the object owns, created since the deletion, does nothing: it is suspended, as by a queue
 * (ray-project/kuberay#4773), it failed (GalleyBytes/terraform-operator#104), or none of its Pods is ready. Also by one
 * object in between (openshift/hive#114). Controllers clean up by such; whether this one waits for it is not known.
 */
export function hasIdleJob(held: StuckObject, context: RuleContext): boolean {
  return jobsFor(held, context).some(({ job }) => IDLE.has(stateOf(job)))
}

const IDLE: ReadonlySet<Standstill | undefined> = new Set(['suspended', 'failed', 'unready'])

/** The first of these, or one that runs and of which a Pod failed or the log has an error; or one that errors name. */
export function failingJob(held: StuckObject, context: RuleContext, said: readonly Quote[] = []): OwnedJob | undefined {
  const { facts } = context
  const named = jobsNamedIn(said, held, facts).map(job => ({ job, owner: undefined, is: stateOf(job) ?? 'done' }))
  const jobs = [...named, ...jobsFor(held, context).map(each => ({ ...each, is: stateOf(each.job) }))]
  for (const { is, ...each } of jobs.toSorted((a, b) => Number(IDLE.has(b.is)) - Number(IDLE.has(a.is)))) {
    if (is === undefined) continue
    const { kind, metadata } = each.job
    const pods = kind === 'Pod' ? [each.job] : (jobsByOwner(facts).get(metadata.uid) ?? []).map(({ job }) => job)
    const [pod] = pods.toSorted((a, b) => createdAt(b.metadata) - createdAt(a.metadata))
    const error = lastErrorIn(pod, askedAt(held), facts)
    if (is !== 'running' || error !== undefined) return clueOfJob({ ...each, is, error, pod }, context)
  }
  return undefined
}

function jobsFor(held: StuckObject, context: RuleContext): readonly Owned[] {
  const { kind, name, namespace, uid } = held.ref
  const own = (jobsByOwner(context.facts).get(uid) ?? []).map(({ job }) => ({ job, owner: `${kind} ${name}` }))
  // Whoever may create a Job writes any uid into its ownerReferences; the server takes no owner of another namespace.
  const isHere = (job: KubeObject) => namespace === undefined || job.metadata.namespace === namespace
  const isSince = ({ job }: Owned) => createdAt(job.metadata) >= askedAt(held)
  const since = (all: readonly Owned[]) => all.filter(each => isHere(each.job) && isSince(each))
  const direct = since(own)
  if (namespace === undefined || direct.some(({ job }) => stateOf(job) !== undefined)) return direct
  return [...since(jobsThrough(namespace, context).get(uid) ?? []), ...jobsCalledAfter(held, context).filter(isSince)]
}

/**
 * Without an owner, and called after the object and a deletion: `shop-destroy` (kubevela/terraform-controller#83); or
 * labelled with its name and namespace, in the namespace that its status has (acorn-io/runtime#1795).
 */
function jobsCalledAfter(held: StuckObject, context: RuleContext): readonly Owned[] {
  const { kind, name, namespace = '' } = held.ref
  const all = isCustom(held) ? itemsOf(context.facts.read({ about: 'list', resource: 'jobs.batch' })) : []
  const isOf = ({ metadata: { ownerReferences, ...meta } }: KubeObject) => {
    if ((ownerReferences ?? []).length > 0) return false
    if (meta.namespace === namespace)
      return says('deletion', meta.name.replace(name, '').replaceAll('-', ' ')) && isTied({ meta }, held, context)
    const labels = Object.values(meta.labels ?? {})
    const isLabelled = labels.includes(name) && labels.includes(namespace)
    return isLabelled && valuesAt(wholeOf(held, context), 'status.namespace').includes(meta.namespace)
  }
  return all.filter(isOf).map(job => ({ job, owner: `${kind} ${name}`, isByName: true }))
}

/** By the uid of each owner: every object asks. */
function jobsByOwner(facts: Facts) {
  const lists = [facts.read({ about: 'list', resource: 'jobs.batch' }), facts.read({ about: 'list', resource: 'pods' })]
  return once(facts, 'jobs/owners', () => {
    const jobs = lists.flatMap(itemsOf)
    const owned = jobs.flatMap(job => (job.metadata.ownerReferences ?? []).map(owner => ({ job, owner })))
    return Map.groupBy(owned, ({ owner }) => owner.uid)
  })
}

/** So many Jobs of a namespace are followed to what owns their owner: the youngest. */
const MAX_FOLLOWED = 10

/** Jobs of custom objects in a namespace, by the uid of what owns these. A CronJob makes its own without a deletion. */
function jobsThrough(namespace: string, context: RuleContext) {
  const { facts } = context
  const all = jobsByOwner(facts)
  return once(facts, `jobs/through ${namespace}`, () => {
    const made = [...all.values()]
      .flat()
      .filter(({ job, owner }) => owner.kind !== 'Job' && job.metadata.namespace === namespace && stateOf(job))
    const youngest = made
      .toSorted((a, b) => createdAt(b.job.metadata) - createdAt(a.job.metadata))
      .toSorted((a, b) => Number(a.job.kind === 'Pod') - Number(b.job.kind === 'Pod'))
      .slice(0, MAX_FOLLOWED)
    const found = eachTogether(youngest, ({ job, owner: { uid, name, ...owner } }) => {
      const type = ownerType({ uid, name, ...owner }, context)
      if (type === undefined || !isCustom({ type })) return []
      const place = type.namespaced ? { namespace } : {}
      const read = facts.read({ about: 'object', resource: resourceName(type), ...place, name })
      if (read.state !== 'known' || read.value.metadata.uid !== uid) return []
      return (read.value.metadata.ownerReferences ?? []).map(of => ({ of, job, owner: `${owner.kind} ${name}` }))
    })
    return Map.groupBy(found.flat(), ({ of }) => of.uid)
  })
}

function stateOf(job: KubeObject): Standstill | undefined {
  const { kind, spec, status = {} } = job as unknown as V1Job
  if (kind === 'Pod') return phaseOf(job) === 'Failed' ? 'failed' : undefined
  if (isTrue(job, 'Complete', 'SuccessCriteriaMet')) return undefined
  if (isTrue(job, 'Failed')) return 'failed'
  if (spec?.suspend === true) return 'suspended'
  if ((status.active ?? 0) === 0) return (status.failed ?? 0) > 0 ? 'retried' : undefined
  if ((status.ready ?? 0) === 0) return 'unready'
  return (status.failed ?? 0) > 0 ? 'retried' : 'running'
}

/** How it does, the error that its youngest Pod logged, and that Pod. */
interface Seen extends Owned {
  readonly is: Standstill
  readonly error: Evidence | undefined
  readonly pod: KubeObject | undefined
}

function clueOfJob({ job: { kind, metadata }, owner, isByName, is, error, pod }: Seen, context: RuleContext): OwnedJob {
  const { uid, name, namespace = '' } = metadata
  const what = kind.toLowerCase()
  const job = `${what} ${namespace}/${name}`
  const place = ['-n', namespace]
  const { facts } = context
  const waiting = is === 'unready' ? pod : undefined
  const hasLog = is !== 'suspended' && is !== 'unready'
  const which = waiting === undefined ? [what, name] : ['pod', waiting.metadata.name]
  const shown = commandLine('kubectl', 'describe', ...which, ...place)
  const lacks = waiting === undefined ? [] : lacksOf(waiting, facts)
  const create = closedNamespace(namespace, context) === undefined ? lacks : []
  const log = commandLine('kubectl', 'logs', `${what}/${name}`, ...place)
  const done = is === 'done' ? toInspect(message('SeeWhatJobDid', { job }), [log]) : undefined
  return {
    is,
    fix: is === 'failed' && !isByName ? toRepair(message('FixJob', { job }), [shown, log], 'low') : done,
    key: `owned-job/${uid}`,
    why: message('OwnedJobStandsStill', { job, owner, isByName, is, lacks }),
    evidence: [
      factFrom(`${what}s`, 'JobCreatedSince', { job, owner, isByName, is }),
      ...(pod && (waiting || phaseOf(pod) === 'Failed') ? podTrouble(pod, facts) : []),
      ...(waiting === undefined ? [] : warningEvidence(waiting.metadata, facts).slice(-1)),
      ...(error === undefined ? [] : [error]),
    ],
    remedy: toInspect(message('SeeWhyJobStandsStill', { job, is, create }), hasLog ? [shown, log] : [shown]),
  }
}

/** Jobs since the deletion that errors name, in the object's namespace or with theirs: `Job shop/teardown failed`. */
function jobsNamedIn(errors: readonly Quote[], held: StuckObject, facts: Facts): readonly KubeObject[] {
  const texts = errors.filter(each => namesType(each, { kind: 'Job', plural: 'jobs' })).map(({ fact }) => fact)
  const all = texts.length === 0 ? [] : itemsOf(facts.read({ about: 'list', resource: 'jobs.batch' }))
  return all.filter(job => {
    const { name, namespace, uid } = job.metadata
    const isOther = uid !== held.ref.uid && createdAt(job.metadata) >= askedAt(held)
    // A name that is a plain word is one in quotes: `job failed` names none that somebody called so.
    const own = name.includes('-') ? [name] : [`"${name}"`, `'${name}'`]
    const names = [`${namespace}/${name}`, ...(namespace === held.ref.namespace ? own : [])]
    return isOther && names.some(each => texts.some(hasWord(each)))
  })
}
