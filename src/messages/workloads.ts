import type { Nothing, Sentence } from './nested.ts'

/** Why none of its Pods is wanted: `NoNode` matches the labels of its nodeSelector. */
export type IdleState =
  | { readonly is: 'Suspended' }
  | { readonly is: 'ScaledToZero' }
  | { readonly is: 'NoNode'; readonly nodeSelector: readonly string[] }

/** Those that name nothing. */
type Plain = Record<'FindWhichManages' | 'FindWhetherController' | 'Resume' | 'LetRunOnNode' | 'ScaleUp', Nothing> &
  Record<'MakeRun' | 'EndCrashes' | 'KeepOneReplica' | 'IgnoreAndScaleUp', Nothing>

/** What is said of workloads and their Pods, of a controller that is not ready, and of what makes it run. */
export interface WorkloadMessages extends Plain {
  readonly WorkloadIdle: { readonly workload: string; readonly idle: IdleState }
  readonly NoneReady: { readonly workload: string; readonly wanted: number }
  readonly SomeReady: { readonly workload: string; readonly ready: number }
  readonly PodsNotCreated: { readonly text: string }
  readonly PodNotScheduled: { readonly pod: string; readonly text: string | undefined }
  readonly PodLacks: { readonly pod: string; readonly what: string }
  readonly ContainerInTrouble: {
    readonly pod: string
    readonly container: string
    readonly reason: string
    /** `words`: the message with which it ended, in quotes. */
    readonly lastEnd?:
      | { readonly reason?: string | undefined; readonly exitCode: number; readonly words?: string | undefined }
      | undefined
    readonly restarts: number
  }
  readonly ScaledByKeda: { readonly scaler: string }
  readonly ScaledByDownscaler: { readonly annotation: string }
  readonly ScaledByOwner: { readonly owner: string }
  readonly ScaledToZeroBy: { readonly manager: string; readonly at?: string | undefined }
  readonly ScaleUpInOwner: { readonly owner: string }

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
