import { NONE } from '../api/long-lists.ts'
import type { ObjectMeta } from '../api/object.ts'
import { refOf } from '../api/object-ref.ts'
import type { ResourceType } from '../api/resource-type.ts'
import type { TerminatingObject } from '../api/terminating.ts'
import type { StuckObject } from './stuck-object.ts'

/** An object for the rules. `described`: what the survey knows of a terminating one (owners, spec.finalizers). */
export function heldOf(type: ResourceType, meta: ObjectMeta, described?: TerminatingObject): StuckObject {
  return {
    ref: described?.ref ?? refOf(type, meta),
    type,
    meta,
    finalizers: described?.finalizers ?? meta.finalizers?.map(name => ({ name, field: 'metadata' as const })) ?? NONE,
    owners: described?.owners ?? NONE,
    ageSeconds: described?.ageSeconds,
  }
}
