import type { Fact } from '../../api/fact.ts'
import { API_SERVICES, aggregatedApi } from '../api-service.ts'
import { awaitedDeletion } from '../controller-manager/awaited-work.ts'
import { controllerManager } from '../controller-manager/lease.ts'
import type { Held, RuleContext } from '../held.ts'
import { once } from '../once.ts'
import { matches } from './matches.ts'
import { type Rejection, rejectionOf } from './rejection.ts'
import { allWebhooks } from './webhook.ts'

/** Dry runs of deletions in all: each stands for all objects that are alike in what is asked about them. */
export const MOST_DELETION_PROBES = 20

/** What is known about the DELETE that somebody else has to send for an object. */
export interface ProbedDeletion {
  readonly state: 'accepted' | 'rejected' | 'unknown' | 'pending'
  /** Where rejected. */
  readonly rejection?: Rejection
  /** The answer is about another object, like this one in its type, its namespace and the webhooks that are asked about it. */
  readonly ofAnother: boolean
  /** Whoever has to delete it has had so many seconds, at most. */
  readonly ageSeconds: number
}

/**
 * The server's own answer, by dry run, to the deletion that an object waits for; undefined where nobody has to delete it, or
 * whoever has to is down. Only what kube-apiserver itself stores is asked about: an aggregated API may not know dry runs.
 */
export function deletionOf(held: Held, context: RuleContext): ProbedDeletion | undefined {
  const ageSeconds = awaitedDeletion(held, context)
  if (ageSeconds === undefined || controllerManager(context.facts).state === 'stale') return undefined
  const rest = { ofAnother: false, ageSeconds }
  const asked = askedAbout(held, context)
  if (asked === 'pending') return { state: 'pending', ...rest }
  if (asked === undefined || !isStoredHere(held, context)) return { state: 'unknown', ...rest }
  const { ref, meta } = asked
  const fact: Fact<{ accepted: boolean }> = context.facts.read({
    about: 'deletion',
    resource: ref.resource,
    ...(ref.namespace !== undefined && { namespace: ref.namespace }),
    name: ref.name,
    uid: ref.uid,
    now: meta.deletionTimestamp !== undefined,
  })
  return { ...answerOf(fact), ofAnother: ref.uid !== held.ref.uid, ageSeconds }
}

/** Whether it is proven that the server refuses that deletion: nobody has to come to it, it has to be let through. */
export function isDeletionRefused(held: Held, context: RuleContext): boolean {
  const by = deletionOf(held, context)?.rejection?.by
  return by === 'silent webhook' || by === 'webhook' || by === 'policy'
}

function answerOf(fact: Fact<unknown>): Pick<ProbedDeletion, 'state' | 'rejection'> {
  if (fact.state === 'pending') return { state: 'pending' }
  if (fact.state !== 'known') return { state: 'unknown' }
  const answer = fact.value as { accepted: true } | (Parameters<typeof rejectionOf>[0] & { accepted: false })
  if (answer.accepted) return { state: 'accepted' }
  const rejection = rejectionOf(answer)
  return { state: rejection.by === 'probe' ? 'unknown' : 'rejected', rejection }
}

/** The first of its like that was looked at, which is asked about for all; undefined: there are too many likes already. */
function askedAbout(held: Held, { facts }: RuleContext): Held | 'pending' | undefined {
  const { state, webhooks } = allWebhooks(facts)
  if (state === 'pending') return 'pending'
  const found = webhooks.map(each => ({ name: each.webhook.name, match: matches(each.webhook, held, 'DELETE', facts) }))
  if (found.some(({ match }) => match === 'pending')) return 'pending'
  const names = found.filter(({ match }) => match !== 'no').map(({ name }) => name)
  const like = JSON.stringify([held.ref.resource, held.ref.namespace, held.meta.deletionTimestamp === undefined, names])
  const first = once(facts, 'deletions that are asked about', () => new Map<string, Held>())
  const known = first.get(like)
  if (known !== undefined) return known
  if (first.size >= MOST_DELETION_PROBES) return undefined
  first.set(like, held)
  return held
}

function isStoredHere({ type }: Held, { facts }: RuleContext): boolean {
  const list = facts.read({ about: 'list', resource: API_SERVICES })
  if (list.state !== 'known') return false
  const aggregated = once(facts, 'group versions of aggregated APIs', () => {
    const apis = list.value.map(aggregatedApi).filter(api => api !== undefined)
    return new Set(apis.map(({ group, version }) => `${group}/${version}`))
  })
  return !aggregated.has(`${type.group}/${type.version}`)
}
