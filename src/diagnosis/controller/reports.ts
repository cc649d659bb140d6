import type { CoreV1Event, V1Condition } from '@kubernetes/client-node'
import type { KubeObject } from '../../api/object.ts'
import { FIELD_MANAGER } from '../../api/removal-patch.ts'
import { rfc3339 } from '../../api/rfc3339.ts'
import type { Evidence } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import type { Held, RuleContext } from '../held.ts'
import { once } from '../once.ts'
import { type Identity, speaksFor } from './identity.ts'
import { programsThatWrote, writerOfCondition } from './managers.ts'

/** What the controller of a finalizer said of the deletion of an object. */
export interface Reports {
  /** Errors since the deletion was asked for: Warning events, failing conditions. */
  readonly failures: readonly Evidence[]
  /** Reasons of the failures, which tell whether two objects fail alike. */
  readonly failureReasons: readonly string[]
  /** Signs of work since the deletion. */
  readonly progress: readonly Evidence[]
  /** The object as a whole, where it could be read. */
  readonly whole: KubeObject | undefined
}

/** Conditions whose `False` is a failure, and those whose `True` is one. */
const GOOD = /ready|synced|available|healthy|succeeded|deleted|reconciled|established/i
const BAD = /fail|error|stalled|degraded|blocked/i
/** Types whose conditions Kubernetes writes itself: a failed Pod tells nothing of a finalizer on it. */
const GROUPS_OF_KUBERNETES: ReadonlySet<string> = new Set(['', 'apps', 'batch'])
/** What Kubernetes' own components report has nothing to do with a finalizer that is not theirs. */
const KUBERNETES =
  /^(kubelet|.*-scheduler|horizontal-pod-autoscaler|controllermanager|(replicaset|deployment|statefulset|daemonset|job|cronjob|node|taint-eviction|endpoint|endpoint-slice|attachdetach|persistentvolume|garbage-collector)-controller)$/
/** Writes older than this are no sign of work going on, in seconds. */
const FRESH_SECONDS = 600

/**
 * Reads an object's events, conditions and writers since its deletion, by one list for all objects of its namespace.
 * Events live for an hour and cannot be created in a terminating namespace: none prove nothing. What others than the
 * controller of the finalizer do on the object is not told. undefined while facts are pending.
 */
export function reportsOn(held: Held, identity: Identity, { facts }: RuleContext): Reports | undefined {
  const place = held.ref.namespace === undefined ? {} : { namespace: held.ref.namespace }
  const objects = facts.read({ about: 'list', resource: held.ref.resource, ...place })
  const events = facts.read({ about: 'list', resource: 'events', namespace: held.ref.namespace ?? 'default' })
  if (objects.state === 'pending' || events.state === 'pending') return undefined
  const key = `${held.ref.resource} ${held.ref.namespace}`
  const byUid = once(facts, `objects ${key}`, () => index(objects.state === 'known' ? objects.value : []))
  const regarding = once(facts, `events ${held.ref.namespace}`, () =>
    Map.groupBy(
      events.state === 'known' ? events.value : [],
      event => (event as unknown as CoreV1Event).involvedObject?.uid,
    ),
  )
  const whole = byUid.get(held.ref.uid)
  const asked = askedAt(held)
  const own = (regarding.get(held.ref.uid) ?? []).map(event => event as unknown as CoreV1Event & KubeObject)
  const isOwn = (reporter: string) => !isOfOthers(reporter) && speaksFor(reporter || undefined, identity)
  const recent = own.filter(event => Date.parse(timeOf(event)) >= asked && isOwn(reporterOf(event)))
  const warnings = recent.filter(({ type }) => type === 'Warning')
  const isOfController = ({ type }: V1Condition) =>
    speaksFor(whole && writerOfCondition(whole.metadata, type)?.manager, identity)
  const failing = GROUPS_OF_KUBERNETES.has(held.type.group)
    ? []
    : failingConditions(whole, asked).filter(isOfController)
  const fresh = recent.filter(event => facts.now.getTime() - Date.parse(timeOf(event)) < FRESH_SECONDS * 1000)
  return {
    failures: [...warnings.slice(-2).map(eventEvidence), ...failing.map(conditionEvidence)],
    failureReasons: [...warnings.map(({ reason }) => reason ?? ''), ...failing.map(({ reason }) => reason)],
    progress: [
      ...fresh
        .filter(({ type }) => type !== 'Warning')
        .slice(-1)
        .map(eventEvidence),
      ...writesSince(asked, held, identity, facts),
    ],
    whole,
  }
}

/** Its last write of the object since the deletion, lately: of what wrote the finalizer, or reports in the status. */
function writesSince(asked: number, { meta }: Held, identity: Identity, { now }: Facts): readonly Evidence[] {
  return programsThatWrote(meta)
    .filter(({ at }) => at > asked && now.getTime() - at < FRESH_SECONDS * 1000)
    .filter(({ manager, reports }) => (reports || manager === identity.writer?.manager) && speaksFor(manager, identity))
    .toSorted((a, b) => a.at - b.at)
    .slice(-1)
    .map(({ manager, at }) => ({
      fact: `manager "${manager}" wrote it at ${rfc3339(new Date(at))}`,
      source: 'managedFields',
    }))
}

function index(objects: readonly KubeObject[]): ReadonlyMap<string, KubeObject> {
  return new Map(objects.map(object => [object.metadata.uid, object]))
}

/** When the deletion was asked for, in ms. */
export function askedAt({ meta }: Pick<Held, 'meta'>): number {
  return Date.parse(meta.deletionTimestamp ?? '') - (meta.deletionGracePeriodSeconds ?? 0) * 1000
}

function timeOf(event: CoreV1Event & KubeObject): string {
  const { lastTimestamp, eventTime } = event as { lastTimestamp?: unknown; eventTime?: unknown }
  return String(lastTimestamp ?? eventTime ?? event.metadata.creationTimestamp ?? '')
}

function reporterOf({ source, reportingComponent }: CoreV1Event): string {
  return source?.component || reportingComponent || ''
}

/** Kubernetes itself, or this program, which reports how an ordered deletion of its own ended: neither is the controller. */
function isOfOthers(reporter: string): boolean {
  return reporter === FIELD_MANAGER || KUBERNETES.test(reporter)
}

function eventEvidence(event: CoreV1Event): Evidence {
  const { reason, message, count } = event
  const who = reporterOf(event) || 'its controller'
  const often = count !== undefined && count > 1 ? ` (${count} times)` : ''
  return { fact: `${who} reports ${reason}${often}: ${message}`, source: 'events' }
}

/** Only what turned bad after the deletion: an old failure may have nothing to do with it. */
function failingConditions(whole: KubeObject | undefined, asked: number): V1Condition[] {
  const { conditions } = (whole?.status ?? {}) as { conditions?: unknown }
  if (!Array.isArray(conditions)) return []
  return (conditions as V1Condition[]).filter(({ type = '', status, reason = '', lastTransitionTime }) => {
    if (Date.parse(String(lastTransitionTime)) < asked) return false
    return (status === 'False' && GOOD.test(type) && BAD.test(reason)) || (status === 'True' && BAD.test(type))
  })
}

function conditionEvidence({ type, status, reason, message }: V1Condition): Evidence {
  return { fact: `condition ${type}=${status} ${reason ?? ''}: ${message ?? ''}`, source: 'status.conditions' }
}
