import { isAbsence } from '../../api/absence.ts'
import type { ApiFailure } from '../../api/failure.ts'
import { append } from '../../api/long-lists.ts'
import { listMetadata } from '../../cluster/read-metadata.ts'
import type { Finding } from '../../cluster/scan/scan.ts'
import type { Query } from '../inspect/asked.ts'
import { type NameScope, readNamed } from '../inspect/named-objects.ts'
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
  { namespace, labelSelector, pageSize }: AwaitedScope,
  scope: NameScope,
): Promise<Awaited> {
  const { transport, discovery, signal } = scope
  if (asked.kind === 'names') {
    const { names } = asked
    const { found, failures } = await readNamed(names, { ...scope, namespace: namespace! })
    const isAbsent = (failure: ApiFailure): boolean => names.some(({ name }) => isAbsence(failure, name))
    const unread = failures.find(failure => !isAbsent(failure))
    if (unread !== undefined) throw unread
    return { found, absent: failures }
  }
  const request = { pageSize, query: labelSelector === undefined ? {} : { labelSelector }, signal }
  const found: Finding[] = []
  for (const type of typesNamed(asked.types, discovery)!) {
    const place = type.namespaced ? namespace : undefined
    append(found, await listMetadata(transport, type, place, request))
  }
  return { found, absent: [] }
}
