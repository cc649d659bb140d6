import type { V1NamespaceSpec } from '@kubernetes/client-node'
import { spaced } from '../../api/camel-case.ts'
import { itemsOf, seenOf } from '../../api/fact.ts'
import type { KubeObject } from '../../api/object.ts'
import { apiVersionOf, type ResourceType, resourceName } from '../../api/resource-type.ts'
import { namesKind, namesUser, pathsIn } from '../../statements/in-use.ts'
import type { Quote } from '../../statements/quote.ts'
import { namesIn } from '../../statements/whole-word.ts'
import { english } from '../../statements/words/english.ts'
import { eachTogether } from '../answered.ts'
import { ownNamespaces } from '../controller/own-namespaces.ts'
import type { Evidence } from '../explanation.ts'
import { once } from '../facts.ts'
import { standsIn } from '../references/named-missing.ts'
import { one, type Reference } from '../references/reference.ts'
import {
  heldNow,
  isCustom,
  type RuleContext,
  type StuckObject,
  siblingsOf,
  type Waited,
  wholeOf,
} from '../stuck-object.ts'
import { terminatingBy } from '../terminating-by.ts'
import { usersIn } from './naming-fields.ts'

/**
 * What these words say that the object waits for, and is being deleted: what they name, of a type of its API group or a
 * Pod, that they have as well; else all that they tell by no more than its kind.
 */
export function toldAwaited(words: Quote, held: StuckObject, context: RuleContext, said: Evidence): readonly Waited[] {
  const named = [...atPathIn(words, held, context), ...namedIn(words, held, context)]
  const told = named.length > 0 ? named : ofKindIn(words, held, context)
  return told.map(each => ({ ref: each.ref, reason: 'Named', held: each, said }))
}

/** The only custom object of this namespace and name: `resource shop/orders still exists` (gardener/gardener#4648). */
function atPathIn({ fact }: Quote, { ref }: StuckObject, context: RuleContext): readonly StuckObject[] {
  const [, namespace, name] = english.find('still there', fact)
  const all = name === undefined ? [] : terminatingBy('name', name, context)
  const there = all.filter(each => each.ref.namespace === namespace && each.ref.uid !== ref.uid && isCustom(each))
  return there.length === 1 ? there : []
}

/** By name, in its namespace or with that: `Still waiting for the topics: [shop/orders]` of a KafkaTopic. */
function namedIn(words: Quote, { ref: own, type: ownType }: StuckObject, context: RuleContext): readonly StuckObject[] {
  const fact = english.find('awaits', words.fact)[1] ?? english.find('waited in vain', words.fact)[1]
  if (fact === undefined) return []
  const named = namesIn(fact).flatMap(name => terminatingBy('name', name, context))
  const those = named.filter(({ ref: { uid, namespace, name, kind }, type, meta }) => {
    if (!(isCustom({ type }) ? type.group === ownType.group : kind === 'Pod') || uid === own.uid) return false
    const isHere = namespace === undefined || namespace === own.namespace
    if (!fact.includes(isHere ? name : `${namespace}/${name}`)) return false
    // By the end of its kind, but where the object itself is called so too: `waiting for store web` of a Store.
    const end = spaced(kind).split(' ').at(-1)!
    const called = { ...type, kind: name === own.name && own.kind.endsWith(end) ? kind : end }
    return namesUser({ ...words, fact }, called, { apiVersion: apiVersionOf(type), kind, metadata: meta })
  })
  // A Pod may be of a namespace that is not looked through: `drain: waiting for pod shop/web-0`.
  const pods = context.facts.types.find(each => resourceName(each) === 'pods')
  const paths = those.length > 0 || !namesKind({ ...words, fact }, 'pods?') ? [] : pathsIn({ ...words, fact })
  const away = eachTogether(paths, path => (pods && terminatingAt({ type: pods, ...path }, context)) ?? [])
  return [...those, ...away.flat()]
}

/** What is being deleted there, whether the explanation is asked for it or not; with its uid, where that is known. */
export function terminatingAt(
  { type, namespace, name, uid }: Pick<Reference, 'type' | 'namespace' | 'name'> & { readonly uid?: string },
  context: RuleContext,
): StuckObject | undefined {
  const meta = seenOf(context.facts.read({ about: 'existence', resource: resourceName(type), namespace, name }))
  const isIt = meta?.deletionTimestamp !== undefined && (uid === undefined || meta.uid === uid)
  return isIt ? heldNow(type, meta, context) : undefined
}

/** In all namespaces, whether the explanation is asked for them or not. */
function ending(type: ResourceType, context: RuleContext): readonly StuckObject[] {
  const { facts } = context
  const resource = resourceName(type)
  const leaving = ({ metadata }: KubeObject) => metadata.deletionTimestamp !== undefined
  const all = once(facts, 'ending', () => itemsOf(facts.read({ about: 'list', resource })).filter(leaving), resource)
  return all.map(({ metadata, spec }) => {
    const held = heldNow(type, metadata, context)
    // A Namespace that was not asked for has more of them than its metadata tell.
    const inSpec = type.group === '' ? ((spec as V1NamespaceSpec | undefined)?.finalizers ?? []) : []
    const more = context.terminating.has(metadata.uid) ? [] : inSpec.map(name => ({ name, field: 'spec' as const }))
    return { ...held, finalizers: [...held.finalizers, ...more] }
  })
}

/**
 * By kind: the one of that kind that has the object's name, at the start of its own, in a label or in its spec; of a
 * kind in the plural, all of them. Of several types with that kind it is the one of the object's group, or none.
 */
function ofKindIn(words: Quote, held: StuckObject, context: RuleContext): readonly StuckObject[] {
  const word = english.find('kind to go', words.fact)[1]?.toLowerCase().replaceAll(' ', '')
  if (word === undefined) return []
  // Metrics of Pods are called pods, too.
  const types = context.facts.types.filter(
    ({ kind, plural, verbs }) => verbs.includes('delete') && (kind.toLowerCase() === word || plural === word),
  )
  const type = one(types.filter(({ group }) => group === held.type.group)) ?? one(types)
  if (type === undefined || (resourceName(type) === held.ref.resource && type.plural !== word)) return []
  const { namespace, uid } = held.ref
  // Any user of another namespace could have made what has its name.
  const inNamespace = `${resourceName(type)} ${namespace ?? ''}`
  const all = type.namespaced ? terminatingBy('namespace', inNamespace, context) : ending(type, context)
  const here = all.filter(({ meta }) => meta.uid !== uid)
  const naming = here.length === 0 ? new Set<string>() : namingOf(held, type, context)
  const status = here.length === 0 || type.namespaced ? undefined : wholeOf(held, context)?.status
  const tied = here.filter(
    each => naming.has(each.meta.uid) || isTied(each, held, context) || standsIn(status, each.meta.name),
  )
  const isOwn = type.namespaced && type.group === held.type.group
  const found = tied.length > 0 || !isOwn ? tied : ofProgramElsewhere(type, held, context)
  return found.length > 1 && type.plural !== word ? [] : found
}

/** Of its name where the program runs, and held by the same finalizer (codeready-toolchain/host-operator#565). */
function ofProgramElsewhere(type: ResourceType, { ref, meta: own }: StuckObject, context: RuleContext) {
  const isHome = (each: StuckObject, name: string) =>
    ownNamespaces(each, name, context.facts).get(each.ref.namespace ?? '') === 'operator'
  return ending(type, context).filter(each => {
    const alike = (each.meta.finalizers ?? []).filter(name => own.finalizers?.includes(name))
    return each.ref.name === ref.name && each.meta.uid !== ref.uid && alike.some(name => isHome(each, name))
  })
}

/** The uids of those of a type of its group that name it in their spec. */
function namingOf(held: StuckObject, type: ResourceType, context: RuleContext): ReadonlySet<string | undefined> {
  const ref = { resource: resourceName(type), namespace: held.ref.namespace }
  const all = type.group === held.type.group ? siblingsOf({ ref }, context) : []
  const naming = all.length > 0 ? usersIn(all, `${ref.resource} ${ref.namespace ?? ''}`, held, context) : []
  return new Set(naming.map(({ metadata }) => metadata.uid))
}

/** `web-2-a` is of `web-2`, if that is there. */
export function isTied({ meta }: Pick<StuckObject, 'meta'>, held: StuckObject, context: RuleContext): boolean {
  const { name } = held.ref
  if (meta.name === name || Object.values(meta.labels ?? {}).includes(name)) return true
  const others = meta.name.startsWith(`${name}-`) ? siblingsOf(held, context) : undefined
  const isOf = (other: string) => other.length > name.length && `${meta.name}-`.startsWith(`${other}-`)
  return others !== undefined && !others.some(({ metadata }) => isOf(metadata.name))
}
