import type { ObjectMeta } from '../api/object.ts'
import type { ObjectRef } from '../api/object-ref.ts'
import { apiVersionOf, type ResourceType, resourceName } from '../api/resource-type.ts'
import type { TerminatingObject } from '../api/terminating.ts'
import type { Held } from './held.ts'

/** The ref of an object whose type and metadata are known. */
export function refOf(type: ResourceType, meta: ObjectMeta): ObjectRef {
  return {
    apiVersion: apiVersionOf(type),
    kind: type.kind,
    resource: resourceName(type),
    ...(meta.namespace !== undefined && { namespace: meta.namespace }),
    name: meta.name,
    uid: meta.uid,
  }
}

/** An object as the rules look at it. `described` is what the survey found out of a terminating one (owners, spec.finalizers). */
export function heldOf(type: ResourceType, meta: ObjectMeta, described?: TerminatingObject): Held {
  return {
    ref: refOf(type, meta),
    type,
    meta,
    finalizers: described?.finalizers ?? (meta.finalizers ?? []).map(name => ({ name, field: 'metadata' as const })),
    owners: described?.owners ?? [],
    ...(described !== undefined && { ageSeconds: described.ageSeconds }),
  }
}
