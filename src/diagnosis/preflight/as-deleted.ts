import { CRD_CLEANUP, FOREGROUND, NAMESPACE } from '../../api/builtin-finalizers.ts'
import { DEFINITIONS } from '../../api/definitions.ts'
import { rfc3339 } from '../../api/rfc3339.ts'
import { nodeNameOf } from '../pods/ending.ts'
import { nodeState } from '../pods/node-state.ts'
import { wholePod } from '../pods/whole-pod.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'
import { LONG_GRACE_SECONDS } from '../thresholds.ts'

/** What a kubelet is given where a Pod says nothing else. */
const GRACE_SECONDS = 30

/**
 * An object right after the server's DELETE: with a deletionTimestamp, and with the finalizers that the server itself
 * then adds (kubernetes-deletion.md 1). What terminates already stays as it is.
 */
export function asDeleted(
  held: StuckObject,
  inForeground: boolean,
  { facts }: Pick<RuleContext, 'facts'>,
): StuckObject {
  if (held.meta.deletionTimestamp !== undefined) return held
  const added = [
    ...(held.ref.resource === DEFINITIONS ? [CRD_CLEANUP] : []),
    ...(inForeground ? [FOREGROUND] : []),
  ].filter(name => !held.meta.finalizers?.includes(name))
  const finalizers = [...(held.meta.finalizers ?? []), ...added]
  const isNamespace = held.ref.resource === 'namespaces'
  const inSpec = isNamespace && !held.finalizers.some(({ field }) => field === 'spec') ? [EVERY_NAMESPACE] : []
  return {
    ...held,
    meta: {
      ...held.meta,
      deletionTimestamp: rfc3339(facts.now),
      deletionGracePeriodSeconds: 0,
      ...(finalizers.length > 0 && { finalizers }),
    },
    finalizers: [...inSpec, ...held.finalizers, ...added.map(name => ({ name, field: 'metadata' as const }))],
    ageSeconds: 0,
  }
}

/** To their objects the server adds a finalizer, however they are deleted. */
export const GAINING: ReadonlySet<string> = new Set([DEFINITIONS, 'namespaces'])

/** Where its spec was not read: the server gives it to each Namespace. */
const EVERY_NAMESPACE = { name: NAMESPACE, field: 'spec' } as const

/** A Pod as it would be: `over` means that its grace is, since no kubelet is there that could use it. */
export function podAsDeleted(held: StuckObject, inForeground: boolean, context: RuleContext): PodAfterwards {
  const deleted = asDeleted(held, inForeground, context)
  if (held.meta.deletionTimestamp !== undefined) return { held, ends: 'unknown' }
  const pod = wholePod(held, context)
  if (pod.state === 'absent') return { held: deleted, ends: 'yes' }
  const node = pod.state === 'known' ? nodeNameOf(pod.value) : undefined
  const state = node === undefined ? undefined : nodeState(node, context.facts)
  // Without a node, or where that is gone or out of service, the garbage collector of Pods ends it.
  const ended = state?.state === 'notReady' && !state.outOfService ? 'no' : 'yes'
  const ends = pod.state === 'unreadable' || state?.state === 'unreadable' ? 'unknown' : ended
  const { now } = context.facts
  // So long that it may be all that holds its namespace: only a Pod whose containers end by themselves goes before.
  const { terminationGracePeriodSeconds: seconds } =
    pod.state === 'known' ? ((pod.value.spec ?? {}) as { terminationGracePeriodSeconds?: number }) : {}
  const long = seconds !== undefined && seconds > LONG_GRACE_SECONDS ? Math.min(seconds, LONGEST_GRACE) : undefined
  const grace = long ?? GRACE_SECONDS
  const deadline = new Date(now.getTime() + (ends === 'no' ? -1 : grace) * 1000)
  const meta = { ...deleted.meta, deletionTimestamp: rfc3339(deadline), deletionGracePeriodSeconds: grace }
  return { held: { ...deleted, meta }, ends: ends === 'yes' && long !== undefined ? 'unknown' : ends }
}

/** In seconds: a time further off cannot be written as one. */
const LONGEST_GRACE = 100 * 365 * 86_400

export interface PodAfterwards {
  readonly held: StuckObject
  /** Whether its kubelet, or the garbage collector of Pods, would end it. */
  readonly ends: 'yes' | 'no' | 'unknown'
}
