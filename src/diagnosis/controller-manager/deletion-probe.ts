import type { DryRunAnswer, Fact } from '../../api/fact.ts'
import { NOT_RECORDED } from '../../api/terminating.ts'
import { isPassing, rejectionOf } from '../../statements/rejection.ts'
import { finalizationsOf } from '../admission/finalize-probe.ts'
import type { ProbedStep } from '../admission/probed-step.ts'
import { allWebhooks, matches, type Operation } from '../admission/webhook.ts'
import { eachTogether, together } from '../answered.ts'
import { controllerManager } from '../controller-manager-lease.ts'
import { once } from '../facts.ts'
import { awaitsCollection, podEnding } from '../pods/ending.ts'
import { API_SERVICES, aggregatedApi } from '../service/answerer.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'
import { awaitedDeletion } from './awaited-work.ts'

/** Dry runs of one kind in all: each stands for all objects that are alike in what is asked about them. */
export const MAX_DELETION_PROBES = 20

/**
 * The server's own answers, by dry run, to the requests that an object waits for; none if there are none, or if their
 * sender is down. Only about what kube-apiserver itself stores: an aggregated API may not know dry runs.
 */
export function stepsToEnd(held: StuckObject, context: RuleContext): readonly ProbedStep[] {
  const finalizations = finalizationsOf(held, context)
  if (finalizations.length > 0) return finalizations
  const ageSeconds = awaitedDeletion(held, context)
  if (ageSeconds === undefined) return []
  const ending = podEnding(held, context)
  const isOfKubelet = ending !== undefined && !awaitsCollection(ending)
  const operations = ending === undefined ? (['DELETE'] as const) : (['DELETE', 'UPDATE status'] as const)
  const [isDown] = together(
    () => !isOfKubelet && controllerManager(context.facts).state === 'stale',
    () => allWebhooks(context.facts),
  )
  if (isDown) return []
  return eachTogether(operations, operation => ({ operation, ageSeconds, ...probe(held, operation, context) }))
}

/** Whether it is proven that the server refuses such a request: then the refusal has to go, whatever runs. */
export function isEndRefused(held: StuckObject, context: RuleContext): boolean {
  return stepsToEnd(held, context).some(
    ({ operation, rejection, readded = [] }) =>
      ['silent webhook', 'webhook', 'policy'].includes(rejection?.by ?? '') ||
      (operation === 'UPDATE finalize' && (readded.length > 0 || (rejection !== undefined && !isPassing(rejection)))),
  )
}

type Answered = Pick<ProbedStep, 'state' | 'rejection' | 'ofAnother' | 'isUnrecorded'>

function probe(held: StuckObject, operation: 'DELETE' | 'UPDATE status', context: RuleContext): Answered {
  const asked = askedAbout(held, operation, context)
  if (asked === undefined || !isStoredHere(held, context)) return { state: 'unknown', ofAnother: false }
  const { ref, meta } = asked
  const object = { resource: ref.resource, namespace: ref.namespace, name: ref.name, uid: ref.uid }
  const fact: Fact<DryRunAnswer> =
    operation === 'DELETE'
      ? context.facts.read({ about: 'deletion', ...object, now: meta.deletionTimestamp !== undefined })
      : context.facts.read({ about: 'update', ...object, subresource: 'status' })
  return { ...answerOf(fact), ofAnother: ref.uid !== held.ref.uid }
}

function answerOf(fact: Fact<DryRunAnswer>): Pick<Answered, 'state' | 'rejection' | 'isUnrecorded'> {
  if (fact.state === 'unreadable') return { state: 'unknown', isUnrecorded: fact.why.reason === NOT_RECORDED }
  if (fact.state !== 'known') return { state: 'unknown' }
  if (fact.value.accepted) return { state: 'accepted' }
  const rejection = rejectionOf(fact.value)
  return { state: rejection.by === 'probe' ? 'unknown' : 'rejected', rejection }
}

/** The first of its like that is looked at, asked about for all; undefined: there are too many likes already. */
function askedAbout(held: StuckObject, operation: Operation, { facts }: RuleContext): StuckObject | undefined {
  const found = eachTogether(allWebhooks(facts).webhooks, each => ({
    name: each.webhook.name,
    match: matches(each.webhook, held, operation, facts),
  }))
  const names = found.filter(({ match }) => match !== 'no').map(({ name }) => name)
  const like = JSON.stringify([held.ref.resource, held.ref.namespace, held.meta.deletionTimestamp === undefined, names])
  const first = once(facts, `${operation} that is asked about`, () => new Map<string, StuckObject>())
  const known = first.get(like)
  if (known !== undefined) return known
  if (first.size >= MAX_DELETION_PROBES) return undefined
  first.set(like, held)
  return held
}

function isStoredHere({ type }: StuckObject, { facts }: RuleContext): boolean {
  const list = facts.read({ about: 'list', resource: API_SERVICES })
  if (list.state !== 'known') return false
  const aggregated = once(facts, 'group versions of aggregated APIs', () => {
    const apis = list.value.map(aggregatedApi).filter(api => api !== undefined)
    return new Set(apis.map(({ group, version }) => `${group}/${version}`))
  })
  return !aggregated.has(`${type.group}/${type.version}`)
}
