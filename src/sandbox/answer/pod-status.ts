import type { KubeObject } from '../../api/object.ts'

export interface PodFields extends KubeObject {
  readonly spec?: { readonly containers?: readonly unknown[]; readonly nodeName?: string }
  readonly status?: {
    readonly phase?: string
    readonly reason?: string
    readonly containerStatuses?: readonly {
      readonly ready?: boolean
      readonly restartCount?: number
      readonly state?: Readonly<Record<string, { readonly reason?: string } | undefined>>
    }[]
  }
}

/** READY, STATUS and RESTARTS of `kubectl get pods`: a terminating pod says so, whatever its phase. */
export function podStatus(pod: PodFields): {
  readonly ready: string
  readonly status: string
  readonly restarts: number
} {
  const statuses = pod.status?.containerStatuses ?? []
  const total = pod.spec?.containers?.length ?? 0
  const reason = statuses.map(({ state }) => state?.waiting?.reason ?? state?.terminated?.reason).find(Boolean)
  const plain = reason ?? pod.status?.reason ?? pod.status?.phase ?? 'Unknown'
  const lost = pod.status?.reason === 'NodeLost'
  return {
    ready: `${statuses.filter(status => status.ready).length}/${total}`,
    status: pod.metadata.deletionTimestamp === undefined ? plain : lost ? 'Unknown' : 'Terminating',
    restarts: statuses.reduce((sum, status) => sum + (status.restartCount ?? 0), 0),
  }
}
