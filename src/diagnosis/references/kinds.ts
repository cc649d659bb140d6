import { parseApiVersion, type ResourceType, resourceName } from '../../api/resource-type.ts'
import type { Facts } from '../facts.ts'
import type { StuckObject } from '../stuck-object.ts'

interface TypedName {
  readonly kind: string
  readonly apiVersion?: unknown
  readonly group?: unknown
  readonly apiGroup?: unknown
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
  { kind, apiVersion, group, apiGroup }: TypedName,
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
  return inFamily(({ kind, plural }) => kind.toLowerCase() === called || plural === called, held, facts)
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
  const fitting = types.filter(type => type.group.includes('.') && fits(type))
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
