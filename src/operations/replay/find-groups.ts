import { codeOf, messageOf } from '../../api/failure.ts'
import type { ObjectMeta } from '../../api/object.ts'
import { refOf } from '../../api/object-ref.ts'
import { listPath, objectPath } from '../../api/path.ts'
import type { ResourceType } from '../../api/resource-type.ts'
import { isGone, isTypeGone } from '../../cluster/is-gone.ts'
import { listAll } from '../../cluster/list-pages.ts'
import { ONLY_METADATA, ONLY_METADATA_LIST } from '../../cluster/metadata-accept.ts'
import { readKubeObject } from '../../cluster/read-object.ts'
import type { OpenCluster } from '../../execute/ordered/ordered-tools.ts'
import type { DeletionGroups, Group, Item } from '../../groups/deletion-groups.ts'
import { message } from '../../messages/sentence.ts'
import type { LiveGroup, LiveObject } from '../../plan/ordered/live-groups.ts'
import { type FindScope, typeOfItem, wrongAt } from '../../plan/ordered/type-of-item.ts'

export interface FindOptions {
  /** The cluster of a Target; undefined: that of the custom resource. Throws when it is not known. */
  clusterOf(target: string | undefined): Promise<OpenCluster>
  /** The file, or object, in which the groups are written. */
  readonly file: string
  /** Also what was not deployed, in groups that ask for it. */
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

const PAGE_SIZE = 500

/**
 * What the cluster has of an item. Throws Trouble where the server does not know the item's kind and a person wrote it
 * (a mistake); in an inventory, the CRD is gone, with all objects. Rejects with ApiFailure when it cannot be read: not
 * found is not the same as not there.
 */
async function findItem(item: Item, open: OpenCluster, scope: FindScope) {
  const type = typeOfItem(item, open, scope)
  if (type === undefined) return { objects: [], absent: namesOf(item) }
  const places = placesOf(item, type, scope.file)
  const metas = (await Promise.all(places.map(place => readPlace(item, type, place, open, scope)))).flat()
  const kept = metas.filter(meta => isMeant(item, meta))
  const seen = new Set(kept.map(({ name, namespace }) => `${namespace ?? ''}/${name}`))
  const sought = places.flatMap(place => (item.names ?? []).map(name => ({ name, place })))
  const absent = sought
    .filter(({ name, place }) => place !== 'all' && !seen.has(`${place ?? ''}/${name}`))
    .map(({ name, place }) => nameOf(type.kind, name, place) + conditionOf(item))
  const { cluster } = open
  return { objects: kept.map(meta => ({ cluster, ref: refOf(type, meta), type, meta })), absent }
}

type Place = string | undefined | 'all'

function placesOf({ namespaces, kind, line, ...item }: Item, type: ResourceType, file: string): readonly Place[] {
  if (!type.namespaced) return [undefined]
  if (namespaces === 'all') return ['all']
  if (namespaces.length > 0) return namespaces
  const what = `${kind} ${item.names?.join(', ') ?? ''}`.trim()
  throw wrongAt({ file, line }, message('NamespaceNotGiven', { what }))
}

async function readPlace(
  item: Item,
  type: ResourceType,
  place: Place,
  { transport }: OpenCluster,
  scope: FindScope,
): Promise<readonly ObjectMeta[]> {
  // A GET knows no labels: with a selector the names are sought among what it selects.
  if (item.names === undefined || item.labelSelector !== undefined || place === 'all')
    return readList(item, type, place, transport, scope)
  const found = item.names.map(async name => {
    try {
      const headers = { accept: ONLY_METADATA }
      const { metadata } = await readKubeObject(transport, {
        method: 'GET',
        path: objectPath(type, name, place),
        headers,
        signal: scope.signal,
      })
      return [metadata]
    } catch (error) {
      if (await isGone(error, transport, type, name, scope.signal)) return []
      throw error
    }
  })
  return (await Promise.all(found)).flat()
}

async function readList(
  { labelSelector, line }: Item,
  type: ResourceType,
  place: Place,
  transport: OpenCluster['transport'],
  { file, signal }: FindScope,
): Promise<readonly ObjectMeta[]> {
  const request = {
    path: listPath(type, place === 'all' ? undefined : place),
    pageSize: PAGE_SIZE,
    query: labelSelector === undefined ? {} : { labelSelector },
    headers: { accept: ONLY_METADATA_LIST },
    signal,
  }
  try {
    return (await listAll(transport, request)).map(({ metadata }) => metadata)
  } catch (error) {
    // An earlier group may have taken its definition, and with that all of them.
    if (await isTypeGone(error, transport, type, signal)) return []
    if (labelSelector === undefined || codeOf(error) !== 400) throw error
    throw wrongAt({ file, line }, message('SelectorNotAccepted', { labelSelector, why: messageOf(error) }))
  }
}

function isMeant({ names, uid, onlyLabelled }: Item, meta: ObjectMeta): boolean {
  if (names !== undefined && !names.includes(meta.name)) return false
  if (uid !== undefined && uid !== meta.uid) return false
  return onlyLabelled === undefined || onlyLabelled.values.includes(meta.labels?.[onlyLabelled.label] ?? '')
}

/** What an object of that name would have to be as well: one may be there that is not meant. */
function conditionOf({ uid, labelSelector, onlyLabelled }: Item): string {
  const labels = onlyLabelled && `${onlyLabelled.label}=${onlyLabelled.values.join(' or ')}`
  const wanted = [labelSelector, labels].filter(text => text !== undefined).map(text => ` labelled ${text}`)
  return [...wanted, ...(uid === undefined ? [] : [` with uid ${uid}`])].join('')
}

function namesOf({ kind, names = [], namespaces }: Item): readonly string[] {
  const [namespace] = namespaces === 'all' ? [] : namespaces
  return names.map(name => nameOf(kind, name, namespace))
}

function nameOf(kind: string, name: string, namespace: string | undefined): string {
  return `${kind.toLowerCase()}/${name}${namespace === undefined ? '' : ` in namespace ${namespace}`}`
}
