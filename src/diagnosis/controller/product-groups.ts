import type { ResourceType } from '../../api/resource-type.ts'
import { isCustom } from '../custom-type.ts'
import type { Facts } from '../facts.ts'
import { once } from '../once.ts'
import type { StuckObject } from '../stuck-object.ts'
import { isOfDomain, ownerOf } from './identity.ts'

/** Where the controller of a finalizer writes: the group of the type, and those in the domain of the finalizer. */
export function groupsOf(held: Pick<StuckObject, 'type'>, finalizer: string, facts: Facts): ReadonlySet<string> {
  const own = isCustom(held) ? [held.type.group] : []
  return once(facts, `groups of ${own.join()} ${finalizer}`, () => {
    const ofDomain = typesOfDomain(finalizer, facts).map(({ group }) => group)
    return new Set([...own, ...ofDomain.toSorted()])
  })
}

/** Domains that many products share. */
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
