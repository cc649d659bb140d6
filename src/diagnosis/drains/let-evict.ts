import { isTrue } from '../../api/condition.ts'
import { message } from '../../messages/sentence.ts'
import { type Remedy, toInspect, toRepair } from '../explanation.ts'
import { commandLine } from '../shell-quote.ts'
import { type Budget, type EvictionBlocker, isUncountable } from './blockers.ts'

/** What lets a Pod be evicted: the budget allows it, or the Pod does not ask to be spared any more. */
export function letEvict({ pod, budget, second }: EvictionBlocker, spares: string | undefined): readonly Remedy[] {
  const place = ['-n', pod.metadata.namespace ?? 'default']
  if (budget === undefined) {
    const command = commandLine('kubectl', 'annotate', 'pod', pod.metadata.name, ...place, `${spares}-`)
    return [toRepair(message('LetPodBeEvicted'), [command], 'medium')]
  }
  const { name } = budget.metadata
  if (second !== undefined) {
    const other = second.metadata.name
    const look = toInspect(message('SeeBudgets'), [commandLine('kubectl', 'get', 'pdb', name, other, ...place)])
    const deletion = commandLine('kubectl', 'delete', 'pdb', name, ...place)
    return [look, toRepair(message('DeleteSecondBudget', { budget: name, other }), [deletion], 'medium')]
  }
  const patch = (spec: object) =>
    commandLine('kubectl', 'patch', 'pdb', name, ...place, '--type=merge', '-p', JSON.stringify({ spec }))
  return [
    toInspect(message('SeeCountedPods'), [commandLine('kubectl', 'describe', 'pdb', name, ...place)]),
    isTrue(pod, 'Ready')
      ? toRepair(message('AllowOneDisruption', { isThere: false }), [patch(allowingOne(budget))], 'medium')
      : toRepair(message('MakePodsReadyOrEvict'), [patch({ unhealthyPodEvictionPolicy: 'AlwaysAllow' })], 'medium'),
  ]
}

/**
 * What lets a budget allow one disruption now. Each keeps its own form: the other one is not served for Pods that no
 * controller with a scale made.
 */
function allowingOne({ spec, status }: Budget): object {
  const { currentHealthy = 0, expectedPods = 0 } = status ?? {}
  // Of Pods without a controller that has a scale only a whole number of minAvailable can be reckoned with.
  if (isUncountable({ status })) return { maxUnavailable: null, minAvailable: Math.max(0, currentHealthy - 1) }
  if (spec?.minAvailable === undefined) {
    const present = typeof spec?.maxUnavailable === 'number' ? spec.maxUnavailable : 0
    return { maxUnavailable: Math.max(1, present, expectedPods - currentHealthy + 1) }
  }
  return { minAvailable: Math.max(0, currentHealthy - 1) }
}
