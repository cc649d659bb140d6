import { nameOf, type ObjectRef, placedName } from '../../api/object-ref.ts'
import type { Wave } from '../../diagnosis/preflight/foreseen.ts'
import { message } from '../../messages/sentence.ts'
import type { Refusal } from '../../plan/guard.ts'
import type { Cluster, LiveGroup, LiveObject } from '../../plan/ordered/live-groups.ts'
import { ONLY_NAMED } from '../preflight/only-named.ts'

/** An object as it was read for the preflight. */
export type ReadObject = Omit<LiveObject, 'cluster'>

/** The waves of a preflight as groups of live objects. Throws an Error for an object that was not read (a bug). */
export function groupsOf(
  order: readonly Wave[],
  seen: ReadonlyMap<string, ReadObject>,
  cluster: Cluster,
): readonly LiveGroup[] {
  const live = (ref: ObjectRef): LiveObject => {
    const found = seen.get(ref.uid)
    if (found === undefined) throw new Error(`${nameOf(ref)} is in the order and was not read`)
    return { ...found, cluster }
  }
  return order.map(({ wave, refs, awaited = [] }) => ({
    number: wave,
    group: { forceDelete: false, deleteAll: false, written: [], items: [] },
    objects: refs.map(live),
    awaited: awaited.map(live),
    absent: [],
    earlier: [],
    spared: [],
  }))
}

/** That the order takes in what is deleted only when it is named, and was not. */
export function unnamed(order: readonly Wave[], targets: readonly ObjectRef[]): Refusal | undefined {
  const named = new Set(targets.map(({ uid }) => uid))
  const found = order
    .flatMap(({ refs }) => refs)
    .find(({ uid, resource }) => ONLY_NAMED.has(resource) && !named.has(uid))
  if (found === undefined) return undefined
  return {
    guard: 'WouldGetStuck',
    why: message('OnlyDeletedWhenNamed', { name: placedName(found) }),
    instead: message('NameItAsWell'),
    final: true,
  }
}
