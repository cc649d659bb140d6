import type { ObjectRef } from '../api/object-ref.ts'
import { parseApiVersion } from '../api/resource-type.ts'
import type { CustomResource, DeletionGroups, Group, Item } from './deletion-groups.ts'
import { GroupsError } from './groups-error.ts'
import type { GroupsFile } from './groups-file.ts'
import type { WantedList } from './landscaper/configuration.ts'
import { isDeployItem } from './landscaper/deploy-item.ts'
import { deployItemGroups } from './landscaper/deploy-item-groups.ts'
import { fileGroups, readLandscaperFile } from './landscaper/file-groups.ts'
import type { ManagedResource } from './landscaper/managed-resource.ts'
import { matchGroups } from './landscaper/match-groups.ts'
import { DEFAULT_GROUPS } from './landscaper/written-groups.ts'
import { nativeGroups } from './native/native-groups.ts'
import { orkestraGroups } from './orkestra/orkestra-groups.ts'

export interface GroupsWish {
  /** Absent: a DeployItem's own groups, or what the resource owns. */
  readonly file?: GroupsFile | undefined
  /** What the resource owns, through other objects too; only looked at where `wantsOwned` says so. */
  readonly owned?: readonly ObjectRef[] | undefined
  /** Landscaper's groups for an update instead of those for the end. */
  readonly duringUpdate?: boolean | undefined
}

/** Whether the groups for this resource are made from what it owns, which then has to be found first. */
export function wantsOwned({ object }: CustomResource, file: GroupsFile | undefined): boolean {
  return !isDeployItem(object) && (file === undefined || file.system === 'landscaper')
}

/** The groups for a custom resource, wherever they are written. Throws a GroupsError for all that is wrong in them. */
export function groupsFor(subject: CustomResource, wish: GroupsWish): DeletionGroups {
  const name = wish.file?.name ?? subject.resource
  if (wish.duringUpdate && wish.file?.system !== 'landscaper' && !isDeployItem(subject.object))
    throw new GroupsError({ file: name }, 'only Landscaper has groups for an update; remove that flag')
  const groups = read(subject, wish)
  const here = groups.groups.filter(group => (group.target ?? groups.target) === undefined)
  refuseOwnDeletion(here, subject, name)
  return groups
}

function read(subject: CustomResource, { file, owned, duringUpdate }: GroupsWish): DeletionGroups {
  const wanted: WantedList = duringUpdate ? 'deletionGroupsDuringUpdate' : 'deletionGroups'
  switch (file?.system) {
    case 'native':
      return nativeGroups(file.documents[0]!, subject)
    case 'orkestra':
      return orkestraGroups(file.documents, subject, file.name)
    case 'landscaper': {
      const written = readLandscaperFile(file.documents[0]!, subject)
      if (isDeployItem(subject.object)) return deployItemGroups(subject, written, wanted)
      return fileGroups(written, ownedResources(found(owned), subject), wanted)
    }
    case undefined:
      if (isDeployItem(subject.object)) return deployItemGroups(subject, undefined, wanted)
      return derivedGroups(found(owned), subject)
  }
}

/** Not found is not the same as nothing: without this a resource would lose its finalizer before what it owns. */
function found(owned: readonly ObjectRef[] | undefined): readonly ObjectRef[] {
  if (owned === undefined) throw new Error('the owned objects were not searched for')
  return owned
}

/**
 * Throws a GroupsError when an item takes in the custom resource itself, its CRD or its namespace: each would end the
 * deletion that these groups are there to order. For groups in the cluster of the custom resource; what a label selects
 * is not known here.
 */
function refuseOwnDeletion(groups: readonly Group[], subject: CustomResource, file: string): void {
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

const TIMEOUT_SECONDS = 300
const POLL_SECONDS = 2

/** What a custom resource owns, directly or indirectly, in Landscaper's order: namespaced, cluster-scoped, CRDs. */
function derivedGroups(owned: readonly ObjectRef[], subject: CustomResource): DeletionGroups {
  const { groups } = matchGroups(DEFAULT_GROUPS, ownedResources(owned, subject))
  return {
    system: 'derived',
    groups,
    timeoutSeconds: TIMEOUT_SECONDS,
    pollSeconds: POLL_SECONDS,
    propagation: 'Background',
    remaining: [],
    notes: [
      {
        text: `no order is written: the groups are what ${subject.object.kind} "${subject.object.metadata.name}" owns, in Landscaper's default order`,
      },
    ],
  }
}

/** Owned objects as an inventory; a circle of owners may lead back to the resource itself, which is left out. */
function ownedResources(owned: readonly ObjectRef[], { object }: CustomResource): readonly ManagedResource[] {
  return owned
    .filter(({ uid }) => uid !== object.metadata.uid)
    .map(({ apiVersion, kind, name, namespace, uid }) => ({ apiVersion, kind, name, namespace, uid }))
}
