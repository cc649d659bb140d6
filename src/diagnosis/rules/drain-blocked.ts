import type { KubeObject } from '../../api/object.ts'
import { type Blocker, type Budget, blockersOn, isForGood } from '../drains/blockers.ts'
import { DRAINERS, type Drainer } from '../drains/drainers.ts'
import type { ObjectRefOrSubject, Remedy, Verdict } from '../explanation.ts'
import type { Holding } from '../held.ts'
import { readHeld } from '../read-held.ts'
import { commandLine } from '../shell-quote.ts'
import type { Case } from './controller-case.ts'
import { mayFinish } from './may-finish.ts'

const BUDGETS = 'poddisruptionbudgets.policy'

/**
 * DrainBlocked: the controller of a Node, NodeClaim or Machine that is being deleted evicts the Pods on it first, and a
 * budget, or the Pod itself, forbids that. One cause for each budget. Nothing where it ends the Pods at a deadline.
 */
export function drainBlocked(found: Case): readonly Holding[] {
  const { held, finalizer, reports, context } = found
  const drainer = DRAINERS.find(each => each.finalizer === finalizer && each.on === held.ref.resource)
  if (drainer === undefined || endsByItself(drainer, reports.whole) || !mayFinish(found)) return []
  const node = drainer.node === undefined ? held.ref.name : textAt(reports.whole, drainer.node)
  const pods = context.facts.read({ about: 'list', resource: 'pods' })
  const budgets = context.facts.read({ about: 'list', resource: BUDGETS })
  if (pods.state === 'pending' || budgets.state === 'pending') return []
  const blockers =
    node === undefined || pods.state !== 'known' || isElsewhere(node, found)
      ? []
      : blockersOn(
          node,
          pods.value,
          budgets.state === 'known' ? (budgets.value as readonly Budget[]) : [],
          drainer.spares,
        )
  const bySubject = Map.groupBy(blockers, ({ pod, budget }) => (budget ?? pod).metadata.uid)
  const holdings = [...bySubject.values()].map(same => holdingOf(same, node!, drainer, found))
  return holdings.length > 0 ? holdings : toldBlocked(found)
}

/** A Machine's node is often one of another cluster. */
function isElsewhere(name: string, { context }: Case): boolean {
  const node = context.facts.read({ about: 'existence', resource: 'nodes', name })
  return node.state !== 'known'
}

function endsByItself({ deadline }: Drainer, whole: KubeObject | undefined): boolean {
  if (deadline === undefined) return false
  const limit = textAt(whole, deadline)
  return limit !== undefined && !/^0[a-z]*$/.test(limit)
}

function textAt(object: unknown, path: string): string | undefined {
  const value = path
    .split('.')
    .reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], object)
  return typeof value === 'string' ? value : undefined
}

function holdingOf(same: readonly Blocker[], node: string, { spares }: Drainer, found: Case): Holding {
  const [{ pod, budget }] = same as readonly [Blocker]
  const pods = same.map(each => each.pod.metadata.name).join(', ')
  const subject = readHeld(budget ?? pod, found.context)?.ref ?? {
    kind: budget === undefined ? 'Pod' : 'PodDisruptionBudget',
    namespace: pod.metadata.namespace ?? '',
    name: (budget ?? pod).metadata.name,
  }
  const { desiredHealthy = 0, currentHealthy = 0, expectedPods = 0 } = budget?.status ?? {}
  const fact =
    budget === undefined
      ? `pod ${pod.metadata.namespace}/${pods} on node ${node} is annotated ${spares}`
      : `${BUDGETS} ${budget.metadata.namespace}/${budget.metadata.name} allows 0 disruptions (${currentHealthy} of ${expectedPods} healthy, ${desiredHealthy} wanted) and covers pod ${pods} on node ${node}`
  const verdict = budget === undefined || isForGood(budget) ? 'stuck' : 'unknown'
  return drain(subject, verdict, fact, budget === undefined ? 'pods' : BUDGETS, remediesFor(pod, budget, spares), found)
}

function drain(
  subject: ObjectRefOrSubject,
  verdict: Verdict,
  fact: string,
  source: string,
  remedies: readonly Remedy[],
  { finalizer }: Case,
): Holding {
  const { kind, namespace, name } = subject
  const who =
    kind === 'Pod'
      ? `Pod ${namespace}/${name} may not be disturbed`
      : `${kind} ${namespace}/${name} lets no Pod be evicted`
  return {
    verdict,
    cause: {
      key: `DrainBlocked/${kind}/${namespace}/${name}`,
      code: 'DrainBlocked',
      subject,
      finalizer,
      summary: `${who}, and the controller of ${finalizer} waits for that.`,
      evidence: [{ fact, source }],
      remedies: () => remedies,
    },
  }
}

function remediesFor(pod: KubeObject, budget: Budget | undefined, spares: string | undefined): readonly Remedy[] {
  const place = ['-n', pod.metadata.namespace ?? 'default']
  if (budget === undefined) {
    const command = commandLine('kubectl', 'annotate', 'pod', pod.metadata.name, ...place, `${spares}-`)
    const summary = 'let the Pod be evicted, when its work may be interrupted; the drain then goes on'
    return [{ kind: 'repair', summary, commands: [command], risk: 'medium', leaks: [] }]
  }
  const patch = JSON.stringify({ spec: allowingOne(budget) })
  return [
    {
      kind: 'inspect',
      summary: 'see which Pods the budget counts, and why no more of them are healthy',
      commands: [commandLine('kubectl', 'describe', 'pdb', budget.metadata.name, ...place)],
      risk: 'none',
      leaks: [],
    },
    {
      kind: 'repair',
      summary: 'run more replicas, or let the budget allow one disruption; the drain then goes on',
      commands: [commandLine('kubectl', 'patch', 'pdb', budget.metadata.name, ...place, '--type=merge', '-p', patch)],
      risk: 'medium',
      leaks: [],
    },
  ]
}

/**
 * What lets a budget allow one disruption now. Each keeps its own form: the other one is not served for Pods that no
 * controller with a scale made.
 */
function allowingOne({ spec, status }: Budget): object {
  const { currentHealthy = 0, expectedPods = 0 } = status ?? {}
  if (spec?.minAvailable === undefined) return { maxUnavailable: expectedPods - currentHealthy + 1 }
  return { minAvailable: Math.max(0, currentHealthy - 1) }
}

/** `The disruption budget web needs 2 healthy pods and has 2 currently`, as the Eviction API says it and controllers repeat it. */
const REFUSED = /disruption budget ([a-z0-9][a-z0-9.-]*) needs/
const POD = /\b(?:[Pp]od[s:]? )["']?([a-z0-9][a-z0-9-]*)\/([a-z0-9][a-z0-9.-]*)/

/** What the object repeats of a refused eviction, also of a node in another cluster. */
function toldBlocked(found: Case): readonly Holding[] {
  const { conditions } = (found.reports.whole?.status ?? {}) as { conditions?: unknown }
  const messages = Array.isArray(conditions)
    ? (conditions as readonly { type?: string; message?: string }[]).map(({ message = '' }) => message)
    : []
  const told = [...messages, ...found.reports.failures.map(({ fact }) => fact)].find(text => REFUSED.test(text))
  if (told === undefined) return []
  const [, name = ''] = REFUSED.exec(told) ?? []
  const [, namespace] = POD.exec(told) ?? []
  const subject = { kind: 'PodDisruptionBudget', ...(namespace !== undefined && { namespace }), name }
  const summary = 'run more replicas there, or let the budget allow one disruption; the drain then goes on'
  const repair: Remedy = { kind: 'repair', summary, commands: [], risk: 'medium', leaks: [] }
  return [drain(subject, 'unknown', told, 'status.conditions', [repair], found)]
}
