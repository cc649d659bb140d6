import { type Fact, seenOf } from '../../api/fact.ts'
import type { KubeObject } from '../../api/object.ts'
import { type ResourceType, resourceName } from '../../api/resource-type.ts'
import type { Unreadable } from '../../api/terminating.ts'
import { valuesAt } from '../../api/values-at.ts'
import { isCustom } from '../controller/custom-type.ts'
import { domainOf } from '../controller/identity.ts'
import { saysInUse } from '../controller/wording.ts'
import type { Evidence } from '../explanation.ts'
import type { Held, RuleContext } from '../held.ts'
import { once } from '../once.ts'
import { typeNamed } from '../references/kinds.ts'
import { statusTexts } from '../references/told-missing.ts'
import { wholeOf } from '../references/whole-object.ts'
import { wholeWord } from '../whole-word.ts'
import {
  CONDITION_FREE,
  FIELD_OF_DEPENDENTS,
  FIELD_OF_USERS,
  protectionOf,
  SAYS_IN_USE,
  TOLD_FREE,
  TOLD_IN_USE,
  type UserField,
} from './in-use.ts'
import { usersIn } from './naming-fields.ts'
import { coveredAlone } from './service-range.ts'

/** Who uses a protected object, as far as that could be read. */
export interface Users {
  readonly objects: readonly KubeObject[]
  readonly unreadable: readonly Unreadable[]
  /** By a row of the table, or by what the object says; else by the form of names alone. */
  readonly known: boolean
  /** What the object says of its users. */
  readonly told?: Evidence | undefined
  /** Only waited for while they are being deleted: the controller deletes them itself. */
  readonly takenAlong: boolean
}

/**
 * The users that a finalizer waits for; undefined for one that is no protection, 'pending' as facts are. `told` is what the
 * object itself says of users.
 */
export function usersOf(
  held: Held,
  finalizer: string,
  context: RuleContext,
  told?: Evidence,
): Users | 'pending' | undefined {
  const row = protectionOf(finalizer, held.ref.resource, context.catalogue.rows.inUse)
  if (row === undefined) {
    const saysInUse = SAYS_IN_USE.test(finalizer)
    // Of a core object nothing tells the product but the finalizer.
    if (!isCustom(held)) return saysInUse ? usersByName(held, context, undefined, domainOf(finalizer)) : undefined
    const whole = wholeOf(held, context)
    const listed = usersInStatus(held, context, saysInUse || (whole !== undefined && isSaidInUse(whole)))
    if (listed === 'pending') return 'pending'
    if (listed !== undefined) return listed
    return told !== undefined || saysInUse ? usersByName(held, context, told) : undefined
  }
  const found = row.users.map(field => usersBy(field, held, context))
  if (found.includes('pending')) return 'pending'
  const users = found as readonly Found[]
  const objects = new Map(users.flatMap(each => each.objects).map(each => [each.metadata.uid, each]))
  objects.delete(held.ref.uid)
  const takenAlong = row.users.some(field => field.by === 'object' && field.takenAlong === true)
  return { objects: [...objects.values()], unreadable: users.flatMap(each => each.unreadable), known: true, takenAlong }
}

type Found = Pick<Users, 'objects' | 'unreadable'>

/** The users that the object's own status lists by kind and name, those of them that exist; undefined where it lists none. */
function usersInStatus(held: Held, context: RuleContext, saysInUse: boolean): Users | 'pending' | undefined {
  const { facts } = context
  const status = wholeOf(held, context)?.status
  const lists = Object.entries((status ?? {}) as Readonly<Record<string, unknown>>).filter(
    ([field]) => FIELD_OF_USERS.test(field) || (saysInUse && FIELD_OF_DEPENDENTS.test(field)),
  )
  for (const [field, value] of lists) {
    const objects: KubeObject[] = []
    const unreadable: Unreadable[] = []
    for (const each of Array.isArray(value) ? value : [value]) {
      const { kind, name, namespace = held.ref.namespace, ...rest } = (each ?? {}) as Readonly<Record<string, string>>
      const type =
        typeof kind === 'string' && typeof name === 'string' ? typeNamed({ kind, ...rest }, held, facts) : undefined
      if (type === undefined || (type.namespaced && namespace === undefined)) continue
      const place = type.namespaced ? { namespace: namespace! } : {}
      const user = facts.read({ about: 'object', resource: resourceName(type), ...place, name: name! })
      if (user.state === 'pending') return 'pending'
      if (user.state === 'unreadable') unreadable.push(user.why)
      if (user.state === 'known' && user.value.metadata.uid !== held.ref.uid) objects.push(user.value)
    }
    const told = { fact: `status.${field} lists what still uses it`, source: `status.${field}` }
    if (objects.length > 0) return { objects, unreadable, known: true, takenAlong: false, told }
  }
  return undefined
}

const NONE: Found = { objects: [], unreadable: [] }

function usersBy(field: UserField, held: Held, context: RuleContext): Found | 'pending' {
  switch (field.by) {
    case 'range':
      return byRange(held, context)
    case 'object':
      return namedByObject(field, held, context)
    case 'user':
      return namingObject(field, held, context)
  }
}

function namingObject(field: Extract<UserField, { by: 'user' }>, held: Held, context: RuleContext): Found | 'pending' {
  const resource = field.resource.replace('*', held.type.group)
  if (!context.facts.types.some(type => resourceName(type) === resource)) return NONE
  const place = field.in === 'same' || held.type.namespaced ? held.ref.namespace : undefined
  const list = context.facts.read({ about: 'list', resource, namespace: place })
  const seen = seenOf(list)
  if (list.state !== 'known' && (seen === undefined || list.state !== 'unreadable')) return unknown(list)
  const key = `users ${resource} ${place ?? ''} ${field.field}`
  const byName = once(context.facts, key, () => {
    const users = new Map<unknown, KubeObject[]>()
    for (const user of seen ?? []) {
      for (const name of new Set(valuesAt(user, field.field))) users.set(name, [...(users.get(name) ?? []), user])
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

function isTrue({ status }: KubeObject, type: string): boolean {
  const { conditions } = (status ?? {}) as { conditions?: unknown }
  return (
    Array.isArray(conditions) &&
    (conditions as readonly Condition[]).some(each => each.type === type && each.status === 'True')
  )
}

function namedByObject(
  field: Extract<UserField, { by: 'object' }>,
  held: Held,
  context: RuleContext,
): Found | 'pending' {
  const { facts } = context
  const type = facts.types.find(each => resourceName(each) === field.resource)
  const { resource, namespace, name } = held.ref
  const whole = facts.read({ about: 'object', resource, namespace, name })
  if (whole.state !== 'known') return unknown(whole)
  if (type === undefined) return NONE
  const found: KubeObject[] = []
  for (const value of valuesAt(whole.value, field.field)) {
    const named = (typeof value === 'string' ? { name: value } : value) as {
      name?: string
      namespace?: string
      uid?: string
    }
    if (typeof named?.name !== 'string') continue
    const place = type.namespaced ? (named.namespace ?? namespace) : undefined
    const user = facts.read({
      about: 'object',
      resource: field.resource,
      namespace: place,
      name: named.name,
    })
    if (user.state === 'pending') return 'pending'
    if (user.state === 'unreadable') return { objects: [], unreadable: [user.why] }
    if (user.state !== 'known' || (named.uid !== undefined && named.uid !== user.value.metadata.uid)) continue
    if (!field.untilDeleted || user.value.metadata.deletionTimestamp === undefined) found.push(user.value)
  }
  return { objects: found, unreadable: [] }
}

function byRange({ ref }: Held, { facts }: RuleContext): Found | 'pending' {
  const ranges = facts.read({ about: 'list', resource: 'servicecidrs.networking.k8s.io' })
  const addresses = facts.read({ about: 'list', resource: 'ipaddresses.networking.k8s.io' })
  if (ranges.state !== 'known') return unknown(ranges)
  if (addresses.state !== 'known') return unknown(addresses)
  const own = ranges.value.find(({ metadata }) => metadata.uid === ref.uid)
  return own === undefined ? NONE : { objects: coveredAlone(own, ranges.value, addresses.value), unreadable: [] }
}

const toldKnown = new WeakMap<KubeObject, { readonly told: Evidence | undefined }>()

/** The text in which an object says that others still use it. */
export function toldInUse(whole: KubeObject): Evidence | undefined {
  const known = toldKnown.get(whole) ?? {
    told: statusTexts(whole).find(({ fact }) => TOLD_IN_USE.test(fact) && !TOLD_FREE.test(fact)),
  }
  toldKnown.set(whole, known)
  return known.told
}

interface Condition {
  readonly type?: string
  readonly status?: string
  readonly reason?: string
  readonly message?: string
}

/** Whether a condition says that others use it: `InUse=True`, or `DependentsExist` as the reason of one that is not as it should be. */
function isSaidInUse({ status }: KubeObject): boolean {
  const { conditions } = (status ?? {}) as { conditions?: unknown }
  if (!Array.isArray(conditions)) return false
  return (conditions as readonly Condition[]).some(each => {
    const { type = '', status, reason = '' } = each ?? {}
    return status === 'True' ? saysInUse(type) && !CONDITION_FREE.test(reason) : saysInUse(reason)
  })
}

/** The condition (`StillReferenced=True`, `Ready=False InUse`) by which an object says that this user, by its name, uses it. */
export function conditionNaming({ metadata: { name } }: KubeObject, whole: KubeObject): Evidence | undefined {
  const { conditions } = (whole.status ?? {}) as { conditions?: unknown }
  if (!Array.isArray(conditions)) return undefined
  const word = nameIn(name)
  const said = (conditions as readonly Condition[]).find(({ type = '', status, reason = '', message = '' }) => {
    const isByType = saysInUse(type) && status === 'True' && !CONDITION_FREE.test(reason)
    return (isByType || (saysInUse(reason) && !TOLD_FREE.test(message))) && word.test(message)
  })
  if (said === undefined) return undefined
  const { type, status, reason = '', message = '' } = said
  return { fact: `condition ${type}=${status} ${reason}: ${message}`, source: 'status.conditions' }
}

/**
 * Objects of the other types of the product (an API group) that name this one in a field which is called after its kind, or that it names itself
 * as its users.
 */
function usersByName(
  held: Held,
  context: RuleContext,
  told: Evidence | undefined,
  product: string = held.type.group,
): Users | 'pending' {
  const { facts } = context
  // What the object says by kind may be of any group of the product; what only names it is sought in its own.
  const isTold = ({ kind, group }: ResourceType): boolean =>
    told !== undefined && group.includes('.') && new RegExp(`\\b${kind}\\b`).test(told.fact)
  const types = facts.types.filter(
    type => ((type.group === product && isCustom({ type })) || isTold(type)) && type.verbs.includes('list'),
  )
  const others = new Map(types.map((type): [string, ResourceType] => [resourceName(type), type]))
  others.delete(held.ref.resource)
  const objects: KubeObject[] = []
  const unreadable: Unreadable[] = []
  let pending = false
  for (const [resource, type] of others) {
    const place = type.namespaced && held.type.namespaced ? held.ref.namespace : undefined
    const list = facts.read({ about: 'list', resource, namespace: place })
    if (list.state === 'pending') pending = true
    if (list.state === 'unreadable') unreadable.push(list.why)
    if (list.state !== 'known') continue
    const naming = usersIn(list.value, `${resource} ${place ?? ''}`, held, context)
    const named = told === undefined ? [] : list.value.filter(user => isNamed(user, type, told.fact))
    objects.push(...new Set([...named, ...naming]))
  }
  if (pending) return 'pending'
  return { objects, unreadable, known: told !== undefined, takenAlong: false, told }
}

/** `Binding shop/tenant-b`, `bindings: tenant-b`: its kind, and its name, with its namespace where one stands before it. */
function isNamed({ metadata: { name, namespace } }: KubeObject, { kind, plural }: ResourceType, text: string): boolean {
  if (!text.toLowerCase().includes(kind.toLowerCase()) && !text.toLowerCase().includes(plural)) return false
  const found = nameIn(name).exec(text)
  return found !== null && (found[1] === undefined || found[1] === namespace)
}

/** The name as a whole word, with the namespace that may stand before it. */
function nameIn(name: string): RegExp {
  return new RegExp(`(?:([a-z0-9-]+)/)?${wholeWord(name)}`)
}

function unknown(fact: Exclude<Fact<unknown>, { state: 'known' }>): Found | 'pending' {
  if (fact.state === 'pending') return 'pending'
  return fact.state === 'absent' ? NONE : { objects: [], unreadable: [fact.why] }
}
