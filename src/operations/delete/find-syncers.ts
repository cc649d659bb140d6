import { ApiFailure } from '../../api/failure.ts'
import type { ObjectMeta } from '../../api/object.ts'
import { type ObjectRef, placedName, refOf } from '../../api/object-ref.ts'
import { listPath } from '../../api/path.ts'
import { type ResourceType, resourceName, type TypedObject } from '../../api/resource-type.ts'
import { listAll } from '../../cluster/list-pages.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import { DEFAULT_PAGE_SIZE } from '../../cluster/scan/scan.ts'
import type { Transport } from '../../cluster/transport/transport.ts'
import { orFailure } from '../../cluster/unreadable.ts'
import { managementsOf } from '../../diagnosis/preflight/marks.ts'
import type { OpenCluster } from '../../execute/ordered/ordered-tools.ts'
import { areSame, message } from '../../messages/sentence.ts'
import type { Refusal } from '../../plan/guard.ts'
import { isSuspended, type Syncer } from '../../plan/syncer.ts'
import { isOfApplication, isTracked, keeps } from './lists-as-own.ts'
import type { ReadObject } from './waves.ts'

const KUSTOMIZATIONS = 'kustomizations.kustomize.toolkit.fluxcd.io'
const RELEASES = 'helmreleases.helm.toolkit.fluxcd.io'
const APPLICATIONS = 'applications.argoproj.io'
const OF_FLUX: Readonly<Record<string, string>> = { 'Flux Kustomization': KUSTOMIZATIONS, 'Flux HelmRelease': RELEASES }
/** Either may be the one by which it knows its own, as it is set up. */
const ARGO_LABELS = ['app.kubernetes.io/instance', 'argocd.argoproj.io/instance']

export interface FoundSyncers {
  /** Those that run, parents before what they keep as it is. */
  readonly syncers: readonly Syncer[]
  readonly refusals: readonly Refusal[]
}

/**
 * Tools that would recreate what is deleted, or undo the suspension of such a tool, up to the root; without those that
 * are deleted too or that others suspended. `before`: what an earlier run suspended, as it was. Refuses what cannot be
 * read, and what is managed by something that cannot be suspended.
 */
export async function findSyncers(
  seen: ReadonlyMap<string, ReadObject>,
  before: () => Promise<ReadonlyMap<string, TypedObject>>,
  cluster: OpenCluster,
  signal: AbortSignal,
): Promise<FoundSyncers> {
  const { syncersOf, refusals } = reader(cluster, signal)
  const syncers = new Map<string, Syncer>()
  // The journals are read once, and only where something is suspended.
  let earlier: ReturnType<typeof before> | undefined
  const take = async (ref: ObjectRef, meta: ObjectMeta, path: ReadonlySet<string>): Promise<void> => {
    for (const found of await syncersOf(ref, meta)) {
      const { uid, deletionTimestamp, ownerReferences } = found.object.metadata
      if (deletionTimestamp !== undefined || seen.has(uid) || path.has(uid)) continue
      const known = syncers.get(uid)
      if (known !== undefined) {
        syncers.set(uid, { ...known, makes: [...known.makes, ref] })
        continue
      }
      const isLeft = isSuspended(found)
      if (isLeft) earlier ??= before()
      const was = isLeft ? (await earlier)?.get(uid) : found
      if (was === undefined) continue
      const own = refOf(found.type, found.object.metadata)
      const owner = ownerReferences?.find(({ controller }) => controller)
      if (owner !== undefined) refusals.push(kept(own, `${owner.kind} ${owner.name}`))
      await take(own, found.object.metadata, new Set([...path, uid]))
      syncers.set(uid, { type: found.type, object: was.object, makes: [ref], isLeft })
    }
  }
  for (const { ref, meta } of seen.values()) await take(ref, meta, new Set())
  return { syncers: [...syncers.values()], refusals }
}

/** Reads each syncer once. */
function reader({ transport, discovery }: OpenCluster, signal: AbortSignal) {
  const types = new Map(discovery.types.map(type => [resourceName(type), type]))
  const ofArgo = types.get(APPLICATIONS)
  const refusals: Refusal[] = []
  const read = new Map<string, Promise<TypedObject | ApiFailure | undefined>>()
  let applications: Promise<readonly TypedObject[] | ApiFailure> | undefined
  const unread = (failure: ApiFailure, named: { readonly syncer?: string }): void => {
    const why = message('SyncerUnread', { ...named, why: failure.message })
    if (!refusals.some(each => areSame(each.why, why))) refusals.push({ guard: 'IncompleteRead', why })
  }
  const syncersOf = async (ref: ObjectRef, meta: ObjectMeta): Promise<readonly TypedObject[]> => {
    const found: TypedObject[] = []
    for (const { who, name, namespace, text } of managementsOf(meta, { weak: false })) {
      const type = types.get(OF_FLUX[who] ?? '')
      if (type === undefined || namespace === undefined) continue
      const readOne = async () => {
        const object = await readWhole(transport, type, { name, namespace }, signal)
        return object && { type, object }
      }
      const reading = read.get(text) ?? orFailure(readOne())
      read.set(text, reading)
      const one = await reading
      if (one instanceof ApiFailure) unread(one, { syncer: text })
      else if (one !== undefined && keeps(one.object, ref)) found.push(one)
    }
    if (ofArgo === undefined) return found
    applications ??= orFailure(listOf(transport, ofArgo, signal))
    const listed = await applications
    if (!(listed instanceof ApiFailure))
      return [...found, ...listed.filter(({ object }) => isOfApplication(object, ref, meta))]
    // Where Argo CD marked nothing, most users may not read its Applications, and have nothing to do with them.
    if (ARGO_LABELS.some(label => meta.labels?.[label] !== undefined) || isTracked(ref, meta)) unread(listed, {})
    return found
  }
  return { syncersOf, refusals }
}

async function listOf(transport: Transport, type: ResourceType, signal: AbortSignal): Promise<readonly TypedObject[]> {
  const items = await listAll(transport, { path: listPath(type), pageSize: DEFAULT_PAGE_SIZE, signal })
  return items.map(object => ({ type, object }))
}

function kept(ref: ObjectRef, by: string): Refusal {
  return {
    guard: 'WouldBeUndone',
    why: message('SuspensionUndone', { syncer: placedName(ref), by }),
    instead: message('SuspendAtItsSource', { by }),
  }
}
