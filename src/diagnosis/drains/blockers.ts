import type { V1PodDisruptionBudgetSpec, V1PodDisruptionBudgetStatus, V1Toleration } from '@kubernetes/client-node'
import { isTrue } from '../../api/condition.ts'
import { selects } from '../../api/label-selector.ts'
import type { KubeObject } from '../../api/object.ts'
import { isCompleted, phaseOf } from '../../api/pod-phase.ts'
import type { Drainer } from '../catalogue/drainers.ts'
import { nodeNameOf } from '../pods/ending.ts'

export interface Budget extends KubeObject {
  readonly spec?: V1PodDisruptionBudgetSpec
  readonly status?: Partial<V1PodDisruptionBudgetStatus>
}

/** A Pod that may not be evicted, and the budget that says so; without one it asks for it itself. */
export interface EvictionBlocker {
  readonly pod: KubeObject
  readonly budget?: Budget
  /** It is covered by this one as well: the Eviction API refuses every eviction of a Pod that has two. */
  readonly second?: Budget
}

/** Pods of a node that a drain evicts. Those of DaemonSets, static and finished ones are left alone. */
export function drainedFrom(
  node: string,
  pods: readonly KubeObject[],
  { leaves, taint }: Pick<Drainer, 'leaves' | 'taint'>,
): readonly KubeObject[] {
  return pods
    .filter(pod => nodeNameOf(pod) === node && isDrained(pod))
    .filter(({ metadata }) => leaves === undefined || metadata.labels?.[leaves[0]] !== leaves[1])
    .filter(pod => taint === undefined || !tolerates(pod, taint))
}

/** Those among them that an eviction does not end now. */
export function blockersOn(
  node: string,
  pods: readonly KubeObject[],
  budgets: readonly Budget[],
  drainer: Pick<Drainer, 'spares' | 'leaves' | 'taint'>,
): readonly EvictionBlocker[] {
  const { spares } = drainer
  return drainedFrom(node, pods, drainer).flatMap((pod): readonly EvictionBlocker[] => {
    if (spares !== undefined && pod.metadata.annotations?.[spares] === 'true') return [{ pod }]
    // Of Pods that have not started the Eviction API asks no budget.
    if (phaseOf(pod) === 'Pending') return []
    const covering = budgets.filter(each => covers(each, pod)).toSorted(newestFirst)
    const [budget, second] = covering
    if (budget !== undefined && second !== undefined) return [{ pod, budget, second }]
    return budget !== undefined && forbids(budget, pod) ? [{ pod, budget }] : []
  })
}

/** Whether a Pod may stay on a node with this taint, whatever its value, of effect NoSchedule. */
function tolerates({ spec }: KubeObject, taint: string): boolean {
  const { tolerations = [] } = (spec ?? {}) as { tolerations?: readonly V1Toleration[] }
  return tolerations.some(
    ({ key = '', operator, effect = '' }) =>
      (effect === '' || effect === 'NoSchedule') && (key === taint || (key === '' && operator === 'Exists')),
  )
}

/** One that came to another is the one that was not meant to. */
function newestFirst({ metadata: a }: Budget, { metadata: b }: Budget): number {
  const [first = '', second = ''] = [a.creationTimestamp, b.creationTimestamp]
  return first === second ? (a.name < b.name ? 1 : -1) : first < second ? 1 : -1
}

/** kube-controller-manager cannot reckon how many of its Pods there should be: they have no controller with a scale. */
export function isUncountable({ status }: { readonly status?: Budget['status'] | undefined }): boolean {
  return (status?.expectedPods ?? 0) === 0 && (status?.currentHealthy ?? 0) > 0
}

/** It wants as many healthy Pods as there are: no Pod of it can ever be evicted. */
export function isForGood({ status }: Budget): boolean {
  const { desiredHealthy, expectedPods } = status ?? {}
  if (isUncountable({ status })) return true
  return desiredHealthy !== undefined && expectedPods !== undefined && desiredHealthy >= expectedPods
}

function isDrained(pod: KubeObject): boolean {
  const { deletionTimestamp, ownerReferences = [], annotations = {} } = pod.metadata
  if (deletionTimestamp !== undefined || isCompleted(pod)) return false
  return (
    !ownerReferences.some(({ kind }) => kind === 'DaemonSet') &&
    annotations['kubernetes.io/config.mirror'] === undefined
  )
}

function covers({ metadata, spec }: Budget, pod: KubeObject): boolean {
  if (metadata.namespace !== pod.metadata.namespace || spec?.selector === undefined) return false
  return selects(spec.selector, pod.metadata.labels ?? {})
}

function forbids({ spec, status }: Budget, pod: KubeObject): boolean {
  if (status?.disruptionsAllowed !== 0) return false
  if (isTrue(pod, 'Ready')) return true
  // What is not ready counts for nothing, and may go, by default only while enough others are.
  if (spec?.unhealthyPodEvictionPolicy === 'AlwaysAllow') return false
  return (status.currentHealthy ?? 0) < (status.desiredHealthy ?? 0)
}
