import type { ObjectMeta } from '../../api/object.ts'
import { apiVersionOf, type ResourceType, resourceName } from '../../api/resource-type.ts'
import type { Quote } from '../../statements/quote.ts'
import { english } from '../../statements/words/english.ts'
import type { Evidence } from '../explanation.ts'
import { readHeld } from '../read-held.ts'
import type { RuleContext, StuckObject, Waited } from '../stuck-object.ts'

/**
 * What a text says that the object waits for by no more than its kind: the one of that kind that is being deleted and
 * has the object's name, at the start of its own or in a label; of a kind in the plural, all of them.
 */
export function toldByKind(
  words: Quote,
  held: StuckObject,
  context: RuleContext,
  said: Evidence = words,
): readonly Waited[] {
  const [, word = ''] = english.find('kind to go', words.fact)
  const type = word === '' ? undefined : context.facts.types.find(each => isCalled(each, word.toLowerCase()))
  if (type === undefined) return []
  const isAwaited = ({ meta, ref }: Pick<StuckObject, 'meta' | 'ref'>) => ref.uid !== held.ref.uid && isTied(meta, held)
  const surveyed = [...context.terminating.values()].filter(each => each.type === type && isAwaited(each))
  const tied = surveyed.length > 0 ? surveyed : elsewhere(type, context).filter(isAwaited)
  if (tied.length > 1 && type.plural !== word.toLowerCase()) return []
  return tied.map(each => ({ ref: each.ref, reason: 'Named', held: each, said }))
}

/** One that is looked for by its name is surveyed with its own namespace alone. */
function elsewhere(type: ResourceType, context: RuleContext): readonly StuckObject[] {
  const list = context.facts.read({ about: 'metadata', resource: resourceName(type), namespace: undefined })
  const metas = list.state === 'known' ? list.value.filter(each => each.deletionTimestamp !== undefined) : []
  const kinds = { apiVersion: apiVersionOf(type), kind: type.kind }
  return metas.flatMap(metadata => readHeld({ ...kinds, metadata }, context) ?? [])
}

function isCalled({ kind, plural }: ResourceType, word: string): boolean {
  return kind.toLowerCase() === word || plural === word
}

/** Outside of the object's namespace only by a label of the object's own group. */
function isTied(meta: ObjectMeta, { ref: { name, namespace }, type: { group } }: StuckObject): boolean {
  const labels = Object.entries(meta.labels ?? {}).filter(([, value]) => value === name)
  if (meta.namespace !== namespace) return group !== '' && labels.some(([key]) => key.split('/')[0]!.endsWith(group))
  return meta.name === name || meta.name.startsWith(`${name}-`) || labels.length > 0
}
