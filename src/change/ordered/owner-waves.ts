import { keyOf, type LiveObject } from './live-groups.ts'

/**
 * The objects of one group in the order in which they can be asked for: what another object of the group controls comes
 * after it. A controller whose Pods are deleted beside it makes new ones until it is gone itself.
 */
export function ownerWaves(objects: readonly LiveObject[]): readonly (readonly LiveObject[])[] {
  const byUid = new Map(objects.map(object => [keyOf(object, object.ref.uid), object]))
  const controllerOf = (object: LiveObject): LiveObject | undefined => {
    const owner = object.meta.ownerReferences?.find(({ controller }) => controller === true)
    return owner && byUid.get(keyOf(object, owner.uid))
  }
  const depthOf = (object: LiveObject): number => {
    const seen = new Set<LiveObject>()
    let depth = 0
    // A circle of owners has no first: whoever is met again is taken for one.
    for (let owner = controllerOf(object); owner !== undefined && !seen.has(owner); owner = controllerOf(owner)) {
      seen.add(owner)
      depth++
    }
    return depth
  }
  const waves = Map.groupBy(objects, depthOf)
  return [...waves].toSorted(([a], [b]) => a - b).map(([, wave]) => wave)
}
