import type { KubeObject } from '../../api/object.ts'
import { type ResourceType, resourceName } from '../../api/resource-type.ts'
import { claimsOf } from '../../statements/claims.ts'
import type { NamedMissing } from '../../statements/named-missing.ts'
import type { Quote } from '../../statements/quote.ts'
import { DEEPEST } from '../../statements/status-texts.ts'
import type { Facts } from '../facts.ts'
import { isCustom, type StuckObject } from '../stuck-object.ts'
import { ownNames } from './own-names.ts'
import { one, type Reference, typeNamed } from './reference.ts'
import { namesAnotherCluster } from './references.ts'

/**
 * Objects of this cluster that the object says were not found, in the exact words of the API's own errors. Other words
 * may be about something outside, which has services, nodes and roles too. With no namespace said, it may be any: the
 * object is missing only when no namespace has it. Where its controller works on another cluster for the object, what
 * only an error names of Kubernetes' own types is there, as in `referencesOf`.
 */
export function namedMissing(
  texts: readonly Quote[],
  whole: KubeObject,
  held: StuckObject,
  facts: Facts,
  inWords = false,
): readonly Reference[] {
  const isElsewhere = namesAnotherCluster(whole)
  return claimsOf('missing', texts).flatMap((claim): readonly Reference[] => {
    const { quote, own, word, group, namespace, name, isToGo } = claim
    const type = own
      ? one(facts.types.filter(each => each.group === '' && each.kind.toLowerCase() === word))
      : (typeCalled(word, group, facts) ??
        typeOfField(word, group, name, whole, facts) ??
        (group === undefined && standsIn(whole.spec, name) ? customKind(word, name, whole, held, facts) : undefined))
    if (type === undefined || isToGo(callsOf(type, name)) || (isElsewhere && !isCustom({ type }))) return []
    if (own && !(inWords && isInSpec(claim, whole, held))) return []
    if (resourceName(type) === held.ref.resource && ownNames(whole).includes(name)) return []
    const place = type.namespaced ? (namespace ?? placeInSpec(name, whole.spec)) : undefined
    return [{ path: quote.source, type, name, means: true, mayBeMade: false, namespace: place }]
  })
}

/** What is named as not found in whichever words: the API's, or a controller's own. */
export function namedMissingInWords(...of: [readonly Quote[], KubeObject, StuckObject, Facts]): readonly Reference[] {
  return namedMissing(...of, true)
}

/**
 * In a controller's own words, which may be about something outside, only what the spec names counts, and with a
 * namespace that is the object's own or in the spec too.
 */
function isInSpec({ namespace, name }: NamedMissing, { spec }: KubeObject, { ref }: StuckObject): boolean {
  if (namespace === undefined || !(standsIn(spec, name) || standsIn(spec, `${namespace}/${name}`))) return false
  return namespace === ref.namespace || standsIn(spec, namespace)
}

/**
 * Another kind of the object's family, as spelled: `Seaweed "a" not found` (seaweedfs/seaweedfs-operator#352); or the
 * only one, where the spec has the kind beside the name (flux-iac/tofu-controller#122: a source).
 */
function customKind(kind: string, name: string, whole: KubeObject, held: StuckObject, facts: Facts) {
  const all = hasPair(whole.spec, kind, name) ? facts.types.filter(type => type.kind === kind) : []
  const type = typeNamed({ kind }, held, facts) ?? one(all)
  return type !== undefined && isCustom({ type }) ? type : undefined
}

function hasPair(spec: unknown, kind: string, name: string): boolean {
  return anywhere(spec, value => {
    const pair = value as { readonly kind?: unknown; readonly name?: unknown } | null | undefined
    return pair?.kind === kind && pair.name === name
  })
}

export function standsIn(value: unknown, text: string): boolean {
  return anywhere(value, inner => inner === text)
}

function anywhere(value: unknown, isIt: (value: unknown) => boolean, depth = 0): boolean {
  if (isIt(value)) return true
  if (depth > DEEPEST || typeof value !== 'object' || value === null) return false
  return Object.values(value).some(inner => anywhere(inner, isIt, depth + 1))
}

/** The namespace that stands beside this name in a spec, if one does and no other. */
export function placeInSpec(name: string, value: unknown, depth = 0): string | undefined {
  if (depth > DEEPEST || typeof value !== 'object' || value === null) return undefined
  const record = value as { readonly name?: unknown; readonly namespace?: unknown }
  const own = record.name === name && typeof record.namespace === 'string' ? [record.namespace] : []
  const below = Object.values(value).flatMap(inner => placeInSpec(name, inner, depth + 1) ?? [])
  const places = new Set([...own, ...below])
  return places.size === 1 ? [...places][0] : undefined
}

/** What a thing may be called where it was about to be deleted. */
function callsOf({ plural, singular, kind }: ResourceType, name: string): readonly string[] {
  return [plural, singular, kind, name].filter(call => call !== undefined && call !== '')
}

/** What a controller reads to do its work, of the core; Pods, Services and workloads are rather what it makes. */
const CORE = new Set(['secrets', 'configmaps', 'serviceaccounts', 'namespaces'])

/** A type by its plural or kind, as spelled, in the group that is said; only a core type goes without a group. */
function typeCalled(word: string, group: string | undefined, { types }: Facts): ResourceType | undefined {
  const called = types.filter(type => [type.plural, type.kind].includes(word) && type.group === (group ?? ''))
  return one(called.filter(type => (group === undefined ? CORE.has(type.plural) : type.group.includes('.'))))
}

/** The same where a field of the spec is called after the kind and has that name: `storageClassName: fast`. */
function typeOfField(
  word: string,
  group: string | undefined,
  name: string,
  { spec }: KubeObject,
  { types }: Facts,
): ResourceType | undefined {
  const isField = (kind: string) =>
    Object.entries((spec ?? {}) as Readonly<Record<string, unknown>>).some(
      ([field, value]) => value === name && field.toLowerCase() === `${kind.toLowerCase()}name`,
    )
  return one(
    types.filter(
      ({ plural, singular, kind, group: own }) =>
        [plural, singular, kind.toLowerCase()].includes(word.toLowerCase()) &&
        (group === undefined || group === own) &&
        (own === '' || own.endsWith('.k8s.io')) &&
        isField(kind),
    ),
  )
}
