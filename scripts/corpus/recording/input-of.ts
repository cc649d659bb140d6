import { uncut } from '../../../src/api/cut-text.ts'
import type { Fact } from '../../../src/api/fact.ts'
import type { RuleContext, StuckObject } from '../../../src/diagnosis/stuck-object.ts'
import type { Input, Read } from '../input.ts'
import { ownOf } from '../own-catalogue.ts'
import type { Beside } from './read-beside.ts'

/** A group that is not served: it is unknown only where all are. */
const NO_GROUP = 'no.such.group.example'

/** What a diagnosis was given and has read, as data. */
export function inputOf(context: RuleContext, read: readonly Read[], { beside, cluster }: Beside): Input {
  const { facts, asked, terminating, unreadable, contentOf } = context
  const held = [...terminating.values()]
  const namespaces = new Set([...held, ...asked].flatMap(namespacesOf))
  const contents = [...namespaces].map(namespace => [namespace, contentOf(namespace)] as const)
  return {
    now: facts.now.toISOString(),
    types: facts.types,
    unknownGroups: { groups: [...facts.unknownGroups], everyOther: facts.unknownGroups.has(NO_GROUP) },
    asked: asked.map(each => held.indexOf(each)),
    terminating: held,
    unreadable,
    content: {
      of: Object.fromEntries(contents.flatMap(([name, { held }]) => (held.length === 0 ? [] : [[name, held]]))),
      complete: completeOf(held, contentOf),
    },
    catalogue: ownOf(context.catalogue),
    facts: read.map(({ query, fact }) => ({ query, fact: wholeFact(fact) })),
    beside,
    cluster: Object.fromEntries(Object.entries(cluster).map(([name, fact]) => [name, wholeFact(fact)])),
  }
}

/** Which terminating namespaces are known whole: those that were asked for, an explanation comes upon others. */
function completeOf(held: readonly StuckObject[], contentOf: RuleContext['contentOf']): Input['content']['complete'] {
  const all = held.flatMap(({ ref }) => (ref.resource === 'namespaces' ? [ref.name] : []))
  const complete = all.filter(name => contentOf(name).complete)
  return complete.length > 0 && (complete.length === all.length || complete)
}

function namespacesOf({ ref }: StuckObject): readonly string[] {
  if (ref.resource === 'namespaces') return [ref.name]
  return ref.namespace === undefined ? [] : [ref.namespace]
}

/** With the texts that were cut: how large an object is counts by all of it. */
function wholeFact(fact: Fact<unknown>): Fact<unknown> {
  if (fact.state === 'known') return { ...fact, value: wholeValue(fact.value) }
  if (fact.state === 'unreadable' && fact.part !== undefined) return { ...fact, part: wholeValue(fact.part) }
  return fact
}

function wholeValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(wholeValue)
  return typeof value === 'object' && value !== null ? uncut(value) : value
}
