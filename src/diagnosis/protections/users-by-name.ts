import { seenOf } from '../../api/fact.ts'
import { append } from '../../api/long-lists.ts'
import type { KubeObject } from '../../api/object.ts'
import { type ResourceType, resourceName } from '../../api/resource-type.ts'
import type { Unreadable } from '../../api/terminating.ts'
import { namesKind, namesType, namesUser, pathsIn } from '../../statements/in-use.ts'
import type { Quote } from '../../statements/quote.ts'
import type { Users } from '../catalogue/in-use.ts'
import { isCustom } from '../custom-type.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'
import { usersIn } from './naming-fields.ts'

/** Each is a request, and whoever has a text written there may write as many as they like. */
const MAX_ELSEWHERE = 10

/**
 * Objects of the product's (API group's) other types that name this one in a field called after its kind, or that this
 * one names as its users.
 */
export function usersByName(
  held: StuckObject,
  context: RuleContext,
  told: Quote | undefined,
  product: string = held.type.group,
): Users {
  const { facts } = context
  // What the object says by kind may be of any group of the product; what only names it is sought in its own.
  const isTold = ({ kind, group }: ResourceType): boolean =>
    told !== undefined && group.includes('.') && namesKind(told, kind)
  const types = facts.types.filter(
    type => ((type.group === product && isCustom({ type })) || isTold(type)) && type.verbs.includes('list'),
  )
  const others = new Map(types.map((type): [string, ResourceType] => [resourceName(type), type]))
  others.delete(held.ref.resource)
  const objects: KubeObject[] = []
  const unreadable: Unreadable[] = []
  const paths = told === undefined ? [] : pathsIn(told)
  const lists = [...others].map(([resource, type]) => {
    const place = type.namespaced && held.type.namespaced ? held.ref.namespace : undefined
    return { resource, type, place, list: facts.read({ about: 'list', resource, namespace: place }) }
  })
  for (const { resource, type, place, list } of lists) {
    if (list.state === 'unreadable') unreadable.push(list.why)
    if (list.state !== 'known') continue
    const naming = usersIn(list.value, `${resource} ${place ?? ''}`, held, context)
    const named = told === undefined ? [] : list.value.filter(user => namesUser(told, type, user))
    // Of another namespace only what is named by it, which was listed for its own alone.
    const isAsked = told !== undefined && place !== undefined && namesType(told, type)
    const elsewhere = isAsked ? paths.filter(({ namespace }) => namespace !== place).slice(0, MAX_ELSEWHERE) : []
    const away = elsewhere.flatMap(path => seenOf(facts.read({ about: 'object', resource, ...path })) ?? [])
    append(objects, new Set([...named, ...naming, ...away.filter(user => namesUser(told!, type, user))]))
  }
  return { objects, unreadable, known: told !== undefined, takenAlong: false, told }
}
