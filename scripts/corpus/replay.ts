import { type Fact, type Query, queryKey } from '../../src/api/fact.ts'
import { diagnose } from '../../src/diagnosis/diagnose.ts'
import { FactBook, type Facts } from '../../src/diagnosis/facts.ts'
import type { RuleContext, StuckObject } from '../../src/diagnosis/stuck-object.ts'
import { type Answer, answerOf } from './answer.ts'
import type { Input } from './input.ts'
import { catalogueWith } from './own-catalogue.ts'
import { RecordedFacts } from './recorded-facts.ts'

export interface Replayed {
  readonly answer: Answer
  /** What the sources ask and the recording does not tell. */
  readonly unrecorded: readonly Query[]
}

/** As in operations/inspect/ask-until-known.ts. */
const MAX_ROUNDS = 30

/** What the sources, as they are, answer to what was recorded. */
export function replay(input: Input): Replayed {
  const { value, unrecorded } = asked(input, (held, context) => diagnose(held, context))
  return { answer: answerOf(value), unrecorded }
}

/**
 * Looks at what was recorded until nothing more is asked: in rounds, as the program does; of objects that are alike only
 * one is asked about, which one depends on what is known by then.
 */
export function asked<Value>(
  input: Input,
  look: (held: readonly StuckObject[], context: RuleContext) => Value,
): { readonly value: Value; readonly unrecorded: readonly Query[] } {
  const recorded = new RecordedFacts(input)
  const known = new Map<string, Fact<unknown>>()
  const facts = new FactBook(recorded.context(), known)
  const [held, context] = argumentsFrom(input, facts)
  for (let round = 0; ; round++) {
    const value = look(held, context)
    if (facts.missing.size === 0) return { value, unrecorded: [...recorded.unrecorded.values()] }
    if (round === MAX_ROUNDS) throw new Error(`still asks after ${MAX_ROUNDS} rounds`)
    for (const query of facts.missing.values()) known.set(queryKey(query), recorded.answer(query))
    facts.nextRound()
  }
}

function argumentsFrom(input: Input, facts: Facts): [readonly StuckObject[], RuleContext] {
  const { terminating, unreadable, content } = input
  const asked = input.asked.map(at => terminating[at]!)
  const context = {
    facts,
    asked,
    unreadable,
    terminating: new Map(terminating.map(held => [held.ref.uid, held])),
    contentOf: (namespace: string) => ({ held: content.of[namespace] ?? [], complete: isComplete(content, namespace) }),
    catalogue: catalogueWith(input.catalogue),
  }
  return [asked, context]
}

function isComplete({ complete }: Input['content'], namespace: string): boolean {
  return typeof complete === 'boolean' ? complete : complete.includes(namespace)
}
