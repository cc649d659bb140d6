import { deletionAgeSeconds } from '../api/deletion-age.ts'
import { NONE } from '../api/long-lists.ts'
import type { KubeObject, ObjectMeta } from '../api/object.ts'
import { refOf } from '../api/object-ref.ts'
import { apiVersionOf, type ResourceType } from '../api/resource-type.ts'
import type { TerminatingObject } from '../api/terminating.ts'
import type { RuleContext, StuckObject } from './stuck-object.ts'

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

/** An object that a rule came upon, as the rules look at it: as the survey found it when it is terminating. */
export function heldNow(type: ResourceType, meta: ObjectMeta, { facts, terminating }: RuleContext): StuckObject {
  const surveyed = terminating.get(meta.uid)
  if (surveyed !== undefined) return surveyed
  const held = heldOf(type, meta)
  // Outside of the survey's scope, for example of its namespace, an object may be terminating all the same.
  return meta.deletionTimestamp === undefined ? held : { ...held, ageSeconds: deletionAgeSeconds(meta, facts.now) }
}

/** The same where its type is told by itself; undefined when that is not among those served. */
export function readHeld(object: KubeObject, context: RuleContext): StuckObject | undefined {
  const { apiVersion, kind, metadata } = object
  const { facts, terminating } = context
  const type = facts.types.find(candidate => apiVersionOf(candidate) === apiVersion && candidate.kind === kind)
  return type === undefined ? terminating.get(metadata.uid) : heldNow(type, metadata, context)
}
