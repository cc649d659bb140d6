import { itemsOf } from '../../api/fact.ts'
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
import { usersIn } from '../protections/naming-fields.ts'
import { one } from '../references/kinds.ts'
import { toInspect, toRepair } from '../remedy.ts'
import { commandLine } from '../shell-quote.ts'

/** The type of the object's product, other than its own, that an error calls by one of these words. */
function typeCalled(said: readonly { readonly word: string }[], found: Case): ResourceType | undefined {
  const words = said.map(({ word }) => word.toLowerCase())
  return oneOfProduct(found, ({ kind }) => kind !== found.held.ref.kind && words.includes(kind.toLowerCase()))
}

/** The one type of these whose group has the owner of the object's own. */
export function oneOfProduct({ held, context }: Case, isMeant: (type: ResourceType) => boolean) {
  const isOfProduct = (type: ResourceType) => isCustom({ type }) && isOfOneOwner(type.group, held.type.group)
  return one(context.facts.types.filter(type => isMeant(type) && isOfProduct(type)))
}

/** The error says that objects of a kind depend on it: those that name it, in whichever namespace. */
export function usersOfKind(errors: readonly Quote[], found: Case) {
  const type = typeCalled(claimsOf('dependents of a kind', errors), found)
  if (type === undefined) return undefined
  const { ref } = found.held
  const resource = resourceName(type)
  const all = itemsOf(found.context.facts.read({ about: 'list', resource }))
  const users = usersIn(all, resource, found.held, found.context).map(({ metadata }) => metadata)
  const isHere = users.some(({ namespace }) => namespace === ref.namespace)
  const names = users
    .slice(0, 3)
    .map(({ namespace, name }) => `${type.kind} ${[namespace ?? [], name].flat().join('/')}`)
  const told = { users: names, object: `${ref.kind} ${ref.name}`, none: isHere ? undefined : ref.namespace }
  const look = toInspect(message('EndUseByKind', told), [commandLine('kubectl', 'get', resource, '-A')])
  if (users.length === 0) return undefined
  return { key: resource, evidence: [factFrom(resource, 'UsedByKind', told)], remedies: (last: Remedy) => [look, last] }
}

/** The error says that there is none of a kind of its product, and the object's namespace has none. */
export function noneOfKind(errors: readonly Quote[], found: Case) {
  const { held, context } = found
  const type = typeCalled(claimsOf('none of a kind', errors), found)
  if (type === undefined) return undefined
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
