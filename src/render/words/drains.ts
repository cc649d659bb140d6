import type { Sentence, Texts, Words } from './template.ts'

interface Args {
  readonly DrainWaitsFor: {
    readonly what: 'undisturbed Pod' | 'doubled budget' | 'budget'
    readonly object: string
    readonly finalizer: string
    readonly end?: Sentence | undefined
  }
  readonly DrainEnd: {
    readonly at: string
    readonly will: 'goesOn' | 'mayGoOn' | 'isToGoOn' | 'didGoOn'
    readonly orLater: boolean
  }
  readonly DeadlineInField: {
    readonly object: string
    readonly field: string
    readonly time: string
    /** When the drain began; absent: counted from the deletion. */
    readonly began?: string | undefined
  }
  readonly PodsLeftOnNode: { readonly node: string; readonly pods: readonly string[]; readonly more: number }
  readonly PodSpared: Covered & { readonly namespace: string | undefined; readonly annotation: string | undefined }
  readonly BudgetsOverlap: Covered & { readonly budget: string; readonly second: string }
  readonly BudgetUncountable: Covered & { readonly budget: string }
  readonly BudgetAllowsNone: Covered & Texts<'budget'> & Readonly<Record<'healthy' | 'expected' | 'wanted', number>>
}

interface Covered {
  readonly pods: readonly string[]
  readonly node: string
}

const BUDGETS = 'poddisruptionbudgets.policy'

/** What is said of what is in the way of a drain. */
export const drainWords = {
  DrainWaitsFor: ({ what, object, finalizer, end }, inWords) => {
    const fact = {
      'undisturbed Pod': `${object} may not be disturbed`,
      'doubled budget': `${object} covers Pods that another one also covers, so none of them can be evicted`,
      budget: `${object} lets no Pod be evicted`,
    }[what]
    return `${fact}, and the controller of ${finalizer} waits for that${end === undefined ? '' : `: ${inWords(end)}`}.`
  },
  DrainEnd: ({ at, will, orLater }) => {
    const go = {
      goesOn: 'it goes on',
      mayGoOn: 'it may go on',
      isToGoOn: 'it is to go on',
      didGoOn: 'it should have gone on',
    }[will]
    return `${go} without the Pods at ${at}${orLater ? ', or later' : ''}`
  },
  WithEnd: '{fact:sentence}: {end:sentence}',
  WaitUntil: 'wait: {end:sentence}',
  DeadlineAnnotated: '{object} is annotated {annotation}={at}',
  DeadlineInField: ({ object, field, time, began }) =>
    `${object} has ${field}: ${time} from ${began === undefined ? 'its deletion' : `the beginning of the drain at ${began}`}`,
  PodsLeftOnNode: ({ node, pods, more }) =>
    `node ${node} still has pod ${pods.join(', ')}${more === 0 ? '' : ` and ${more} more`}`,
  PodSpared: ({ namespace, pods, node, annotation }) =>
    `pod ${namespace}/${pods.join(', ')} on node ${node} is annotated ${annotation}`,
  BudgetsOverlap: ({ budget, second, pods, node }) =>
    `${BUDGETS} ${budget} and ${second} both cover pod ${pods.join(', ')} on node ${node}: the API server evicts no Pod that has more than one`,
  BudgetUncountable: ({ budget, pods, node }) =>
    `${BUDGETS} ${budget} covers pod ${pods.join(', ')} on node ${node}, which has no controller with a scale subresource: for such Pods it allows no disruption unless its minAvailable is a whole number`,
  BudgetAllowsNone: ({ budget, healthy, expected, wanted, pods, node }) =>
    `${BUDGETS} ${budget} allows 0 disruptions (${healthy} of ${expected} healthy, ${wanted} wanted) and covers pod ${pods.join(', ')} on node ${node}`,
  LetPodBeEvicted: 'let the Pod be evicted, when its work may be interrupted; the drain then goes on',
  SeeBudgets: 'see what each of the budgets is for',
  DeleteSecondBudget:
    'two PodDisruptionBudgets cover these Pods, which the Eviction API does not allow: delete {budget} and keep {other}',
  SeeCountedPods: 'see which Pods the budget counts, and why no more of them are healthy',
  AllowOneDisruption:
    'run more replicas{isThere? there}, or let the budget allow one disruption; the drain then goes on',
  MakePodsReadyOrEvict:
    'make its Pods ready, or let the budget allow the eviction of those that are not ready; the drain then goes on',
} as const satisfies Words<Args>
