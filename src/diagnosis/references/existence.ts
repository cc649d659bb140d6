import { OF_KUBERNETES } from '../../api/builtin-finalizers.ts'
import { resourceName } from '../../api/resource-type.ts'
import { isCustom } from '../controller/custom-type.ts'
import type { Held, RuleContext } from '../held.ts'
import { once } from '../once.ts'
import { type Reference, referencesOf, targetKey } from './references.ts'
import { wholeOf } from './whole-object.ts'

/** So many things of one type are asked for by name; where more are named, the names of all are read instead. */
export const MAX_BY_NAME = 20

/**
 * Whether what a reference names is there, by metadata alone. However many objects name a thing of their own each: the
 * requests for one type are bounded. What could not be read proves nothing.
 */
export function existenceOf(reference: Reference, context: RuleContext): 'there' | 'absent' | 'unreadable' | 'pending' {
  const { facts } = context
  const resource = resourceName(reference.type)
  const { namespace, name } = reference
  if ((targetsByResource(context).get(resource)?.size ?? 0) > MAX_BY_NAME) {
    const names = facts.read({ about: 'metadata', resource })
    if (names.state !== 'known') return names.state === 'absent' ? 'unreadable' : names.state
    const known = once(facts, `names of ${resource}`, () => {
      const places = names.value.map(each => `${each.namespace ?? ''}/${each.name}`)
      return new Set([...places, ...names.value.map(each => each.name)])
    })
    // Where no namespace is said it may be any.
    const isAnywhere = reference.type.namespaced && namespace === undefined
    return known.has(isAnywhere ? name : `${namespace ?? ''}/${name}`) ? 'there' : 'absent'
  }
  const fact = facts.read({ about: 'existence', resource, ...(namespace !== undefined && { namespace }), name })
  return fact.state === 'known' ? 'there' : fact.state
}

/** Custom resources that a controller holds: only of these a spec is looked at. */
export function mayName(held: Held): boolean {
  const { deletionTimestamp, finalizers = [] } = held.meta
  return deletionTimestamp !== undefined && isCustom(held) && finalizers.some(name => !OF_KUBERNETES.has(name))
}

/** What all objects that are to be explained name, by type. */
function targetsByResource(context: RuleContext): ReadonlyMap<string, ReadonlySet<string>> {
  return once(context.facts, 'references of all', () => {
    const targets = new Map<string, Set<string>>()
    for (const held of context.asked.filter(mayName)) {
      const whole = wholeOf(held, context)
      if (whole === undefined) continue
      for (const reference of referencesOf(held, whole, context.facts)) {
        const resource = resourceName(reference.type)
        const same = targets.get(resource) ?? new Set()
        targets.set(resource, same.add(targetKey(reference)))
      }
    }
    return targets
  })
}
