import { DEFINITIONS } from '../../api/definitions.ts'
import type { StuckObject } from '../stuck-object.ts'
import type { Reached } from './reach.ts'

/** The CRDs in reach, by name: the resources of their instances. */
export function definitionsIn(reach: ReadonlyMap<string, Reached>): ReadonlySet<string> {
  const names = new Set<string>()
  for (const { held } of reach.values()) if (held.ref.resource === DEFINITIONS) names.add(held.ref.name)
  return names
}

/**
 * Whether only the namespace controller deletes an object, after the Pods of its namespace. What a CRD or an owner in
 * reach takes along may be deleted before that.
 */
export function onlyContent(reach: ReadonlyMap<string, Reached>): (held: StuckObject) => boolean {
  const definitions = definitionsIn(reach)
  const isOtherwiseReached = (uid: string): boolean => {
    const owner = reach.get(uid)
    return owner !== undefined && owner.why !== 'NamespaceContent' && owner.held.ref.resource !== 'namespaces'
  }
  return ({ ref, meta }) =>
    reach.get(ref.uid)?.why === 'NamespaceContent' &&
    !definitions.has(ref.resource) &&
    !(meta.ownerReferences ?? []).some(({ uid }) => isOtherwiseReached(uid))
}
