import type { QueryName } from '../inspect/asked.ts'

/** How a Landscaper Target's cluster is reached when the Target itself is not to be used. */
export interface TargetKubeconfig {
  readonly target: string
  readonly path: string
  readonly context?: string | undefined
}

/** What `replay` is asked to do. */
export interface ReplayRequest {
  readonly subject: QueryName
  readonly file: string | undefined
  readonly targets: readonly TargetKubeconfig[]
  readonly duringUpdate: boolean
  readonly deleteAll: boolean
  readonly finalizer: boolean
  readonly pollSeconds: number | undefined
  readonly timeoutSeconds: number | undefined
  readonly timeoutPerGroup: boolean
}
