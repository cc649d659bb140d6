import type { Nothing, Sentence, Texts } from './nested.ts'

/** Those that name nothing. */
type Plain = Record<'LetPodBeEvicted' | 'SeeBudgets' | 'SeeCountedPods' | 'MakePodsReadyOrEvict', Nothing>

/** What is said of what is in the way of a drain. */
export interface DrainMessages extends Plain {
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
  readonly WithEnd: { readonly fact: Sentence; readonly end: Sentence }
  readonly WaitUntil: { readonly end: Sentence }
  readonly DeadlineAnnotated: { readonly object: string; readonly annotation: string; readonly at: string }
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
  readonly DeleteSecondBudget: { readonly budget: string; readonly other: string }
  readonly AllowOneDisruption: { readonly isThere: boolean }
}

interface Covered {
  readonly pods: readonly string[]
  readonly node: string
}
