import { OF_KUBERNETES } from '../../api/builtin-finalizers.ts'
import { wordsOfName } from '../../api/camel-case.ts'
import type { Fact } from '../../api/fact.ts'
import { append } from '../../api/long-lists.ts'
import type { KubeObject, ObjectMeta } from '../../api/object.ts'
import { resourceName } from '../../api/resource-type.ts'
import { factFrom } from '../../messages/sentence.ts'
import { eachTogether, filterTogether } from '../answered.ts'
import type { NamingField } from '../catalogue/entry.ts'
import { type Facts, once } from '../facts.ts'
import { isCustom, type RuleContext, type StuckObject, siblingsOf, wholeOf } from '../stuck-object.ts'
import { NOT_NEEDED, OF_ANOTHER_CLUSTER, POD_FIELDS } from './fields.ts'
import { byKnownField, byRows } from './known-fields.ts'
import { kindNamed, type Reference, reference, targetKey, type Unserved, type Walk } from './reference.ts'
import { referenceAt, unservedAt } from './reference-in-field.ts'

const DEEPEST = 8

/**
 * What an object's spec names, by the form of its fields, where the kind is certain; without a namespace, in the
 * object's own. If the object works on another cluster (names one, or a kubeconfig), what it names of Kubernetes' own
 * types is there, not here. `known`: fields of the catalogue without which the controller cannot work.
 */
export function referencesOf(
  held: StuckObject,
  whole: KubeObject,
  { facts, catalogue }: Pick<RuleContext, 'facts' | 'catalogue'>,
  known: readonly NamingField[] = [],
): readonly Reference[] {
  const walk: Walk = { held, facts, found: byKnownField(known, held, whole, facts), unserved: [] }
  visit(whole.spec, '', 'spec', 0, walk)
  append(walk.found, byRows(catalogue.rows.refersBy, whole, walk))
  const distinct = [...new Map(walk.found.map(each => [targetKey(each), each])).values()]
  const elsewhere = namesAnotherCluster(whole) || distinct.some(({ path }) => isOfKubeconfig(path))
  return elsewhere ? distinct.filter(({ path, type }) => isOfKubeconfig(path) || type.group.includes('.')) : distinct
}

/**
 * What an object's spec names by kind and group, where the server serves no such type (its CRD was deleted). Not of
 * groups that discovery could not read, nor of an object that works on another cluster, which may serve the type.
 */
export function unservedOf(held: StuckObject, whole: KubeObject, facts: Facts): readonly Unserved[] {
  if (facts.unknownGroups.has('*') || namesAnotherCluster(whole)) return []
  const walk: Walk = { held, facts, found: [], unserved: [] }
  visit(whole.spec, '', 'spec', 0, walk)
  if (walk.found.some(({ path }) => isOfKubeconfig(path))) return []
  return walk.unserved.filter(({ group }) => !facts.unknownGroups.has(group))
}

export function namesAnotherCluster({ spec }: KubeObject): boolean {
  const fields = Object.entries((spec ?? {}) as object)
  return fields.some(
    ([field, value]) =>
      OF_ANOTHER_CLUSTER.test(field) || isOfKubeconfig(field) || (field === 'remote' && value === true),
  )
}

function isOfKubeconfig(path: string): boolean {
  return /kube-?config/i.test(path)
}

function visit(value: unknown, field: string, path: string, depth: number, walk: Walk, namespace?: string | undefined) {
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

/** So many things of one type are asked for by name; where more are named, the names of all are read instead. */
const MAX_BY_NAME = 20

/** Whether what a reference names is there, by metadata alone. What could not be read proves nothing. */
export function existenceOf(reference: Reference, context: RuleContext): 'there' | 'absent' | 'unreadable' {
  const { state } = metadataOf(reference, context)
  return state === 'known' ? 'there' : state
}

/** The metadata of what a reference names; however many names there are, the requests for one type are bounded. */
export function metadataOf(reference: Reference, context: RuleContext): Fact<ObjectMeta> {
  const { facts } = context
  const resource = resourceName(reference.type)
  const { namespace, name } = reference
  if ((targetsByResource(context).get(resource)?.size ?? 0) > MAX_BY_NAME) {
    const all = facts.read({ about: 'metadata', resource })
    if (all.state === 'absent') return { state: 'unreadable', why: { resource, reason: 'NotFound', message: '' } }
    if (all.state === 'unreadable') return { state: 'unreadable', why: all.why }
    const known = once(facts, `names of ${resource}`, () => {
      return new Map(
        all.value.flatMap(each => [[each.name, each] as const, [`${each.namespace ?? ''}/${each.name}`, each]]),
      )
    })
    // Where no namespace is said it may be any.
    const isAnywhere = reference.type.namespaced && namespace === undefined
    const found = known.get(isAnywhere ? name : `${namespace ?? ''}/${name}`)
    return found === undefined ? { state: 'absent' } : { state: 'known', value: found }
  }
  return facts.read({ about: 'existence', resource, namespace, name })
}

/** Custom resources, and Ingresses, that a controller holds: only of these a spec is looked at. */
export function mayName(held: StuckObject): boolean {
  const { deletionTimestamp, finalizers = [] } = held.meta
  if (deletionTimestamp === undefined || !finalizers.some(name => !OF_KUBERNETES.has(name))) return false
  // Other types of Kubernetes are not looked after by one controller that their spec chooses.
  return isCustom(held) || held.ref.resource === 'ingresses.networking.k8s.io'
}

/** What all objects that are to be explained name, by type. */
function targetsByResource(context: RuleContext): ReadonlyMap<string, ReadonlySet<string>> {
  return once(context.facts, 'references of all', () => {
    const targets = new Map<string, Set<string>>()
    const named = eachTogether(context.asked.filter(mayName), held => {
      const whole = wholeOf(held, context)
      return whole === undefined ? [] : referencesOf(held, whole, context)
    })
    for (const reference of named.flat()) {
      const resource = resourceName(reference.type)
      const same = targets.get(resource) ?? new Set()
      targets.set(resource, same.add(targetKey(reference)))
    }
    return targets
  })
}

/** So many other objects of the type are asked what they name. */
const MAX_SIBLINGS = 5

/**
 * Whether a field that is only called after a kind names objects: a label of its product has the same (as
 * eventing.knative.dev/broker: knative-extensions/eventing-kafka-broker#1590), or it names one in another object.
 */
export function namesObjects({ path, type, name }: Reference, held: StuckObject, context: RuleContext): boolean {
  if (held.meta.labels?.[`${type.group}/${type.kind.toLowerCase()}`] === name) return true
  const siblings = siblingsOf(held, context).filter(({ metadata }) => metadata.uid !== held.ref.uid)
  return eachTogether(siblings.slice(0, MAX_SIBLINGS), sibling => {
    const same = referencesOf(held, sibling, context).find(each => each.isBare && each.path === path)
    return same !== undefined && existenceOf(same, context) === 'there'
  }).includes(true)
}

/** `store: fast` may be a class: a label of names is told by its key, or by another object whose name is there. */
function isOfNames({ label, ...named }: Reference & { label: string }, held: StuckObject, context: RuleContext) {
  if (label.toLowerCase().endsWith('name')) return true
  const values = siblingsOf(held, context).flatMap(({ metadata: { labels } }) => labels?.[label] ?? [])
  const others = [...new Set(values)].filter(name => name !== named.name).slice(0, MAX_SIBLINGS)
  return eachTogether(others, name => existenceOf({ ...named, name }, context) === 'there').includes(true)
}

/**
 * Names of objects that are not there, where nothing shows that it has to be objects; `isOwn`: in a field or label
 * after a kind of its API group (kubewarden/adm-controller#130: policyServer, kubernetes-sigs/kro#1067).
 */
export function emptyNames(held: StuckObject, context: RuleContext) {
  const whole = wholeOf(held, context)
  if (whole === undefined) return []
  const bare = referencesOf(held, whole, context).filter(({ isBare }) => isBare)
  const walk: Walk = { held, facts: context.facts, found: [], unserved: [] }
  const labelled = Object.entries(held.meta.labels ?? {}).flatMap(([label, name]) => {
    const [group, key = ''] = label.split('/')
    const words = group === held.type.group ? wordsOfName(key).filter(word => word !== 'name') : []
    const type = kindNamed(words.join(''), held, context.facts)
    const named = type && reference(type, name, undefined, false, `metadata.labels["${label}"]`, walk)
    return named === undefined ? [] : { ...named, label }
  })
  const absent = [
    ...filterTogether(bare, each => existenceOf(each, context) === 'absent'),
    ...filterTogether(labelled, each => existenceOf(each, context) === 'absent' && isOfNames(each, held, context)),
  ]
  return absent.map(each => {
    const { path, type, namespace, name } = each
    const { kind } = type
    const isOwn = type.group === held.type.group && !path.endsWith('Name')
    const evidence = factFrom(path, isOwn ? 'NamesNoObject' : 'NameIsOfNothing', { path, kind, name, namespace })
    return { key: targetKey(each), kind, isOwn, evidence }
  })
}
