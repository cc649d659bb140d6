import type { Fact } from '../../api/fact.ts'
import { KUBERNETES_GROUPS } from '../../api/kubernetes-groups.ts'
import type { ResourceType } from '../../api/resource-type.ts'
import type { FactSource } from '../../cluster/facts/fact-source.ts'
import { readFacts } from '../../cluster/facts/read-facts.ts'
import { whenAnswered } from '../../diagnosis/answered.ts'
import { FactBook, type Facts } from '../../diagnosis/facts.ts'
import type { Steps } from '../../diagnosis/steps.ts'
import { inSteps } from './in-steps.ts'

/** More rounds of questions than the longest chain has steps; an end all the same, should a rule never be content. */
const MAX_ROUNDS = 30

export interface RoundProgress {
  /** From 1 on. */
  readonly round: number
  readonly questions: number
}

export interface Known<Answer> {
  readonly answer: Answer
  readonly facts: ReadonlyMap<string, Fact<unknown>>
  /** The same, to ask again by. */
  readonly book: Facts
  /** Not every question was asked: the user interrupted. */
  readonly interrupted: boolean
}

/**
 * Asks a pure function until it misses no fact; only its last answer counts. Each fact is read once; `known` are facts
 * of another question, a moment ago. Rejects with ApiFailure `aborted` where an interrupt cuts its steps short.
 */
export async function askUntilKnown<Answer>(
  source: FactSource,
  now: Date,
  ask: (facts: Facts) => Answer | Steps<Answer>,
  onRound: (progress: RoundProgress) => void = () => {},
  known = new Map<string, Fact<unknown>>(),
): Promise<Known<Answer>> {
  const facts = new FactBook(factContext(source, now), known)
  for (let round = 0; ; round++) {
    const answer = await answerTo(ask, facts, source.signal)
    const interrupted = source.signal?.aborted ?? false
    if (facts.missing.size === 0) return { answer, facts: known, book: facts, interrupted }
    if (round === MAX_ROUNDS || interrupted) {
      facts.lastRound()
      return { answer: await answerTo(ask, facts, source.signal), facts: known, book: facts, interrupted }
    }
    onRound({ round: round + 1, questions: facts.missing.size })
    for (const [key, fact] of await readFacts(source, facts.missing.values())) known.set(key, fact)
    facts.nextRound()
  }
}

/** Where it waits for facts it has no answer; none of its last round does. */
function answerTo<Answer>(
  ask: (facts: Facts) => Answer | Steps<Answer>,
  facts: Facts,
  signal: AbortSignal | undefined,
): Answer | Promise<Answer> {
  const asked = whenAnswered(() => ask(facts)) as Answer | Steps<Answer>
  return isSteps(asked) ? inSteps(asked, signal) : asked
}

function isSteps<Answer>(asked: Answer | Steps<Answer>): asked is Steps<Answer> {
  return typeof asked === 'object' && asked !== null && Symbol.iterator in asked && 'next' in asked
}

function factContext(
  { discovery: { types, unreadable } }: FactSource,
  now: Date,
): Pick<Facts, 'now' | 'types' | 'unknownGroups'> {
  const groups = unreadable.map(entry => entry.resource.replace('*.', ''))
  const unknownGroups = groups.includes('*') ? new AllOtherGroups(groups) : new Set(groups)
  return { now, types: types as readonly ResourceType[], unknownGroups }
}

/** Unknown groups where no list of groups could be read: all but Kubernetes' own, which every cluster has. */
class AllOtherGroups extends Set<string> {
  override has(group: string): boolean {
    return super.has(group) || !KUBERNETES_GROUPS.has(group)
  }
}
