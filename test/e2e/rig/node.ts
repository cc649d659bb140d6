import type { Thing } from './api.ts'
import { api, unique } from './rig.ts'

/**
 * A Node of this test alone, with the Ready condition that its kubelet would write. There is none: after some 40 s the
 * node lifecycle controller sets Unknown. To be removed at the end: `await api.delete(node)`.
 */
export async function createNode(ready: 'True' | 'False' | 'Unknown', metadata: object = {}): Promise<Thing> {
  const node = await api.create({ apiVersion: 'v1', kind: 'Node', metadata: { name: unique('node'), ...metadata } })
  const now = new Date().toISOString().replace(/\.\d+Z$/, 'Z')
  const condition = { type: 'Ready', status: ready, reason: 'Test', lastHeartbeatTime: now, lastTransitionTime: now }
  return api.patch(node, { status: { conditions: [condition] } }, { subresource: '/status' })
}

interface PodOptions {
  readonly node?: Thing | string
  readonly graceSeconds?: number
  /** Claims that it mounts. */
  readonly claims?: readonly string[]
  readonly metadata?: object
}

/** A Pod that was given to its node by whoever created it, as a DaemonSet's once were. */
export function podDraft(name: string, place: string, { node, graceSeconds = 600, claims = [], metadata }: PodOptions) {
  const nodeName = typeof node === 'string' ? node : node?.metadata.name
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: place, ...metadata },
    spec: {
      terminationGracePeriodSeconds: graceSeconds,
      ...(nodeName && { nodeName }),
      containers: [{ name: 'main', image: 'none' }],
      volumes: claims.map(claimName => ({ name: claimName, persistentVolumeClaim: { claimName } })),
    },
  }
}
