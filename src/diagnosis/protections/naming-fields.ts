import { isTrue } from '../../api/condition.ts'
import { type Fact, seenOf } from '../../api/fact.ts'
import type { KubeObject } from '../../api/object.ts'
import type { ObjectRef } from '../../api/object-ref.ts'
import { oncePer } from '../../api/once-per.ts'
import { type ResourceType, resourceName } from '../../api/resource-type.ts'
import { valuesAt } from '../../api/values-at.ts'
import type { UserField, Users } from '../catalogue/in-use.ts'
import { once } from '../facts.ts'
import { targetKey } from '../references/reference.ts'
import { referencesOf } from '../references/references.ts'
import { coveredAlone } from '../service/service-range.ts'
import { type RuleContext, readHeld, type StuckObject } from '../stuck-object.ts'

const DEEPEST = 6
/** What stands there is chosen by labels, whose keys may be called after a kind, and names nothing. */
const OF_LABELS = /selector$|labels?$|annotations$|matchExpressions/i

/**
 * The objects of a list (`key` tells it from others) that name an object in their spec: by a reference, or by a field
 * called after its kind (`ipPool: a`, `pools: [{name: a}]`, `poolName: a` of an IPPool). `isAlone`: nothing
 * else has its name; then also by a reference that is called after no type (aws-controllers-k8s/community#1509).
 */
export function usersIn(
  list: readonly KubeObject[],
  key: string,
  { ref, type }: { readonly type: ResourceType; readonly ref: Pick<ObjectRef, 'kind' | 'namespace' | 'name'> },
  context: RuleContext,
  isAlone = false,
): readonly KubeObject[] {
  const byName = once(context.facts, `named by ${key}`, () => index(list, context))
  const own = targetKey({ type, ...ref })
  const fields = fieldsFor(type)
  const others = isAlone ? context.facts.types.filter(({ group }) => group === type.group).map(fieldsFor) : []
  const found = (byName.get(ref.name) ?? []).filter(({ target, field = '', kind }) => {
    if (target !== undefined) return target === own
    if (isAlone && field.endsWith('Ref') && !kind && !others.some(each => each.has(calledAfter(field)))) return true
    if (kind === ref.kind && type.group === '') return true
    return fields.has(calledAfter(field)) && (kind ?? ref.kind) === ref.kind
  })
  return [...new Set(found.map(({ user }) => user))]
}

interface Naming {
  readonly user: KubeObject
  /** Of a reference whose type is certain. */
  readonly target?: string
  /** Else the field, and the kind beside the name. */
  readonly field?: string
  readonly kind?: string | undefined
}

function index(list: readonly KubeObject[], context: RuleContext): ReadonlyMap<string, readonly Naming[]> {
  const byName = new Map<string, Naming[]>()
  const add = (name: string, naming: Naming): void => {
    const same = byName.get(name)
    if (same === undefined) byName.set(name, [naming])
    else same.push(naming)
  }
  for (const user of list) {
    const as = readHeld(user, context)
    if (as === undefined) continue
    for (const each of referencesOf(as, user, context)) add(each.name, { user, target: targetKey(each) })
    collect(user.spec, '', 0, (field, name, kind) => add(name, { user, field, kind }))
    // Who selects its users by a label has the name there: `svc.example.com/store: gold`.
    for (const [key, name] of Object.entries(user.metadata.labels ?? {})) {
      const [domain = '', field] = key.split('/')
      if (field !== undefined && as.type.group.endsWith(domain)) add(name, { user, field })
    }
  }
  return byName
}

type Found = (field: string, name: string, kind: string | undefined) => void

function collect(value: unknown, field: string, depth: number, found: Found): void {
  if (typeof value === 'string') found(field, value, undefined)
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return
  if (Array.isArray(value)) {
    for (const each of value) collect(each, field, depth + 1, found)
    return
  }
  const { name, kind } = value as { name?: unknown; kind?: unknown }
  if (typeof name === 'string') found(field, name, typeof kind === 'string' ? kind : undefined)
  for (const [inner, each] of Object.entries(value)) {
    // `poolRef: {from: {name: a}}`
    if (!OF_LABELS.test(inner)) collect(each, inner === 'from' ? field : inner, depth + 1, found)
  }
}

/** `poolRefs`, `poolName`, `pools`: all `pool`. */
function calledAfter(field: string): string {
  return field
    .replace(/(Refs?|Names?)$/, '')
    .toLowerCase()
    .replace(/s$/, '')
}

/**
 * The fields called after a kind, or after its end: `ippool` and `pool` for an IPPool, `pgcluster` for a
 * PerconaPGCluster, `shelves` for a Shelf, `pvc` for a claim.
 */
const fieldsFor = oncePer(({ kind, plural, group, shortNames }: ResourceType): ReadonlySet<string> => {
  const words = kind.match(/[A-Z]+(?![a-z])|[A-Z][a-z]+/g) ?? []
  const ends = kind.endsWith(words.at(-1) ?? '') ? words.map((_, at) => words.slice(at).join('')) : []
  const short = group === '' ? shortNames : []
  return new Set([kind, ...ends, plural, ...short].map(word => word.toLowerCase().replace(/s$/, '')))
})

/** Objects, and what of them could not be read. */
type FieldUsers = Pick<Users, 'objects' | 'unreadable'>

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
    if (!isOfKind || (field.ended !== undefined && isTrue(user, field.ended))) return false
    return field.only === undefined || field.only.values.includes(valuesAt(user, field.only.field)[0] ?? null)
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
