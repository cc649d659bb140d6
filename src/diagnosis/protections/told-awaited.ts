import { spaced } from '../../api/camel-case.ts'
import { apiVersionOf, type ResourceType } from '../../api/resource-type.ts'
import { namesUser } from '../../statements/in-use.ts'
import type { Quote } from '../../statements/quote.ts'
import { english } from '../../statements/words/english.ts'
import { isCustom } from '../custom-type.ts'
import type { Evidence } from '../explanation.ts'
import { once } from '../once.ts'
import { one } from '../references/kinds.ts'
import type { RuleContext, StuckObject, Waited } from '../stuck-object.ts'
import { siblingsOf } from '../whole-object.ts'
import { usersIn } from './naming-fields.ts'

/**
 * What these words say that the object waits for, and is being deleted: what they name, of a type of its API group that
 * they have as well; else all that they tell by no more than its kind.
 */
export function toldAwaited(words: Quote, held: StuckObject, context: RuleContext, said: Evidence): readonly Waited[] {
  const named = namedIn(words, held, context)
  const told = named.length > 0 ? named : ofKindIn(words, held, context)
  return told.map(each => ({ ref: each.ref, reason: 'Named', held: each, said }))
}

/** By name, in its namespace or with that: `Still waiting for the topics: [shop/orders]` of a KafkaTopic. */
function namedIn(words: Quote, held: StuckObject, context: RuleContext): readonly StuckObject[] {
  const { ref } = held
  const fact = isCustom(held) ? english.find('awaits', words.fact)[1] : undefined
  if (fact === undefined) return []
  return terminatingOf(held.type, context).filter(({ ref: { uid, namespace, name, kind }, type, meta }) => {
    if (uid === ref.uid) return false
    const isHere = namespace === undefined || namespace === ref.namespace
    if (!fact.includes(isHere ? name : `${namespace}/${name}`)) return false
    const called = { ...type, kind: spaced(kind).split(' ').at(-1)! }
    return namesUser({ ...words, fact }, called, { apiVersion: apiVersionOf(type), kind, metadata: meta })
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
  if (type === undefined) return []
  const tied = terminatingOf(type, context).filter(each => each.type === type && isTied(each, held, context))
  return tied.length > 1 && type.plural !== word ? [] : tied
}

/** All of its API group that is being deleted: thousands may wait for some of it. */
function terminatingOf({ group }: ResourceType, { terminating, facts }: RuleContext): readonly StuckObject[] {
  const byGroup = once(facts, terminating, () => Map.groupBy(terminating.values(), held => held.type.group))
  return byGroup.get(group) ?? []
}

/** Any user of another namespace could have made what has its name. `web-2-a` is of `web-2`, if that is there. */
function isTied({ ref: { resource }, meta, type }: StuckObject, held: StuckObject, context: RuleContext): boolean {
  const { name, namespace, uid } = held.ref
  if (meta.uid === uid || meta.namespace !== namespace) return false
  if (meta.name === name || Object.values(meta.labels ?? {}).includes(name)) return true
  const all = type.group === held.type.group ? siblingsOf({ ref: { resource, namespace } }, context) : []
  const naming = all.length > 0 ? usersIn(all, `${resource} ${namespace ?? ''}`, held, context) : []
  if (naming.some(({ metadata }) => metadata.uid === meta.uid)) return true
  const others = meta.name.startsWith(`${name}-`) ? siblingsOf(held, context) : undefined
  const isOf = (other: string) => other.length > name.length && `${meta.name}-`.startsWith(`${other}-`)
  return others !== undefined && !others.some(({ metadata }) => isOf(metadata.name))
}
