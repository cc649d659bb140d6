import { parseApiVersion } from '../../api/resource-type.ts'
import type { DeletionGroups, Item } from '../../groups/deletion-groups.ts'
import type { Sentence } from '../../messages/sentence.ts'
import { keyOf, type LiveGroup, type TakenAlong, type Takers } from './live-groups.ts'

/** With what each goes that was to stay: what a group spares, and what no group names. */
export function takersOf(
  groups: Pick<DeletionGroups<Sentence>, 'remaining' | 'target'>,
  live: readonly LiveGroup[],
  taken: readonly TakenAlong[],
): Takers {
  const spared = live
    .flatMap(group => group.spared)
    .flatMap(object => {
      const { cluster, ref } = object
      const namespaces = ref.namespace === undefined ? [] : [ref.namespace]
      const taker = takerOf({ ...ref, namespaces }, cluster.name, taken)
      return taker === undefined ? [] : [[keyOf(object, ref.uid), taker] as const]
    })
  const remaining = groups.remaining.map(({ item }) => takerOf(item, groups.target, taken) ?? null)
  return { spared: Object.fromEntries(spared), remaining }
}

/** The Namespace or CRD with which objects go that are to stay: those of an item, in the cluster of this Target. */
export function takerOf(
  { apiVersion, kind, namespaces }: Pick<Item, 'apiVersion' | 'kind' | 'namespaces'>,
  target: string | undefined,
  taken: readonly TakenAlong[],
): TakenAlong | undefined {
  const { group } = parseApiVersion(apiVersion)
  return taken.find(({ by: { cluster, ref }, kind: defined }) => {
    if (cluster.name !== target) return false
    if (ref.resource === 'namespaces') return namespaces !== 'all' && namespaces.includes(ref.name)
    return kind === defined && ref.name.slice(ref.name.indexOf('.') + 1) === group
  })
}
