import { NAME } from '../../api/object-ref.ts'
import { parseApiVersion, type ResourceType, resourceName } from '../../api/resource-type.ts'
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

/** Kinds of Kubernetes' own that references name without a group. */
const CORE_KINDS: ReadonlySet<string> = new Set(['Secret', 'ConfigMap', 'ServiceAccount', 'Service', 'Namespace'])

export function isOfClasses({ kind, namespaced }: ResourceType): boolean {
  return !namespaced && kind.endsWith('Class')
}

/**
 * The type of a reference with a kind: of the group that it names, else of the core group or the object's family.
 * undefined where the group is not served (a User is no object at all) or where more than one type fits.
 */
export function typeNamed(
  {
    kind,
    apiVersion,
    group,
    apiGroup,
  }: { readonly kind: string; readonly apiVersion?: unknown; readonly group?: unknown; readonly apiGroup?: unknown },
  held: StuckObject,
  facts: Facts,
): ResourceType | undefined {
  const named = typeof apiVersion === 'string' ? parseApiVersion(apiVersion).group : (group ?? apiGroup)
  if (typeof named === 'string' && (named !== '' || typeof apiVersion === 'string')) {
    return one(facts.types.filter(type => type.group === named && type.kind === kind))
  }
  if (CORE_KINDS.has(kind)) return one(facts.types.filter(type => type.group === '' && type.kind === kind))
  return inFamily(type => type.kind === kind, held, facts)
}

/** The type in the object's family that a field is called after: `providerConfigRef`, `storeName`, `cluster`. */
export function kindNamed(field: string, held: StuckObject, facts: Facts): ResourceType | undefined {
  const [, name = field] = /^(.+?)(?:Ref(?:erence)?s?|Name)$/.exec(field) ?? []
  const called = name.toLowerCase()
  return inFamily(type => type.plural === called || type.kind.toLowerCase() === called, held, facts)
}

/**
 * A product's groups share its domain: `s3.aws.upbound.io`, `aws.upbound.io`. The object's own group comes first, then
 * those above it, then those beside it. Groups that share only two labels or fewer are unrelated.
 */
function inFamily(
  fits: (type: ResourceType) => boolean,
  { type: own }: StuckObject,
  { types }: Facts,
): ResourceType | undefined {
  const fitting = types.filter(type => fits(type) && type.group.includes('.'))
  if (fitting.length === 0) return undefined
  const labels = own.group.split('.')
  for (let from = 0; labels.length - from > 2; from++) {
    const above = labels.slice(from).join('.')
    const found = one(fitting.filter(({ group }) => group === above))
    if (found !== undefined) return found
  }
  // `acme.cert-manager.io` is of whoever serves `cert-manager.io`.
  const above = one(fitting.filter(({ group }) => own.group.endsWith(`.${group}`)))
  if (above !== undefined) return above
  const parent = labels.slice(1).join('.')
  if (labels.length < 4) return one(fitting.filter(({ group }) => group === own.group))
  return one(fitting.filter(({ group }) => group.endsWith(`.${parent}`)))
}

/** All versions of one type are one; more than one type is none: then the kind is not certain. */
export function one(types: readonly ResourceType[]): ResourceType | undefined {
  return new Set(types.map(resourceName)).size === 1 ? types[0] : undefined
}
