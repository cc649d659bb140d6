import { isTrue } from '../../api/condition.ts'
import { type Fact, seenOf } from '../../api/fact.ts'
import type { KubeObject } from '../../api/object.ts'
import type { ObjectRef } from '../../api/object-ref.ts'
import { resourceName } from '../../api/resource-type.ts'
import { valuesAt } from '../../api/values-at.ts'
import type { UserField, Users } from '../catalogue/in-use.ts'
import { once } from '../once.ts'
import { coveredAlone } from '../service/service-range.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'

/** Objects, and what of them could not be read. */
export type FieldUsers = Pick<Users, 'objects' | 'unreadable'>

const NONE: FieldUsers = { objects: [], unreadable: [] }

/** The users that one field of a row finds. `ofFinalizer`: what stands for `*` in the finalizer of the row. */
export function usersBy(field: UserField, held: StuckObject, ofFinalizer: string, context: RuleContext): FieldUsers {
  switch (field.by) {
    case 'finalizer':
      return namedByFinalizer(field.resource, ofFinalizer, held, context)
    case 'range':
      return byRange(held, context)
    case 'object':
      return namedByObject(field, held, context)
    case 'user':
      return namingObject(field, held, context)
  }
}

function namingObject(field: Extract<UserField, { by: 'user' }>, held: StuckObject, context: RuleContext): FieldUsers {
  const resource = field.resource.replace('*', held.type.group)
  if (!context.facts.types.some(type => resourceName(type) === resource)) return NONE
  const place = field.in === 'same' || held.type.namespaced ? held.ref.namespace : undefined
  const list = context.facts.read({ about: 'list', resource, namespace: place })
  const seen = seenOf(list)
  if (list.state !== 'known' && (seen === undefined || list.state !== 'unreadable')) return unknown(list)
  const key = `users ${resource} ${place ?? ''} ${field.field} ${field.unset ?? ''}`
  const byName = once(context.facts, key, () => {
    const users = new Map<unknown, KubeObject[]>()
    for (const user of seen ?? []) {
      for (const name of namesIn(user, field)) users.set(name, [...(users.get(name) ?? []), user])
    }
    return users
  })
  const objects = (byName.get(held.ref.name) ?? []).filter(user => {
    const kinds = field.kind === undefined ? [] : valuesAt(user, field.kind)
    const isOfKind = kinds.length === 0 || kinds.includes(held.ref.kind)
    if (field.ended !== undefined && isTrue(user, field.ended)) return false
    return (
      isOfKind && (field.only === undefined || field.only.values.includes(valuesAt(user, field.only.field)[0] ?? null))
    )
  })
  return { objects, unreadable: list.state === 'unreadable' ? [list.why] : [] }
}

function namesIn(user: KubeObject, { field, unset }: Extract<UserField, { by: 'user' }>): ReadonlySet<unknown> {
  const names = valuesAt(user, field).filter(name => name !== '')
  return new Set(names.length === 0 && unset !== undefined ? [unset] : names)
}

function namedByObject(
  field: Extract<UserField, { by: 'object' }>,
  held: StuckObject,
  context: RuleContext,
): FieldUsers {
  const { facts } = context
  const type = facts.types.find(each => resourceName(each) === field.resource)
  const { resource, namespace, name } = held.ref
  const whole = facts.read({ about: 'object', resource, namespace, name })
  if (whole.state !== 'known') return unknown(whole)
  if (type === undefined) return NONE
  const found: KubeObject[] = []
  for (const value of valuesAt(whole.value, field.field)) {
    const named = (typeof value === 'string' ? { name: value } : value) as Partial<ObjectRef>
    if (typeof named?.name !== 'string') continue
    const place = type.namespaced ? (named.namespace ?? namespace) : undefined
    const user = facts.read({ about: 'object', resource: field.resource, namespace: place, name: named.name })
    if (user.state === 'unreadable') return { objects: [], unreadable: [user.why] }
    if (user.state !== 'known' || (named.uid !== undefined && named.uid !== user.value.metadata.uid)) continue
    if (!field.untilDeleted || user.value.metadata.deletionTimestamp === undefined) found.push(user.value)
  }
  return { objects: found, unreadable: [] }
}

function namedByFinalizer(resource: string, name: string, held: StuckObject, context: RuleContext): FieldUsers {
  if (name === '') return NONE
  const user = context.facts.read({ about: 'object', resource, namespace: held.ref.namespace, name })
  return user.state === 'known' ? { objects: [user.value], unreadable: [] } : unknown(user)
}

function byRange({ ref }: StuckObject, { facts }: RuleContext): FieldUsers {
  const ranges = facts.read({ about: 'list', resource: 'servicecidrs.networking.k8s.io' })
  const addresses = facts.read({ about: 'list', resource: 'ipaddresses.networking.k8s.io' })
  if (ranges.state !== 'known') return unknown(ranges)
  if (addresses.state !== 'known') return unknown(addresses)
  const own = ranges.value.find(({ metadata }) => metadata.uid === ref.uid)
  return own === undefined ? NONE : { objects: coveredAlone(own, ranges.value, addresses.value), unreadable: [] }
}

function unknown(fact: Exclude<Fact<unknown>, { state: 'known' }>): FieldUsers {
  return fact.state === 'absent' ? NONE : { objects: [], unreadable: [fact.why] }
}
