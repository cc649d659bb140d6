import type { KubeObject, ObjectMeta } from '../api/object.ts'
import { parseApiVersion } from '../api/resource-type.ts'
import { timestamp } from './clock.ts'
import type { Server } from './server.ts'
import { toStorage } from './types/conversion.ts'
import { hasStatus, type ServedType } from './types/served-type.ts'
import { resetFields, trackUpdate } from './write/managed-fields.ts'

/** An object to seed: at least its type and name. */
export interface GivenObject {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: Partial<ObjectMeta> & { readonly name: string }
  readonly [field: string]: unknown
}

export interface PutOptions {
  /** Writes managedFields as if this manager had created the object, at its creationTimestamp. */
  readonly manager?: string
}

/**
 * Stores an object as given, past admission, validation and deletion: the way to a state that takes days to reach.
 * uid, creationTimestamp (now), generation and a Namespace's phase and spec.finalizers are filled in when absent.
 */
export function put(server: Server, given: GivenObject, { manager }: PutOptions = {}): KubeObject {
  const { group, version } = parseApiVersion(given.apiVersion)
  const type = server.types.findKind(group, version, given.kind)
  if (type === undefined) throw new Error(`the sandbox serves no ${given.kind} of ${given.apiVersion}`)
  if (type.namespaced !== (given.metadata.namespace !== undefined)) {
    throw new Error(`${given.kind} ${given.metadata.name}: ${type.namespaced ? 'needs a' : 'has no'} namespace`)
  }
  const now = server.now()
  const metadata: ObjectMeta = {
    ...(type.generation && { generation: 1 }),
    ...given.metadata,
    uid: given.metadata.uid ?? server.identity.uid(),
    creationTimestamp: given.metadata.creationTimestamp ?? timestamp(now),
  }
  const filled = withPhase({ ...given, metadata } as KubeObject)
  const tracked = manager === undefined ? filled : trackedAs(manager, type, filled)
  const known = server.store.get(type.storage, metadata.namespace, metadata.name)
  // Written in the version given, when that is another than the one of storage: how objects of old versions come to be.
  const stored = type.definition === undefined ? toStorage(server, tracked, type) : tracked
  return server.store.write(type.storage, known, stored)!
}

/** Two entries, as an operator leaves them: one for the object, one for its status. */
function trackedAs(manager: string, type: ServedType, object: KubeObject): KubeObject {
  const at = Date.parse(object.metadata.creationTimestamp!)
  const main = { manager, operation: 'Update', resets: resetFields(type, undefined) } as const
  const { status: _status, ...rest } = object
  const created = trackUpdate(undefined, rest as KubeObject, main, at)
  const full = { ...object, metadata: created.metadata }
  if (!hasStatus(type)) return trackUpdate(undefined, object, main, at)
  return trackUpdate(created, full, { manager, operation: 'Update', subresource: 'status', resets: ['spec'] }, at)
}

function withPhase(object: KubeObject): KubeObject {
  if (object.kind !== 'Namespace' || object.apiVersion !== 'v1') return object
  const { name, labels, deletionTimestamp } = object.metadata
  return {
    ...object,
    metadata: { ...object.metadata, labels: { 'kubernetes.io/metadata.name': name, ...labels } },
    spec: object.spec ?? { finalizers: ['kubernetes'] },
    status: object.status ?? { phase: deletionTimestamp === undefined ? 'Active' : 'Terminating' },
  }
}
