import { notFoundFailure } from '../../api/failure.ts'
import type { KubeObject } from '../../api/object.ts'
import { listPath } from '../../api/path.ts'
import { type ResourceType, resourceName } from '../../api/resource-type.ts'
import { listAll } from '../../cluster/list-pages.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import { DEFAULT_PAGE_SIZE, type Finding } from '../../cluster/scan/scan.ts'
import { heldOf } from '../../diagnosis/stuck-object.ts'
import type { OpenCluster } from '../../execute/ordered/ordered-tools.ts'
import type { CustomResource, DeletionGroups, Note } from '../../groups/deletion-groups.ts'
import { isDeployItem } from '../../groups/landscaper/deploy-item.ts'
import { message, type Sentence } from '../../messages/sentence.ts'
import type { LiveGroup, LiveObject, Protection } from '../../plan/ordered/live-groups.ts'
import { protectionsOf } from '../../plan/ordered/protections.ts'
import { takersOf } from '../../plan/ordered/takers.ts'
import { wrongAt } from '../../plan/ordered/type-of-item.ts'
import type { Losses, ReadGroups } from '../../plan/sections.ts'
import { readLosses, withoutCleanup } from '../write/read-losses.ts'
import { findGroups } from './find-groups.ts'
import { readProspects } from './prospects.ts'
import { readCascade } from './read-cascade.ts'
import { readGroups } from './read-groups.ts'
import type { ReplayRun } from './request.ts'
import { openTarget, refuseUnusedTargets } from './target-clusters.ts'

/** All that is known before anything is deleted. */
export interface Prepared extends ReadGroups {
  readonly object: KubeObject
  /** What there is for these groups at that moment. Rejects as `prepare` does. */
  findAgain(): Promise<readonly LiveObject[]>
}

/** Reads the groups for a custom resource and their objects. Rejects with GroupsError, Trouble or ApiFailure. */
export async function prepare({ type, meta }: Finding, run: ReplayRun): Promise<Prepared> {
  const { request, home, clusters, ports } = run
  const { signal } = ports
  const object = await readWhole(home.transport, type, meta, signal)
  if (object === undefined) throw notFoundFailure(resourceName(type), meta.name)
  const subject = { object, resource: resourceName(type) }
  const source = { ...home, pageSize: DEFAULT_PAGE_SIZE, signal }
  const { groups, place, unread, again } = await readGroups(subject, request, source, ports)
  refuseUnusedTargets(groups, request.targets)
  const clusterOf = async (target?: string) => clusters.get(target) ?? openTarget(target!, meta.namespace, run)
  const find = (of: DeletionGroups<Sentence>) =>
    findGroups(of, { clusterOf, file: place, deleteAll: request.deleteAll, signal })
  const live = await find(groups)
  await refuseOwnObjects(live, subject, place, run)
  const taken = await readCascade(live, clusters, signal)
  const going = [...live, ...taken].flatMap(each => each.objects)
  const forced = new Set(live.filter(({ group }) => group.forceDelete).flatMap(({ objects }) => objects))
  const protections = protectionsOf(live, taken, await readProspects(going, forced, run))
  const notes = [...(await siblingNotes(object, type, home, signal)), ...groups.notes]
  return {
    object,
    groups: { ...groups, notes },
    place,
    live,
    protections,
    taken,
    takers: takersOf(groups, live, taken),
    losses: await groupLosses(going, protections, run),
    unread,
    findAgain: async () => (await find(await again())).flatMap(group => group.objects),
  }
}

/** What is destroyed with the objects of a replay, by cluster. What gets stuck on a finalizer is not cleaned up. */
async function groupLosses(
  objects: readonly LiveObject[],
  protections: readonly Protection[],
  { clusters, ports }: ReplayRun,
): Promise<Losses> {
  const stuck = Map.groupBy(
    protections.filter(({ getsStuck }) => getsStuck),
    ({ object }) => object,
  )
  const all: Losses[] = []
  for (const [name, own] of Map.groupBy(objects, ({ cluster }) => cluster.name)) {
    const { transport, discovery } = clusters.get(name)!
    const going = own.flatMap(object => {
      const finalizers = (stuck.get(object) ?? []).map(({ prospect }) => prospect.finalizer)
      return withoutCleanup(heldOf(object.type, object.meta), finalizers)
    })
    const source = { transport, discovery, pageSize: DEFAULT_PAGE_SIZE, signal: ports.signal }
    all.push(await readLosses(going, source, ports))
  }
  return { losses: all.flatMap(({ losses }) => losses), unread: all.flatMap(({ unread }) => unread) }
}

/**
 * Throws Trouble when a group came upon the custom resource itself, its namespace or its CRD: by uid, whatever label
 * or kubeconfig led there. Each would end the deletion that the groups are there to order.
 */
async function refuseOwnObjects(
  groups: readonly LiveGroup[],
  { object: { metadata }, resource }: CustomResource,
  place: string,
  run: ReplayRun,
): Promise<void> {
  const isHers = (kind: string, name: string): boolean =>
    (kind === 'Namespace' && name === metadata.namespace) || (kind === 'CustomResourceDefinition' && name === resource)
  for (const { group, objects } of groups) {
    for (const each of objects) {
      const { ref } = each
      const same = ref.uid === metadata.uid || (isHers(ref.kind, ref.name) && (await isAtHome(each, run)))
      if (!same) continue
      const why = message('TakesInOwn', { kind: ref.kind, name: ref.name })
      throw wrongAt({ file: place, line: group.line }, why)
    }
  }
}

/** Two kubeconfigs can lead to one cluster: then the object has the same uid there. */
async function isAtHome({ ref, type, cluster }: LiveObject, { home, ports }: ReplayRun): Promise<boolean> {
  if (cluster === home.cluster) return true
  const own = await readWhole(home.transport, type, { name: ref.name }, ports.signal)
  return own?.metadata.uid === ref.uid
}

/** Objects a page: a DeployItem can hold all manifests of a deployment. */
const PAGE_SIZE = 100

const PREFIX = 'execution.landscaper.gardener.cloud'
const DEPENDS_ON = `${PREFIX}/dependsOn`
/** The Execution, and the name that an item has in it: dependsOn speaks of those names. */
const MANAGED_BY = `${PREFIX}/managed-by`
const NAME = `${PREFIX}/name`

/**
 * What Landscaper would end before a DeployItem: those of its Execution that depend on it and are there still. Whether
 * there are any cannot always be read; then that is the note.
 */
async function siblingNotes(
  object: KubeObject,
  type: ResourceType,
  { transport }: OpenCluster,
  signal: AbortSignal,
): Promise<readonly Note<Sentence>[]> {
  if (!isDeployItem(object)) return []
  try {
    const path = listPath(type, object.metadata.namespace)
    const items = await listAll(transport, { path, pageSize: PAGE_SIZE, signal })
    return dependents(object, items).map(({ metadata: { name } }) => ({ text: message('DeployItemDepends', { name }) }))
  } catch {
    return [{ text: message('DeployItemsUnread') }]
  }
}

/** The items among these that depend on one: by its name in their Execution, else by its own. */
export function dependents(object: KubeObject, items: readonly KubeObject[]): readonly KubeObject[] {
  const { labels = {}, name, uid } = object.metadata
  const names = [labels[NAME] ?? name, name]
  return items.filter(({ metadata }) => {
    if (metadata.uid === uid || metadata.labels?.[MANAGED_BY] !== labels[MANAGED_BY]) return false
    const needed = (metadata.annotations?.[DEPENDS_ON] ?? '').split(',').map(each => each.trim())
    return needed.some(each => names.includes(each))
  })
}
