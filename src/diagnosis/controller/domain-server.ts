import { resourceName } from '../../api/resource-type.ts'
import { isCustom } from '../custom-type.ts'
import type { Facts } from '../facts.ts'
import { once } from '../once.ts'
import type { StuckObject } from '../stuck-object.ts'
import { type Holder, holdersOf } from './holders.ts'
import { domainOf, type Identity } from './identity.ts'
import { isForType } from './rbac-grants.ts'

/**
 * The one account that serves the API group after which a finalizer is named, for an object of a Kubernetes type that
 * does not tell who wrote the finalizer: no other account has a role that names a custom type of that group, and no
 * user or group a controller's. undefined: several have, it is no group of this cluster, or not all was read.
 */
export function domainServer(
  held: StuckObject,
  finalizer: string,
  { writer }: Identity,
  facts: Facts,
): Pick<Holder, 'namespace' | 'name'> | undefined {
  if (writer !== undefined || isCustom(held)) return undefined
  const domain = domainOf(finalizer)
  const { namespace } = held.ref
  return once(facts, `serving ${domain} ${namespace}`, () => soleHolder(domain, namespace, facts))
}

function soleHolder(domain: string, namespace: string | undefined, facts: Facts): Holder | undefined {
  const types = facts.types.filter(type => type.group === domain && isCustom({ type }))
  const accounts = new Map<string, Holder>()
  for (const { group, plural } of new Map(types.map(type => [resourceName(type), type])).values()) {
    const found = holdersOf(facts, { group, plural, namespace })
    if (found.unreadable.length > 0 || found.outside.some(({ grant }) => grant === 'marked')) return undefined
    const own = found.holders.filter(({ grant }) => isForType(grant))
    for (const holder of own) accounts.set(`${holder.namespace}/${holder.name}`, holder)
  }
  const [account, ...others] = accounts.values()
  return others.length === 0 ? account : undefined
}
