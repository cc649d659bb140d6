import { itemsOf } from '../../api/fact.ts'
import type { ObjectMeta } from '../../api/object.ts'
import { type ResourceType, resourceName } from '../../api/resource-type.ts'
import type { Unreadable } from '../../api/terminating.ts'
import { factFrom, type Messages } from '../../messages/sentence.ts'
import { isCustom } from '../custom-type.ts'
import type { Evidence } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import { programsThatWrote } from '../managers.ts'
import { once } from '../once.ts'
import type { StuckObject } from '../stuck-object.ts'
import { isOfDomain, ownerOf } from './identity.ts'

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
      latest: latestByManager([own, ...rest].flatMap(({ fact }) => itemsOf(fact))),
      latestFar: latestByManager(alsoFar.flatMap(({ fact }) => itemsOf(fact))),
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
export function latestByManager(metas: readonly ObjectMeta[]): ReadonlyMap<string, number> {
  const latest = new Map<string, number>()
  for (const meta of metas) {
    for (const { manager, at } of programsThatWrote(meta)) {
      if (at > (latest.get(manager) ?? Number.NEGATIVE_INFINITY)) latest.set(manager, at)
    }
  }
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

const SHARED_DOMAINS = /^(x-)?k8s\.io$/

/** Other products of the owner of the type's domain, whose controllers may be one with the finalizer's. */
export function farGroupsOf(held: Pick<StuckObject, 'type'>, facts: Facts): ReadonlySet<string> {
  const owner = ownerOf(held.type.group)
  if (!isCustom(held) || SHARED_DOMAINS.test(owner)) return new Set()
  return once(facts, `groups of ${owner}`, () => {
    const groups = new Set(facts.types.map(({ group }) => group))
    return new Set([...groups].filter(group => group.includes('.') && ownerOf(group) === owner))
  })
}

export function typesOfDomain(finalizer: string, facts: Facts): readonly ResourceType[] {
  const domain = finalizer.split('/')[0]!
  return once(facts, `types of ${domain}`, () => facts.types.filter(({ group }) => isOfDomain(group, domain)))
}
