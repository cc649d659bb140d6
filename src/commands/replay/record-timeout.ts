import { randomBytes } from 'node:crypto'
import type { KubeObject } from '../../api/object.ts'
import { refOf } from '../../api/object-ref.ts'
import type { ResourceType } from '../../api/resource-type.ts'
import { readJson } from '../../cluster/transport/read.ts'
import type { Transport } from '../../cluster/transport/transport.ts'

const MOST_CHARACTERS = 1000

/**
 * A Warning Event on the custom resource, as the operator would have left one. In a terminating namespace no Event can be
 * made: then it stands in `default`, which events.k8s.io/v1 allows (reference 9.9). Best effort: answers whether it stands.
 */
export async function recordTimeout(
  transport: Transport,
  type: ResourceType,
  { metadata }: KubeObject,
  note: string,
  now: Date,
): Promise<boolean> {
  const { apiVersion, kind, name, namespace, uid } = refOf(type, metadata)
  const event = (place: string): object => ({
    apiVersion: 'events.k8s.io/v1',
    kind: 'Event',
    metadata: { name: `${name.slice(0, 200)}.${randomBytes(8).toString('hex')}`, namespace: place },
    eventTime: now.toISOString().replace('Z', '000Z'),
    reportingController: 'kubectl-finalize',
    reportingInstance: 'kubectl-finalize',
    action: 'Replay',
    reason: `${kind}DeleteError`.slice(0, 128),
    type: 'Warning',
    note: note.slice(0, MOST_CHARACTERS),
    regarding: { apiVersion, kind, name, uid, ...(namespace !== undefined && { namespace }) },
  })
  for (const place of new Set([namespace ?? 'default', 'default'])) {
    try {
      await readJson(transport, {
        method: 'POST',
        path: `/apis/events.k8s.io/v1/namespaces/${encodeURIComponent(place)}/events`,
        query: { fieldManager: 'kubectl-finalize' },
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(event(place)),
      })
      return true
    } catch {
      // Tried once more in `default`; an Event is a courtesy, and nothing depends on it.
    }
  }
  return false
}
