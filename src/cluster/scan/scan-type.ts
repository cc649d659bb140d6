import { ApiFailure, garbled, reasonOf } from '../../api/failure.ts'
import type { ObjectMeta } from '../../api/object.ts'
import { listPath } from '../../api/path.ts'
import type { ResourceType } from '../../api/resource-type.ts'
import { ShapeError } from '../../api/shape.ts'
import { endlessList, smallerInstead } from '../list-pages.ts'
import { METADATA_LIST_ACCEPT } from '../metadata-accept.ts'
import { expectOk } from '../transport/read.ts'
import type { Transport } from '../transport/transport.ts'
import { JsonListReader } from './json-list.ts'
import { type PageEnd, ProtobufListReader } from './protobuf-list.ts'
import type { ScanFilter } from './scan-filter.ts'

/** How often a page that broke off is asked for again, and a list whose token expired is begun again. */
const TRIES = 3

export interface TypeScan {
  /** Terminating or wanted otherwise. */
  readonly kept: readonly ObjectMeta[]
  /** Where a watch can go on from. */
  readonly resourceVersion: string
  readonly itemsRead: number
}

/**
 * Reads all pages of one type, and keeps in `read`, by uid, what it has of the list so far, in case of a failure. A
 * page that broke off is read again; after 410 (etcd compacted the revision of the page token) the list is begun again,
 * so that the result is never a mixture, nor a short list taken for whole. Rejects with ApiFailure when that fails too,
 * or when the server repeats a page token.
 */
export async function scanType(
  transport: Transport,
  request: Omit<PageRequest, 'continue'>,
  read: Map<string, ObjectMeta> = new Map(),
): Promise<TypeScan> {
  for (let attempt = 1; ; attempt++) {
    read.clear()
    try {
      return await readAllPages(transport, request, read)
    } catch (error) {
      const expired = reasonOf(error) === 'Expired' || reasonOf(error) === 'Gone'
      if (!expired || attempt === TRIES) throw error
    }
  }
}

async function readAllPages(
  transport: Transport,
  request: Omit<PageRequest, 'continue'>,
  read: Map<string, ObjectMeta>,
): Promise<TypeScan> {
  const tokens = new Set<string>()
  let { limit } = request
  let itemsRead = 0
  const begin = (token?: string) => {
    const { promise: next, resolve: onNext } = Promise.withResolvers<string>()
    const page = readPagePersistently(transport, { ...request, limit, continue: token, onNext })
    // One that is not waited for any more may fail.
    page.catch(() => {})
    return { token, page, next }
  }
  for (let current = begin(), ahead: typeof current | undefined; ; ahead = undefined) {
    // Where each item is work, the server makes the next page meanwhile.
    void current.next.then(token => {
      if (request.wanted?.everything && !tokens.has(token)) ahead = begin(token)
    })
    const page = await current.page.catch(smallerInstead(limit))
    if ('smaller' in page) {
      limit = page.smaller
      current = begin(current.token)
      continue
    }
    itemsRead += page.itemsRead
    for (const meta of page.kept) read.set(meta.uid, meta)
    if (page.continue === '') return { kept: [...read.values()], resourceVersion: page.resourceVersion, itemsRead }
    if (tokens.has(page.continue)) throw endlessList(request.type.plural)
    tokens.add(page.continue)
    current = ahead?.token === page.continue ? ahead : begin(page.continue)
  }
}

async function readPagePersistently(transport: Transport, request: PageRequest): Promise<Page> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await readPage(transport, request)
    } catch (error) {
      const broken = error instanceof ApiFailure && (error.fault.kind === 'cut' || error.fault.kind === 'garbled')
      if (!broken || attempt === TRIES) throw error
    }
  }
}

/** Metadata only: a third of the bytes as protobuf, the JSON forms for servers that cannot make it. */
const METADATA_ACCEPT = [
  'application/vnd.kubernetes.protobuf;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1',
  METADATA_LIST_ACCEPT,
].join(',')

export interface PageRequest {
  readonly type: ResourceType
  readonly namespace?: string | undefined
  readonly labelSelector?: string | undefined
  /** Token of the page before; undefined for the first. */
  readonly continue?: string | undefined
  /** Told of the token of the next page when it is read, which may be before the end. */
  readonly onNext?: ((token: string) => void) | undefined
  /** Objects a page, 0 for all at once; a server that ignores it may send more. */
  readonly limit: number
  /** Kept beside what is terminating. */
  readonly wanted?: ScanFilter | undefined
  readonly signal?: AbortSignal | undefined
}

interface Page extends PageEnd {
  /** Metadata of the page's terminating objects, and of what else is wanted. */
  readonly kept: readonly ObjectMeta[]
}

/**
 * Reads one page of a type's metadata and keeps what is terminating or wanted. Rejects with ApiFailure: `cut` when the
 * answer broke off, `garbled` when it is no list, `oversized` when it is too long. Never answers a part of a page.
 */
async function readPage(transport: Transport, page: PageRequest): Promise<Page> {
  const response = await transport.send({
    method: 'GET',
    path: listPath(page.type, page.namespace),
    query: {
      ...(page.limit > 0 && { limit: String(page.limit) }),
      ...(page.continue !== undefined && { continue: page.continue }),
      ...(page.labelSelector !== undefined && { labelSelector: page.labelSelector }),
    },
    headers: { accept: METADATA_ACCEPT },
    signal: page.signal,
  })
  await expectOk(response)
  const contentType = response.headers['content-type'] ?? ''
  const reader = contentType.startsWith('application/vnd.kubernetes.protobuf')
    ? new ProtobufListReader(page.wanted)
    : new JsonListReader(page.wanted)
  try {
    for await (const chunk of response.body) {
      reader.push(chunk)
      if (reader.next !== '') page.onNext?.(reader.next)
    }
    return { ...reader.end(), kept: reader.kept }
  } catch (error) {
    if (error instanceof ApiFailure) throw error
    throw garbled(`unexpected answer to the list of ${page.type.plural}: ${flawOf(error)}`, { cause: error })
  }
}

/** What JSON.parse or protobufjs say of bytes is nothing to a user. */
function flawOf(error: unknown): string {
  return error instanceof ShapeError ? error.message : 'it is not a list of Kubernetes objects'
}
