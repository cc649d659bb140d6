import type { ObjectMeta } from '../../api/object.ts'
import type { Quote } from '../../statements/quote.ts'
import { english } from '../../statements/words/english.ts'
import type { Evidence } from '../explanation.ts'
import type { RuleContext, StuckObject, Waited } from '../stuck-object.ts'
import { siblingsOf } from '../whole-object.ts'
import { one } from './kinds.ts'

/**
 * What these words say that the object waits for by no more than its kind: the one of that kind that is being deleted
 * and has the object's name, at the start of its own or in a label; of a kind in the plural, all of them. Of several
 * types with that kind it is the one of the object's group, or none.
 */
export function toldByKind(words: Quote, held: StuckObject, context: RuleContext, said: Evidence): readonly Waited[] {
  const word = english.find('kind to go', words.fact)[1]?.toLowerCase()
  if (word === undefined) return []
  // Metrics of Pods are called pods, too.
  const types = context.facts.types.filter(
    ({ kind, plural, verbs }) => verbs.includes('delete') && (kind.toLowerCase() === word || plural === word),
  )
  const type = one(types.filter(({ group }) => group === held.type.group)) ?? one(types)
  if (type === undefined) return []
  const isOne = (meta: ObjectMeta) => isTied(meta, held, context)
  const tied = [...context.terminating.values()].filter(each => each.type === type && isOne(each.meta))
  if (tied.length > 1 && type.plural !== word) return []
  return tied.map(each => ({ ref: each.ref, reason: 'Named', held: each, said }))
}

/** Any user of another namespace could have made what has its name. `web-2-a` is of `web-2`, if that is there. */
function isTied(meta: ObjectMeta, held: StuckObject, context: RuleContext): boolean {
  const { name, namespace, uid } = held.ref
  if (meta.uid === uid || meta.namespace !== namespace) return false
  if (meta.name === name || Object.values(meta.labels ?? {}).includes(name)) return true
  const others = meta.name.startsWith(`${name}-`) ? siblingsOf(held, context) : undefined
  const isOf = (other: string) => other.length > name.length && `${meta.name}-`.startsWith(`${other}-`)
  return others !== undefined && !others.some(({ metadata }) => isOf(metadata.name))
}
