import { seenOf } from '../../api/fact.ts'
import { append } from '../../api/long-lists.ts'
import { type KubeObject, namesOfList } from '../../api/object.ts'
import { parseApiVersion, type ResourceType, resourceName } from '../../api/resource-type.ts'
import type { Unreadable } from '../../api/terminating.ts'
import { factFrom } from '../../messages/sentence.ts'
import { isSaidInUse, namesKind, namesType, namesUser, pathsIn } from '../../statements/in-use.ts'
import type { Quote } from '../../statements/quote.ts'
import { inUse } from '../../statements/words/in-use.ts'
import { eachTogether } from '../answered.ts'
import { protectionOf, SAYS_IN_USE, type Users } from '../catalogue/in-use.ts'
import { restOf } from '../catalogue/wildcard.ts'
import { domainOf, isOfOneOwner } from '../controller/identity.ts'
import { isGroupKnown } from '../facts.ts'
import { typeNamed } from '../references/reference.ts'
import { commandLine, namespaceFlag } from '../shell-quote.ts'
import { isCustom, type RuleContext, readHeld, type StuckObject, wholeOf } from '../stuck-object.ts'
import { usersBy, usersIn } from './naming-fields.ts'

/**
 * The users that a finalizer waits for; undefined for one that is no protection. `told` is what the
 * object itself says of users.
 */
export function usersOf(held: StuckObject, finalizer: string, context: RuleContext, told?: Quote): Users | undefined {
  const row = protectionOf(finalizer, held.ref.resource, context.catalogue.rows.inUse)
  if (row === undefined) {
    const ending = endingBy(held, finalizer, context)
    if (ending.length > 0) return { objects: ending, unreadable: [], known: true, takenAlong: false }
    const saysInUse = SAYS_IN_USE.test(finalizer)
    // Of a core object nothing tells the product but the finalizer.
    if (!isCustom(held)) return saysInUse ? usersByName(held, context, undefined, domainOf(finalizer)) : undefined
    const whole = wholeOf(held, context)
    const listed = usersInStatus(held, context, saysInUse || (whole !== undefined && isSaidInUse(whole)))
    if (listed !== undefined) return listed
    return told !== undefined || saysInUse ? usersByName(held, context, told) : undefined
  }
  const ofFinalizer = restOf(row.finalizer, finalizer)
  const users = eachTogether(row.users, field => usersBy(field, held, ofFinalizer, context))
  const objects = new Map(users.flatMap(each => each.objects).map(each => [each.metadata.uid, each]))
  objects.delete(held.ref.uid)
  const takenAlong = row.users.some(field => field.by === 'object' && field.takenAlong === true)
  return { objects: [...objects.values()], unreadable: users.flatMap(each => each.unreadable), known: true, takenAlong }
}

/**
 * What a finalizer has by kind and name behind the domain of both types, and is being deleted as well
 * (`openstack.org/keystoneservice-glance` of a KeystoneAPI: openstack-k8s-operators/keystone-operator#273). One that
 * lives need not go for it: a controller may only have something to clean up there.
 */
function endingBy({ ref, type: own }: StuckObject, finalizer: string, context: RuleContext): readonly KubeObject[] {
  const domain = domainOf(finalizer)
  if (!isOfOneOwner(domain, own.group)) return []
  const rest = finalizer.slice(domain.length + 1).toLowerCase()
  const beside = context.facts.types.filter(({ group }) => group === own.group)
  return beside.flatMap(type => {
    const { kind, namespaced } = type
    // `example.com/bucket-cleanup` of a Bucket is its own, whatever Bucket is called `cleanup`.
    if (kind === ref.kind || (namespaced && ref.namespace === undefined)) return []
    if (!rest.startsWith(kind.toLowerCase()) || !['-', '.'].includes(rest.charAt(kind.length))) return []
    const named = { name: rest.slice(kind.length + 1), namespace: namespaced ? ref.namespace : undefined }
    const user = seenOf(context.facts.read({ about: 'object', resource: resourceName(type), ...named }))
    return user?.metadata.deletionTimestamp === undefined || user.metadata.uid === ref.uid ? [] : [user]
  })
}

/** Each is a request, and whoever has a text written there may write as many as they like. */
const MAX_ELSEWHERE = 10
const MAX_LISTED = 100

/** Objects of the product's (API group's) other types that name this one in a field called after its kind. */
export function usersByName(
  held: StuckObject,
  context: RuleContext,
  told: Quote | undefined,
  product: string = held.type.group,
): Users {
  const { facts } = context
  // What the object says by kind may be of any group of the product; what only names it is sought in its own.
  const isTold = ({ kind, group }: ResourceType) => told !== undefined && group.includes('.') && namesKind(told, kind)
  // Of a core object what is being deleted may be of a sister group (Kong/kong-operator#2414).
  const isOfOwner = ({ group }: ResourceType) => !isCustom(held) && isOfOneOwner(group, product)
  const all = facts.types.filter(type => (type.group === product || isOfOwner(type)) && isCustom({ type }))
  const ofProduct = new Set(all.filter(({ group }) => group === product || all.length <= MAX_LISTED))
  const types = facts.types.filter(type => (ofProduct.has(type) || isTold(type)) && type.verbs.includes('list'))
  const others = new Map(types.map((type): [string, ResourceType] => [resourceName(type), type]))
  others.delete(held.ref.resource)
  const [objects, unreadable]: [KubeObject[], Unreadable[]] = [[], []]
  const paths = told === undefined ? [] : pathsIn(told)
  const lists = [...others].map(([resource, type]) => {
    const place = type.namespaced && held.type.namespaced ? held.ref.namespace : undefined
    return { resource, type, place, list: facts.read({ about: 'list', resource, namespace: place }) }
  })
  const isAlone =
    isCustom(held) && lists.every(({ list }) => list.state === 'known' && !namesOfList(list.value).has(held.ref.name))
  for (const { resource, type, place, list } of lists) {
    if (list.state === 'unreadable') unreadable.push(list.why)
    if (list.state !== 'known') continue
    const isSeen = ({ metadata }: KubeObject) => type.group === product || told || metadata.deletionTimestamp
    const naming = usersIn(list.value, `${resource} ${place ?? ''}`, held, context, isAlone).filter(isSeen)
    const named = told === undefined ? [] : list.value.filter(user => namesUser(told, type, user))
    // Of another namespace only what is named by it, which was listed for its own alone.
    const isAsked = told !== undefined && place !== undefined && namesType(told, type)
    const elsewhere = isAsked ? paths.filter(({ namespace }) => namespace !== place).slice(0, MAX_ELSEWHERE) : []
    const away = elsewhere.flatMap(path => seenOf(facts.read({ about: 'object', resource, ...path })) ?? [])
    append(objects, new Set([...named, ...naming, ...away.filter(user => namesUser(told!, type, user))]))
  }
  return { objects, unreadable, known: told !== undefined, takenAlong: false, told }
}

/** The existing users that the object's own status lists by kind and name; undefined if it lists none. */
export function usersInStatus(held: StuckObject, context: RuleContext, saysInUse: boolean): Users | undefined {
  const { facts } = context
  const lists = entriesOf(wholeOf(held, context)?.status, 'status').filter(
    ({ field }) => inUse.has('field of users', field) || (saysInUse && inUse.has('field of dependents', field)),
  )
  for (const { path, value } of lists) {
    const objects: KubeObject[] = []
    const unreadable: Unreadable[] = []
    const users = eachTogether((Array.isArray(value) ? value : [value]).slice(0, MAX_LISTED), each => {
      const { kind, name, namespace = held.ref.namespace, ...rest } = (each ?? {}) as Readonly<Record<string, string>>
      const type =
        typeof kind === 'string' && typeof name === 'string' ? typeNamed({ kind, ...rest }, held, facts) : undefined
      if (type === undefined || (type.namespaced && namespace === undefined)) return undefined
      const place = type.namespaced ? { namespace: namespace! } : {}
      return facts.read({ about: 'object', resource: resourceName(type), ...place, name: name! })
    })
    for (const user of users) {
      if (user?.state === 'unreadable') unreadable.push(user.why)
      if (user?.state === 'known' && user.value.metadata.uid !== held.ref.uid) objects.push(user.value)
    }
    const told = factFrom(path, 'ListsUsers', { path })
    if (objects.length > 0) return { objects, unreadable, known: true, takenAlong: false, told }
  }
  return undefined
}

type Field = { readonly path: string; readonly field: string; readonly value: unknown }

/** The fields of a status, and those one level below: `deletion: {state: Blocked, blockedBy: […]}`. */
function entriesOf(part: unknown, path: string, isBelow = false): readonly Field[] {
  return Object.entries((part ?? {}) as Readonly<Record<string, unknown>>).flatMap(([field, value]) => {
    const own = { path: `${path}.${field}`, field, value }
    const isPart = typeof value === 'object' && value !== null && !Array.isArray(value) && !isBelow
    return isPart ? [own, ...entriesOf(value, own.path, true)] : [own]
  })
}

/** What a user stands for, if it is only a record of use: it goes with that, where that is there. */
export type MadeFor =
  | {
      readonly state: 'there' | 'unread'
      readonly what: string
      readonly get: string
      readonly delete: string
      /** It is being deleted already. */
      readonly ends: StuckObject | undefined
    }
  | 'gone'
  | undefined

/** An address is of its Service, a record of use (Crossplane's) of what is managed. */
export function madeFor(object: KubeObject, user: StuckObject, context: RuleContext): MadeFor {
  const { facts } = context
  const { parentRef } = (object.spec ?? {}) as { parentRef?: Named }
  const record = object.resourceRef as Named | undefined
  const isAddress = user.ref.resource === 'ipaddresses.networking.k8s.io'
  const named = isAddress ? parentRef : record
  if (named?.name === undefined) return undefined
  const group = isAddress ? (named.group ?? '') : parseApiVersion(named.apiVersion ?? '').group
  const type = facts.types.find(
    each => each.group === group && (isAddress ? each.plural === named.resource : each.kind === named.kind),
  )
  // Of a custom type that is told whole, and that the server does not have, there is no object.
  const isTold = !isAddress && named.kind !== undefined && group.includes('.')
  if (type === undefined) return isTold && isGroupKnown(group, facts) ? 'gone' : undefined
  const namespace = type.namespaced ? (named.namespace ?? user.ref.namespace) : undefined
  // What a record in one namespace says of another, the users of the first could have written.
  if (user.ref.namespace !== undefined && namespace !== user.ref.namespace) return undefined
  if (type.namespaced && namespace === undefined) return undefined
  const there = facts.read({ about: 'object', resource: resourceName(type), name: named.name, namespace })
  if (there.state === 'absent') return 'gone'
  const where = namespaceFlag(namespace)
  return {
    state: there.state === 'known' ? 'there' : 'unread',
    what: `${type.kind} ${named.name}${namespace === undefined ? '' : ` in namespace ${namespace}`}`,
    get: commandLine('kubectl', 'get', resourceName(type), named.name, ...where),
    delete: commandLine('kubectl', 'delete', resourceName(type), named.name, ...where, '--wait=false'),
    ends:
      there.state === 'known' && there.value.metadata.deletionTimestamp ? readHeld(there.value, context) : undefined,
  }
}

interface Named {
  readonly apiVersion?: string
  readonly group?: string
  readonly kind?: string
  readonly resource?: string
  readonly namespace?: string
  readonly name?: string
}
