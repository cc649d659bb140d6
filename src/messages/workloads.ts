import type { IdleState } from './unhealthy-controller.ts'

/** What is said of workloads and their Pods. */
export interface WorkloadMessages {
  readonly WorkloadIdle: { readonly workload: string; readonly idle: IdleState }
  readonly NoneReady: { readonly workload: string; readonly wanted: number }
  readonly SomeReady: { readonly workload: string; readonly ready: number }
  readonly PodsNotCreated: { readonly text: string }
  readonly PodNotScheduled: { readonly pod: string; readonly text: string | undefined }
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
  readonly KeepOneReplica: Record<never, never>
  readonly IgnoreAndScaleUp: Record<never, never>
  readonly ScaleUpInOwner: { readonly owner: string }
}
