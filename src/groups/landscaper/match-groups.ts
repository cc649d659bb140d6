import type { Group, Item } from '../deletion-groups.ts'
import { itemOf, type ManagedResource } from './managed-resource.ts'
import { PREDEFINED } from './predefined-groups.ts'
import type { WrittenGroup } from './written-groups.ts'
import type { WrittenResource } from './written-resources.ts'

/**
 * Each object in the first group that takes it, and those that none takes. A group with `deleteAllResources` takes them
 * too, but its items are what it finds for itself; one with a target finds it elsewhere and takes none.
 */
export function matchGroups(
  written: readonly WrittenGroup[],
  inventory: readonly ManagedResource[],
): { readonly groups: readonly Group[]; readonly unmatched: readonly ManagedResource[] } {
  let unmatched = inventory
  const groups = written.map(group => {
    const taken = new Set(unmatched.filter(object => takes(group, object)))
    unmatched = unmatched.filter(object => !taken.has(object))
    const deployed = [...taken].map(itemOf)
    return group.deleteAll ? { ...groupOf(group, group.resources.map(everyOne)), deployed } : groupOf(group, deployed)
  })
  return { groups, unmatched }
}

function takes(group: WrittenGroup, object: ManagedResource): boolean {
  if (group.type !== undefined) return PREDEFINED[group.type](object)
  return group.targetName === undefined && group.resources.some(resource => selects(resource, object))
}

/** A list of namespaces never takes a cluster-scoped object, whose namespace is "". */
function selects(resource: WrittenResource, object: ManagedResource): boolean {
  const { apiVersion, kind, names, namespaces } = resource
  if (apiVersion !== object.apiVersion || kind !== object.kind) return false
  if (names.length > 0 && !names.includes(object.name)) return false
  return namespaces.length === 0 || namespaces.includes(object.namespace ?? '')
}

function everyOne({ names, namespaces, ...type }: WrittenResource): Item {
  const places = namespaces.length > 0 ? { namespaces, narrowed: true as const } : { namespaces: 'all' as const }
  return { ...type, ...(names.length > 0 && { names }), ...places }
}

function groupOf(group: WrittenGroup, items: readonly Item[]): Group {
  return {
    name: group.type,
    line: group.line,
    target: group.targetName,
    forceDelete: group.forceDelete,
    deleteAll: group.deleteAll,
    written: group.deleteAll ? [] : group.resources.map(({ names: _, namespaces: __, ...type }) => type),
    items,
  }
}
