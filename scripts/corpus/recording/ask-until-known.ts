import { type Query, queryKey } from '../../../src/api/fact.ts'
import type { FactSource } from '../../../src/cluster/facts/fact-source.ts'
import type { Diagnosis } from '../../../src/diagnosis/diagnose.ts'
import type { Facts } from '../../../src/diagnosis/facts.ts'
import { type Known, askUntilKnown as real } from '../../../src/operations/inspect/ask-until-known.ts'
import type { Read } from '../input.ts'
import { begun } from './begun.ts'
import { inputOf } from './input-of.ts'
import { readBeside } from './read-beside.ts'
import { record } from './recorder.ts'

/** The same, which records what was asked, what was answered, and all that is there beside. */
export async function askUntilKnown<Answer>(
  source: FactSource,
  now: Date,
  ask: Parameters<typeof real<Answer>>[2],
  onRound?: Parameters<typeof real<Answer>>[3],
): Promise<Known<Answer>> {
  const queries = new Map<string, Query>()
  const listening = new WeakSet<Facts>()
  const known = await real<Answer>(
    source,
    now,
    facts => {
      if (!listening.has(facts)) listenTo(facts, queries)
      listening.add(facts)
      return ask(facts)
    },
    onRound,
  )
  const context = begun.get(known.book)
  const isWhole = [...queries.keys()].every(key => known.facts.has(key))
  // What was interrupted is another time interrupted elsewhere.
  if (context === undefined || known.interrupted || !isWhole) return known
  const read: Read[] = [...queries].map(([key, query]) => ({ query, fact: known.facts.get(key)! }))
  record(inputOf(context, read, await readBeside(source, context, new Set(queries.keys()))), known.answer as Diagnosis)
  return known
}

function listenTo(facts: Facts, queries: Map<string, Query>): void {
  const read = facts.read.bind(facts)
  const listening: Pick<Facts, 'read'> = {
    read(query) {
      const key = queryKey(query)
      if (!queries.has(key)) queries.set(key, query)
      return read(query)
    },
  }
  Object.assign(facts, listening)
}
