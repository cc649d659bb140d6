import { parseApiVersion, type ResourceType, resourceName } from '../../api/resource-type.ts'
import type { DeletionGroups, Item } from '../../groups/deletion-groups.ts'
import type { Sentence } from '../../messages/sentence.ts'
import type { LiveGroup, TakenAlong, Takers } from './live-groups.ts'

/** What the cluster of this Target serves. */
type TypesIn = (target: string | undefined) => readonly ResourceType[]

/** With what each goes that was to stay: what a group spares, and what no group names. */
export function takersOf(
  groups: Pick<DeletionGroups<Sentence>, 'remaining' | 'target'>,
  live: readonly LiveGroup[],
  taken: readonly TakenAlong[],
  typesIn: TypesIn,
): Takers {
  const spared = live
    .flatMap(group => group.spared)
    .map(object => {
      const { cluster, ref } = object
      const namespaces = ref.namespace === undefined ? [] : [ref.namespace]
      return [object, takerOf({ ...ref, namespaces }, cluster.name, taken, typesIn)] as const
    })
  const remaining = groups.remaining.map(({ item }) => [item, takerOf(item, groups.target, taken, typesIn)] as const)
  return new Map([...spared, ...remaining].flatMap(([each, taker]) => (taker === undefined ? [] : [[each, taker]])))
}

/** The Namespace or CRD with which objects go that are to stay: those of an item, in the cluster of this Target. */
export function takerOf(
  { apiVersion, kind, namespaces }: Pick<Item, 'apiVersion' | 'kind' | 'namespaces'>,
  target: string | undefined,
  taken: readonly TakenAlong[],
  typesIn: TypesIn,
): TakenAlong | undefined {
  const { group } = parseApiVersion(apiVersion)
  return taken.find(({ by: { cluster, ref } }) => {
    if (cluster.name !== target) return false
    if (ref.resource === 'namespaces') return namespaces !== 'all' && namespaces.includes(ref.name)
    const types = typesIn(target).filter(type => type.group === group && type.kind === kind)
    return types.some(type => resourceName(type) === ref.name)
  })
}
