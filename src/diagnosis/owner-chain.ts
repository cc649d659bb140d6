import { append } from '../api/long-lists.ts'
import type { ObjectMeta } from '../api/object.ts'
import { parseApiVersion, resourceName } from '../api/resource-type.ts'
import type { Facts } from './facts.ts'

export interface OwnerChain {
  /** Its owners and theirs: with each of them it would go. */
  readonly owners: readonly { readonly kind: string; readonly namespace?: string; readonly name: string }[]
  /** All of them are known. */
  readonly complete: boolean
}

/** More owners above each other than there are: an end, should they lead in a circle. */
const MAX_STEPS = 10

/** By whom an object is owned, up to the first that nobody owns. */
export function ownerChain(meta: ObjectMeta, facts: Facts, steps = MAX_STEPS): OwnerChain {
  const { namespace, ownerReferences = [] } = meta
  const owners: OwnerChain['owners'][number][] = []
  let complete = steps > 0
  for (const { apiVersion, kind, name, uid } of steps > 0 ? ownerReferences : []) {
    const { group } = parseApiVersion(apiVersion)
    const type = facts.types.find(each => each.group === group && each.kind === kind)
    const place = type?.namespaced && namespace !== undefined ? { namespace } : {}
    owners.push({ kind, name, ...place })
    if (type === undefined) {
      complete = false
      continue
    }
    const owner = facts.read({ about: 'object', resource: resourceName(type), name, ...place })
    if (owner.state === 'unreadable') complete = false
    if (owner.state !== 'known' || owner.value.metadata.uid !== uid) continue
    const above = ownerChain(owner.value.metadata, facts, steps - 1)
    append(owners, above.owners)
    complete &&= above.complete
  }
  return { owners, complete }
}
