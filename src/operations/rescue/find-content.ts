import { CRD_CLEANUP, FOREGROUND } from '../../api/builtin-finalizers.ts'
import { DEFINITIONS } from '../../api/definitions.ts'
import type { Dependent } from '../../api/fact.ts'
import { append } from '../../api/long-lists.ts'
import type { KubeObject } from '../../api/object.ts'
import { refOf } from '../../api/object-ref.ts'
import { listPath } from '../../api/path.ts'
import { resourceName } from '../../api/resource-type.ts'
import { preferredTypes } from '../../cluster/discovery/discovery.ts'
import type { FactSource } from '../../cluster/facts/fact-source.ts'
import { listAll } from '../../cluster/list-pages.ts'
import { CONCURRENT_READS, mapConcurrently } from '../../cluster/map-concurrently.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import type { Catalogue } from '../../diagnosis/catalogue/catalogue.ts'
import { unsavableKind } from '../../diagnosis/unsavable.ts'
import { hasStatusOf } from '../../execute/rescue/has-status.ts'
import { eachOnce, message, type Sentence } from '../../messages/sentence.ts'
import type { Reach } from '../../plan/reach.ts'
import { byName, inOwnerOrder, type Rescue, type Saved, type Unit } from '../../plan/rescue/rescue.ts'
import type { Clock } from '../../terminal.ts'
import { ownersOf } from './lost-owners.ts'
import { lostData, type Related, terminating, withClaim, withVolume, withVolumes } from './related-volumes.ts'
import { findUidReferences } from './uid-references.ts'

/** Where and by what knowledge it is searched for what belongs to a rescue. */
export interface RescueSearch extends FactSource {
  readonly catalogue: Catalogue
  readonly clock: Pick<Clock, 'now'>
  readonly reach: Reach
  /** All dependents of these uids; rejects where a type could not be read that may hold some. */
  readonly findDependents: (uids: readonly string[]) => Promise<readonly Dependent[]>
}

/** What a rescue would hold on to, and what it cannot bring back. */
export interface RescueContent {
  readonly rescue: Omit<Rescue, 'cluster' | 'controllers'>
  /** Why nothing is to be done. */
  readonly refused?: Sentence | undefined
}

/**
 * Reads whole all that goes with a deleted object: its volume or claim, a CRD's instances, its dependents. `returning`:
 * volumes that an earlier run released and recreates. Rejects with ApiFailure where one is unread: it would be lost.
 */
export async function findContent(
  target: Saved,
  search: RescueSearch,
  returning: ReadonlySet<string>,
): Promise<RescueContent> {
  const { type, object } = target
  const related = await relatedTo(target, search)
  const found = await withDependents(related, search, returning)
  const { saved, volumes, lost: left } = await withVolumes(found.saved, related.volumes, search)
  const { whole } = found
  const lost = [...found.lost, ...left]
  const uids = new Set(saved.map(each => each.object.metadata.uid))
  const units: Unit[] = []
  const missing = [...found.missing]
  const refusals: Sentence[] = []
  for (const each of related.saved) {
    const why = await lostData(each, returning, search)
    if (why !== undefined) refusals.push(why)
  }
  for (const each of inOwnerOrder(saved)) {
    const { lostUids, lost: left, refused } = await ownersOf(each, uids, search)
    if (refused !== undefined) refusals.push(refused)
    append(lost, left)
    const own = whole.filter(({ object: { metadata } }) =>
      metadata.ownerReferences?.some(({ uid }) => uid === each.object.metadata.uid),
    )
    const hasStatus = await hasStatusOf(each, saved, search)
    units.push({ ...each, dependents: own, lostUids, hasStatus })
  }
  return {
    rescue: {
      target: refOf(type, object.metadata),
      units,
      volumes,
      references: await findUidReferences(units, search.catalogue.rows.uidFields, search),
      lost: eachOnce([...lost, ...units.flatMap(mayBeGone)]),
      missing,
    },
    refused: refusals[0],
  }
}

interface Content {
  readonly saved: readonly Saved[]
  /** What names one of these as owner and is not being deleted. */
  readonly whole: readonly Saved[]
  readonly lost: readonly Sentence[]
  /** Of that, what is not there any more, as far as something that is left tells. */
  readonly missing: readonly Sentence[]
}

/** What its deletion took along as a rule; nothing in the cluster tells what that was. */
function mayBeGone({ object }: Unit): readonly Sentence[] {
  const { name, finalizers = [] } = object.metadata
  const own = `${object.kind.toLowerCase()}/${name}`
  return [
    ...(finalizers.includes(CRD_CLEANUP) ? [message('InstancesWentAtOnce', { definition: own })] : []),
    ...(finalizers.includes(FOREGROUND) ? [message('DependentsProbablyWent', { owner: own })] : []),
  ]
}

/**
 * Their dependents. Those deleted with them, as by a cascade, are saved like them, with their own dependents; others
 * are released from their owners, and those that are terminating and cannot be saved are lost.
 */
async function withDependents(
  { saved: roots, lost: before }: Related,
  search: RescueSearch,
  returning: ReadonlySet<string>,
): Promise<Content> {
  const { transport, signal, findDependents } = search
  const saved = [...roots]
  const kept = new Map<string, Saved>()
  const lost: { readonly name: string; readonly why: Sentence }[] = []
  const missing: typeof lost = []
  const known = new Set(saved.map(each => each.object.metadata.uid))
  for (let owners = [...known]; owners.length > 0; ) {
    const found = (await findDependents(owners)).filter(({ meta }) => !known.has(meta.uid) && !kept.has(meta.uid))
    owners = []
    await mapConcurrently(CONCURRENT_READS, found, async dependent => {
      const object = await readWhole(transport, dependent.type, dependent.meta, signal)
      if (object?.metadata.uid !== dependent.meta.uid) return
      const each = { type: dependent.type, object }
      const isGoing = object.metadata.deletionTimestamp !== undefined
      const gone = isGoing ? await lostData(each, returning, search) : undefined
      const why = isGoing ? (unsavableKind(resourceName(dependent.type)) ?? gone) : undefined
      if (isGoing && why === undefined) {
        saved.push(each)
        known.add(object.metadata.uid)
        owners.push(object.metadata.uid)
      } else kept.set(object.metadata.uid, each)
      if (why !== undefined)
        (gone === undefined ? lost : missing).push({
          name: `${object.kind.toLowerCase()}/${object.metadata.name}`,
          why,
        })
    })
  }
  return {
    saved: saved.toSorted(byRoots(roots)),
    whole: [...kept.values()].toSorted(byName),
    lost: [...before, ...ownedAndLost(lost)],
    missing: ownedAndLost(missing),
  }
}

function ownedAndLost(all: readonly { readonly name: string; readonly why: Sentence }[]): readonly Sentence[] {
  return all.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(each => message('OwnedAndLost', each))
}

/** What was named first, then the rest by their names: reads end in any order. */
function byRoots(roots: readonly Saved[]): (a: Saved, b: Saved) => number {
  const rank = (each: Saved): number => (roots.includes(each) ? roots.indexOf(each) : roots.length)
  return (a, b) => rank(a) - rank(b) || (rank(a) < roots.length ? 0 : byName(a, b))
}

async function relatedTo(target: Saved, source: FactSource): Promise<Related> {
  const { type, object } = target
  const resource = resourceName(type)
  const alone: Related = { saved: [target], volumes: [], lost: [] }
  if (resource === 'persistentvolumeclaims') return withVolume(target, source)
  if (resource === 'persistentvolumes') return withClaim(target, source)
  if (resource === DEFINITIONS) return { ...alone, saved: [target, ...(await instancesOf(object, source))] }
  return alone
}

/** Instances that were deleted with their CRD; one that was not is there again as soon as the CRD is. */
async function instancesOf(definition: KubeObject, source: FactSource): Promise<readonly Saved[]> {
  const { group, names } = definition.spec as { group: string; names: { plural: string } }
  const type = preferredTypes(source.discovery.types).find(each => each.group === group && each.plural === names.plural)
  if (type === undefined) return []
  const request = { path: listPath(type), pageSize: source.pageSize }
  const found = await listAll(source.transport, { ...request, signal: source.signal })
  const saved: Saved[] = []
  await mapConcurrently(CONCURRENT_READS, found, async ({ metadata }) => {
    const object = await readWhole(source.transport, type, metadata, source.signal)
    if (object !== undefined) append(saved, terminating({ type, object }))
  })
  return saved.toSorted(byName)
}
