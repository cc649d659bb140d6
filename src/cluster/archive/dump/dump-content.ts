import { append } from '../../../api/long-lists.ts'
import type { KubeObject } from '../../../api/object.ts'
import { apiVersionOf, type ResourceType, resourceName } from '../../../api/resource-type.ts'
import type { Archived } from '../archived-objects.ts'
import { PackedObjects } from '../packed-objects.ts'
import { documentsIn } from './documents.ts'
import { latestIn, TIME_FILE, timeIn } from './dump-time.ts'
import { type Discovered, typesIn, typesOfDefinition } from './dump-types.ts'
import type { Entry, Skipped } from './entry.ts'
import { type Place, placeOf } from './layouts.ts'
import { type Kind, objectsIn } from './objects-in.ts'

/** So many parts that could not be read are named; an archive may have a million of them. */
const MAX_SKIPPED = 1000

/** The objects of one apiVersion and kind. */
export interface OfKind extends Kind {
  readonly objects: Archived[]
  /** What the places of their files say of the type. */
  place: string | undefined
}

/** A list that has every object of its type, in a namespace. */
export interface CompleteList {
  readonly place: Place
  readonly listOf: Kind | undefined
}

/** Who watched a cluster keeps what was deleted meanwhile, and says so by this annotation (crust-gather). */
const DELETED = 'crust-gather.io/deleted'
/** What changed after an object was read, as crust-gather keeps it: not applied. */
const CHANGES = /\.patch$/

/** A dump of cluster-info is known by its list of nodes. */
const TELLS_OF_OTHERS = /(^|\/)nodes\.\w+$/

/** What the files of a dump hold, each taken in as it comes; of the objects only packed copies stay in memory. */
export class DumpContent {
  readonly kinds = new Map<string, OfKind>()
  readonly complete: CompleteList[] = []
  /** The paths of files by which the place of others is told (`layouts.ts`). */
  readonly paths = new Set<string>()
  /** Types that CustomResourceDefinitions serve. */
  readonly definitions: ResourceType[] = []
  /** What could not be read: the first of it, and how many more there are. */
  readonly skipped: Skipped[] = []
  skippedMore = 0
  /** What discovery answered, by the document that says it. */
  readonly discovered = new Map<Discovered['of'], Discovered>()
  /** gitVersion of the server. */
  version: string | undefined
  hasLists = false
  readonly #packed = new PackedObjects()
  readonly #builtin: readonly ResourceType[]
  readonly #now: number
  #told: Date | undefined
  #latest = 0

  /** `builtin` are the types that every cluster serves. */
  constructor(builtin: readonly ResourceType[], now: Date) {
    this.#builtin = builtin
    this.#now = now.getTime()
  }

  /** The time that the dump is of: what it says, else the latest time of anything in it. */
  get takenAt(): Date {
    return this.#told ?? new Date(this.#latest > 0 ? this.#latest : this.#now)
  }

  /** It does not say when it was taken, which was at `takenAt` or later. */
  get isUndated(): boolean {
    return this.#told === undefined
  }

  add({ path, bytes }: Entry): void {
    if (TELLS_OF_OTHERS.test(path)) this.paths.add(path)
    if (TIME_FILE.test(path)) this.#told ??= timeIn(bytes)
    else if (CHANGES.test(path)) this.#skip(path, 'it does not show changes made after the object was read')
    else this.#addDocuments(path, bytes)
  }

  /** Notes what could not be read. */
  skip(skipped: Skipped): void {
    if (this.skipped.length < MAX_SKIPPED) this.skipped.push(skipped)
    else this.skippedMore++
  }

  #skip(path: string, why: string): void {
    this.skip({ path, why })
  }

  #addDocuments(path: string, bytes: Uint8Array): void {
    const place = placeOf(path)
    const expected = expectedKind(place, this.#builtin)
    let isWhole = true
    let listOf: Kind | undefined
    let isList = false
    const torn = (why: string): void => {
      isWhole = false
      this.#skip(path, why)
    }
    for (const document of documentsIn(bytes, torn)) {
      const found = objectsIn(document, expected, torn)
      for (const object of found.objects) this.#keep(object, place, torn)
      isList ||= found.isList
      listOf = found.listOf ?? listOf
      const discovered = typesIn(document)
      if (discovered !== undefined) this.discovered.set(discovered.of, discovered)
      this.version ??= versionIn(document)
    }
    this.hasLists ||= isList
    if (isWhole && isList && place?.isComplete) this.complete.push({ place, listOf })
  }

  #keep(object: KubeObject, place: Place | undefined, skip: (why: string) => void): void {
    if (object.metadata.annotations?.[DELETED] !== undefined) return
    const key = `${object.apiVersion} ${object.kind}`
    const known = this.kinds.get(key) ?? { ...unbound(object), objects: [], place: undefined }
    const packed = this.#packed.add(object)
    if (packed === undefined) {
      skip('an object in it is nested too deeply')
      return
    }
    this.kinds.set(key, known)
    known.objects.push(packed)
    known.place ??= place?.resource
    if (known.kind === 'CustomResourceDefinition') append(this.definitions, typesOfDefinition(structuredClone(object)))
    this.#latest = Math.max(this.#latest, latestIn(object, this.#now))
  }
}

/** A part of a text keeps all of it in memory, here a whole file for one word; a clone does not. */
function unbound({ apiVersion, kind }: Kind): Kind {
  return structuredClone({ apiVersion, kind })
}

/** What items of a list in this place are, where it is of a type of Kubernetes' own. */
function expectedKind(place: Place | undefined, builtin: readonly ResourceType[]): Kind | undefined {
  const type = place && builtin.find(each => resourceName(each) === place.resource)
  return type && { apiVersion: apiVersionOf(type), kind: type.kind }
}

/** `gitVersion` of a document that tells the server's version, as it is or under `info`. */
function versionIn(document: unknown): string | undefined {
  const { gitVersion, info } = (document ?? {}) as { gitVersion?: unknown; info?: { gitVersion?: unknown } }
  const told = gitVersion ?? info?.gitVersion
  return typeof told === 'string' ? told : undefined
}
