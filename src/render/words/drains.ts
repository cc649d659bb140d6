import type { Words } from './template.ts'

const BUDGETS = 'poddisruptionbudgets.policy'

/** What is said of what is in the way of a drain. */
export const drainWords = {
  DrainWaitsFor:
    '{object} {what?undisturbed Pod=may not be disturbed|doubled budget=covers Pods that another one also covers, so none of them can be evicted|budget=lets no Pod be evicted}, and the controller of {finalizer} waits for that[: {end:sentence}].',
  DrainEnd:
    '{will?goesOn=it goes on|mayGoOn=it may go on|isToGoOn=it is to go on|didGoOn=it should have gone on} without the Pods at {at}{orLater?, or later}',
  WithEnd: '{fact:sentence}: {end:sentence}',
  WaitUntil: 'wait: {end:sentence}',
  DeadlineAnnotated: '{object} is annotated {annotation}={at}',
  /** `began`: when the drain began; absent: counted from the deletion. */
  DeadlineInField: '{object} has {field}: {time} from [the beginning of the drain at {began}||its deletion]',
  PodsLeftOnNode: 'node {node} still has pod {pods:list}{more:more}',
  PodSpared: 'pod [{namespace}/]{pods:list} on node {node} is annotated[ {annotation}]',
  BudgetsOverlap: `${BUDGETS} {budget} and {second} both cover pod {pods:list} on node {node}: the API server evicts no Pod that has more than one`,
  BudgetUncountable: `${BUDGETS} {budget} covers pod {pods:list} on node {node}, which has no controller with a scale subresource: for such Pods it allows no disruption unless its minAvailable is a whole number`,
  BudgetAllowsNone: `${BUDGETS} {budget} allows 0 disruptions ({healthy:number} of {expected:number} healthy, {wanted:number} wanted) and covers pod {pods:list} on node {node}`,
  LetPodBeEvicted: 'let the Pod be evicted, when its work may be interrupted; the drain then goes on',
  SeeBudgets: 'see what each of the budgets is for',
  DeleteSecondBudget:
    'two PodDisruptionBudgets cover these Pods, which the Eviction API does not allow: delete {budget} and keep {other}',
  SeeCountedPods: 'see which Pods the budget counts, and why no more of them are healthy',
  AllowOneDisruption:
    'run more replicas{isThere? there}, or let the budget allow one disruption; the drain then goes on',
  MakePodsReadyOrEvict:
    'make its Pods ready, or let the budget allow the eviction of those that are not ready; the drain then goes on',
} as const satisfies Words
