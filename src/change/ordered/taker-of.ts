import { parseApiVersion, resourceName } from '../../api/resource-type.ts'
import type { Item } from '../../groups/deletion-groups.ts'
import type { TakenAlong } from './live-groups.ts'

/** The Namespace or CRD with which objects go that are to stay: those of an item, in the cluster of this Target. */
export function takerOf(
  { apiVersion, kind, namespaces }: Pick<Item, 'apiVersion' | 'kind' | 'namespaces'>,
  target: string | undefined,
  taken: readonly TakenAlong[],
): TakenAlong | undefined {
  const { group } = parseApiVersion(apiVersion)
  return taken.find(({ by: { cluster, ref } }) => {
    if (cluster.name !== target) return false
    if (ref.resource === 'namespaces') return namespaces !== 'all' && namespaces.includes(ref.name)
    const types = cluster.discovery.types.filter(type => type.group === group && type.kind === kind)
    return types.some(type => resourceName(type) === ref.name)
  })
}
