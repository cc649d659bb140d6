import { itemsOf } from '../../api/fact.ts'
import { type ResourceType, resourceName } from '../../api/resource-type.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { claimsOf } from '../../statements/claims.ts'
import type { Quote } from '../../statements/quote.ts'
import { textsIn } from '../../statements/status-texts.ts'
import { hasWord, namesIn } from '../../statements/whole-word.ts'
import { english } from '../../statements/words/english.ts'
import { domainOf, isOfOneOwner } from '../controller/identity.ts'
import type { Case } from '../dossier/dossier.ts'
import { type Remedy, toInspect, toRepair } from '../explanation.ts'
import { closedNamespace, nothingCreated } from '../namespaces/terminating-namespaces.ts'
import { pauseOf, textOf } from '../pauses/paused-by.ts'
import { usersIn } from '../protections/naming-fields.ts'
import { one } from '../references/reference.ts'
import { commandLine } from '../shell-quote.ts'
import { clueOfAiling } from '../silence/ailing.ts'
import { isCustom, readHeld } from '../stuck-object.ts'
import { unpause } from './paused.ts'

/** The type of the object's product, other than its own, that an error calls by one of these words. */
function typeCalled(said: readonly { readonly word: string }[], found: Case): ResourceType | undefined {
  const words = said.map(({ word }) => word.toLowerCase())
  return oneOfProduct(found, ({ kind }) => kind !== found.held.ref.kind && words.includes(kind.toLowerCase()))
}

/** The one type of these whose group has the owner of the object's own, or of the finalizer's domain. */
export function oneOfProduct({ held, finalizer, context }: Case, isMeant: (type: ResourceType) => boolean) {
  const group = isCustom(held) ? held.type.group : domainOf(finalizer)
  const isOfProduct = (type: ResourceType) => isCustom({ type }) && isOfOneOwner(type.group, group)
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

/**
 * The error says of another of its product, by kind, that it is not ready, or not yet: what the one of that name, or
 * the only one of the namespace, says of itself (matrixorigin/matrixone#25045), and the switch by which its controller
 * leaves it as it is (redpanda-data/redpanda#10927).
 */
export function namedIsUnwell(errors: readonly Quote[], found: Case) {
  const { held, finalizer, context } = found
  const said = errors.filter(({ fact }) => english.has('unwell', fact) || english.has('held', fact))
  const isSaid = (word: string) => said.some(({ fact }) => hasWord(word.toLowerCase())(fact.toLowerCase()))
  const type = oneOfProduct(found, ({ kind }) => kind !== held.ref.kind && isSaid(kind))
  if (type === undefined) return undefined
  const place = type.namespaced ? held.ref.namespace : undefined
  const all = itemsOf(context.facts.read({ about: 'list', resource: resourceName(type), namespace: place }))
  const named = all.filter(({ metadata }) => isSaid(metadata.name))
  const [object, ...others] = named.length > 0 ? named : all
  const other = object && others.length === 0 ? readHeld(object, context) : undefined
  if (other === undefined || other.meta.deletionTimestamp !== undefined) return undefined
  const ill = clueOfAiling({ held: other, object: object!, path: said[0]!.source, by: 'the error' })
  const pause = pauseOf(other, finalizer, object, context)
  if (pause === undefined && ill.evidence.length === 0) return undefined
  const has = pause && { object: `${other.ref.kind} ${other.ref.name}`, pause: textOf(pause.place) }
  const evidence = [...(has ? [factFrom(other.ref.resource, 'HasSwitch', has)] : []), ...ill.evidence]
  const first = pause === undefined ? [ill.remedy] : unpause(pause.place, [pause.ref], false)
  return { key: ill.key, evidence, remedies: (last: Remedy, fix: Remedy) => [...first, fix, last] }
}

const LONGEST = 100
/** What stands there may be no one's to read. */
const CONFIDENTIAL = /pass|secret|token|key|credential/i

/** The one field of the spec, by its name, of which an error says that it is wrong: `MeshName must match`. */
export function wrongField(errors: readonly Quote[], { reports: { whole } }: Case) {
  const said = errors.filter(({ fact }) => english.has('wrong value', fact)).flatMap(({ fact }) => namesIn(fact))
  const words = said.filter(word => /[a-z][A-Z]|\w\.\w/.test(word)).map(word => `.${word.toLowerCase()}`)
  const fields = words.length === 0 ? [] : textsIn(whole?.spec, 'spec')
  const [found, ...others] = fields.filter(({ source }) => words.some(word => source.toLowerCase().endsWith(word)))
  if (found === undefined || others.length > 0 || CONFIDENTIAL.test(found.source)) return undefined
  const { source: path, fact } = found
  return {
    key: `field/${path}=${fact}`,
    evidence: [factFrom(path, 'FieldIs', { path, value: JSON.stringify(fact.slice(0, LONGEST)) })],
    remedies: (last: Remedy, fix: Remedy) => [{ ...fix, summary: message('CorrectField', { path }) }, last],
  }
}
