import type { KubeObject } from '../../api/object.ts'
import { parseApiVersion, type ResourceType, resourceName } from '../../api/resource-type.ts'
import { valuesAt } from '../../api/values-at.ts'
import type { NamingField, NamingRow } from '../catalogue/entry.ts'
import { isOneOf } from '../catalogue/wildcard.ts'
import type { Facts } from '../facts.ts'
import type { Held, RuleContext } from '../held.ts'
import {
  FIELD_SHAPES,
  MEANS_BY_KIND,
  NOT_NEEDED,
  OF_ANOTHER_CLUSTER,
  POD_FIELDS,
  READ_BY,
  WRITTEN_TO,
} from './fields.ts'
import { kindNamed, typeNamed } from './kinds.ts'

/** A thing that a spec names. */
export interface Reference {
  /** `spec.credentials.secretRef`. */
  readonly path: string
  readonly type: ResourceType
  /** Absent for a type without namespaces. */
  readonly namespace?: string | undefined
  readonly name: string
  /** Its controller acts by it; anything else matters only when the object itself says so. */
  readonly means: boolean
  /** Its controller may itself create it, so that it is needed only where the object says so. */
  readonly mayBeMade: boolean
  /** Only its field is called after the kind (`harborName`): it may as well be what the thing is called outside of the cluster. */
  readonly isBare?: true
}

/** A thing of a type that is not served, so that it cannot be there. */
export interface Unserved {
  readonly path: string
  readonly group: string
  readonly kind: string
  readonly namespace?: string | undefined
  readonly name: string
}

const DEEPEST = 8
/** What can be the name of an object; a template, a URL or an ARN cannot. */
const NAME = /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/

interface Walk {
  readonly held: Held
  readonly facts: Facts
  readonly found: Reference[]
  readonly unserved: Unserved[]
}

/**
 * What an object's spec names, by the form of its fields; only where the kind is certain. Names without a namespace are in
 * the object's own. Where the object works on another cluster (it names that, or a kubeconfig), what else it names of Kubernetes'
 * own types is there, and not here. `known` fields are what the catalogue says the controller cannot do without.
 */
export function referencesOf(
  held: Held,
  whole: KubeObject,
  { facts, catalogue }: Pick<RuleContext, 'facts' | 'catalogue'>,
  known: readonly NamingField[] = [],
): readonly Reference[] {
  const walk: Walk = { held, facts, found: byKnownField(known, held, whole, facts), unserved: [] }
  visit(whole.spec, '', 'spec', 0, walk)
  walk.found.push(...byRows(catalogue.rows.refersBy, whole, walk))
  const distinct = [...new Map(walk.found.map(each => [targetKey(each), each])).values()]
  const elsewhere = namesAnotherCluster(whole) || distinct.some(({ path }) => isOfKubeconfig(path))
  return elsewhere ? distinct.filter(({ path, type }) => isOfKubeconfig(path) || type.group.includes('.')) : distinct
}

/**
 * What an object's spec names with its kind and group, where the server serves no such type (its definition was deleted). None
 * of a group that discovery does not tell of, and none of an object that works on another cluster, which may serve it.
 */
export function unservedOf(held: Held, whole: KubeObject, facts: Facts): readonly Unserved[] {
  if (facts.unknownGroups.has('*') || namesAnotherCluster(whole)) return []
  const walk: Walk = { held, facts, found: [], unserved: [] }
  visit(whole.spec, '', 'spec', 0, walk)
  if (walk.found.some(({ path }) => isOfKubeconfig(path))) return []
  return walk.unserved.filter(({ group }) => !facts.unknownGroups.has(group))
}

function namesAnotherCluster({ spec }: KubeObject): boolean {
  return Object.keys((spec ?? {}) as object).some(field => OF_ANOTHER_CLUSTER.test(field))
}

/** One text for one thing, whoever names it. */
export function targetKey({ type, namespace, name }: Pick<Reference, 'type' | 'namespace' | 'name'>): string {
  return `${resourceName(type)} ${namespace ?? ''} ${name}`
}

function isOfKubeconfig(path: string): boolean {
  return /kube-?config/i.test(path)
}

function visit(
  value: unknown,
  field: string,
  path: string,
  depth: number,
  walk: Walk,
  namespace?: string | undefined,
): void {
  if (depth > DEEPEST || value === null || value === undefined) return
  if (NOT_NEEDED.some(each => field !== '' && each.field.test(field))) return
  if (Array.isArray(value)) {
    value.forEach((each, index) => {
      visit(each, field, `${path}[${index}]`, depth + 1, walk)
    })
    return
  }
  const reference = referenceAt(value, field, path, walk, namespace)
  const unserved = reference === undefined ? unservedAt(value, path, walk) : undefined
  if (unserved !== undefined) walk.unserved.push(unserved)
  if (reference !== undefined) walk.found.push(reference)
  else if (typeof value === 'object') {
    const isOfPods = Object.keys(value).some(name => POD_FIELDS.has(name))
    for (const [name, inner] of Object.entries(value)) {
      if (isOfPods && /serviceAccount/i.test(name)) continue
      visit(inner, name, `${path}.${name}`, depth + 1, walk, namespaceBeside(name, value))
    }
  }
}

/** `secretName: admin, secretNamespace: ops` */
function namespaceBeside(field: string, around: object): string | undefined {
  const stem = field.replace(/(Name|Ref|Reference)$/, '')
  const found = (around as Readonly<Record<string, unknown>>)[`${stem}Namespace`]
  return typeof found === 'string' && found !== '' ? found : undefined
}

function byKnownField(
  known: readonly NamingField[],
  held: Held,
  { spec, status }: KubeObject,
  facts: Facts,
): Reference[] {
  const walk: Walk = { held, facts, found: [], unserved: [] }
  return known.flatMap(({ field, resource }) => {
    const type = typeOf(resource, facts)
    if (type === undefined) return []
    return valuesAt({ spec, status }, field).flatMap(value => {
      const named = typeof value === 'string' ? { name: value } : (value as Named)
      if (typeof named.name !== 'string') return []
      const namespace = typeof named.namespace === 'string' && named.namespace !== '' ? named.namespace : undefined
      return reference(type, named.name, namespace, true, field, walk) ?? []
    })
  })
}

/** What a project's controllers need by a name that stands in no field as it is, or in one whose name does not tell. */
function byRows(rows: readonly NamingRow[], { spec, status }: KubeObject, walk: Walk): readonly Reference[] {
  const { meta, ref } = walk.held
  return rows.flatMap(({ finalizer, on, resource, field, name = '*', anywhere }) => {
    const isMeant = finalizer === undefined || (meta.finalizers ?? []).some(each => isOneOf([finalizer], each))
    const type = typeOf(resource, walk.facts)
    if (!isMeant || (on !== undefined && on !== ref.resource) || type === undefined) return []
    return valuesAt({ spec, status }, field).flatMap((value): Reference | readonly Reference[] => {
      if (typeof value !== 'string') return []
      const named = name.replace('*', value)
      if (anywhere) return [{ path: field, type, name: named, means: true, mayBeMade: false }]
      return reference(type, named, undefined, true, field, walk) ?? []
    })
  })
}

interface Named {
  readonly apiVersion?: unknown
  readonly group?: unknown
  readonly apiGroup?: unknown
  readonly kind?: unknown
  readonly name?: unknown
  readonly key?: unknown
  readonly namespace?: unknown
  readonly optional?: unknown
  /** A uid is written by whoever made the pair: such a reference is a result, not a need. */
  readonly uid?: unknown
}

function referenceAt(
  value: unknown,
  field: string,
  path: string,
  walk: Walk,
  beside: string | undefined,
): Reference | undefined {
  if (typeof value === 'string') return byString(value, field, path, walk, beside)
  if (typeof value !== 'object' || value === null) return undefined
  const named = value as Named
  if (typeof named.name !== 'string' || named.optional === true || named.uid !== undefined) return undefined
  const hasKey = typeof named.key === 'string'
  const shape = FIELD_SHAPES.find(each => {
    return (each.value === 'object' || (each.value === 'key' && hasKey)) && each.field.test(field)
  })
  const typed =
    typeof named.kind === 'string' ? typeNamed({ ...named, kind: named.kind }, walk.held, walk.facts) : undefined
  const type =
    typeof named.kind === 'string'
      ? typed
      : shape !== undefined
        ? typeOf(shape.resource, walk.facts)
        : isCalledReference(field) || hasOnlyName(value)
          ? kindNamed(field, walk.held, walk.facts)
          : undefined
  if (type === undefined) return undefined
  const namespace = typeof named.namespace === 'string' && named.namespace !== '' ? named.namespace : beside
  const found = reference(type, named.name, namespace, shape?.means ?? isMeans(type), path, walk)
  return found && { ...found, mayBeMade: mayBeMade(found, shape?.mayBeMade === true && !hasKey) }
}

/** Users and groups of RBAC are named as objects are, and are none. */
const NO_OBJECTS = 'rbac.authorization.k8s.io'

function unservedAt(value: unknown, path: string, { facts }: Walk): Unserved | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { apiVersion, group: named, apiGroup, kind, name, namespace, optional, uid } = value as Named
  if (typeof kind !== 'string' || typeof name !== 'string' || !NAME.test(name)) return undefined
  if (optional === true || uid !== undefined) return undefined
  const group = typeof apiVersion === 'string' ? parseApiVersion(apiVersion).group : (named ?? apiGroup)
  if (typeof group !== 'string' || !group.includes('.') || group === NO_OBJECTS) return undefined
  if (facts.types.some(type => type.group === group && type.kind === kind)) return undefined
  return { path, group, kind, name, namespace: typeof namespace === 'string' ? namespace : undefined }
}

function isCalledReference(field: string): boolean {
  return /.(Ref(erence)?s?|Name)$/.test(field)
}

const NAME_FIELDS = new Set(['name', 'namespace', 'apiVersion', 'apiGroup', 'group', 'kind'])

/** `cluster: {name: a}` names a Cluster; with more in it, it says how one is to be made. */
function hasOnlyName(value: object): boolean {
  return Object.keys(value).every(field => NAME_FIELDS.has(field))
}

function byString(
  value: string,
  field: string,
  path: string,
  walk: Walk,
  beside: string | undefined,
): Reference | undefined {
  const shape = FIELD_SHAPES.find(each => {
    return each.value === 'string' && each.field.test(field)
  })
  if (shape !== undefined) {
    const type = typeOf(shape.resource, walk.facts)
    const found = type && reference(type, value, beside, shape.means, path, walk)
    return found && { ...found, mayBeMade: mayBeMade(found, shape.mayBeMade === true) }
  }
  if (!isCalledReference(field)) return undefined
  const type = kindNamed(field, walk.held, walk.facts)
  if (type === undefined) return undefined
  const [name = '', namespace = beside] = value.split('/').toReversed()
  const found = reference(type, name, namespace, isMeans(type), path, walk)
  // `databaseName` may be what the thing is called outside: only of a means a name alone is certainly a reference.
  if (found === undefined || !field.endsWith('Name') || isMeans(type)) return found
  // `bucketName` of a Bucket is its own.
  return resourceName(type) === walk.held.ref.resource ? undefined : { ...found, isBare: true }
}

function reference(
  type: ResourceType,
  name: string,
  named: string | undefined,
  means: boolean,
  path: string,
  { held }: Walk,
): Reference | undefined {
  const namespace = type.namespaced ? (named ?? held.ref.namespace) : undefined
  // A cluster-scoped object that names a thing without saying where: only its controller knows.
  if ((type.namespaced && namespace === undefined) || !NAME.test(name)) return undefined
  if (resourceName(type) === held.ref.resource && name === held.ref.name) return undefined
  return { path, type, name, means, mayBeMade: false, namespace }
}

/** `secretName` alone is as often an output (a Certificate's) as an input; what stands around it may tell. */
function mayBeMade({ type, path }: Reference, isDoubtful: boolean): boolean {
  if (type.group !== '' || !['secrets', 'configmaps'].includes(type.plural)) return false
  return WRITTEN_TO.test(path) || (isDoubtful && !READ_BY.test(path))
}

function isMeans({ group, kind }: ResourceType): boolean {
  return group.includes('.') && MEANS_BY_KIND.test(kind)
}

function typeOf(resource: string, { types }: Facts): ResourceType | undefined {
  return types.find(type => resourceName(type) === resource)
}
