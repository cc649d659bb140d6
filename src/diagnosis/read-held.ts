import { deletionAgeSeconds } from '../api/deletion-age.ts'
import type { KubeObject } from '../api/object.ts'
import { apiVersionOf } from '../api/resource-type.ts'
import { heldOf } from './object-of.ts'
import type { RuleContext, StuckObject } from './stuck-object.ts'

/**
 * An object that a rule came upon, as the rules look at it: as the survey found it when it is terminating, else from
 * what was read. undefined when its type is not among those served.
 */
export function readHeld(object: KubeObject, { facts, terminating }: RuleContext): StuckObject | undefined {
  const { apiVersion, kind, metadata } = object
  const surveyed = terminating.get(metadata.uid)
  if (surveyed !== undefined) return surveyed
  const type = facts.types.find(candidate => apiVersionOf(candidate) === apiVersion && candidate.kind === kind)
  if (type === undefined) return undefined
  const held = heldOf(type, metadata)
  // Outside of the survey's scope, for example of its namespace, an object may be terminating all the same.
  return metadata.deletionTimestamp === undefined
    ? held
    : { ...held, ageSeconds: deletionAgeSeconds(metadata, facts.now) }
}
