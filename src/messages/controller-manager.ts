import type { Nothing, Sentence } from './nested.ts'

/** Those that name nothing. */
type Plain = Record<'SeeManagerHolder' | 'SeeManagerFlags' | 'ExplainReleasedAgain' | 'ExplainAgainLater', Nothing> &
  Record<'RunAsLeaseReader' | 'StartManager' | 'WaitAndExplainAgain' | 'SeeWhoIsAskedAboutFinalize', Nothing> &
  Record<'RunAsFinalizer', Nothing>

/** What is said about kube-controller-manager: its Lease, and what it has to do. */
export interface ManagerMessages extends Plain {
  /** Before a remedy of another cause. */
  readonly ManagerFirst: { readonly next: Sentence }
  readonly ManagerDown: { readonly state: 'stale' | 'late' | 'absent' | 'works' | 'hidden' }
  readonly WorkLeftUndone: WorkArgs & { readonly work: ManagerWork; readonly age: string; readonly isAlone: boolean }
  readonly EmptyNotSeen: WorkArgs
  readonly LeaseMissing: { readonly lease: string }
  readonly LeaseWithoutHolder: { readonly lease: string }
  readonly LeaseWithoutTime: { readonly lease: string }
  readonly ManagerLeaseRenewed: { readonly lease: string; readonly age: string; readonly duration?: number }
  readonly ReadManagerLog: { readonly namespace?: string }
  readonly PartAtWork: { readonly worker: string }
  readonly FinalizeTried: { readonly isTaken: boolean }
  readonly NamespaceUnfinished: { readonly namespace: string }
}

/** What kube-controller-manager alone has to do. */
export type ManagerWork =
  | 'emptyNamespace'
  | 'finishNamespace'
  | 'deleteContent'
  | 'endForeground'
  | 'endForegroundWithoutDependents'
  | 'releaseDependent'
  | 'deleteDependent'
  | 'releaseDependents'
  | 'collectPod'
  | { readonly remove: string }

interface WorkArgs {
  readonly object: string
  readonly namespace?: string | undefined
  readonly controller: string
}
