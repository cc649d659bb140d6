import { parseApiVersion } from '../api/resource-type.ts'
import type { CustomResource, Group, Item } from './deletion-groups.ts'
import { GroupsError } from './groups-error.ts'

/**
 * Throws a GroupsError when an item takes in the custom resource itself, its CRD or its namespace: each would end the
 * deletion that these groups are there to order. For groups in the cluster of the custom resource; what a label selects
 * is not known here.
 */
export function refuseOwnDeletion(groups: readonly Group[], subject: CustomResource, file: string): void {
  for (const group of groups) {
    for (const item of group.items) {
      const own = ownDeletion(item, subject)
      if (own !== undefined)
        throw new GroupsError(
          { file, line: item.line ?? group.line },
          `this would delete ${own}; remove it from the groups`,
        )
    }
  }
}

function ownDeletion(item: Item, { object, resource }: CustomResource): string | undefined {
  const { name, namespace } = object.metadata
  if (item.labelSelector !== undefined) return undefined
  const type = `${item.kind}.${groupOf(item)}`
  const named = (wanted: string) => item.names === undefined || item.names.includes(wanted)
  if (type === `${object.kind}.${groupOf(object)}`) {
    const sameUid = item.uid === undefined || item.uid === object.metadata.uid
    const there = namespace === undefined || item.namespaces === 'all' || item.namespaces.includes(namespace)
    if (named(name) && there && sameUid) return `the ${object.kind} "${name}" itself`
  }
  if (type === 'Namespace.' && namespace !== undefined && named(namespace)) return `its own namespace "${namespace}"`
  if (type === 'CustomResourceDefinition.apiextensions.k8s.io' && named(resource))
    return `the CustomResourceDefinition "${resource}", and with it every ${object.kind}`
  return undefined
}

function groupOf({ apiVersion }: { readonly apiVersion: string }): string {
  return parseApiVersion(apiVersion).group
}
