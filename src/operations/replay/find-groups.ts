import type { ResourceType } from '../../api/resource-type.ts'
import type { DeletionGroups, Group, Item } from '../../groups/deletion-groups.ts'
import { message } from '../../messages/sentence.ts'
import type { Cluster, LiveGroup, LiveObject } from '../../plan/ordered/live-groups.ts'
import { typeOfItem, wrongAt } from '../../plan/ordered/type-of-item.ts'
import { findItem } from './find-items.ts'

export interface FindOptions {
  /** The cluster of a Target; undefined: that of the custom resource. Throws when it is not known. */
  clusterOf(target: string | undefined): Promise<Cluster>
  /** The file, or object, in which the groups are written. */
  readonly file: string
  /** Also what nobody deployed, in groups that ask for it. */
  readonly deleteAll: boolean
  readonly signal: AbortSignal
}

/** Finds the objects of every group before anything is deleted. Rejects with Trouble, or ApiFailure. */
export async function findGroups(
  groups: Pick<DeletionGroups, 'groups' | 'target'>,
  options: FindOptions,
): Promise<readonly LiveGroup[]> {
  const live: LiveGroup[] = []
  const taken = new Map<string, number>()
  const vanishing = definitionsIn(groups)
  for (const [index, group] of groups.groups.entries()) {
    const found = await findGroup(group, index + 1, groups, vanishing, options)
    // An object that two groups name goes with the first.
    const objects = found.objects.filter(({ ref }) => !taken.has(ref.uid))
    const earlier = found.objects.flatMap(object => {
      const by = taken.get(object.ref.uid)
      return by === undefined ? [] : [{ object, group: by }]
    })
    for (const { ref } of objects) taken.set(ref.uid, found.number)
    live.push({ ...found, objects, earlier })
  }
  return live
}

async function findGroup(
  group: Group,
  number: number,
  { target }: Pick<DeletionGroups, 'target'>,
  vanishing: ReadonlySet<string>,
  { clusterOf, file, deleteAll, signal }: FindOptions,
): Promise<LiveGroup> {
  const empty = { number, group, objects: [], absent: [], earlier: [], spared: [] }
  if (group.skipped !== undefined || group.items.length + group.written.length === 0) return empty
  const scope = { file, vanishing, signal }
  const cluster = await clusterOf(group.target ?? target)
  // What is written by hand is to be a kind that there is, though the objects come from an inventory.
  for (const written of group.written) typeOfItem(written, cluster, scope)
  for (const item of group.items) refuseNarrowed(item, typeOfItem(item, cluster, scope), file)
  const find = async (items: readonly Item[]): Promise<{ objects: LiveObject[]; absent: string[] }> => {
    const found = await Promise.all(items.map(item => findItem(item, cluster, scope)))
    const objects = found.flatMap(each => each.objects)
    return {
      objects: [...new Map(objects.map(object => [object.ref.uid, object])).values()],
      absent: found.flatMap(each => each.absent),
    }
  }
  const all = await find(group.items)
  if (!group.deleteAll || deleteAll) return { ...empty, ...all }
  const own = await find(group.deployed ?? [])
  const ours = new Set(own.objects.map(({ ref }) => ref.uid))
  return { ...empty, ...own, spared: all.objects.filter(({ ref }) => !ours.has(ref.uid)) }
}

/** What has no namespace cannot be narrowed down by one: more would go than was meant. */
function refuseNarrowed({ kind, narrowed, line, path }: Item, type: ResourceType | undefined, file: string): void {
  if (!narrowed || type === undefined || type.namespaced) return
  throw wrongAt({ file, line, path }, message('NamespacesSelectNothing', { kind }))
}

/** API groups of the definitions that are to be deleted: a definition is called `plural.group`. */
function definitionsIn({ groups }: Pick<DeletionGroups, 'groups'>): ReadonlySet<string> {
  const items = groups.flatMap(group => group.items).filter(({ kind }) => kind === 'CustomResourceDefinition')
  return new Set(items.flatMap(({ names = [] }) => names.map(name => name.slice(name.indexOf('.') + 1))))
}
