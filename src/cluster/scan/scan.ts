import { ApiFailure, codeOf } from '../../api/failure.ts'
import type { ObjectMeta } from '../../api/object.ts'
import { type ResourceType, resourceName } from '../../api/resource-type.ts'
import type { Snapshot, Unreadable } from '../../api/terminating.ts'
import { isConversionFailure } from '../../statements/stored-objects.ts'
import { otherVersionsOf } from '../discovery/discovery.ts'
import { type Documents, isTypeGone } from '../is-gone.ts'
import { mapConcurrently } from '../map-concurrently.ts'
import type { Transport } from '../transport/transport.ts'
import { unreadable } from '../unreadable.ts'
import { type PageRequest, scanType, type TypeScan } from './scan-type.ts'

/** Types read at once: within the 8 to 16 requests that a server's fair queuing gives one user without waiting. */
const CONCURRENT_TYPES = 16

/** Objects a page: measured in docs/benchmarks.md. Bounds what a sick server has to build for one answer. */
export const DEFAULT_PAGE_SIZE = 2000

/** The metadata of one terminating (or otherwise wanted) object, with its type, as the scan came upon it. */
export interface Finding {
  readonly type: ResourceType
  readonly meta: ObjectMeta
}

export interface ScanRequest extends Pick<PageRequest, 'labelSelector' | 'wanted' | 'signal'> {
  readonly types: readonly ResourceType[]
  /** Every version served: a type whose objects cannot be converted is read in its others too. */
  readonly served?: readonly ResourceType[] | undefined
  /** Reads only this namespace of the namespaced types. */
  readonly namespace?: string | undefined
  /** Read in place of the whole cluster, for each namespaced type that the user may not list cluster-wide. */
  readonly fallbackNamespace?: string | undefined
  /** Objects a page; 0 asks for each list in one answer. */
  readonly pageSize: number
  /** Types (`plural.group`) of which everything is kept. */
  readonly whole?: ReadonlySet<string> | undefined
  /** Told after each type, in the order in which they end. */
  readonly onType?: ((progress: ScanProgress) => void) | undefined
}

export interface ScanProgress {
  readonly typesRead: number
  readonly types: number
  readonly objectsRead: number
  readonly terminating: number
  /** What this type added of terminating objects. */
  readonly found: readonly Finding[]
}

export interface Scan extends Pick<Snapshot, 'unreadable' | 'objectsRead' | 'typesRead'> {
  readonly findings: readonly Finding[]
  /** Types, as `plural.group`, of which the fallback namespace was asked for in place of the cluster. */
  readonly fellBack: readonly string[]
  /** By `plural.group`: where a watch of this type can go on from, and in which namespace it was read. */
  readonly resourceVersions: ReadonlyMap<
    string,
    { readonly resourceVersion: string; readonly namespace?: string | undefined }
  >
}

/**
 * Reads the metadata of every object of the types, many types at once, and keeps what is terminating. What cannot be
 * read is in `unreadable`, and neither ends the rest nor discards what was read of it; after an abort, that is all that
 * was not read yet. A type that went since discovery, and is proven gone (`isTypeGone`), counts as read.
 * Rejects only where every further request must fail alike: a refused label selector (400), lost credentials (401).
 */
export async function scan(transport: Transport, request: ScanRequest): Promise<Scan> {
  const findings = new Map<string, Finding>()
  const failures: Unreadable[] = []
  const resourceVersions = new Map<string, { resourceVersion: string; namespace?: string | undefined }>()
  let objectsRead = 0
  let typesRead = 0
  let terminating = 0
  const fellBack: string[] = []
  const place = new Map(request.types.map((type, index) => [type, index]))
  const documents: Documents = new Map()

  /** Answers what is terminating and was not known. */
  const keep = (type: ResourceType, metas: Iterable<ObjectMeta>): readonly Finding[] => {
    const found: Finding[] = []
    for (const meta of metas) {
      const finding = { type, meta }
      const known = findings.get(meta.uid)
      if (known === undefined && meta.deletionTimestamp !== undefined) found.push(finding)
      // One object may be served under two types (events, projections): its uid tells. It is of the first of them.
      if (known !== undefined && place.get(known.type)! <= place.get(type)!) continue
      // In the place in which this type has it.
      if (known !== undefined) findings.delete(meta.uid)
      findings.set(meta.uid, finding)
    }
    terminating += found.length
    return found
  }

  /** Answers the failure, with what was read before it kept, or undefined when the type was read, or is gone. */
  const readScope = async (type: ResourceType, namespace: string | undefined): Promise<ApiFailure | undefined> => {
    const read = new Map<string, ObjectMeta>()
    const wanted = {
      type,
      limit: request.pageSize,
      namespace,
      labelSelector: request.labelSelector,
      wanted: request.whole?.has(resourceName(type)) ? { ...request.wanted, everything: true } : request.wanted,
      signal: request.signal,
    }
    let result: TypeScan
    try {
      result = await scanType(transport, wanted, read)
    } catch (error) {
      const failure = partialFailure(error, request)
      if (await isTypeGone(error, transport, type, request.signal, documents)) return undefined
      keep(type, read.values())
      return failure
    }
    const found = keep(type, result.kept)
    resourceVersions.set(resourceName(type), { resourceVersion: result.resourceVersion, namespace })
    objectsRead += result.itemsRead
    typesRead++
    request.onType?.({ typesRead, types: request.types.length, objectsRead, terminating, found })
    return undefined
  }

  /** What is found so is kept; the type stays unreadable in the version that clients use. */
  const readAsStored = async (type: ResourceType): Promise<void> => {
    for (const other of otherVersionsOf(type, request.served ?? [])) {
      place.set(other, place.get(type)!)
      const failure = await readScope(other, other.namespaced ? request.namespace : undefined)
      // A watch of the type would be one of the version that clients use.
      resourceVersions.delete(resourceName(type))
      if (failure === undefined) return
    }
  }

  const readType = async (type: ResourceType): Promise<void> => {
    const failure = await readScope(type, type.namespaced ? request.namespace : undefined)
    if (failure === undefined) return
    failures.push(unreadable(resourceName(type), failure, request.namespace))
    if (isConversionFailure(failure.message)) await readAsStored(type)
    if (codeOf(failure) !== 403 || !type.namespaced || request.fallbackNamespace === undefined) return
    fellBack.push(resourceName(type))
    const again = await readScope(type, request.fallbackNamespace)
    if (again !== undefined) failures.push(unreadable(resourceName(type), again, request.fallbackNamespace))
  }

  await mapConcurrently(CONCURRENT_TYPES, request.types, readType)
  return {
    // As the types stand in the request, whichever was answered first: the same cluster has the same answer.
    findings: [...findings.values()].toSorted((a, b) => place.get(a.type)! - place.get(b.type)!),
    unreadable: failures,
    fellBack: request.types.map(resourceName).filter(name => fellBack.includes(name)),
    objectsRead,
    typesRead,
    resourceVersions,
  }
}

/** The failure as one of this type alone; rethrows what concerns every type. */
function partialFailure(error: unknown, request: ScanRequest): ApiFailure {
  if (!(error instanceof ApiFailure)) throw error
  const code = codeOf(error)
  if (code === 401 || (code === 400 && request.labelSelector !== undefined)) throw error
  return error
}
