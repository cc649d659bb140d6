import { type ResourceType, resourceName } from '../../api/resource-type.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { claimsOf } from '../../statements/claims.ts'
import type { Quote } from '../../statements/quote.ts'
import { isOfOneOwner } from '../controller/identity.ts'
import { isCustom } from '../custom-type.ts'
import type { Case } from '../dossier/dossier.ts'
import type { Remedy } from '../explanation.ts'
import { nothingCreated } from '../namespaces/teardown.ts'
import { closedNamespace } from '../namespaces/terminating-namespaces.ts'
import { one } from '../references/kinds.ts'
import { toRepair } from '../remedy.ts'

/** The error says that there is none of a kind of its product, and the object's namespace has none (maistra/istio#222). */
export function noneOfKind(errors: readonly Quote[], { held, context }: Case) {
  const words = claimsOf('none of a kind', errors).map(({ word }) => word.toLowerCase())
  const isMeant = (type: ResourceType) =>
    words.includes(type.kind.toLowerCase()) && isCustom({ type }) && isOfOneOwner(type.group, held.type.group)
  const type = words.length === 0 ? undefined : one(context.facts.types.filter(isMeant))
  if (type === undefined || resourceName(type) === held.ref.resource) return undefined
  const resource = resourceName(type)
  const all = context.facts.read({ about: 'metadata', resource })
  const place = type.namespaced ? held.ref.namespace : undefined
  if (all.state !== 'known' || all.value.some(each => place === undefined || each.namespace === place)) return undefined
  const what = { kind: type.kind, namespace: all.value.length === 0 ? undefined : place }
  const create = toRepair(message('CreateOneOfKind', { kind: type.kind, namespace: place }), [], 'medium')
  const isClosed = closedNamespace(place, context) !== undefined
  return {
    key: `none/${resource}/${place ?? ''}`,
    evidence: [factFrom(resource, 'NoneOfKind', what), ...(isClosed ? [nothingCreated(place!)] : [])],
    remedies: (last: Remedy, fix: Remedy) => (isClosed ? [fix, last] : [create, last]),
  }
}
