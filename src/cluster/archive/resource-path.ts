import type { ResourceType } from '../../api/resource-type.ts'

/** Which object or list a path of the API names. */
export interface ResourcePath extends Pick<ResourceType, 'group' | 'version' | 'plural'> {
  readonly namespace: string | undefined
  readonly name: string | undefined
  readonly subresource: string | undefined
}

/** Reads `/api/v1/…` and `/apis/GROUP/VERSION/…`; undefined for a path without a resource, such as discovery's. */
export function resourcePath(path: string): ResourcePath | undefined {
  const [, root, ...words] = path.split('/').map(decoded)
  const [group, version, ...rest] = root === 'api' ? ['', ...words] : words
  if ((root !== 'api' && root !== 'apis') || group === undefined || version === undefined) return undefined
  const isInNamespace = rest[0] === 'namespaces' && rest.length > 2
  const [plural, name, subresource, ...more] = isInNamespace ? rest.slice(2) : rest
  if (plural === undefined || plural === '' || more.length > 0) return undefined
  return { group, version, plural, namespace: isInNamespace ? rest[1] : undefined, name, subresource }
}

function decoded(word: string): string {
  try {
    return decodeURIComponent(word)
  } catch {
    return word
  }
}
