import { ApiFailure } from '../api/failure.ts'
import { guessPlural } from '../api/guess-plural.ts'
import { NONE } from '../api/long-lists.ts'
import type { OwnerReference } from '../api/object.ts'
import { listPath } from '../api/path.ts'
import { parseApiVersion, type ResourceType, resourceName } from '../api/resource-type.ts'
import type { Owner } from '../api/terminating.ts'
import { isGone } from './is-gone.ts'
import { listPages } from './list-pages.ts'
import { mapConcurrently } from './map-concurrently.ts'
import { METADATA_LIST_ACCEPT } from './metadata-accept.ts'
import { readMetadata } from './read-metadata.ts'
import type { Finding } from './scan/scan.ts'
import type { Transport } from './transport/transport.ts'

const CONCURRENT_REQUESTS = 16

interface Sought {
  readonly reference: OwnerReference
  readonly type: ResourceType | undefined
  /** Where the owner would be: the dependent's namespace, or none for a cluster-scoped type. */
  readonly namespace: string | undefined
  exists: boolean | null
  /** Where it really is, when a reference reaches across namespaces. */
  foundIn?: string
}

/**
 * Looks each owner of the findings up, once however many objects it owns. By the API's rule an owner is in its
 * dependent's namespace or cluster-scoped; one that is not there is sought by uid in the whole type, because a
 * reference across namespaces is an error that people make. What cannot be read leaves `exists: null`.
 */
export async function resolveOwners(
  transport: Transport,
  findings: readonly Finding[],
  types: readonly ResourceType[],
  signal?: AbortSignal,
): Promise<(finding: Finding) => readonly Owner[]> {
  const sought = new Map<string, Sought>()
  const key = (reference: OwnerReference, namespace: string | undefined): string =>
    `${namespace ?? ''}/${reference.uid}`
  for (const { meta } of findings) {
    for (const reference of meta.ownerReferences ?? []) {
      const type = typeOf(reference, types)
      const namespace = type?.namespaced === false ? undefined : meta.namespace
      sought.set(key(reference, meta.namespace), { reference, type, namespace, exists: null })
    }
  }
  const terminating = new Map(findings.map(({ meta }) => [meta.uid, meta]))
  for (const owner of sought.values()) {
    const found = terminating.get(owner.reference.uid)
    if (found === undefined) continue
    owner.exists = true
    if (found.namespace !== undefined) owner.foundIn = found.namespace
  }
  await lookUp(
    transport,
    [...sought.values()].filter(owner => owner.exists === null),
    signal,
  )
  await searchElsewhere(
    transport,
    [...sought.values()].filter(owner => owner.exists === false),
    signal,
  )
  return ({ meta }) => meta.ownerReferences?.map(each => describe(each, sought.get(key(each, meta.namespace))!)) ?? NONE
}

function typeOf(reference: OwnerReference, types: readonly ResourceType[]): ResourceType | undefined {
  const { group, version } = parseApiVersion(reference.apiVersion)
  const candidates = types.filter(type => type.group === group && type.kind === reference.kind)
  return candidates.find(type => type.version === version) ?? candidates[0]
}

/** Reads each owner by name: another uid, or proof (`isGone`), means that it is gone; other failures prove nothing. */
async function lookUp(transport: Transport, owners: readonly Sought[], signal?: AbortSignal): Promise<void> {
  await mapConcurrently(CONCURRENT_REQUESTS, owners, async owner => {
    const { type, namespace, reference } = owner
    if (type === undefined) return
    // A cluster-scoped dependent names an owner in a namespace that nothing tells: only the search can find it.
    if (type.namespaced && namespace === undefined) {
      owner.exists = false
      return
    }
    try {
      const { uid } = await readMetadata(transport, type, reference.name, namespace, signal)
      owner.exists = uid === reference.uid
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      if (await isGone(error, transport, type, reference.name, signal)) owner.exists = false
    }
  })
}

async function searchElsewhere(transport: Transport, owners: readonly Sought[], signal?: AbortSignal): Promise<void> {
  const byType = Map.groupBy(
    owners.filter(owner => owner.type?.namespaced),
    owner => owner.type!,
  )
  await mapConcurrently(CONCURRENT_REQUESTS, [...byType], async ([type, missing]) => {
    const uids = new Set(missing.map(owner => owner.reference.uid))
    const { namespaces, whole } = await findUids(transport, type, uids, signal)
    for (const owner of missing) {
      const foundIn = namespaces.get(owner.reference.uid)
      if (foundIn !== undefined) {
        owner.exists = true
        owner.foundIn = foundIn
      } else if (!whole && owner.namespace === undefined) {
        // Nothing was looked for by name, so nothing is proven.
        owner.exists = null
      }
    }
  })
}

function describe(reference: OwnerReference, owner: Sought): Owner {
  const { group } = parseApiVersion(reference.apiVersion)
  const namespace = owner.foundIn ?? owner.namespace
  return {
    ref: {
      apiVersion: reference.apiVersion,
      kind: reference.kind,
      resource: resourceName(owner.type ?? { group, plural: guessPlural(reference.kind) }),
      namespace: owner.type?.namespaced === false ? undefined : namespace,
      name: reference.name,
      uid: reference.uid,
    },
    controller: reference.controller ?? false,
    blockOwnerDeletion: reference.blockOwnerDeletion ?? false,
    exists: owner.exists,
  }
}

const PAGE_SIZE = 500

/**
 * In which namespaces objects of a type with these uids are, by uid, sought through the whole cluster. `whole`: all of
 * the type was read, and what was not found is not there.
 */
async function findUids(transport: Transport, type: ResourceType, uids: ReadonlySet<string>, signal?: AbortSignal) {
  const namespaces = new Map<string, string>()
  const headers = { accept: METADATA_LIST_ACCEPT }
  const request = { path: listPath(type), pageSize: PAGE_SIZE, headers, signal }
  try {
    for await (const page of listPages(transport, request)) {
      for (const { metadata } of page) {
        if (uids.has(metadata.uid) && metadata.namespace !== undefined) namespaces.set(metadata.uid, metadata.namespace)
      }
      if (namespaces.size === uids.size) break
    }
    return { namespaces, whole: true }
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
    return { namespaces, whole: false }
  }
}
