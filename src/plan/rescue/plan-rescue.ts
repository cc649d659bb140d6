import type { Dependent } from '../../api/fact.ts'
import { ApiFailure } from '../../api/failure.ts'
import type { KubeObject } from '../../api/object.ts'
import { refOf } from '../../api/object-ref.ts'
import { listPath } from '../../api/path.ts'
import { type ResourceType, resourceName } from '../../api/resource-type.ts'
import type { Discovery } from '../../cluster/discovery/discovered.ts'
import { preferredTypes } from '../../cluster/discovery/discovery.ts'
import type { FactSource } from '../../cluster/facts/fact-source.ts'
import { listAll } from '../../cluster/list-pages.ts'
import { mapConcurrently } from '../../cluster/map-concurrently.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import { unsavableKind } from '../../diagnosis/unsavable.ts'
import { readReferences } from '../references.ts'
import { type Rescue, type Saved, type Unit, volumeSpecOf } from './rescue.ts'

const CONCURRENT_READS = 8

/** What a rescue would hold on to, and what it cannot bring back. */
export interface Found {
  readonly rescue: Omit<Rescue, 'cluster' | 'controllers'>
  /** What is lost already, or is lost whatever is done; each a sentence. */
  readonly lost: readonly string[]
  /** Why nothing is to be done, in words without a full stop. */
  readonly refused?: string | undefined
}

/**
 * Reads whole everything that hangs on an object that was deleted: its volume or claim, the instances of a CRD, what names it
 * as owner. Rejects with ApiFailure where something of that could not be read: what is not known cannot be held on to.
 */
export async function findContent(
  target: Saved,
  findDependents: (uids: readonly string[]) => Promise<readonly Dependent[]>,
  source: FactSource,
): Promise<Found> {
  const { type, object } = target
  const related = await relatedTo(target, source)
  const found = await withDependents(related, findDependents, source)
  const { saved, volumes, lost: left } = await withVolumes(found, related.volumes, source)
  const { whole } = found
  const lost = [...found.lost, ...left]
  const uids = new Set(saved.map(each => each.object.metadata.uid))
  const units: Unit[] = []
  const refusals: string[] = []
  for (const each of inOwnerOrder(saved)) {
    const { lostUids, lost: left, refused } = await ownersOf(each, uids, source)
    if (refused !== undefined) refusals.push(refused)
    lost.push(...left)
    const own = whole.filter(({ object: { metadata } }) =>
      metadata.ownerReferences?.some(({ uid }) => uid === each.object.metadata.uid),
    )
    const hasStatus = await hasStatusOf(each, saved, source)
    units.push({ ...each, dependents: own, lostUids, hasStatus })
  }
  return {
    rescue: { target: refOf(type, object.metadata), units, volumes },
    lost,
    refused: refusals[0],
  }
}

interface Content {
  readonly saved: readonly Saved[]
  /** What names one of these as owner and is not being deleted. */
  readonly whole: readonly Saved[]
  readonly lost: readonly string[]
}

/**
 * What names them as owner. What of that was deleted with them, as a cascade does, is saved as they are, with what it owns in
 * turn; what cannot be saved so is released, and goes its way.
 */
async function withDependents(
  { saved: roots, lost: before }: Related,
  findDependents: (uids: readonly string[]) => Promise<readonly Dependent[]>,
  { transport, signal }: FactSource,
): Promise<Content> {
  const saved = [...roots]
  const kept = new Map<string, Saved>()
  const lost = [...before]
  const known = new Set(saved.map(each => each.object.metadata.uid))
  for (let owners = [...known]; owners.length > 0; ) {
    const found = (await findDependents(owners)).filter(({ meta }) => !known.has(meta.uid) && !kept.has(meta.uid))
    owners = []
    await mapConcurrently(CONCURRENT_READS, found, async dependent => {
      const object = await readWhole(transport, dependent.type, dependent.meta, signal)
      if (object?.metadata.uid !== dependent.meta.uid) return
      const each = { type: dependent.type, object }
      const isGoing = object.metadata.deletionTimestamp !== undefined
      const why = isGoing ? unsavableKind(resourceName(dependent.type)) : undefined
      if (isGoing && why === undefined) {
        saved.push(each)
        known.add(object.metadata.uid)
        owners.push(object.metadata.uid)
      } else kept.set(object.metadata.uid, each)
      if (why !== undefined) lost.push(`${object.kind.toLowerCase()}/${object.metadata.name}, which is owned: ${why}`)
    })
  }
  return { saved, whole: [...kept.values()], lost }
}

/** Claims that were deleted with their owner, as a cascade does, have volumes too, which would be reclaimed with them. */
async function withVolumes({ saved }: Content, known: readonly Saved[], source: FactSource): Promise<Related> {
  const volumes = new Map(known.map(each => [each.object.metadata.uid, each]))
  const all = new Map(saved.map(each => [each.object.metadata.uid, each]))
  const ordered: Saved[] = []
  const lost: string[] = []
  for (const each of saved) {
    const isClaim = resourceName(each.type) === 'persistentvolumeclaims'
    const volumeName = (each.object.spec as { volumeName?: string } | undefined)?.volumeName
    const isKnown = [...volumes.values()].some(({ object }) => object.metadata.name === volumeName)
    if (isClaim && volumeName !== undefined && !isKnown) {
      const more = await withVolume(each, source)
      for (const volume of more.volumes) volumes.set(volume.object.metadata.uid, volume)
      ordered.push(...more.saved.filter(({ object }) => !all.has(object.metadata.uid)))
      lost.push(...more.lost)
    }
    ordered.push(each)
  }
  return { saved: ordered, volumes: [...volumes.values()], lost }
}

interface Related {
  /** What was deleted and comes back. */
  readonly saved: readonly Saved[]
  readonly volumes: readonly Saved[]
  readonly lost: readonly string[]
}

async function relatedTo(target: Saved, source: FactSource): Promise<Related> {
  const { type, object } = target
  const resource = resourceName(type)
  const alone: Related = { saved: [target], volumes: [], lost: [] }
  if (resource === 'persistentvolumeclaims') return withVolume(target, source)
  if (resource === 'persistentvolumes') return withClaim(target, source)
  if (resource === 'customresourcedefinitions.apiextensions.k8s.io') {
    return { ...alone, saved: [target, ...(await instancesOf(object, source))] }
  }
  return alone
}

async function withVolume(claim: Saved, source: FactSource): Promise<Related> {
  const { volumeName } = (claim.object.spec ?? {}) as { volumeName?: string }
  if (volumeName === undefined) return { saved: [claim], volumes: [], lost: ['the claim was never bound to a volume'] }
  const type = typeOf('persistentvolumes', source.discovery)
  const object = await readWhole(source.transport, type, { name: volumeName }, source.signal)
  if (object === undefined) {
    const lost = `persistentvolume/${volumeName} is gone: what was on it is not in this cluster any more`
    return { saved: [claim], volumes: [], lost: [lost] }
  }
  const volume = { type, object }
  return { saved: [...terminating(volume), claim], volumes: [volume], lost: [] }
}

async function withClaim(volume: Saved, source: FactSource): Promise<Related> {
  const { claimRef } = volumeSpecOf(volume.object)
  const alone: Related = { saved: [volume], volumes: [volume], lost: [] }
  if (claimRef === undefined) return alone
  const type = typeOf('persistentvolumeclaims', source.discovery)
  const object = await readWhole(source.transport, type, claimRef, source.signal)
  if (object === undefined || object.metadata.uid !== claimRef.uid) {
    const lost = `claim ${claimRef.namespace}/${claimRef.name} is gone: the volume then waits for one of that name`
    return { ...alone, lost: [lost] }
  }
  return { ...alone, saved: [volume, ...terminating({ type, object })] }
}

function terminating(saved: Saved): readonly Saved[] {
  return saved.object.metadata.deletionTimestamp === undefined ? [] : [saved]
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
    if (object !== undefined) saved.push(...terminating({ type, object }))
  })
  return saved
}

/** An owner before what it owns; what stands first in the list stays first. */
export function inOwnerOrder(saved: readonly Saved[]): readonly Saved[] {
  const byUid = new Map(saved.map(each => [each.object.metadata.uid, each]))
  const ordered = new Set<Saved>()
  const visit = (each: Saved, above: ReadonlySet<Saved>): void => {
    for (const { uid } of each.object.metadata.ownerReferences ?? []) {
      const owner = byUid.get(uid)
      if (owner !== undefined && !above.has(owner)) visit(owner, new Set([...above, owner]))
    }
    ordered.add(each)
  }
  for (const each of saved) visit(each, new Set([each]))
  return [...ordered]
}

interface Owners {
  readonly lostUids: readonly string[]
  /** Owners that are about to go, without which it is created. */
  readonly lost: readonly string[]
  readonly refused?: string
}

async function ownersOf({ type, object }: Saved, units: ReadonlySet<string>, source: FactSource): Promise<Owners> {
  const { transport, discovery, signal = new AbortController().signal } = source
  const references = await readReferences(transport, type, object, discovery, signal)
  const owners = references.filter(({ field, uid }) => field === 'ownerReferences' && !units.has(uid))
  const lostUids = references.filter(({ uid, exists }) => exists === false && !units.has(uid)).map(({ uid }) => uid)
  const lost: string[] = []
  const name = `${object.kind.toLowerCase()}/${object.metadata.name}`
  for (const { kind, name: owner, uid, exists } of owners) {
    if (exists === null) {
      return { lostUids, lost, refused: `whether its owner ${kind.toLowerCase()}/${owner} exists could not be read` }
    }
    const reference = object.metadata.ownerReferences!.find(each => each.uid === uid)!
    const ownerType = discovery.types.find(each => each.kind === kind && apiVersionIs(each, reference.apiVersion))
    if (!exists || ownerType === undefined) continue
    const namespace = ownerType.namespaced ? object.metadata.namespace : undefined
    const now = await readWhole(transport, ownerType, { name: owner, namespace }, signal)
    if (now?.metadata.uid === uid && now.metadata.deletionTimestamp !== undefined) {
      // A claim belongs to the last Pod that used it where its StatefulSet was scaled down with whenScaled: Delete.
      if (unsavableKind(resourceName(ownerType)) !== undefined) {
        lostUids.push(uid)
        lost.push(
          `${kind.toLowerCase()}/${owner}, which owns ${name} and is being deleted: it is created without that owner`,
        )
        continue
      }
      const refused = `its owner ${kind.toLowerCase()}/${owner} is being deleted and would take ${name} with it: rescue the owner first`
      return { lostUids, lost, refused }
    }
  }
  return { lostUids, lost }
}

function apiVersionIs({ group, version }: ResourceType, apiVersion: string): boolean {
  return apiVersion === (group === '' ? version : `${group}/${version}`)
}

interface Definition {
  readonly spec?: {
    readonly versions?: readonly { readonly name: string; readonly subresources?: { readonly status?: object } }[]
  }
}

/** Whether a status is to be written again, by the CRD of its type; of types without one the status is what their own controllers make of the object. */
export async function hasStatusOf(
  { type, object }: Saved,
  saved: readonly Saved[],
  source: FactSource,
): Promise<boolean> {
  if (object.kind === 'CustomResourceDefinition') return true
  if (!type.group.includes('.') || object.status === undefined) return false
  const name = `${type.plural}.${type.group}`
  const definitions = typeOf('customresourcedefinitions.apiextensions.k8s.io', source.discovery)
  const own = saved.find(each => each.object.kind === definitions.kind && each.object.metadata.name === name)
  const definition = own?.object ?? (await readWhole(source.transport, definitions, { name }, source.signal))
  const version = (definition as Definition | undefined)?.spec?.versions?.find(each => each.name === type.version)
  return version?.subresources?.status !== undefined
}

function typeOf(resource: string, { types }: Discovery): ResourceType {
  const found = preferredTypes(types).find(each => resourceName(each) === resource)
  if (found !== undefined) return found
  throw new ApiFailure({ kind: 'configuration', message: `the server does not tell of its ${resource}` })
}
