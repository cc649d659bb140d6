import { type ResourceType, resourceName } from '../../api/resource-type.ts'
import type { Discovery } from './discovered.ts'
import { preferredTypes } from './discovery.ts'

/** A word that names no type of this server. */
export interface UnknownType {
  readonly unknown: string
}

/**
 * Turns words such as `po`, `Deployment`, `deployments.v1.apps` or `widgets.example` into types, as kubectl reads them:
 * plural, singular, short name or kind in any case, optionally with version and group, a group may be cut short, the
 * first group in the server's order wins. A category (`all`) stands for its members. Answers the first unknown word.
 */
export function resolveTypes(words: readonly string[], discovery: Discovery): readonly ResourceType[] | UnknownType {
  const chosen = new Map<string, ResourceType>()
  for (const word of words) {
    const types = resolveWord(word, discovery.types)
    if (types.length === 0) return { unknown: word }
    for (const type of types) {
      const name = resourceName(type)
      if (!chosen.has(name)) chosen.set(name, type)
    }
  }
  return [...chosen.values()]
}

function resolveWord(word: string, types: readonly ResourceType[]): readonly ResourceType[] {
  const listable = types.filter(type => type.verbs.includes('list'))
  const [name = '', ...rest] = word.split('.')
  const [version, ...group] = rest
  if (version !== undefined && group.length > 0) {
    const exact = listable.find(
      type => isNamed(type, name) && type.version === version && type.group === group.join('.'),
    )
    if (exact) return [exact]
  }
  const preferred = preferredTypes(types)
  const named = rest.length === 0 ? byName(name, preferred) : byGroup(name, rest.join('.'), preferred)
  if (named) return [named]
  return rest.length === 0 ? preferred.filter(type => type.categories.includes(name)) : []
}

/** A plural wins over a short name of another type, as `kubectl get` prefers the server's own names. */
function byName(name: string, types: readonly ResourceType[]): ResourceType | undefined {
  return types.find(type => isNamed(type, name)) ?? types.find(type => hasShortName(type, name))
}

function byGroup(name: string, group: string, types: readonly ResourceType[]): ResourceType | undefined {
  const named = types.filter(type => isNamed(type, name) || hasShortName(type, name))
  return named.find(type => type.group === group) ?? named.find(type => type.group.startsWith(group))
}

function isNamed(type: ResourceType, name: string): boolean {
  const lower = name.toLowerCase()
  return type.plural === lower || type.singular === lower || type.kind.toLowerCase() === lower
}

function hasShortName(type: ResourceType, name: string): boolean {
  return type.shortNames.includes(name.toLowerCase())
}
