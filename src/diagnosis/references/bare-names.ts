import { factFrom } from '../../messages/sentence.ts'
import { eachTogether, filterTogether } from '../answered.ts'
import type { Evidence } from '../explanation.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'
import { siblingsOf, wholeOf } from '../whole-object.ts'
import { existenceOf } from './existence.ts'
import type { Reference } from './reference.ts'
import { referencesOf } from './references.ts'

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

/** Names of objects that are not there, where nothing shows that it has to be objects. */
export function emptyNames(held: StuckObject, context: RuleContext): readonly Evidence[] {
  const whole = wholeOf(held, context)
  if (whole === undefined) return []
  const bare = referencesOf(held, whole, context).filter(({ isBare }) => isBare)
  const absent = filterTogether(bare, reference => existenceOf(reference, context) === 'absent')
  return absent.map(({ path, type: { kind }, namespace, name }) => {
    return factFrom(path, 'NameIsOfNothing', { path, kind, name, namespace })
  })
}
