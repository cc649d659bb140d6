import { NAME } from '../../api/object-ref.ts'
import { parseApiVersion, resourceName } from '../../api/resource-type.ts'
import { FIELD_SHAPES } from './fields.ts'
import {
  isMeans,
  isOfClasses,
  kindNamed,
  mayBeMade,
  type Reference,
  reference,
  typeNamed,
  typeOf,
  type Unserved,
  type Walk,
} from './reference.ts'

export interface Named {
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
  /** The cluster that it is in (kubevela/kubevela#7052, spec.managedResources): none of this one's names is meant. */
  readonly cluster?: unknown
  readonly clusterName?: unknown
}

function isElsewhere({ kind, cluster, clusterName }: Named): boolean {
  return kind !== undefined && [cluster, clusterName].some(each => typeof each === 'string' && each !== '')
}

/** undefined: its kind is not certain, or it is optional. `beside` is the namespace that another field gives. */
export function referenceAt(
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
  if (isElsewhere(named)) return undefined
  const hasKey = typeof named.key === 'string'
  const shape = FIELD_SHAPES.find(each => {
    return (each.value === 'object' || (each.value === 'key' && hasKey)) && each.field.test(field)
  })
  const typed =
    typeof named.kind === 'string' ? typeNamed({ ...named, kind: named.kind }, walk.held, walk.facts) : undefined
  // `cluster: {name: a}` names a Cluster; with more in it, it says how one is to be made.
  const type =
    typeof named.kind === 'string'
      ? typed
      : shape !== undefined
        ? typeOf(shape.resource, walk.facts)
        : isCalledReference(field) || Object.keys(value).every(key => NAME_FIELDS.has(key))
          ? kindNamed(field, walk.held, walk.facts)
          : undefined
  if (type === undefined) return undefined
  const namespace = typeof named.namespace === 'string' && named.namespace !== '' ? named.namespace : beside
  const found = reference(type, named.name, namespace, shape?.means ?? isMeans(type), path, walk)
  return found && { ...found, mayBeMade: mayBeMade(found, shape?.mayBeMade === true && !hasKey) }
}

function byString(
  value: string,
  field: string,
  path: string,
  walk: Walk,
  beside: string | undefined,
): Reference | undefined {
  const shape = FIELD_SHAPES.find(each => each.value === 'string' && each.field.test(field))
  if (shape !== undefined) {
    const type = typeOf(shape.resource, walk.facts)
    const found = type && reference(type, value, beside, shape.means, path, walk)
    return found && { ...found, mayBeMade: mayBeMade(found, shape.mayBeMade === true) }
  }
  // Deeper, a field that is called just after a kind may be a label of a selector.
  if (!isCalledReference(field) && path !== `spec.${field}`) return undefined
  const type = kindNamed(field, walk.held, walk.facts)
  if (type === undefined) return undefined
  const [name = '', namespace = beside] = value.split('/').toReversed()
  const found = reference(type, name, namespace, isMeans(type), path, walk)
  // `databaseName` or `broker` may be a name outside; a means is none, nor is a class that an object can have.
  const isInside = isMeans(type) || isOfClasses(type)
  const isCertain = isCalledReference(field) && (!field.endsWith('Name') || isInside)
  if (found === undefined || isCertain) return found
  // `bucketName` of a Bucket is its own.
  return resourceName(type) === walk.held.ref.resource ? undefined : { ...found, isBare: true }
}

function isCalledReference(field: string): boolean {
  return /.(Ref(erence)?s?|Name)$/.test(field)
}

const NAME_FIELDS = new Set(['name', 'namespace', 'apiVersion', 'apiGroup', 'group', 'kind'])

/** Users and groups of RBAC are named as objects are, and are none. */
const NO_OBJECTS = 'rbac.authorization.k8s.io'

/** What this value names with a kind and a group that the server does not serve. */
export function unservedAt(value: unknown, path: string, { facts }: Walk): Unserved | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { apiVersion, group: named, apiGroup, kind, name, namespace, optional, uid } = value as Named
  if (typeof kind !== 'string' || typeof name !== 'string' || !NAME.test(name)) return undefined
  if (optional === true || uid !== undefined || isElsewhere(value)) return undefined
  const group = typeof apiVersion === 'string' ? parseApiVersion(apiVersion).group : (named ?? apiGroup)
  if (typeof group !== 'string' || !group.includes('.') || group === NO_OBJECTS) return undefined
  if (facts.types.some(type => type.group === group && type.kind === kind)) return undefined
  return { path, group, kind, name, namespace: typeof namespace === 'string' ? namespace : undefined }
}
