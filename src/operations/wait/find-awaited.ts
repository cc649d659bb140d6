import { isAbsence } from '../../api/absence.ts'
import type { ApiFailure } from '../../api/failure.ts'
import { append } from '../../api/long-lists.ts'
import type { Discovery } from '../../cluster/discovery/discovered.ts'
import { listMetadata } from '../../cluster/read-metadata.ts'
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
  const { namespace, labelSelector, pageSize } = scope
  const request = { pageSize, query: labelSelector === undefined ? {} : { labelSelector }, signal }
  const found: Finding[] = []
  for (const type of typesNamed(asked.types, discovery)!) {
    const place = type.namespaced ? namespace : undefined
    append(found, await listMetadata(transport, type, place, request))
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
