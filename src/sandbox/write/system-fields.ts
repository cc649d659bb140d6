import { isDeepStrictEqual } from 'node:util'
import type { KubeObject, ObjectMeta } from '../../api/object.ts'
import { timestamp } from '../clock.ts'
import type { Server } from '../server.ts'
import { hasStatus, isCustom, type ServedType } from '../types/served-type.ts'

/** A new object as the server stores it: its own uid and time, not the client's; status only without /status. */
export function withNewSystemFields(
  server: Server,
  type: ServedType,
  object: KubeObject,
  namespace?: string,
): KubeObject {
  const {
    uid: _uid,
    resourceVersion: _resourceVersion,
    generation: _generation,
    creationTimestamp: _creation,
    deletionTimestamp: _deletion,
    deletionGracePeriodSeconds: _grace,
    managedFields: _managed,
    namespace: _namespace,
    ...given
  } = object.metadata
  const metadata: ObjectMeta = {
    ...given,
    name: given.name || (given.generateName ? `${given.generateName}${server.identity.suffix()}` : ''),
    ...(namespace !== undefined && { namespace }),
    uid: server.identity.uid(),
    ...(type.generation && { generation: 1 }),
    creationTimestamp: timestamp(server.now()),
  }
  if (!hasStatus(type)) return { ...object, metadata }
  const { status: _status, ...rest } = object
  return { ...rest, metadata } as KubeObject
}

/** Restores what an update cannot touch: times of creation and deletion (there is no undelete), grace, generation. */
export function withKeptSystemFields(next: KubeObject, current: KubeObject): KubeObject {
  const { creationTimestamp, deletionTimestamp, deletionGracePeriodSeconds, generation, resourceVersion } =
    current.metadata
  const { deletionTimestamp: _deletion, deletionGracePeriodSeconds: _grace, generation: _g, ...given } = next.metadata
  return {
    ...next,
    metadata: {
      ...given,
      uid: given.uid || current.metadata.uid,
      ...(resourceVersion !== undefined && { resourceVersion }),
      ...(generation !== undefined && { generation }),
      ...(creationTimestamp !== undefined && { creationTimestamp }),
      ...(deletionTimestamp !== undefined && { deletionTimestamp }),
      ...(deletionGracePeriodSeconds !== undefined && { deletionGracePeriodSeconds }),
    },
  }
}

/** generation counts changes of anything but metadata and (where it is a subresource) status. */
export function withGeneration(type: ServedType, next: KubeObject, current: KubeObject): KubeObject {
  const { generation } = current.metadata
  if (!type.generation || generation === undefined) return next
  const same = isDeepStrictEqual(desired(type, next), desired(type, current))
  return same ? next : { ...next, metadata: { ...next.metadata, generation: generation + 1 } }
}

function desired(type: ServedType, object: KubeObject): unknown {
  const { metadata: _metadata, status, ...rest } = object
  return isCustom(type) && !hasStatus(type) ? { ...rest, status } : rest
}
