import { guessPlural } from '../../../api/guess-plural.ts'
import type { KubeObject } from '../../../api/object.ts'
import { apiVersionOf, parseApiVersion, type ResourceType, resourceName } from '../../../api/resource-type.ts'
import { parseAggregated } from '../../discovery/aggregated.ts'
import type { Kind } from './objects-in.ts'

const VERBS = ['get', 'list']

interface DefinitionSpec {
  readonly group?: string
  readonly scope?: string
  readonly names?: {
    readonly plural?: string
    readonly kind?: string
    readonly singular?: string
    readonly shortNames?: readonly string[]
    readonly categories?: readonly string[]
  }
  readonly versions?: readonly { readonly name?: string; readonly served?: boolean; readonly storage?: boolean }[]
}

/** The types that a CustomResourceDefinition of a dump serves; none where it does not say. */
export function typesOfDefinition({ spec }: KubeObject): readonly ResourceType[] {
  const { group, scope, names, versions } = (spec ?? {}) as DefinitionSpec
  const { plural, kind, singular, shortNames, categories } = names ?? {}
  if (typeof group !== 'string' || typeof plural !== 'string' || typeof kind !== 'string') return []
  if (!Array.isArray(versions)) return []
  const served = versions.filter(each => each?.served === true && typeof each.name === 'string')
  return served.map(({ name }) => ({
    group,
    version: name,
    plural,
    kind,
    singular: typeof singular === 'string' ? singular : kind.toLowerCase(),
    shortNames: texts(shortNames),
    categories: texts(categories),
    namespaced: scope === 'Namespaced',
    verbs: VERBS,
  }))
}

/** The type of objects that nothing in the dump tells the type of: its plural by the place of the file, or guessed. */
export function guessedType({ apiVersion, kind }: Kind, place: string | undefined, namespaced: boolean): ResourceType {
  const { group, version } = parseApiVersion(apiVersion)
  const [said, ...saidGroup] = (place ?? '').split('.')
  const isSaid = said !== '' && saidGroup.join('.') === group && said !== kind.toLowerCase()
  return {
    group,
    version,
    plural: isSaid ? said! : guessPlural(kind),
    kind,
    singular: kind.toLowerCase(),
    shortNames: [],
    categories: [],
    namespaced,
    verbs: VERBS,
  }
}

/**
 * The answers of legacy discovery for these types. Unless the cluster served no others, one more group is listed, `*`,
 * whose types are unknown.
 */
export function discoveryDocuments(
  types: readonly ResourceType[],
  isAll: boolean,
): readonly (readonly [path: string, document: object])[] {
  const byVersion = Map.groupBy(types, apiVersionOf)
  const groups = Map.groupBy(
    [...byVersion.keys()].filter(each => each.includes('/')),
    each => parseApiVersion(each).group,
  )
  const listed = [...groups].map(([name, versions]) => ({
    name,
    versions: versions.map(groupVersion => ({ groupVersion, version: parseApiVersion(groupVersion).version })),
  }))
  const unknown = { name: UNKNOWN, versions: [{ groupVersion: `${UNKNOWN}/${UNKNOWN}`, version: UNKNOWN }] }
  return [
    ['/api', { kind: 'APIVersions', versions: ['v1'] }],
    ['/apis', { kind: 'APIGroupList', apiVersion: 'v1', groups: isAll ? listed : [...listed, unknown] }],
    ...[...byVersion].map(([groupVersion, of]) => {
      const path = groupVersion.includes('/') ? `/apis/${groupVersion}` : `/api/${groupVersion}`
      return [path, { kind: 'APIResourceList', apiVersion: 'v1', groupVersion, resources: of.map(resource) }] as const
    }),
  ]
}

/** Stands for every group of which nothing is known. */
const UNKNOWN = '*'

function resource(type: ResourceType): object {
  const { plural, singular, namespaced, kind, verbs, shortNames, categories } = type
  return { name: plural, singularName: singular, namespaced, kind, verbs, shortNames, categories }
}

/** What one document of a dump has of what discovery answered. */
export interface Discovered {
  /** `all`: of a support bundle's `resources.json`; the others: of crust-gather's `api.json` and `apis.json`. */
  readonly of: 'all' | 'core' | 'groups'
  readonly types: readonly ResourceType[]
  /** Some could not be told. */
  readonly hasGaps: boolean
}

/** The types that a document of discovery tells; undefined for another document. */
export function typesIn(document: unknown): Discovered | undefined {
  const types = typesOfResources(document)
  if (types !== undefined) return { of: 'all', types, hasGaps: false }
  const { kind, items } = (document ?? {}) as { readonly kind?: unknown; readonly items?: unknown }
  if (kind !== 'APIGroupDiscoveryList' || !Array.isArray(items)) return undefined
  try {
    const { types, unreadable } = parseAggregated(document)
    const isCore = types.some(({ group }) => group === '')
    return { of: isCore ? 'core' : 'groups', types, hasGaps: unreadable.length > 0 }
  } catch {
    return undefined
  }
}

/** The types of all that discovery answered, and whether there were no others. */
export function allDiscovered(discovered: ReadonlyMap<Discovered['of'], Discovered>): {
  readonly types: readonly ResourceType[]
  readonly isAll: boolean
} {
  const all = discovered.get('all')
  const parts = all === undefined ? [...discovered.values()] : [all]
  const isWhole = all !== undefined || (discovered.has('core') && discovered.has('groups'))
  return { types: parts.flatMap(({ types }) => types), isAll: isWhole && parts.every(({ hasGaps }) => !hasGaps) }
}

/** The types of a support bundle's `resources.json`, the answer of legacy discovery; undefined for another document. */
function typesOfResources(document: unknown): readonly ResourceType[] | undefined {
  if (!Array.isArray(document) || document.length === 0) return undefined
  const lists = document as readonly { groupVersion?: unknown; resources?: unknown }[]
  if (!lists.every(each => typeof each?.groupVersion === 'string' && Array.isArray(each.resources))) return undefined
  return lists.flatMap(({ groupVersion, resources }) => {
    const { group, version } = parseApiVersion(groupVersion as string)
    return (resources as readonly Readonly<Record<string, unknown>>[])
      .filter(each => typeof each?.name === 'string' && typeof each.kind === 'string' && !each.name.includes('/'))
      .map(each => ({
        group,
        version,
        plural: each.name as string,
        kind: each.kind as string,
        singular: (each.singularName as string) || (each.kind as string).toLowerCase(),
        shortNames: texts(each.shortNames),
        categories: texts(each.categories),
        namespaced: each.namespaced === true,
        verbs: texts(each.verbs),
      }))
  })
}

/** One type for each kind of a version: the first that is told. */
export function byKind(types: readonly ResourceType[]): ReadonlyMap<string, ResourceType> {
  return new Map(types.toReversed().map(type => [`${apiVersionOf(type)} ${type.kind}`, type]))
}

/** Each type of each version once. */
export function distinctTypes(types: readonly ResourceType[]): readonly ResourceType[] {
  return [
    ...new Map(types.toReversed().map(type => [`${resourceName(type)} ${type.version}`, type])).values(),
  ].toReversed()
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter(each => typeof each === 'string') : []
}
