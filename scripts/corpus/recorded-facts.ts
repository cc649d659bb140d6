import { withoutLongTexts } from '../../src/api/cut-text.ts'
import { type Fact, type Query, queryKey } from '../../src/api/fact.ts'
import { KUBERNETES_GROUPS } from '../../src/api/kubernetes-groups.ts'
import { NOT_RECORDED } from '../../src/api/terminating.ts'
import type { Facts } from '../../src/diagnosis/facts.ts'
import { derived } from './derived.ts'
import type { Input } from './input.ts'

/**
 * Answers from a recording. A question that was not asked when it was recorded is answered from what was there (derived.ts); where
 * that does not tell, it is unreadable as it would be from a recording of the program's own, and noted in `unrecorded`.
 */
export class RecordedFacts {
  readonly unrecorded = new Map<string, Query>()
  readonly #input: Input
  readonly #known: ReadonlyMap<string, Fact<unknown>>

  constructor(input: Input) {
    this.#input = input
    this.#known = new Map(input.facts.map(({ query, fact }) => [queryKey(query), fact]))
  }

  /** What is there before anything is asked. */
  context(): Pick<Facts, 'now' | 'types' | 'unknownGroups'> {
    const { now, types, unknownGroups } = this.#input
    const { groups, everyOther } = unknownGroups
    return { now: new Date(now), types, unknownGroups: everyOther ? new EveryOtherGroup(groups) : new Set(groups) }
  }

  answer(query: Query): Fact<unknown> {
    const key = queryKey(query)
    const fact = this.#known.get(key) ?? derived(query, this.#input)
    if (fact !== undefined) return asRead(fact)
    this.unrecorded.set(key, query)
    const resource = 'resource' in query ? query.resource : query.about
    return { state: 'unreadable', why: { resource, reason: NOT_RECORDED, message: 'the corpus has no answer' } }
  }
}

/** As in operations/inspect/ask-until-known.ts. */
class EveryOtherGroup extends Set<string> {
  override has(group: string): boolean {
    return super.has(group) || !KUBERNETES_GROUPS.has(group)
  }
}

/** Long texts are kept whole, and read cut. */
function asRead(fact: Fact<unknown>): Fact<unknown> {
  if (fact.state === 'known') return { ...fact, value: cut(fact.value) }
  if (fact.state === 'unreadable' && fact.part !== undefined) return { ...fact, part: cut(fact.part) }
  return fact
}

function cut(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cut)
  return typeof value === 'object' && value !== null ? withoutLongTexts(value) : value
}
