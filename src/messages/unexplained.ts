import type { Nothing, Sentence, Texts } from './nested.ts'

/** Those that name nothing. */
type Plain = Record<'RunWithPermission' | 'InspectObject' | 'RemovedByItself' | 'DumpIsUndated', Nothing>

/** What is said of an object that no rule explains, of circles, and of one that is not being deleted. */
export interface UnexplainedMessages extends Plain {
  readonly RemovalRejected: { readonly why: string }
  readonly WaitedForAndNotDeleted: { readonly object: string }
  readonly HolderNotRead: { readonly object: string }
  readonly HolderNotShown: { readonly object: string }
  readonly HasFinalizers: Texts<'object'> & { readonly isDeleted: boolean; readonly finalizers: readonly string[] }
  /** Which of Kubernetes' own finalizers it is. */
  readonly RemovedWhenUnused: { readonly of: 'claim' | 'volume' | 'definition' }
  readonly ReleasedWithin: { readonly released: number; readonly of: number; readonly seconds: number }
  /** Each waits for the next, and the last for the first. */
  readonly WaitInCircle: { readonly objects: readonly string[]; readonly first: string }
  readonly SeeWhatEachWaitsFor: Nothing
  /** `loss` undefined: nothing is known of its controller. */
  readonly OpenCircleAt: { readonly object: string; readonly finalizer: string; readonly loss: Sentence | undefined }
  readonly SaveByRescue: { readonly others: number }
}
