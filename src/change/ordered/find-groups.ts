import type { DeletionGroups, Group, Item } from '../../groups/deletion-groups.ts'
import { findItem } from './find-items.ts'
import type { Cluster, LiveGroup, LiveObject } from './live-groups.ts'

export interface FindOptions {
  /** The cluster of a Target; undefined: that of the custom resource. Throws when it is not known. */
  clusterOf(target: string | undefined): Promise<Cluster>
  /** The file, or object, in which the groups are written. */
  readonly file: string
  /** Also what nobody deployed, in groups that ask for it. */
  readonly deleteAll: boolean
  readonly signal: AbortSignal
}

/** Finds the objects of every group before anything is deleted. Rejects with GroupsError, or ApiFailure. */
export async function findGroups(groups: DeletionGroups, options: FindOptions): Promise<readonly LiveGroup[]> {
  const live: LiveGroup[] = []
  const taken = new Set<string>()
  for (const [index, group] of groups.groups.entries()) {
    const found = await findGroup(group, index + 1, groups.target, options)
    // An object that two groups name goes with the first.
    const objects = found.objects.filter(({ ref }) => !taken.has(ref.uid))
    for (const { ref } of objects) taken.add(ref.uid)
    live.push({ ...found, objects })
  }
  return live
}

async function findGroup(
  group: Group,
  number: number,
  target: string | undefined,
  { clusterOf, file, deleteAll, signal }: FindOptions,
): Promise<LiveGroup> {
  const empty = { number, group, objects: [], absent: [], spared: [] }
  if (group.skipped !== undefined || group.items.length === 0) return empty
  const cluster = await clusterOf(group.target ?? target)
  for (const { apiVersion, kind, line } of group.written) {
    // Only its kind is looked at: what is written by hand is to be a kind that there is.
    if (line !== undefined)
      await findItem({ apiVersion, kind, line, names: [], namespaces: 'all' }, cluster, file, signal)
  }
  const find = async (items: readonly Item[]): Promise<{ objects: LiveObject[]; absent: string[] }> => {
    const found = await Promise.all(items.map(item => findItem(item, cluster, file, signal)))
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
