import type { OpenCluster } from '../../execute/ordered/ordered-tools.ts'
import type { Cluster } from '../../plan/ordered/live-groups.ts'
import type { QueryName } from '../inspect/asked.ts'
import type { WriteRun } from '../write/write-run.ts'

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

/** One run of it, in the cluster of the custom resource. */
export interface ReplayRun extends WriteRun {
  readonly request: ReplayRequest
  readonly home: OpenCluster
  /** It, and those of Targets as they are connected to. */
  readonly clusters: Map<Cluster['name'], OpenCluster>
}
