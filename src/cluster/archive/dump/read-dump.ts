import { type ResourceType, resourceName } from '../../../api/resource-type.ts'
import { endable, heedInterrupt } from '../../../endable.ts'
import { type Archived, ArchivedObjects } from '../archived-objects.ts'
import { exchangeKey, type RecordedAnswer } from '../exchange.ts'
import type { Archive } from '../playback.ts'
import { DumpContent } from './dump-content.ts'
import { allDiscovered, byKind, discoveryDocuments, distinctTypes, guessedType } from './dump-types.ts'
import { entriesOf } from './entries.ts'
import type { Skipped } from './entry.ts'

export interface Dump extends Archive {
  /** Files, or parts of them, that could not be read. */
  readonly skipped: readonly Skipped[]
  /** How many more there were. */
  readonly skippedMore: number
}

/** Of a file, in bytes: what is shorter is read in a fraction of a second. */
const LONG = 1 << 20

/**
 * Reads a dump as an archive. `builtin` are the types that every cluster serves; others are unknown, unless it has what
 * discovery answered. The first `maxFiles` that may hold objects are read. Rejects with an Error where there is none.
 */
export async function readDump(
  path: string,
  builtin: readonly ResourceType[],
  now: Date,
  maxFiles: number,
  piped?: Uint8Array,
): Promise<Dump> {
  const content = new DumpContent(builtin, now)
  for await (const entry of entriesOf(path, maxFiles, each => content.skip(each), piped)) {
    if (entry.bytes.length >= LONG) await endable(() => content.add(entry))
    else content.add(entry)
    heedInterrupt()
  }
  const { kinds, hasLists } = content
  if (kinds.size === 0 && !hasLists)
    throw new Error(`${path} contains no Kubernetes objects${firstOf(content.skipped)}`)
  const { types, isAll } = typesOf(content, builtin)
  const objects = objectsOf(content, byKind(types))
  return {
    what: 'the dump',
    takenAt: content.takenAt,
    isUndated: content.isUndated,
    answers: new Map([...discoveryAnswers(types, isAll), ...versionAnswer(content.version)]),
    objects,
    skipped: content.skipped,
    skippedMore: content.skippedMore,
  }
}

/** The types that the cluster served as far as the dump tells, and whether these are all. */
function typesOf(
  { kinds, discovered, definitions }: DumpContent,
  builtin: readonly ResourceType[],
): { readonly types: readonly ResourceType[]; readonly isAll: boolean } {
  const all = allDiscovered(discovered)
  const known = [...(all.isAll ? all.types : [...all.types, ...builtin]), ...definitions]
  const kindsKnown = byKind(known)
  const guessed = [...kinds.values()]
    .filter(({ apiVersion, kind }) => !kindsKnown.has(`${apiVersion} ${kind}`))
    .map(each => guessedType(each, each.place, each.objects[0]!.namespace !== undefined))
  return { types: distinctTypes([...known, ...guessed]), isAll: all.isAll }
}

function objectsOf(content: DumpContent, typeOf: ReadonlyMap<string, ResourceType>): ArchivedObjects {
  const { kinds, complete, paths } = content
  const objects = new ArchivedObjects()
  for (const { apiVersion, kind, objects: ofKind } of kinds.values()) {
    const type = typeOf.get(`${apiVersion} ${kind}`)
    if (type === undefined) {
      // A server has one kind for each resource.
      content.skip({ path: `${kind} (${apiVersion})`, why: 'it has the resource name of another kind' })
      continue
    }
    for (const object of ofKind) objects.add(resourceName(type), asTold(type, object))
  }
  for (const { place, listOf } of complete) {
    const type = listOf && typeOf.get(`${listOf.apiVersion} ${listOf.kind}`)
    const { resource, namespace, beside } = place
    if (beside !== undefined && (type === undefined || !hasBeside(paths, beside))) continue
    if (type !== undefined && resourceName(type) !== resource) continue
    objects.complete(resource, namespace, resource === LEASES ? 'metadata' : 'whole')
  }
  return objects
}

const LEASES = 'leases.coordination.k8s.io'

/**
 * A Lease is judged by the moment at which it was read, which no dump tells: its parts are minutes apart, and a healthy
 * controller would look dead. So only its metadata count.
 */
function asTold(type: ResourceType, object: Archived): Archived {
  if (resourceName(type) !== LEASES) return object
  const { name, namespace, revision } = object
  return { name, namespace, revision, isWhole: false, json: () => object.json(false) }
}

function hasBeside(paths: ReadonlySet<string>, name: string): boolean {
  return ['json', 'yaml', 'yml'].some(extension => paths.has(`${name}.${extension}`))
}

function discoveryAnswers(
  types: readonly ResourceType[],
  isAll: boolean,
): readonly (readonly [string, RecordedAnswer])[] {
  return discoveryDocuments(types, isAll).flatMap(([path, body]) => {
    // Discovery asks for these two in another form; the proof that a type is gone asks for the documents as they are.
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

function firstOf([first]: readonly Skipped[]): string {
  return first === undefined ? '' : `: ${first.path}: ${first.why}`
}
