import type { KubeObject } from '../../../api/object.ts'
import { apiVersionOf, type ResourceType, resourceName } from '../../../api/resource-type.ts'
import { type Archived, ArchivedObjects } from '../archived-objects.ts'
import { exchangeKey, type RecordedAnswer } from '../exchange.ts'
import { PackedObjects } from '../packed-objects.ts'
import type { Archive } from '../playback.ts'
import { documentsIn } from './documents.ts'
import {
  byKind,
  discoveryDocuments,
  distinctTypes,
  guessedType,
  typesOfDefinition,
  typesOfResources,
} from './dump-types.ts'
import { entriesOf, type Skipped } from './entries.ts'
import { type Place, placeOf } from './layouts.ts'
import { type Kind, objectsIn } from './objects-in.ts'

export interface Dump extends Archive {
  /** Files, or parts of them, that could not be read. */
  readonly skipped: readonly Skipped[]
}

/** The objects of one apiVersion and kind. */
interface OfKind extends Kind {
  readonly objects: Archived[]
  /** What the places of their files say of the type. */
  place: string | undefined
}

/** A list that has every object of its type, in a namespace. */
interface CompleteList {
  readonly place: Place
  readonly listOf: Kind | undefined
}

/**
 * Reads a dump as an archive. `builtin` are the types that every cluster serves; whatever else there was is unknown, unless
 * the dump has what discovery answered. Rejects with an Error where there is no object in it.
 */
export async function readDump(path: string, builtin: readonly ResourceType[], now: Date): Promise<Dump> {
  const skipped: Skipped[] = []
  const packed = new PackedObjects()
  const kinds = new Map<string, OfKind>()
  const complete: CompleteList[] = []
  const paths = new Set<string>()
  const definitions: ResourceType[] = []
  let discovered: readonly ResourceType[] | undefined
  let version: string | undefined
  let told: Date | undefined
  let latest = 0
  let hasLists = false

  const keep = (object: KubeObject, place: Place | undefined): void => {
    const { apiVersion, kind } = object
    const key = `${apiVersion} ${kind}`
    const known = kinds.get(key) ?? { apiVersion, kind, objects: [], place: undefined }
    kinds.set(key, known)
    known.objects.push(packed.add(object))
    known.place ??= place?.resource
    if (kind === 'CustomResourceDefinition') definitions.push(...typesOfDefinition(object))
    latest = Math.max(latest, latestIn(object, now.getTime()))
  }

  for await (const entry of entriesOf(path, each => skipped.push(each))) {
    if (entry.path.endsWith('timestamp')) told ??= timeIn(entry.bytes)
    const skip = (why: string): void => void skipped.push({ path: entry.path, why })
    const place = placeOf(entry.path)
    const expected = expectedKind(place, builtin)
    let isWhole = true
    let listOf: Kind | undefined
    let isList = false
    paths.add(entry.path)
    const torn = (why: string): void => {
      isWhole = false
      skip(why)
    }
    for (const document of documentsIn(entry.path, entry.bytes, torn)) {
      const found = objectsIn(document, expected, torn)
      for (const object of found.objects) keep(object, place)
      isList ||= found.isList
      hasLists ||= found.isList
      listOf = found.listOf ?? listOf
      discovered ??= typesOfResources(document)
      version ??= versionIn(document)
    }
    if (isWhole && isList && place?.isComplete) complete.push({ place, listOf })
  }
  if (kinds.size === 0 && !hasLists) throw new Error(`${path} holds no Kubernetes objects${firstOf(skipped)}`)

  const known = [...(discovered ?? builtin), ...definitions]
  const guessed = [...kinds.values()].flatMap(each => {
    const isKnown = byKind(known).has(`${each.apiVersion} ${each.kind}`)
    return isKnown ? [] : [guessedType(each, each.place, each.objects[0]!.namespace !== undefined)]
  })
  const all = distinctTypes([...known, ...guessed])
  const typeOf = byKind([...known, ...guessed])
  const objects = new ArchivedObjects()
  for (const each of kinds.values()) {
    const type = typeOf.get(`${each.apiVersion} ${each.kind}`)!
    for (const object of each.objects) objects.add(resourceName(type), asTold(type, object))
  }
  for (const list of complete) {
    const type = list.listOf && typeOf.get(`${list.listOf.apiVersion} ${list.listOf.kind}`)
    const { resource, namespace, beside } = list.place
    if (beside !== undefined && (type === undefined || !hasBeside(paths, beside))) continue
    if (type !== undefined && resourceName(type) !== resource) continue
    objects.complete(resource, namespace, resource === LEASES ? 'metadata' : 'whole')
  }
  return {
    what: 'the dump',
    takenAt: told ?? new Date(latest > 0 ? latest : now.getTime()),
    answers: new Map([...discoveryAnswers(all, discovered !== undefined), ...versionAnswer(version)]),
    objects,
    skipped,
  }
}

const LEASES = 'leases.coordination.k8s.io'

/**
 * A Lease is judged by the moment at which it was read, which no dump tells: its parts are minutes apart, and a healthy
 * controller would look dead. So only its metadata count.
 */
function asTold(type: ResourceType, object: Archived): Archived {
  return resourceName(type) === LEASES ? { ...object, isWhole: false } : object
}

/** What items of a list in this place are, where it is of a type of Kubernetes' own. */
function expectedKind(place: Place | undefined, builtin: readonly ResourceType[]): Kind | undefined {
  const type = place && builtin.find(each => resourceName(each) === place.resource)
  return type && { apiVersion: apiVersionOf(type), kind: type.kind }
}

function hasBeside(paths: ReadonlySet<string>, name: string): boolean {
  return ['json', 'yaml', 'yml'].some(extension => paths.has(`${name}.${extension}`))
}

function discoveryAnswers(
  types: readonly ResourceType[],
  isAll: boolean,
): readonly (readonly [string, RecordedAnswer])[] {
  return discoveryDocuments(types, isAll).flatMap(([path, body]) => {
    // The two that discovery asks for by another name; who asks for proof that a type went asks for documents as they are.
    const form = path === '/api' || path === '/apis' ? 'discovery' : 'whole'
    const answer = { status: 200, headers: {}, body }
    return [[exchangeKey({ method: 'GET', path, form }), answer] as const]
  })
}

function versionAnswer(gitVersion: string | undefined): readonly (readonly [string, RecordedAnswer])[] {
  if (gitVersion === undefined) return []
  const key = exchangeKey({ method: 'GET', path: '/version', form: 'whole' })
  return [[key, { status: 200, headers: {}, body: { gitVersion } }]]
}

/** `gitVersion` of a document that tells the server's version, as it is or under `info`. */
function versionIn(document: unknown): string | undefined {
  const { gitVersion, info } = (document ?? {}) as { gitVersion?: unknown; info?: { gitVersion?: unknown } }
  const told = gitVersion ?? info?.gitVersion
  return typeof told === 'string' ? told : undefined
}

/** The last time in a must-gather's file `timestamp`: `2026-01-15 12:00:00.123 +0000 UTC m=+0.1`, when it began and ended. */
function timeIn(bytes: Uint8Array): Date | undefined {
  const lines = Buffer.from(bytes).toString().trim().split('\n')
  const [, day, time, zone] = /^(\S+) ([\d:]+)\S* ([+-]\d{4})/.exec(lines.at(-1) ?? '') ?? []
  const told = new Date(`${day}T${time}${zone?.slice(0, 3)}:${zone?.slice(3)}`)
  return Number.isNaN(told.getTime()) ? undefined : told
}

/** The latest time, up to now, that an object says of something that has happened to it; 0 where it says none. In milliseconds. */
function latestIn(object: KubeObject, now: number): number {
  const { metadata, status, lastTimestamp, spec } = object as KubeObject & {
    readonly lastTimestamp?: unknown
    readonly status?: { readonly conditions?: unknown } | null
    readonly spec?: { readonly renewTime?: unknown } | null
  }
  const conditions = Array.isArray(status?.conditions)
    ? (status.conditions as readonly Readonly<Record<string, unknown>>[])
    : []
  const told = [
    metadata.creationTimestamp,
    ...(metadata.managedFields ?? []).map(({ time }) => time),
    ...conditions.flatMap(each => [each?.lastTransitionTime, each?.lastHeartbeatTime]),
    lastTimestamp,
    spec?.renewTime,
  ]
  const times = told.map(time => (typeof time === 'string' ? Date.parse(time) : Number.NaN))
  return Math.max(0, ...times.filter(time => time <= now))
}

function firstOf([first]: readonly Skipped[]): string {
  return first === undefined ? '' : `: ${first.path}: ${first.why}`
}
