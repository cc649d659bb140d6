import type { KubeObject } from '../../../api/object.ts'
import { clientFor, MERGE_PATCH, pathOf } from '../../controllers/client.ts'
import type { Controller } from '../../controllers/controller.ts'
import type { Server } from '../../server.ts'

export interface ReturningOperatorOptions {
  readonly namespace: string
  readonly deployment: string
  readonly storage: string
  readonly finalizer: string
}

/** An operator that works again once its Deployment has a replica: becomes ready and removes its finalizer. */
export function returningOperator({ namespace, deployment, storage, finalizer }: ReturningOperatorOptions): Controller {
  return {
    name: deployment,
    async reconcile(server) {
      const workload = server.store.get('deployments.apps', namespace, deployment)
      const replicas = (workload?.spec as { replicas?: number } | undefined)?.replicas ?? 0
      if (workload === undefined || replicas === 0) return
      becomeReady(server, workload, replicas)
      const type = server.types.stored().find(candidate => candidate.storage === storage)
      if (type === undefined) return
      for (const object of server.store.list(storage)) {
        const { deletionTimestamp, finalizers = [] } = object.metadata
        if (deletionTimestamp === undefined || !finalizers.includes(finalizer)) continue
        const metadata = { finalizers: finalizers.filter(name => name !== finalizer) }
        await clientFor(server, deployment).send('PATCH', pathOf(type, object), { metadata }, MERGE_PATCH)
      }
    },
  }
}

function becomeReady(server: Server, workload: KubeObject, replicas: number): void {
  const status = workload.status as { readyReplicas?: number } | undefined
  if (status?.readyReplicas === replicas) return
  const ready = { ...status, replicas, readyReplicas: replicas, availableReplicas: replicas, updatedReplicas: replicas }
  server.store.write('deployments.apps', workload, { ...workload, status: ready })
}
