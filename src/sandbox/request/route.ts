/** A path of the resource API, split; `plural` is absent for the root of a group version. */
export interface ResourcePath {
  readonly group: string
  readonly version: string
  readonly namespace?: string | undefined
  readonly plural?: string | undefined
  readonly name?: string | undefined
  /** `status`, or `proxy/rest/of/it`. */
  readonly subresource?: string | undefined
}

/** Subresources of a Namespace itself: any other word after its name is a resource in it. */
const NAMESPACE_SUBRESOURCES = new Set(['status', 'finalize'])

/** Splits `/api/v1/…` and `/apis/<group>/<version>/…`; undefined for paths that lie outside of the resource API. */
export function parseResourcePath(path: string): ResourcePath | undefined {
  const words = path.split('/').slice(1).map(decodeURIComponent)
  if (words.at(-1) === '') words.pop()
  const root = words.shift()
  const group = root === 'apis' ? words.shift() : ''
  const version = words.shift()
  if ((root !== 'api' && root !== 'apis') || group === undefined || version === undefined) return undefined
  const base = { group, version }
  if (words.length === 0) return base
  if (words[0] === 'namespaces' && words.length >= 3 && !NAMESPACE_SUBRESOURCES.has(words[2]!)) {
    const [, namespace, plural, name, ...rest] = words
    return { ...base, namespace: namespace!, plural: plural!, ...named(name, rest) }
  }
  const [plural, name, ...rest] = words
  return { ...base, plural: plural!, ...named(name, rest) }
}

function named(name: string | undefined, rest: readonly string[]): Pick<ResourcePath, 'name' | 'subresource'> {
  return { name, subresource: rest.length > 0 ? rest.join('/') : undefined }
}
