import type { Nothing, Sentence } from './nested.ts'

/** Why none of its Pods is wanted: `NoNode` matches the labels of its nodeSelector. */
export type IdleState =
  | { readonly is: 'Suspended' }
  | { readonly is: 'ScaledToZero' }
  | { readonly is: 'NoNode'; readonly nodeSelector: readonly string[] }

/** Those that name nothing. */
type Plain = Record<'FindWhichManages' | 'FindWhetherController' | 'Resume' | 'LetRunOnNode' | 'ScaleUp', Nothing> &
  Record<'MakeRun' | 'EndCrashes', Nothing>

/** What is said of a controller that is installed and not ready, and of what makes it run. */
export interface UnhealthyControllerMessages extends Plain {
  readonly ControllerNotReady: {
    readonly workload: string
    readonly finalizer: string
    /** Absent: replicas are wanted, and none is ready. */
    readonly idle?: IdleState | undefined
    /** What of it is known: it has only the name, may be allowed to change the object, is it, or another one may be. */
    readonly is: 'only named' | 'untold' | 'controller' | { readonly likelierThan: string }
  }
  readonly NoRoleLets: { readonly account: string; readonly resource: string }
  readonly IfItIs: { readonly workload: string; readonly next: Sentence }
  readonly IfItIsGiveRole: { readonly next: Sentence }
  readonly FindWhetherControllerOf: { readonly workload: string; readonly finalizer: string; readonly resource: string }
  readonly RunThenNamespace: { readonly namespace: string }
  readonly CannotRunAgain: { readonly next: Sentence }

  readonly PodsRefused: { readonly refuser: string; readonly workload: string }
  readonly RepairNodesOfPods: { readonly nodes: readonly string[] }
}
