import type { Fact } from '../../api/fact.ts'
import { KUBERNETES_GROUPS } from '../../api/kubernetes-groups.ts'
import type { ResourceType } from '../../api/resource-type.ts'
import type { FactSource } from '../../cluster/facts/fact-source.ts'
import { readFacts } from '../../cluster/facts/read-facts.ts'
import { whenAnswered } from '../../diagnosis/answered.ts'
import { FactBook, type Facts } from '../../diagnosis/facts.ts'
import type { Steps } from '../../diagnosis/steps.ts'
import { endable } from '../../endable.ts'
import { message, WordedFailure } from '../../messages/sentence.ts'
import { turn } from '../../turn.ts'

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

/** So long, in ms, nothing is heard: a signal waits for it. */
const LONGEST_STRETCH = 50
/** After an interrupt, in ms: what is known by then is told, or that it was interrupted. */
const LONGEST_AFTER = 300
/** Of what takes longer, in ms, a single step may be long as well. */
const LONG = 1000

/**
 * Runs work to its end and listens for the signal: rejects with ApiFailure `aborted` where it is not done a third of a
 * second after an abort. After a second of work a signal ends it, and the process, at once.
 */
export async function inSteps<Result>(steps: Steps<Result>, signal?: AbortSignal): Promise<Result> {
  const begun = performance.now()
  const first = await resume(steps, () => performance.now() - begun > LONG, signal)
  if ('result' in first) return first.result
  const goOn = () => toTheEnd(steps, signal)
  return await endable(goOn, goOn)
}

async function toTheEnd<Result>(steps: Steps<Result>, signal: AbortSignal | undefined): Promise<Result> {
  const last = await resume(steps, () => false, signal)
  return (last as Done<Result>).result
}

interface Done<Result> {
  readonly result: Result
}

/** Runs it until it is done, or until `isEnough`. */
async function resume<Result>(
  steps: Steps<Result>,
  isEnough: () => boolean,
  signal: AbortSignal | undefined,
): Promise<Done<Result> | object> {
  let heardAt = performance.now()
  let abortedAt: number | undefined
  for (;;) {
    const { done, value } = steps.next()
    if (done) return { result: value }
    if (performance.now() - heardAt < LONGEST_STRETCH) continue
    await turn()
    heardAt = performance.now()
    if (signal?.aborted) abortedAt ??= heardAt
    if (abortedAt !== undefined && heardAt - abortedAt > LONGEST_AFTER) {
      throw new WordedFailure({ kind: 'aborted', message: 'interrupted' }, message('InterruptedWhileExplaining'))
    }
    if (abortedAt === undefined && isEnough()) return {}
  }
}
