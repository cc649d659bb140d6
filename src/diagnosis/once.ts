import type { Facts } from './facts.ts'
import type { Steps } from './steps.ts'

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
