import { itemsOf } from '../../api/fact.ts'
import type { ObjectMeta } from '../../api/object.ts'
import { oncePer } from '../../api/once-per.ts'
import { type ResourceType, resourceName } from '../../api/resource-type.ts'
import type { Unreadable } from '../../api/terminating.ts'
import { factFrom, type Messages } from '../../messages/sentence.ts'
import type { Evidence } from '../explanation.ts'
import { type Facts, once } from '../facts.ts'
import { isProgram, isTelling, programsThatWrote, type Write } from '../managers.ts'
import { isCustom, type RuleContext, type StuckObject, siblingsOf } from '../stuck-object.ts'
import { terminatingBy } from '../terminating-by.ts'
import { type Identity, isAnother, isOfDomain, ownerDomain } from './identity.ts'
import { askedAt } from './since-deletion.ts'

export interface LastWrite {
  readonly manager: string
  readonly seconds: number
}

/** The write that breaks the traces of an uninstall, the one that breaks a silence, and the later: see `Signs`. */
export interface LastWrites {
  readonly wrote: LastWrite | undefined
  readonly silentSince: LastWrite | undefined
  readonly seen: LastWrite | undefined
}

/**
 * When the writer of a finalizer was last seen to write: on the object, on others of its type in the namespace, on all
 * of the type that terminate, and `everywhere`, where that was read, and by the very same program `far` from it.
 * `known` are the names that the catalogue gives for it. Where its name tells nothing every program counts that wrote
 * the object or, of a custom type, any of its product; after the deletion every one that is not shown to be another.
 */
export function lastWritesOf(
  held: StuckObject,
  identity: Identity,
  known: readonly string[],
  context: RuleContext,
  everywhere: ReadonlyMap<string, number> = new Map(),
  far: ReadonlyMap<string, number> = new Map(),
): LastWrites {
  const { writer, manager } = identity
  // A second is what managedFields and deletionTimestamp are exact to.
  const asked = askedAt(held) + 1000
  const others = programsThatWrote(held.meta).filter(each => !isAnother(each.manager, identity))
  const after = others.filter(({ at }) => at > asked)
  const writes = (name: string) => [
    ...writesOnType(held, name, context),
    ...writesOf(name, everywhere),
    ...(isTelling(name) ? writesOf(name, far) : []),
  ]
  const own = writer === undefined || !isProgram(writer.manager) ? [] : writes(writer.manager)
  const named = known.flatMap(writes)
  const ofProduct = !isCustom(held)
    ? []
    : [...everywhere.keys()].filter(name => !isAnother(name, identity)).flatMap(name => writesOf(name, everywhere))
  const { now } = context.facts
  const wrote = last(now, [...(manager === undefined ? [] : own), ...named, ...after])
  const silentSince = last(now, [...own, ...named, ...(manager === undefined ? [...others, ...ofProduct] : after)])
  return { wrote, silentSince, seen: later(wrote, silentSince) }
}

export function later(one: LastWrite | undefined, other: LastWrite | undefined): LastWrite | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return other.seconds < one.seconds ? other : one
}

function writesOnType(
  { ref, meta }: StuckObject,
  manager: string,
  { facts, terminating }: RuleContext,
): readonly Written[] {
  const near = once(facts, `writes ${ref.resource} ${ref.namespace}`, () =>
    latestOf(siblingsOf({ ref }, { facts }).flatMap(({ metadata }) => programsThatWrote(metadata))),
  )
  const deleted = once(facts, `writes of terminating ${ref.resource}`, () =>
    latestOf(terminatingBy('type', ref.resource, { terminating }).flatMap(each => programsThatWrote(each.meta))),
  )
  const own = programsThatWrote(meta).filter(each => each.manager === manager)
  return [...writesOf(manager, near), ...writesOf(manager, deleted), ...own]
}

function writesOf(manager: string, latest: ReadonlyMap<string, number>): readonly Written[] {
  const at = latest.get(manager)
  return at === undefined ? [] : [{ manager, at }]
}

type Written = Pick<Write, 'manager' | 'at'>

function last(now: Date, writes: readonly Written[]): LastWrite | undefined {
  const latest = writes.filter(({ at }) => Number.isFinite(at)).toSorted((a, b) => b.at - a.at)[0]
  return latest && { manager: latest.manager, seconds: Math.max(0, (now.getTime() - latest.at) / 1000) }
}

/** How many types of a product are read besides the one in question. */
const MAX_TYPES = 20

/** When each program wrote an object of a type, or of one of the same product, last: in all namespaces. */
export interface WritesEverywhere {
  /** In ms, by manager. */
  readonly latest: ReadonlyMap<string, number>
  /** The same in other products of the owner of its domain, where only the very same program counts. */
  readonly latestFar: ReadonlyMap<string, number>
  /** The type itself could not be read: nothing is proven. */
  readonly unread: readonly Unreadable[]
  /** What of its product was not read: a silence that may be broken there proves nothing. */
  readonly gaps: readonly Evidence[]
}

/**
 * Reads the metadata of all objects of a type, and of all types of these groups, each by one list for all who ask. A
 * controller that is at work elsewhere writes there. Of `farGroups` as many are read as there is room for.
 */
export function writesEverywhere(
  { ref: { resource } }: StuckObject,
  groups: ReadonlySet<string>,
  facts: Facts,
  farGroups: ReadonlySet<string> = new Set(),
): WritesEverywhere {
  return once(facts, `writes everywhere ${resource} ${[...groups].join()}`, () => {
    const types = facts.types.filter(({ group }) => groups.has(group)).map(resourceName)
    const others = [...new Set(types)].filter(each => each !== resource).toSorted()
    const read = (each: string) => ({ resource: each, fact: facts.read({ about: 'metadata', resource: each }) })
    const far = facts.types.filter(({ group }) => farGroups.has(group) && !groups.has(group)).map(resourceName)
    const [own, rest] = [read(resource), others.slice(0, MAX_TYPES).map(read)]
    // A sign of life there counts; that not all could be read does not.
    const alsoFar = [...new Set(far)]
      .toSorted()
      .slice(0, Math.max(0, MAX_TYPES - rest.length))
      .map(read)
    const unknown = [...groups].filter(group => facts.unknownGroups.has(group))
    return {
      latest: latestOf([own, ...rest].flatMap(({ fact }) => latestIn(itemsOf(fact)))),
      latestFar: latestOf(alsoFar.flatMap(({ fact }) => latestIn(itemsOf(fact)))),
      unread: own.fact.state === 'unreadable' ? [own.fact.why] : [],
      gaps: [
        ...rest.flatMap(each =>
          each.fact.state === 'unreadable' ? [gap(each.resource, { unread: each.fact.why.reason })] : [],
        ),
        ...others.slice(MAX_TYPES, MAX_TYPES + 1).map(each => gap(each, { more: others.length - MAX_TYPES - 1 })),
        ...unknown.map(group => gap(group, 'types unknown')),
      ],
    }
  })
}

function gap(resource: string, because: Messages['MayHaveWrittenIn']['because']): Evidence {
  return factFrom(resource, 'MayHaveWrittenIn', { resource, because })
}

/** The last write of each program among these objects, in ms. */
const latestIn = oncePer((metas: readonly ObjectMeta[]) =>
  [...latestOf(metas.flatMap(programsThatWrote))].map(([manager, at]) => ({ manager, at })),
)

function latestOf(writes: readonly Pick<Write, 'manager' | 'at'>[]): ReadonlyMap<string, number> {
  const latest = new Map<string, number>()
  for (const { manager, at } of writes)
    if (at > (latest.get(manager) ?? Number.NEGATIVE_INFINITY)) latest.set(manager, at)
  return latest
}

/** Where the controller of a finalizer writes: the group of the type, and those in the domain of the finalizer. */
export function groupsOf(held: Pick<StuckObject, 'type'>, finalizer: string, facts: Facts): ReadonlySet<string> {
  const own = isCustom(held) ? [held.type.group] : []
  return once(facts, `groups of ${own.join()} ${finalizer}`, () => {
    const ofDomain = typesOfDomain(finalizer, facts).map(({ group }) => group)
    return new Set([...own, ...ofDomain.toSorted()])
  })
}

export const SHARED_DOMAINS = /^(x-)?k8s\.io$/

/** Other products of the owner of the type's domain, whose controllers may be one with the finalizer's. */
export function farGroupsOf(held: Pick<StuckObject, 'type'>, facts: Facts): ReadonlySet<string> {
  const owner = ownerDomain(held.type.group)
  if (!isCustom(held) || SHARED_DOMAINS.test(owner)) return new Set()
  return once(facts, `groups of ${owner}`, () => {
    const groups = new Set(facts.types.map(({ group }) => group))
    return new Set([...groups].filter(group => group.includes('.') && ownerDomain(group) === owner))
  })
}

export function typesOfDomain(finalizer: string, facts: Facts): readonly ResourceType[] {
  const domain = finalizer.split('/')[0]!
  return once(facts, `types of ${domain}`, () => facts.types.filter(({ group }) => isOfDomain(group, domain)))
}
