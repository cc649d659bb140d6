import { rfc3339 } from '../../api/rfc3339.ts'
import { valuesAt } from '../../api/values-at.ts'
import { isOneOf } from '../catalogue/wildcard.ts'
import { type Blocker, type Budget, blockersOn, isForGood, isUncountable } from '../drains/blockers.ts'
import { type Deadline, deadlineOf } from '../drains/deadline.ts'
import { type Drainer, NODE_FIELDS } from '../drains/drainers.ts'
import { letEvict } from '../drains/let-evict.ts'
import type { Evidence, ObjectRefOrSubject, Remedy, Verdict } from '../explanation.ts'
import type { Holding } from '../held.ts'
import { readHeld } from '../read-held.ts'
import { toRepair, toWait } from '../remedy.ts'
import { type Case, living } from './controller-case.ts'
import { isOfOwnController, mayFinish } from './may-finish.ts'

const BUDGETS = 'poddisruptionbudgets.policy'

/**
 * DrainBlocked: the controller of a Node, NodeClaim or Machine that is being deleted evicts the Pods on it first, and a
 * budget, or the Pod itself, forbids that. One cause for each budget. `progressing` where it lives and goes on without them at
 * a time that is set. Of other products only those drain that say so.
 */
export function drainBlocked(found: Case): readonly Holding[] {
  const { held, finalizer, reports, context } = found
  const row = context.catalogue.rows.drains.find(each => each.finalizer === finalizer && each.on === held.ref.resource)
  const drainer = row === undefined ? drainerThatSaysSo(found) : { ...row, isKnown: true }
  if (drainer === undefined || isTurnedOff(drainer, found) || isAtAnotherStep(drainer, found)) return []
  if (!mayFinish(found)) return []
  const node = drainer.on === 'nodes' ? held.ref.name : textAt(reports.whole, drainer.node ?? '')
  const pods = context.facts.read({ about: 'list', resource: 'pods' })
  const budgets = context.facts.read({ about: 'list', resource: BUDGETS })
  const deadline = deadlineOf(held, reports.whole, drainer, context)
  if (pods.state === 'pending' || budgets.state === 'pending' || deadline === 'pending') return []
  const blockers =
    node === undefined || pods.state !== 'known' || isElsewhere(node, found)
      ? []
      : blockersOn(node, pods.value, budgets.state === 'known' ? (budgets.value as readonly Budget[]) : [], drainer)
  const bySubject = Map.groupBy(blockers, ({ pod, budget }) => (budget ?? pod).metadata.uid)
  const holdings = [...bySubject.values()].map(same => holdingOf(same, node!, drainer, deadline, found))
  return holdings.length > 0 ? holdings : toldBlocked(found, deadline)
}

const SAYS_DRAIN = /\bdrain(ing|s)?\b|drain ?node|\bevict(ing)?\b/i

/** A product that is not known and says of the object that it is draining, or that an eviction was refused. */
function drainerThatSaysSo(found: Case): Drainer | undefined {
  const { finalizer, held, reports } = found
  if (held.ref.resource === 'nodes' || !isOfOwnController(found)) return undefined
  const texts = conditionTexts(found)
  const refused = texts.some(text => REFUSED.test(text))
  if (
    !refused &&
    !texts.some(text => SAYS_DRAIN.test(text) && !/\b(no|not|without|skip\w*|complete\w*|finish\w*)\b/i.test(text))
  )
    return undefined
  const node = NODE_FIELDS.find(field => textAt(reports.whole, field) !== undefined)
  if (node === undefined && !refused) return undefined
  const source = 'status.conditions'
  return { finalizer, on: held.ref.resource, ...(node !== undefined && { node }), source, isKnown: false }
}

/** A Machine's node is often one of another cluster. */
function isElsewhere(name: string, { context }: Case): boolean {
  const node = context.facts.read({ about: 'existence', resource: 'nodes', name })
  return node.state !== 'known'
}

/** It was told not to drain, or not to begin yet. */
function isTurnedOff({ unless, hooks }: Drainer, { held, reports }: Case): boolean {
  const { annotations = {} } = held.meta
  if (unless !== undefined && annotations[unless] !== undefined) return true
  if (hooks === undefined) return false
  if ('field' in hooks) return valuesAt(reports.whole, hooks.field).length > 0
  return Object.keys(annotations).some(name => name.startsWith(hooks.annotation))
}

/** It says itself that it waits for something before or after the drain: Pods that are still there were left out of it. */
function isAtAnotherStep({ step }: Drainer, { reports }: Case): boolean {
  if (step === undefined) return false
  return ['status.conditions', 'status.v1beta2.conditions']
    .flatMap(path => valuesAt(reports.whole, path) as readonly Condition[])
    .some(
      ({ type, status, reason = '' }) => type === step.condition && status === 'True' && !isOneOf(step.reasons, reason),
    )
}

interface Condition {
  readonly type?: string
  readonly status?: string
  readonly reason?: string
}

function textAt(object: unknown, path: string): string | undefined {
  const [value] = valuesAt(object, path)
  return typeof value === 'string' && value !== '' ? value : undefined
}

function holdingOf(
  same: readonly Blocker[],
  node: string,
  { spares }: Drainer,
  deadline: Deadline | undefined,
  found: Case,
): Holding {
  const [{ pod, budget, second }] = same as readonly [Blocker]
  const subject = readHeld(budget ?? pod, found.context)?.ref ?? {
    kind: budget === undefined ? 'Pod' : 'PodDisruptionBudget',
    namespace: pod.metadata.namespace ?? '',
    name: (budget ?? pod).metadata.name,
  }
  return drain({
    subject,
    isCertain: budget === undefined || second !== undefined || isForGood(budget),
    evidence: { fact: factOf(same, node, spares), source: budget === undefined ? 'pods' : BUDGETS },
    remedies: letEvict(same[0]!, spares),
    isDoubled: second !== undefined,
    deadline,
    found,
  })
}

function factOf(same: readonly Blocker[], node: string, spares: string | undefined): string {
  const [{ pod, budget, second }] = same as readonly [Blocker]
  const { namespace } = pod.metadata
  const pods = same.map(each => each.pod.metadata.name).join(', ')
  if (budget === undefined) return `pod ${namespace}/${pods} on node ${node} is annotated ${spares}`
  if (second !== undefined)
    return `${BUDGETS} ${namespace}/${budget.metadata.name} and ${namespace}/${second.metadata.name} both cover pod ${pods} on node ${node}: the API server evicts no Pod that has more than one`
  if (isUncountable(budget))
    return `${BUDGETS} ${namespace}/${budget.metadata.name} covers pod ${pods} on node ${node}, which no controller with a scale made: of such Pods it allows no disruption unless its minAvailable is a whole number`
  const { desiredHealthy = 0, currentHealthy = 0, expectedPods = 0 } = budget.status ?? {}
  return `${BUDGETS} ${namespace}/${budget.metadata.name} allows 0 disruptions (${currentHealthy} of ${expectedPods} healthy, ${desiredHealthy} wanted) and covers pod ${pods} on node ${node}`
}

interface Blocked {
  readonly subject: ObjectRefOrSubject
  /** Nothing but a change of the budget, or the Pod, lets it be evicted. */
  readonly isCertain: boolean
  readonly evidence: Evidence
  readonly remedies: readonly Remedy[]
  readonly isDoubled: boolean
  readonly deadline: Deadline | undefined
  readonly found: Case
}

function drain({ subject, isCertain, evidence, remedies, isDoubled, deadline, found }: Blocked): Holding {
  const { kind, namespace, name } = subject
  const where = namespace === undefined ? name : `${namespace}/${name}`
  const what =
    kind === 'Pod'
      ? `Pod ${where} may not be disturbed`
      : isDoubled
        ? `${kind} ${where} covers Pods that another one covers too, which lets none of them be evicted`
        : `${kind} ${where} lets no Pod be evicted`
  const verdict = verdictBy(deadline, isCertain, found)
  const end = deadline === undefined ? undefined : endOf(deadline, verdict)
  return {
    verdict,
    cause: {
      key: `DrainBlocked/${kind}/${namespace}/${name}`,
      code: 'DrainBlocked',
      subject,
      finalizer: found.finalizer,
      summary: direct =>
        `${what}, and the controller of ${found.finalizer} waits for that${direct.length === 1 && end !== undefined ? `: ${end}` : ''}.`,
      evidence: [
        evidence,
        ...(deadline === undefined ? [] : [{ ...deadline.evidence, fact: `${deadline.evidence.fact}: ${end}` }]),
        ...ownWords(found).filter(({ fact }) => fact !== evidence.fact),
      ],
      remedies: (_blocks, direct) => [
        ...(verdict === 'progressing' && direct.length === 1 ? [toWait(`wait: ${end}`)] : []),
        ...remedies,
      ],
    },
  }
}

/** A time at which a product that is known goes on all the same is proof that it ends, where its controller is there to do so. */
function verdictBy(deadline: Deadline | undefined, isCertain: boolean, found: Case): Verdict {
  const base = isCertain ? 'stuck' : 'unknown'
  if (deadline === undefined) return base
  if (deadline.isOver && !deadline.atLeast) {
    const { heard } = found.reports
    return heard !== undefined && heard.at > deadline.at && heard.means !== 'working' ? base : 'unknown'
  }
  return living(found).length > 0 && !deadline.guessed && !deadline.isOver ? 'progressing' : 'unknown'
}

function endOf({ at, isOver, atLeast, guessed }: Deadline, verdict: Verdict): string {
  const time = rfc3339(new Date(at))
  if (isOver && !atLeast) return `it should have gone on without the Pods at ${time}`
  const will = verdict === 'progressing' ? 'it goes on' : guessed ? 'it may go on' : 'it is to go on'
  return `${will} without the Pods at ${time}${atLeast ? ', or later' : ''}`
}

/** What the controller says itself that it waits for, or fails at. */
function ownWords({ reports }: Case): readonly Evidence[] {
  return [...reports.waits, ...reports.failures].slice(0, 3).map(({ fact, source }) => ({ fact, source }))
}

/** `The disruption budget web needs 2 healthy pods and has 2 currently`, as the Eviction API says it and controllers repeat it. */
const REFUSED = /disruption budget ([a-z0-9][a-z0-9.-]*) needs/
const POD = /\b(?:[Pp]od[s:]? )["']?([a-z0-9][a-z0-9-]*)\/([a-z0-9][a-z0-9.-]*)/

/** What the object repeats of a refused eviction, also of a node in another cluster. */
function toldBlocked(found: Case, deadline: Deadline | undefined): readonly Holding[] {
  const told = conditionTexts(found).find(text => REFUSED.test(text))
  if (told === undefined) return []
  const [, name = ''] = REFUSED.exec(told) ?? []
  const [, namespace] = POD.exec(told) ?? []
  const subject = { kind: 'PodDisruptionBudget', ...(namespace !== undefined && { namespace }), name }
  const summary = 'run more replicas there, or let the budget allow one disruption; the drain then goes on'
  const repair = toRepair(summary, [], 'medium')
  const evidence = { fact: told, source: 'status.conditions' }
  return [drain({ subject, isCertain: false, evidence, remedies: [repair], isDoubled: false, deadline, found })]
}

/** What the conditions say, of those that hold now, and the failures that are reported. */
function conditionTexts({ reports }: Case): readonly string[] {
  const { conditions } = (reports.whole?.status ?? {}) as { conditions?: unknown }
  const all = Array.isArray(conditions) ? (conditions as readonly { reason?: string; message?: string }[]) : []
  return [
    ...all.map(({ reason = '', message = '' }) => `${reason}: ${message}`),
    ...reports.failures.map(({ fact }) => fact),
  ]
}
