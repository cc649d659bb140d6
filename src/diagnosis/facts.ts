import { type AnswerTo, type Fact, type Query, queryKey } from '../api/fact.ts'
import type { ResourceType } from '../api/resource-type.ts'
import { message } from '../messages/sentence.ts'
import { NOT_ANSWERED } from './answered.ts'

/**
 * What the rules may know. A question is noted when it is read; whoever looks at one without an answer is interrupted
 * there (see answered.ts) and asked again in the next round: no rule sees a fact that was not asked for.
 */
export interface Facts {
  readonly now: Date
  /** What the server serves; a type that is not here is not served, unless its group is in `unknownGroups`. */
  readonly types: readonly ResourceType[]
  /** Groups whose types could not be told, without `*.`. */
  readonly unknownGroups: ReadonlySet<string>
  /** Where they are asked in rounds. */
  readonly unanswered?: Unanswered | undefined
  read<Asked extends Query>(query: Asked): Fact<AnswerTo<Asked>>
}

/** Which round it is, and how often in all of them a question was met that has no answer yet. */
export interface Unanswered {
  round: number
  met: number
  /** Questions in all rounds, each counted once. */
  asked: number
  /** No more questions are asked after it: what is known has to do. */
  isLast: boolean
}

/** Facts that were read so far; questions without an answer are noted in `missing`, which the reader then asks. */
export class FactBook implements Facts {
  readonly missing = new Map<string, Query>()
  readonly unanswered: Unanswered = { round: 0, met: 0, asked: 0, isLast: false }
  readonly now: Date
  readonly types: readonly ResourceType[]
  readonly unknownGroups: ReadonlySet<string>
  readonly #known: ReadonlyMap<string, Fact<unknown>>

  constructor(context: Pick<Facts, 'now' | 'types' | 'unknownGroups'>, known: ReadonlyMap<string, Fact<unknown>>) {
    this.now = context.now
    this.types = context.types
    this.unknownGroups = context.unknownGroups
    this.#known = known
  }

  read<Asked extends Query>(query: Asked): Fact<AnswerTo<Asked>> {
    const key = queryKey(query)
    const known = this.#known.get(key)
    if (known !== undefined) return known as Fact<AnswerTo<Asked>>
    if (this.unanswered.isLast) return notAsked(query)
    if (!this.missing.has(key)) this.unanswered.asked++
    this.missing.set(key, query)
    this.unanswered.met++
    return NOT_ANSWERED
  }

  /** To be called when what was missing is known: the rules are asked again. */
  nextRound(): void {
    this.missing.clear()
    this.unanswered.round++
  }

  /** To be called when nothing more will be asked, though something is missing. */
  lastRound(): void {
    this.unanswered.isLast = true
    this.nextRound()
  }
}

/** Whether the types of an API group are told: what is not among them is not served. */
export function isGroupKnown(group: string, { unknownGroups }: Pick<Facts, 'unknownGroups'>): boolean {
  return !unknownGroups.has(group) && !unknownGroups.has('*')
}

/** What is left to say of a question when no more are asked. */
function notAsked(query: Query): Fact<never> {
  const why = { resource: 'resource' in query ? query.resource : query.about, reason: 'NotAsked' }
  return { state: 'unreadable', why: { ...why, message: message('QuestionsEnded') } }
}
