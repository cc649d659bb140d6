import type { ObjectMeta } from '../../api/object.ts'
import { apiVersionOf, type ResourceType, resourceName } from '../../api/resource-type.ts'
import type { Quote } from '../../statements/quote.ts'
import { english } from '../../statements/words/english.ts'
import type { Evidence } from '../explanation.ts'
import { readHeld } from '../read-held.ts'
import type { RuleContext, StuckObject, Waited } from '../stuck-object.ts'

/**
 * What these words say that the object waits for by no more than its kind: the one of that kind that is being deleted
 * and has the object's name, at the start of its own or in a label; of a kind in the plural, all of them.
 */
export function toldByKind(words: Quote, held: StuckObject, context: RuleContext, said: Evidence): readonly Waited[] {
  const word = english.find('kind to go', words.fact)[1]?.toLowerCase()
  const isCalled = ({ kind, plural }: ResourceType) => kind.toLowerCase() === word || plural === word
  const type = word === undefined ? undefined : context.facts.types.find(isCalled)
  if (type === undefined) return []
  const surveyed = [...context.terminating.values()].filter(each => each.type === type && isTied(each.meta, held))
  // What is looked for by its name is surveyed with its own namespace alone.
  const all = surveyed.length > 0 ? undefined : context.facts.read({ about: 'metadata', resource: resourceName(type) })
  const metas = all?.state === 'known' ? all.value.filter(each => each.deletionTimestamp && isTied(each, held)) : []
  const kinds = { apiVersion: apiVersionOf(type), kind: type.kind }
  const tied = [...surveyed, ...metas.flatMap(metadata => readHeld({ ...kinds, metadata }, context) ?? [])]
  if (tied.length > 1 && type.plural !== word) return []
  return tied.map(each => ({ ref: each.ref, reason: 'Named', held: each, said }))
}

/** Outside of the object's namespace only by a label of the object's own group. */
function isTied(meta: ObjectMeta, { ref: { name, namespace, uid }, type: { group } }: StuckObject): boolean {
  const labels = Object.entries(meta.labels ?? {}).filter(([, value]) => value === name)
  if (meta.namespace !== namespace) return group !== '' && labels.some(([key]) => key.split('/')[0]!.endsWith(group))
  return meta.uid !== uid && (meta.name === name || meta.name.startsWith(`${name}-`) || labels.length > 0)
}
