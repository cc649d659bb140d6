import type { KubeObject } from '../../api/object.ts'
import { type ResourceType, resourceName } from '../../api/resource-type.ts'
import type { Evidence } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import type { Held } from '../held.ts'
import { escaped } from '../whole-word.ts'
import { ownNames } from './own-names.ts'
import type { Reference } from './reference.ts'
import { DEEPEST } from './told-missing.ts'

/**
 * As the API server says it (`secrets "aws" not found`, `stores.example.com "a" not found`), and the cache of controller-runtime,
 * which has the kind in place of the plural (`Secret "aws" not found`).
 */
const SENTENCE =
  /(?<![\w.-])([A-Za-z][A-Za-z0-9]*)(?:\.([a-z0-9][a-z0-9.-]*))? "(?:([a-z0-9][a-z0-9-]*)\/)?([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)" not found/g

/** A ring, a region, an account: what is not there is not of this cluster. */
const ELSEWHERE = /^,? (?:in|on|at|under|within|for) (?!namespace\b|the namespace\b)/

/**
 * The controller speaks of another cluster, where it works: `in remote cluster edge-7: configmaps "agent" not found`. What products call such a one: workload
 * (Cluster API), shoot (Gardener), member (Karmada), managed and spoke (Open Cluster Management), hosted and guest (HyperShift), downstream (Rancher), tenant (Kamaji).
 */
const ANOTHER_CLUSTER =
  /\b(remote|target|member|managed|guest|workload|tenant|shoot|spoke|downstream|child|edge|hosted) cluster\b|\b(in|on|to|from|of) cluster ["']?[a-z0-9]/i

/** What it was about to delete is no need of the controller. */
const DELETING = /\b(?:delet|remov|destroy|clean|tear|scal)\w*(?: up| down)? (?:the |its |child |owned |managed )*$/i

/**
 * Things of this cluster of which the object says, in the very words of the API's own errors, that they were not found. Any
 * other words may be of the world outside, which has services, nodes and roles of its own. Where no namespace is said it may be
 * any: such a thing is gone only when no namespace has it.
 */
export function namedMissing(
  texts: readonly Evidence[],
  whole: KubeObject,
  held: Held,
  facts: Facts,
): readonly Reference[] {
  return texts.flatMap(({ fact, source }) =>
    [...(ANOTHER_CLUSTER.test(fact) ? [] : fact.matchAll(SENTENCE))].flatMap((match): readonly Reference[] => {
      const [sentence, word = '', group, namespace, name = ''] = match
      if (ELSEWHERE.test(fact.slice(match.index + sentence.length))) return []
      const type = typeCalled(word, group, facts) ?? typeOfField(word, group, name, whole, facts)
      if (type === undefined || isBeingDeleted(type, name, fact.slice(0, match.index))) return []
      if (resourceName(type) === held.ref.resource && ownNames(whole).includes(name)) return []
      return [
        {
          path: source,
          type,
          name,
          means: true,
          mayBeMade: false,
          namespace: type.namespaced ? (namespace ?? placeInSpec(name, whole.spec)) : undefined,
        },
      ]
    }),
  )
}

const QUOTED_NAME = String.raw`["'\x60]?(?:([a-z0-9][a-z0-9-]*)/)?([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)["'\x60]?(?: in (?:the )?namespace ["'\x60]?([a-z0-9][a-z0-9-]*)["'\x60]?)?`
const KIND = String.raw`\b(secret|config ?map|service ?account)s?`

/** As controllers say it in their own words: `referenced Secret shop/pw does not exist`, `unable to find ServiceAccount "a" in namespace "b"`. */
const OWN_WORDS = [
  new RegExp(
    `${KIND}:? ${QUOTED_NAME},?:? (?:is |was |could )?(?:not (?:be )?found|does ?n[o']t exist|does not exist|no longer exists|missing)`,
    'gi',
  ),
  new RegExp(
    `(?:(?:unable to|can ?not|can't|could ?n[o']t|could not|failed to|did not|didn't) find|no such|missing) (?:the |referenced )*${KIND}:? ${QUOTED_NAME}`,
    'gi',
  ),
]

/** What is named as not found in whichever words: the API's, or a controller's own. */
export function namedMissingInWords(
  texts: readonly Evidence[],
  whole: KubeObject,
  held: Held,
  facts: Facts,
): readonly Reference[] {
  return [...namedMissing(texts, whole, held, facts), ...namedInOwnWords(texts, whole, held, facts)]
}

/**
 * The same in a controller's own words, which may be of the world outside: only of what the spec names, with the namespace, which
 * is the object's own or stands in the spec too.
 */
function namedInOwnWords(
  texts: readonly Evidence[],
  whole: KubeObject,
  held: Held,
  facts: Facts,
): readonly Reference[] {
  return texts.flatMap(({ fact, source }) =>
    (ANOTHER_CLUSTER.test(fact) ? [] : OWN_WORDS)
      .flatMap(words => [...fact.matchAll(words)])
      .flatMap((match): readonly Reference[] => {
        const [sentence, word = '', before, name = '', after] = match
        const namespace = before ?? after
        if (namespace === undefined || ELSEWHERE.test(fact.slice(match.index + sentence.length))) return []
        const kind = word.replace(' ', '').toLowerCase()
        const type = one(facts.types.filter(each => each.group === '' && each.kind.toLowerCase() === kind))
        const said = fact.slice(0, match.index)
        if (type === undefined || DELETING.test(said) || isBeingDeleted(type, name, said)) return []
        if (!standsIn(whole.spec, name) && !standsIn(whole.spec, `${namespace}/${name}`)) return []
        if (namespace !== held.ref.namespace && !standsIn(whole.spec, namespace)) return []
        return [{ path: source, type, name, namespace, means: true, mayBeMade: false }]
      }),
  )
}

function standsIn(value: unknown, text: string, depth = 0): boolean {
  if (value === text) return true
  if (depth > DEEPEST || typeof value !== 'object' || value === null) return false
  return Object.values(value).some(inner => standsIn(inner, text, depth + 1))
}

/** The namespace that stands beside this name in a spec, if one does and no other. */
function placeInSpec(name: string, value: unknown, depth = 0): string | undefined {
  if (depth > DEEPEST || typeof value !== 'object' || value === null) return undefined
  const record = value as { readonly name?: unknown; readonly namespace?: unknown }
  const own = record.name === name && typeof record.namespace === 'string' ? [record.namespace] : []
  const below = Object.values(value).flatMap(inner => placeInSpec(name, inner, depth + 1) ?? [])
  const places = new Set([...own, ...below])
  return places.size === 1 ? [...places][0] : undefined
}

/** `failed to delete deployment web: deployments.apps "web" not found`: it is gone, as it should be. */
function isBeingDeleted({ plural, singular, kind }: ResourceType, name: string, before: string): boolean {
  const calls = [plural, singular, kind, name].filter(call => call !== undefined && call !== '')
  return calls.some(call =>
    [...before.toLowerCase().matchAll(new RegExp(`\\b${escaped(call.toLowerCase())}\\b`, 'g'))].some(({ index }) =>
      DELETING.test(before.slice(0, index).replace(/["'`]$/, '')),
    ),
  )
}

/** What a controller reads to do its work, of the core; Pods, Services and workloads are rather what it makes. */
const CORE = new Set(['secrets', 'configmaps', 'serviceaccounts', 'namespaces'])

/** A type by its plural or kind, as it is spelled there: of the group that is said, which no other than the core goes without. */
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

function one(types: readonly ResourceType[]): ResourceType | undefined {
  return new Set(types.map(resourceName)).size === 1 ? types[0] : undefined
}
