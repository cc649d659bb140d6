import type { KubeObject } from '../../api/object.ts'
import { objectPath } from '../../api/path.ts'
import type { Server } from '../server.ts'
import { conditionStatus } from '../types/conditions.ts'
import { clientFor } from './client.ts'
import type { Controller } from './controller.ts'

const PODS = { group: '', version: 'v1', plural: 'pods' }

/** The kubelets of ready nodes: a Pod whose grace is over gets its last DELETE. A lost node's kubelet does nothing. */
export const kubelets: Controller = {
  name: 'kubelet',
  async reconcile(server) {
    const client = clientFor(server, 'kubelet')
    for (const pod of server.store.list('pods')) {
      if (!isOverdue(pod, server.now()) || !nodeIsReady(server, pod)) continue
      if (!isMarked(pod)) continue
      const { name, namespace, uid } = pod.metadata
      const options = { kind: 'DeleteOptions', apiVersion: 'v1', gracePeriodSeconds: 0, preconditions: { uid } }
      await client.send('DELETE', objectPath(PODS, name, namespace), options)
    }
  },
}

function isOverdue(pod: KubeObject, now: number): boolean {
  const { deletionTimestamp } = pod.metadata
  return deletionTimestamp !== undefined && Date.parse(deletionTimestamp) <= now
}

/** Grace 0 means that the last DELETE was sent already; only finalizers hold such a Pod. */
function isMarked(pod: KubeObject): boolean {
  return (pod.metadata.deletionGracePeriodSeconds ?? 0) > 0
}

function nodeIsReady(server: Server, pod: KubeObject): boolean {
  const name = (pod.spec as { nodeName?: string } | undefined)?.nodeName
  const node = name === undefined ? undefined : server.store.get('nodes', undefined, name)
  return node !== undefined && conditionStatus(node, 'Ready') === 'True'
}
