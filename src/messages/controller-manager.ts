/** What is said about kube-controller-manager: its Lease, and what it has to do. */
export interface ManagerMessages {
  readonly ManagerDown: { readonly state: 'stale' | 'absent' | 'works' | 'hidden' }
  readonly WorkLeftUndone: WorkArgs & {
    readonly work: ManagerWork
    readonly age: string
    readonly isAlone: boolean
  }
  readonly EmptyNotSeen: WorkArgs
  readonly LeaseMissing: { readonly lease: string }
  readonly LeaseWithoutHolder: { readonly lease: string }
  readonly LeaseWithoutTime: { readonly lease: string }
  readonly ManagerLeaseRenewed: { readonly lease: string; readonly age: string; readonly duration?: number }
  readonly SeeManagerHolder: Record<never, never>
  readonly ReadManagerLog: { readonly namespace?: string }
  readonly SeeManagerFlags: Record<never, never>
  readonly ExplainReleasedAgain: Record<never, never>
  readonly ExplainAgainLater: Record<never, never>
  readonly RunAsLeaseReader: Record<never, never>
  readonly StartManager: Record<never, never>
  readonly PartAtWork: { readonly worker: string }
  readonly WaitAndExplainAgain: Record<never, never>
  readonly FinalizeTried: { readonly isTaken: boolean }
  readonly NamespaceUnfinished: { readonly namespace: string }
  readonly SeeWhoIsAskedAboutFinalize: Record<never, never>
  readonly RunAsFinalizer: Record<never, never>
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
