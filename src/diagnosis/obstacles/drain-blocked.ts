import { itemsOf } from '../../api/fact.ts'
import { valuesAt } from '../../api/values-at.ts'
import { factFrom, message, type Sentence } from '../../messages/sentence.ts'
import { claims, claimsOf } from '../../statements/claims.ts'
import { readConditions } from '../../statements/condition.ts'
import type { Quote } from '../../statements/quote.ts'
import { type Drainer, NODE_FIELDS } from '../catalogue/drainers.ts'
import { isOneOf } from '../catalogue/wildcard.ts'
import type { Case } from '../dossier/dossier.ts'
import { isOfOwnController, mayFinish } from '../dossier/state.ts'
import {
  type Budget,
  blockersOn,
  drainedFrom,
  type EvictionBlocker,
  isForGood,
  isUncountable,
} from '../drains/blockers.ts'
import { type Deadline, deadlineOf, drain, textAt } from '../drains/drain-holding.ts'
import { letEvict } from '../drains/let-evict.ts'
import { isOfNode } from '../drains/of-node.ts'
import { evidenceOf, toInspect, toRepair } from '../explanation.ts'
import { isLost, lostNodeEvidence } from '../pods/ending.ts'
import { nodeState } from '../pods/node-state.ts'
import { commandLine } from '../shell-quote.ts'
import { type Blocker, readHeld, withCause } from '../stuck-object.ts'

export const BUDGETS = 'poddisruptionbudgets.policy'
const MAX_PODS = 3

/**
 * DrainBlocked: the controller of a Node, NodeClaim or Machine that is being deleted evicts the Pods on it first, and a
 * budget, or the Pod itself, forbids that. One cause for each budget. `progressing` where it lives and goes on without
 * them at a time that is set. Of other products only those drain that say so.
 */
export function drainBlocked(found: Case): readonly Blocker[] {
  const { held, reports, context } = found
  const drainer = drainerOf(found)
  if (drainer === undefined || !mayFinish(found)) return []
  const pods = context.facts.read({ about: 'list', resource: 'pods' })
  const budgets = context.facts.read({ about: 'list', resource: BUDGETS })
  const deadline = deadlineOf(held, reports.whole, drainer, context)
  const node = nodeOf(found, drainer)
  const blockers =
    node === undefined || pods.state !== 'known'
      ? []
      : blockersOn(node, pods.value, budgets.state === 'known' ? (budgets.value as readonly Budget[]) : [], drainer)
  const bySubject = Map.groupBy(blockers, ({ pod, budget }) => (budget ?? pod).metadata.uid)
  const holdings = [...bySubject.values()].map(same => holdingOf(same, node!, drainer, deadline, found))
  return holdings.length > 0 ? holdings : toldBlocked(found, deadline)
}

/** A cause of the object itself with the Pods that are still on its node, where its controller evicts them first. */
export function withPodsLeft(holding: Blocker, found: Case): Blocker {
  const { cause } = holding
  if (cause === undefined || !('uid' in cause.subject) || cause.subject.uid !== found.held.ref.uid) return holding
  const drainer = drainerOf(found)
  const node = drainer && nodeOf(found, drainer)
  if (drainer === undefined || node === undefined) return holding
  const left = drainedFrom(node, itemsOf(found.context.facts.read({ about: 'list', resource: 'pods' })), drainer)
  if (left.length === 0) return holding
  const names = left.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`)
  const [pods, more] = [names.slice(0, MAX_PODS), Math.max(0, names.length - MAX_PODS)]
  return withCause(holding, { evidence: [...cause.evidence, factFrom('pods', 'PodsLeftOnNode', { node, pods, more })] })
}

/** Whether its controller drains a node before it removes the finalizer, and has come to that. */
function drainerOf(found: Case) {
  const { held, finalizer, context } = found
  const row = context.catalogue.rows.drains.find(each => each.finalizer === finalizer && each.on === held.ref.resource)
  const drainer = row === undefined ? drainerThatSaysSo(found) : { ...row, isKnown: true }
  return drainer === undefined || isTurnedOff(drainer, found) || isAtAnotherStep(drainer, found) ? undefined : drainer
}

/** undefined where it is not told, or not of this cluster, as that of a Machine often is. */
function nodeOf({ held, reports, context }: Case, drainer: Drainer): string | undefined {
  const name = drainer.on === 'nodes' ? held.ref.name : textAt(reports.whole, drainer.node ?? '')
  if (name === undefined) return undefined
  return context.facts.read({ about: 'existence', resource: 'nodes', name }).state === 'known' ? name : undefined
}

/** It was told not to drain, or not to begin yet. */
function isTurnedOff({ unless, hooks }: Drainer, { held, reports }: Case): boolean {
  const { annotations = {} } = held.meta
  if (unless !== undefined && annotations[unless] !== undefined) return true
  if (hooks === undefined) return false
  if ('field' in hooks) return valuesAt(reports.whole, hooks.field).length > 0
  return Object.keys(annotations).some(name => name.startsWith(hooks.annotation))
}

/** It says that it waits for something before or after the drain: Pods that are still there were left out of it. */
function isAtAnotherStep({ step }: Drainer, { reports }: Case): boolean {
  if (step === undefined) return false
  return ['status.conditions', 'status.v1beta2.conditions']
    .flatMap(path => valuesAt(reports.whole, path) as readonly Condition[])
    .some(
      ({ type, status, reason = '' }) => type === step.condition && status === 'True' && !isOneOf(step.reasons, reason),
    )
}

type Condition = { readonly type?: string; readonly status?: string; readonly reason?: string }

function holdingOf(
  same: readonly EvictionBlocker[],
  node: string,
  { spares }: Drainer,
  deadline: Deadline | undefined,
  found: Case,
): Blocker {
  const [{ pod, budget, second }] = same as readonly [EvictionBlocker]
  const subject = readHeld(budget ?? pod, found.context)?.ref ?? {
    kind: budget === undefined ? 'Pod' : 'PodDisruptionBudget',
    namespace: pod.metadata.namespace ?? '',
    name: (budget ?? pod).metadata.name,
  }
  const state = nodeState(node, found.context.facts)
  const lost = isLost(state) ? [lostNodeEvidence({ node, state })] : []
  const why = toInspect(message('FindWhyNodeNotReady'), [commandLine('kubectl', 'describe', 'nodes', node)])
  // What a user of a namespace says of a node is no reason to change what is in another.
  const isProven = isOfNode(found, node)
  const isOwn = isProven || pod.metadata.namespace === found.held.ref.namespace
  const ways = letEvict(same[0]!, spares).filter(({ kind }) => isOwn || kind === 'inspect')
  return drain({
    subject,
    isCertain: isProven && (budget === undefined || second !== undefined || isForGood(budget)),
    evidence: [{ fact: factOf(same, node, spares), source: budget === undefined ? 'pods' : BUDGETS }, ...lost],
    remedies: [...lost.map(() => why), ...ways],
    isDoubled: second !== undefined,
    deadline,
    found,
  })
}

export function factOf(same: readonly EvictionBlocker[], node: string, spares: string | undefined): Sentence {
  const [{ pod, budget, second }] = same as readonly [EvictionBlocker]
  const { namespace } = pod.metadata
  const pods = same.map(each => each.pod.metadata.name)
  if (budget === undefined) return message('PodSpared', { namespace, pods, node, annotation: spares })
  const covered = { pods, node, budget: `${namespace}/${budget.metadata.name}` }
  if (second !== undefined)
    return message('BudgetsOverlap', { ...covered, second: `${namespace}/${second.metadata.name}` })
  if (isUncountable(budget)) return message('BudgetUncountable', covered)
  const { desiredHealthy: wanted = 0, currentHealthy: healthy = 0, expectedPods: expected = 0 } = budget.status ?? {}
  return message('BudgetAllowsNone', { ...covered, healthy, expected, wanted })
}

/** A product that is not known and says of the object that it is draining, or that an eviction was refused. */
function drainerThatSaysSo(found: Case): Drainer | undefined {
  const { finalizer, held, reports } = found
  if (held.ref.resource === 'nodes' || !isOfOwnController(found)) return undefined
  const texts = conditionTexts(found)
  const refused = texts.some(claims('eviction refused'))
  if (!refused && !texts.some(claims('draining'))) return undefined
  const node = NODE_FIELDS.find(field => textAt(reports.whole, field) !== undefined)
  if (node === undefined && !refused) return undefined
  const source = 'status.conditions'
  return { finalizer, on: held.ref.resource, node, source, isKnown: false }
}

/** What the object repeats of a refused eviction, also of a node in another cluster. */
function toldBlocked(found: Case, deadline: Deadline | undefined): readonly Blocker[] {
  const told = claimsOf('eviction refused', conditionTexts(found))
  const { budget: name, namespace, quote } = told.find(({ budget }) => budget !== undefined) ?? {}
  if (name === undefined || quote === undefined) return []
  const evidence = [evidenceOf(quote)]
  const subject = { kind: 'PodDisruptionBudget', ...(namespace !== undefined && { namespace }), name }
  const summary = message('AllowOneDisruption', { isThere: true })
  const repair = toRepair(summary, [], 'medium')
  return [drain({ subject, isCertain: false, evidence, remedies: [repair], isDoubled: false, deadline, found })]
}

/** What the conditions say, of those that hold now, and the failures that are reported. */
function conditionTexts({ reports }: Case): readonly Quote[] {
  const source = 'status.conditions'
  return [
    ...readConditions(reports.whole).map(({ reason, message }) => ({ fact: `${reason}: ${message}`, source })),
    ...reports.failures.map(({ fact, evidence }) => ({ fact, source, evidence: { ...evidence, source } })),
  ]
}
