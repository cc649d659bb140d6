import type { ObjectRef } from '../api/object-ref.ts'
import type { CustomResource, DeletionGroups } from './deletion-groups.ts'
import { derivedGroups, ownedResources } from './derived.ts'
import { GroupsError } from './groups-error.ts'
import type { GroupsFile } from './groups-file.ts'
import type { WantedList } from './landscaper/configuration.ts'
import { isDeployItem } from './landscaper/deploy-item.ts'
import { deployItemGroups } from './landscaper/deploy-item-groups.ts'
import { fileGroups, readLandscaperFile } from './landscaper/file-groups.ts'
import { nativeGroups } from './native/native-groups.ts'
import { orkestraGroups } from './orkestra/orkestra-groups.ts'
import { refuseOwnDeletion } from './own-deletion.ts'

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
