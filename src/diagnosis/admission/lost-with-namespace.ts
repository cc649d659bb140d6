import { resourceName } from '../../api/resource-type.ts'
import type { LetPassWhen } from '../../messages/arguments.ts'
import { factFrom, message, type Sentence } from '../../messages/sentence.ts'
import { filterTogether } from '../answered.ts'
import type { Evidence } from '../explanation.ts'
import { namespaceBeingEmptied, nothingCreated } from '../namespaces/terminating-namespaces.ts'
import { namedMissing } from '../references/named-missing.ts'
import { existenceOf } from '../references/references.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'

/** Advice that follows from the namespace of a denied object. */
export interface Lost {
  /** What it misses is gone, and cannot come back where it was. */
  readonly isCertain: boolean
  readonly asks: Sentence
  readonly when: LetPassWhen
  readonly evidence: readonly Evidence[]
}

/**
 * What it says comes first: it works, and may be right. In a terminating namespace, nothing that it demands can be
 * created, and what it misses was deleted with the namespace if no other namespace has it.
 */
export function lostWithNamespace(held: StuckObject, why: string, context: RuleContext): Lost {
  const namespace = held.ref.resource === 'namespaces' ? held.ref.name : held.ref.namespace
  if (namespace === undefined || namespaceBeingEmptied(namespace, context) === undefined) {
    return { isCertain: false, asks: asks(why), when: 'ifNotChecked', evidence: [] }
  }
  const { apiVersion, kind } = held.ref
  const told = [{ fact: why, source: 'dry run' }]
  const elsewhere = placeNamed(why, namespace, context)
  const named = namedMissing(told, { apiVersion, kind, metadata: held.meta }, held, context.facts).filter(
    ({ type, namespace: other = elsewhere ?? namespace }) => type.namespaced && other === namespace,
  )
  const [gone] = filterTogether(named, reference => existenceOf(reference, context) === 'absent')
  if (gone === undefined) {
    const asks = message('ReadWhatItAsks', { why, ...(elsewhere ? { elsewhere } : { ending: namespace }) })
    return { isCertain: false, asks, when: 'ifNotChecked', evidence: elsewhere ? [] : [nothingCreated(namespace)] }
  }
  const { name } = gone
  const [resource, inAnyNamespace] = [resourceName(gone.type), gone.namespace === undefined]
  return {
    isCertain: true,
    asks: message('NotCreatedAgain', { kind: gone.type.kind, name, namespace }),
    when: 'always',
    evidence: [
      factFrom(resource, 'DemandedObjectMissing', { resource, name, inAnyNamespace }),
      nothingCreated(namespace),
    ],
  }
}

/** Another namespace that the words of a denial name, which is not being deleted; none of who is denied it. */
function placeNamed(why: string, own: string, { facts }: RuleContext): string | undefined {
  const all = facts.read({ about: 'metadata', resource: 'namespaces' })
  const texts = why.split(' ').filter(word => !word.includes('system:serviceaccount:'))
  const words = new Set(texts.flatMap(text => text.split(/[^a-z0-9-]/)))
  // One without a dash may be a plain word.
  const isName = (name: string) => name.includes('-') || [`${name}/`, `"${name}"`].some(form => why.includes(form))
  const isMeant = (name: string) => name !== own && words.has(name) && isName(name)
  const named = all.state === 'known' ? all.value.find(each => isMeant(each.name)) : undefined
  return named?.deletionTimestamp === undefined ? named?.name : undefined
}

/** Of a webhook or a policy: it works, and it may be right. */
export function asks(why: string): Sentence {
  return message('ReadWhatItAsks', { why })
}
