import { type AnswerTo, type Fact, type Query, queryKey } from '../api/fact.ts'
import type { ResourceType } from '../api/resource-type.ts'
import { message } from '../messages/sentence.ts'
import { NOT_ANSWERED } from './answered.ts'
import type { Steps } from './steps.ts'

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

interface Remembered {
  readonly value: unknown
  /** It met a question without answer, in this round: in the next one it may be another. */
  readonly openIn: number | undefined
  /** The work did not come to its end, as it waits for an answer. */
  readonly thrown?: unknown
}

interface Shelf<Key> {
  get(key: Key): Remembered | undefined
  set(key: Key, value: Remembered): unknown
}

/** What was computed: by a text; per object, by a text and its uid; and by a value, for as long as that exists. */
class Memory {
  readonly texts: Shelf<string> = new Map<string, Remembered>()
  readonly values: Shelf<object> = new WeakMap<object, Remembered>()
  readonly ofObjects = new Map<string, Shelf<string>>()
}

const memories = new WeakMap<Facts, Memory>()

/**
 * Computes something once for all objects that ask: thousands may share one controller. A result without an open
 * question also stands in later rounds. The key is a text for what is computed, or a value of which nothing else is
 * computed. For results per object, the key is the same for all and `of` is the uid, so that no text is made for each.
 */
export function once<Value>(facts: Facts, key: string | object, compute: () => Value, of?: string): Value {
  const memory = memoryOf(facts)
  if (typeof key === 'object') return remembered(facts, memory.values, key, compute)
  return of === undefined
    ? remembered(facts, memory.texts, key, compute)
    : remembered(facts, shelfOf(memory, key), of, compute)
}

function remembered<Key, Value>(facts: Facts, shelf: Shelf<Key>, place: Key, compute: () => Value): Value {
  const { unanswered } = facts
  const known = standing(facts, shelf.get(place))
  if (known !== undefined) return known.value as Value
  const before = unanswered?.met
  try {
    const value = compute()
    shelf.set(place, { value, openIn: unanswered?.met === before ? undefined : unanswered?.round })
    return value
  } catch (thrown) {
    shelf.set(place, { value: undefined, openIn: unanswered?.round, thrown })
    throw thrown
  }
}

/** The same of work in steps, between which nothing else asks these facts. */
export function* onceInSteps<Value>(facts: Facts, key: object, compute: () => Steps<Value>): Steps<Value> {
  const { values } = memoryOf(facts)
  const known = standing(facts, values.get(key))
  if (known !== undefined) return known.value as Value
  const before = facts.unanswered?.met
  const value = yield* compute()
  const isOpen = facts.unanswered?.met !== before
  values.set(key, { value, openIn: isOpen ? facts.unanswered?.round : undefined })
  return value
}

/** Tells whether a question has been met since then that will be answered before the next round. */
export function isOpenSince({ unanswered }: Facts): () => boolean {
  const before = unanswered?.met
  return () => unanswered !== undefined && unanswered.met !== before
}

/** What was computed, where it still holds in this round; what met a question without answer does so again. */
function standing({ unanswered }: Facts, known: Remembered | undefined): Remembered | undefined {
  if (known === undefined || !(known.openIn === undefined || known.openIn === unanswered?.round)) return undefined
  if (known.openIn !== undefined) unanswered!.met++
  if (known.thrown !== undefined) throw known.thrown
  return known
}

function memoryOf(facts: Facts): Memory {
  let memory = memories.get(facts)
  if (memory === undefined) {
    memory = new Memory()
    memories.set(facts, memory)
  }
  return memory
}

function shelfOf({ ofObjects }: Memory, key: string): Shelf<string> {
  let shelf = ofObjects.get(key)
  if (shelf === undefined) {
    shelf = new Map()
    ofObjects.set(key, shelf)
  }
  return shelf
}
