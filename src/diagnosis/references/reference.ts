import { NAME } from '../../api/object-ref.ts'
import { type ResourceType, resourceName } from '../../api/resource-type.ts'
import type { Facts } from '../facts.ts'
import type { StuckObject } from '../stuck-object.ts'
import { MEANS_BY_KIND, READ_BY, WRITTEN_TO } from './fields.ts'

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
  /** Only its field is called after the kind (`harborName`): it may be a name outside the cluster. */
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

/** One text for one thing, whoever names it. */
export function targetKey({ type, namespace, name }: Pick<Reference, 'type' | 'namespace' | 'name'>): string {
  return `${resourceName(type)} ${namespace ?? ''} ${name}`
}

/** One object that is looked through, and what was found in it so far. */
export interface Walk {
  readonly held: StuckObject
  readonly facts: Facts
  readonly found: Reference[]
  readonly unserved: Unserved[]
}

/** `named` defaults to the object's own namespace. undefined for what cannot be a name, and for the object itself. */
export function reference(
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

/** A kind by which a controller acts (`ProviderConfig`), of a group that is not Kubernetes' own. */
export function isMeans({ group, kind }: ResourceType): boolean {
  return group.includes('.') && MEANS_BY_KIND.test(kind)
}

/** The type of `plural.group`; undefined where the server serves none. */
export function typeOf(resource: string, { types }: Facts): ResourceType | undefined {
  return types.find(type => resourceName(type) === resource)
}

/** `secretName` alone is as often an output (a Certificate's) as an input; what stands around it may tell. */
export function mayBeMade({ type, path }: Reference, isDoubtful: boolean): boolean {
  if (type.group !== '' || !['secrets', 'configmaps'].includes(type.plural)) return false
  return WRITTEN_TO.test(path) || (isDoubtful && !READ_BY.test(path))
}
