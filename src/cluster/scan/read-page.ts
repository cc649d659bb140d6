import { ApiFailure, garbled } from '../../api/failure.ts'
import type { ObjectMeta } from '../../api/object.ts'
import { listPath } from '../../api/path.ts'
import type { ResourceType } from '../../api/resource-type.ts'
import { ShapeError } from '../../api/shape.ts'
import { METADATA_LIST_ACCEPT } from '../metadata-accept.ts'
import { expectOk } from '../transport/read.ts'
import type { ApiResponse, Transport } from '../transport/transport.ts'
import { JsonListReader } from './json-list.ts'
import { type PageEnd, ProtobufListReader } from './protobuf-list.ts'
import type { Wanted } from './wanted.ts'

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
  /** Objects a page, 0 for all at once; a server that ignores it may send more. */
  readonly limit: number
  /** Kept beside what is terminating. */
  readonly wanted?: Wanted | undefined
  readonly signal?: AbortSignal | undefined
}

export interface Page extends PageEnd {
  /** Metadata of the page's terminating objects, and of what else is wanted. */
  readonly kept: readonly ObjectMeta[]
}

/**
 * Reads one page of a type's metadata and keeps what is terminating or wanted. Rejects with ApiFailure: `cut` when the
 * answer broke off, `garbled` when it is no list, `oversized` when it is too long. Never answers a part of a page.
 */
export async function readPage(transport: Transport, page: PageRequest): Promise<Page> {
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
  const reader = readerFor(response, page.wanted)
  try {
    for await (const chunk of response.body) reader.push(chunk)
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

function readerFor(response: ApiResponse, wanted: Wanted | undefined): ProtobufListReader | JsonListReader {
  const contentType = response.headers['content-type'] ?? ''
  return contentType.startsWith('application/vnd.kubernetes.protobuf')
    ? new ProtobufListReader(wanted)
    : new JsonListReader(wanted)
}
