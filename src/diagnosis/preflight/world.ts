import { type DryRunAnswer, type Fact, type Query, queryKey, type RemovalAnswer } from '../../api/fact.ts'
import type { KubeObject } from '../../api/object.ts'
import { message } from '../../messages/sentence.ts'
import { NOT_ANSWERED } from '../answered.ts'
import type { Facts } from '../facts.ts'
import type { StuckObject } from '../stuck-object.ts'
import type { World } from './facts-afterwards.ts'
import type { Fates } from './fates.ts'
import type { Unchecked } from './foreseen.ts'
import { type Lost, rejectionAfterwards } from './lost.ts'
import type { Reached } from './reach.ts'

/** What is asked of the world after the deletion, and where only the server could tell. */
export interface WorldRequest {
  readonly reach: ReadonlyMap<string, Reached>
  readonly fates: Fates
  readonly lost: Lost
  /** Deletions that the server would refuse only then, by uid. */
  readonly refusedThen: ReadonlyMap<string, Extract<RemovalAnswer, { accepted: false }>>
  /** Facts in which what is gone is absent, without dry runs. */
  readonly facts: Facts
  /** Told of what only the server could tell, once each. */
  readonly doubt: (key: string, what: Unchecked) => void
}

/** Everything in reach has its fate. Pods whose controller stays are recreated: what is behind a Service comes back. */
export function worldOf({ reach, fates }: Pick<WorldRequest, 'reach' | 'fates'>): World {
  return {
    afterwards: uid => {
      const fate = fates.of.get(uid)
      if (fate?.is === 'gone') return 'gone'
      return fate?.is === 'terminating' ? fate.held.meta : undefined
    },
    podIsGone: uid => {
      const pod = reach.get(uid)?.held
      if (pod === undefined || fates.of.get(uid)?.is === 'stays') return false
      const keeper = pod.meta.ownerReferences?.find(({ controller }) => controller)
      return keeper === undefined || reach.has(keeper.uid)
    },
    isUnserved: () => false,
    answerTo: () => undefined,
  }
}

/** The same, with the answers that dry runs would have then. */
export function worldWithAnswers(asked: WorldRequest): World {
  return {
    ...worldOf(asked),
    isUnserved: uid => asked.lost.apis.some(({ ref }) => ref.uid === uid),
    answerTo: (query, today) => {
      if (query.about === 'removal') return removalThen(query, today, asked)
      if (query.about === 'finalization') return finalizationThen(query, asked)
      if (query.about === 'deletion') {
        const value = asked.refusedThen.get(query.uid)
        return value && { state: 'known', value }
      }
      return query.about === 'access' ? accessThen(query, today, asked) : undefined
    },
  }
}

type OfRemoval = Extract<Query, { about: 'removal' }>

/** The server adds finalizers at the deletion that today's object does not have, and is asked about the others. */
function removalThen(query: OfRemoval, today: Facts, asked: WorldRequest): Fact<unknown> | undefined {
  const reached = asked.reach.get(query.uid)?.held
  if (reached === undefined) return undefined
  const fate = asked.fates.of.get(query.uid)
  const held: StuckObject = fate?.is === 'terminating' ? fate.held : reached
  const then = rejectedThen(held, 'UPDATE', asked)
  if (then !== undefined) return then
  const live = new Set(reached.meta.finalizers ?? [])
  const finalizers = query.finalizers.filter(name => live.has(name))
  if (finalizers.length > 0) return today.read({ ...query, finalizers })
  // What only the server adds cannot be taken off in a dry run: whether any update passes says the same.
  const { resource, namespace, name, uid } = query
  const update: Fact<DryRunAnswer> = today.read({ about: 'update', resource, namespace, name, uid })
  if (update === NOT_ANSWERED || update.state !== 'known' || !update.value.accepted) return update
  return { state: 'known', value: { accepted: true, finalizersLeft: [] } }
}

/** By a webhook that nothing answers any more. */
function rejectedThen(
  held: StuckObject,
  operation: 'UPDATE' | 'UPDATE finalize',
  asked: WorldRequest,
): Fact<unknown> | undefined {
  const then = rejectionAfterwards(held, operation, asked.lost.webhooks, asked.facts)
  if (then !== 'unknown') return then && { state: 'known', value: then }
  const why = message('AskedIsToldByCel', { about: 'update' })
  asked.doubt(`${operation} ${held.ref.uid}`, { what: 'Webhook', ref: held.ref, why })
  return undefined
}

function finalizationThen(
  { uid }: Extract<Query, { about: 'finalization' }>,
  asked: WorldRequest,
): Fact<unknown> | undefined {
  const fate = asked.fates.of.get(uid)
  if (fate?.is !== 'terminating') return undefined
  return rejectedThen(fate.held, 'UPDATE finalize', asked)
}

const RBAC = 'rbac.authorization.k8s.io'
const BINDINGS: ReadonlySet<string> = new Set([`rolebindings.${RBAC}`, `clusterrolebindings.${RBAC}`])

/** A right that a binding in reach gives may be lost with it: today's answer is no answer. */
function accessThen(
  query: Extract<Query, { about: 'access' }>,
  today: Facts,
  { reach, doubt }: WorldRequest,
): Fact<unknown> | undefined {
  const [, , namespace, name] = query.user.split(':')
  const bindings = [...reach.values()].filter(({ held }) => BINDINGS.has(held.ref.resource))
  for (const { held } of bindings) {
    const { resource, namespace: place, name: binding } = held.ref
    const fact = today.read({ about: 'object', resource, namespace: place, name: binding })
    if (fact === NOT_ANSWERED) return fact
    if (fact.state === 'known' && !binds(fact.value, namespace, name)) continue
    const why = message('MayLoseRight', { resource, binding })
    const ofUser = message('OfObject', { object: query.user, sentence: why })
    doubt(queryKey(query), { what: 'Access', ref: held.ref, why: ofUser })
    return { state: 'unreadable', why: { resource: query.resource, reason: 'WouldChange', message: why } }
  }
  return undefined
}

function binds(binding: KubeObject, namespace: string | undefined, name: string | undefined): boolean {
  const subjects = Array.isArray(binding.subjects) ? (binding.subjects as readonly Record<string, string>[]) : []
  return subjects.some(
    subject =>
      (subject.kind === 'ServiceAccount' && subject.name === name && subject.namespace === namespace) ||
      subject.kind === 'Group',
  )
}
