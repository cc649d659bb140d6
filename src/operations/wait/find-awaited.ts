import { isAbsence } from '../../api/absence.ts'
import type { ApiFailure } from '../../api/failure.ts'
import { listPath } from '../../api/path.ts'
import type { ResourceType } from '../../api/resource-type.ts'
import type { Discovery } from '../../cluster/discovery/discovered.ts'
import { listPages } from '../../cluster/list-pages.ts'
import { METADATA_LIST_ACCEPT } from '../../cluster/metadata-accept.ts'
import type { Finding } from '../../cluster/scan/scan.ts'
import type { Transport } from '../../cluster/transport/transport.ts'
import type { Query, QueryName } from '../inspect/asked.ts'
import { readNamed } from '../inspect/named-objects.ts'
import { typesNamed } from '../inspect/types-named.ts'

export interface Awaited {
  readonly found: readonly Finding[]
  /** The server's words about each name that is not there: already gone. */
  readonly absent: readonly ApiFailure[]
}

export interface AwaitedScope {
  /** Of namespaced types; undefined: every namespace. */
  readonly namespace: string | undefined
  readonly labelSelector: string | undefined
  readonly pageSize: number
}

/**
 * The objects that are meant, as they are now, terminating or not. Rejects with ApiFailure where one is neither
 * readable nor proven absent, and with an Error in kubectl's words for a type that the server does not have.
 */
export async function findAwaited(
  asked: Exclude<Query, { kind: 'everything' }>,
  scope: AwaitedScope,
  transport: Transport,
  discovery: Discovery,
  signal: AbortSignal,
): Promise<Awaited> {
  if (asked.kind === 'names') return named(asked.names, scope.namespace!, transport, discovery, signal)
  const found: Finding[] = []
  for (const type of typesNamed(asked.types, discovery)!) {
    for (const finding of await allOf(type, scope, transport, signal)) found.push(finding)
  }
  return { found, absent: [] }
}

async function named(
  names: readonly QueryName[],
  namespace: string,
  transport: Transport,
  discovery: Discovery,
  signal: AbortSignal,
): Promise<Awaited> {
  const { found, failures } = await readNamed(transport, names, discovery, namespace, signal)
  const isAbsent = (failure: ApiFailure): boolean => names.some(({ name }) => isAbsence(failure, name))
  const unread = failures.find(failure => !isAbsent(failure))
  if (unread !== undefined) throw unread
  return { found, absent: failures }
}

async function allOf(
  type: ResourceType,
  { namespace, labelSelector, pageSize }: AwaitedScope,
  transport: Transport,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const found: Finding[] = []
  const request = {
    path: listPath(type, type.namespaced ? namespace : undefined),
    pageSize,
    query: labelSelector === undefined ? {} : { labelSelector },
    headers: { accept: METADATA_LIST_ACCEPT },
    signal,
  }
  for await (const page of listPages(transport, request)) {
    for (const { metadata } of page) found.push({ type, meta: metadata })
  }
  return found
}
