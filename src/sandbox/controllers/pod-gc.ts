import { conditionsIn } from '../../api/condition.ts'
import type { KubeObject } from '../../api/object.ts'
import { objectPath } from '../../api/path.ts'
import { timestamp } from '../clock.ts'
import type { Server } from '../server.ts'
import { withCondition } from '../types/conditions.ts'
import { clientFor } from './client.ts'
import type { Controller } from './controller.ts'

const PODS = { group: '', version: 'v1', plural: 'pods' }

/** A node that is gone is believed to be gone after this long. */
const QUARANTINE_SECONDS = 40

const OUT_OF_SERVICE = 'node.kubernetes.io/out-of-service'

/**
 * PodGC: deletes Pods whose Node object no longer exists (after a quarantine), and terminating ones on nodes that an
 * administrator tainted out of service. A merely lost node is neither (kubernetes-deletion.md 5).
 */
export function createPodGc(): Controller {
  const missingSince = new Map<string, number>()
  return {
    name: 'pod-garbage-collector',
    async reconcile(server) {
      const bound = server.store.list('pods').filter(pod => nodeOf(pod) !== undefined)
      const missing = new Set(bound.map(pod => nodeOf(pod)!).filter(name => !nodeExists(server, name)))
      for (const name of missingSince.keys()) if (!missing.has(name)) missingSince.delete(name)
      for (const name of missing) if (!missingSince.has(name)) missingSince.set(name, server.now())
      for (const pod of bound) {
        const name = nodeOf(pod)!
        const gone = server.now() - (missingSince.get(name) ?? server.now()) >= QUARANTINE_SECONDS * 1000
        if (gone || isOutOfService(server, name, pod)) await collect(server, pod, gone)
      }
    },
  }
}

function nodeOf(pod: KubeObject): string | undefined {
  return (pod.spec as { nodeName?: string } | undefined)?.nodeName || undefined
}

function nodeExists(server: Server, name: string): boolean {
  return server.store.get('nodes', undefined, name) !== undefined
}

function isOutOfService(server: Server, name: string, pod: KubeObject): boolean {
  if (pod.metadata.deletionTimestamp === undefined) return false
  const node = server.store.get('nodes', undefined, name)
  const taints = (node?.spec as { taints?: readonly { key: string }[] } | undefined)?.taints ?? []
  return taints.some(({ key }) => key === OUT_OF_SERVICE)
}

async function collect(server: Server, pod: KubeObject, nodeGone: boolean): Promise<void> {
  const { name, namespace, uid, deletionTimestamp, deletionGracePeriodSeconds = 0 } = pod.metadata
  // Only finalizers hold a Pod that got its last DELETE before.
  if (deletionTimestamp !== undefined && deletionGracePeriodSeconds === 0) return
  if (nodeGone && !hasEnded(pod)) server.store.write('pods', pod, failed(server, pod))
  const options = { kind: 'DeleteOptions', apiVersion: 'v1', gracePeriodSeconds: 0, preconditions: { uid } }
  await clientFor(server, 'kube-controller-manager').send('DELETE', objectPath(PODS, name, namespace), options)
}

/** Only a Pod that has not ended is marked: once, however often its DELETE is refused. */
function hasEnded(pod: KubeObject): boolean {
  const { phase } = (pod.status ?? {}) as { phase?: string }
  return phase === 'Succeeded' || phase === 'Failed'
}

function failed(server: Server, pod: KubeObject): KubeObject {
  const condition = {
    type: 'DisruptionTarget',
    status: 'True',
    reason: 'DeletionByPodGC',
    message: 'PodGC: node no longer exists',
  }
  const conditions = withCondition(conditionsIn(pod), condition, timestamp(server.now()))
  return { ...pod, status: { ...(pod.status as object | undefined), phase: 'Failed', conditions } }
}
