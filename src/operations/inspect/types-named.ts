import type { ResourceType } from '../../api/resource-type.ts'
import type { Discovery } from '../../cluster/discovery/discovered.ts'
import { resolveTypes } from '../../cluster/discovery/resolve-types.ts'

/**
 * The types that the words of a command line name; undefined when there are none. Throws an Error in kubectl's words
 * for a type that the server does not have, which says when the server could not tell all of its types.
 */
export function typesNamed(words: readonly string[], discovery: Discovery): readonly ResourceType[] | undefined {
  if (words.length === 0) return undefined
  const types = resolveTypes(words, discovery)
  if (!('unknown' in types)) return types
  const unknownGroups = discovery.unreadable.map(entry => entry.resource.replace('*.', ''))
  const hint =
    unknownGroups.length === 0 ? '' : ` (the types of these groups could not be read: ${unknownGroups.join(', ')})`
  throw new Error(`the server doesn't have a resource type "${types.unknown}"${hint}`)
}
