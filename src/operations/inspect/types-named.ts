import type { ResourceType } from '../../api/resource-type.ts'
import type { Discovery } from '../../cluster/discovery/discovered.ts'
import { discover } from '../../cluster/discovery/discovery.ts'
import { withLeftOut } from '../../cluster/discovery/legacy.ts'
import { resolveTypes } from '../../cluster/discovery/resolve-types.ts'
import type { Transport } from '../../cluster/transport/transport.ts'
import { message, Trouble } from '../../messages/sentence.ts'
import type { Query } from './asked.ts'

/**
 * What the server serves. Where a word names no type of it, the server's list of groups is read too: a type is said not
 * to exist only when that list lacks it as well.
 */
export async function discoverFor(
  words: readonly string[],
  transport: Transport,
  signal: AbortSignal,
): Promise<Discovery> {
  const discovery = await discover(transport, signal)
  return 'unknown' in resolveTypes(words, discovery) ? withLeftOut(discovery, transport, signal) : discovery
}

/** The types in what is asked for, as the user wrote them. */
export function typeWords(asked: Query): readonly string[] {
  if (asked.kind === 'everything') return []
  return asked.kind === 'types' ? asked.types : asked.names.map(({ type }) => type)
}

/**
 * The types that the words of a command line name; undefined when there are none. Throws a Trouble in kubectl's words
 * for a type that the server does not have, which says when the server could not tell all of its types.
 */
export function typesNamed(words: readonly string[], discovery: Discovery): readonly ResourceType[] | undefined {
  if (words.length === 0) return undefined
  const types = resolveTypes(words, discovery)
  if (!('unknown' in types)) return types
  const unread = discovery.unreadable.map(({ resource }) => resource.replace('*.', ''))
  throw new Trouble(message('TypeNotServed', { type: types.unknown, unread }))
}
