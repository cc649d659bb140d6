/** What is said of a controller by its log. */
export interface LogMessages {
  readonly EndedByPanic: { readonly workload: string; readonly finalizer: string }
  readonly InstallWithoutPanic: Record<never, never>
  readonly CutOffFromServer: { readonly workload: string; readonly by: CutOffBy }
  readonly FindWhatCutsOff: { readonly by: CutOffBy }
  readonly NotLeadingAsLogged: { readonly workload: string }
  readonly LeaseOfDeadPod: {
    readonly lease: string
    readonly pod: string
    readonly durationSeconds: number
    readonly ago: string
  }
  readonly FindHolderOfLock: Record<never, never>
  readonly DeleteLeaseOfDeadPod: { readonly lease: string }
  readonly LeftOutAsLogged: { readonly workload: string; readonly isSure: boolean }
  readonly SelectByLine: { readonly workload: string }
}

/** `network`: it does not reach the server; else the two do not accept each other. */
type CutOffBy = 'network' | 'credentials'
