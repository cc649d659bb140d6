import type { Facts } from './facts.ts'
import type { Steps } from './steps.ts'

interface Remembered {
  readonly value: unknown
  /** It met a question without answer, in this round: in the next one it may be another. */
  readonly openIn: number | undefined
}

/** By what is computed of each object, and what is computed once for all under `undefined`. */
const remembered = new WeakMap<Facts, Map<unknown, Map<unknown, Remembered>>>()

/**
 * Computes something once for all objects that ask: thousands of them may share one controller. What met no question without
 * answer stands in later rounds too. The key is a text that says what is computed, or an object that nothing else is computed of;
 * what is computed of each object has one key, and the object's uid as `of`: no text is made for each.
 */
export function once<Value>(facts: Facts, key: unknown, compute: () => Value, of?: string): Value {
  const { unanswered } = facts
  const values = valuesOf(facts, of === undefined ? undefined : key)
  const place = of ?? key
  const known = standing(facts, values.get(place))
  if (known !== undefined) return known.value as Value
  const before = unanswered?.met
  const value = compute()
  values.set(place, { value, openIn: unanswered?.met === before ? undefined : unanswered?.round })
  return value
}

/** The same of work in steps, between which nothing else asks these facts. */
export function* onceInSteps<Value>(facts: Facts, key: object, compute: () => Steps<Value>): Steps<Value> {
  const known = standing(facts, valuesOf(facts, undefined).get(key))
  if (known !== undefined) return known.value as Value
  const before = facts.unanswered?.met
  const value = yield* compute()
  const isOpen = facts.unanswered?.met !== before
  valuesOf(facts, undefined).set(key, { value, openIn: isOpen ? facts.unanswered?.round : undefined })
  return value
}

/** What was computed, where it still holds in this round; what met a question without answer does so again. */
function standing({ unanswered }: Facts, known: Remembered | undefined): Remembered | undefined {
  if (known === undefined || !(known.openIn === undefined || known.openIn === unanswered?.round)) return undefined
  if (known.openIn !== undefined) unanswered!.met++
  return known
}

function valuesOf(facts: Facts, shelf: unknown): Map<unknown, Remembered> {
  let shelves = remembered.get(facts)
  if (shelves === undefined) {
    shelves = new Map()
    remembered.set(facts, shelves)
  }
  let values = shelves.get(shelf)
  if (values === undefined) {
    values = new Map()
    shelves.set(shelf, values)
  }
  return values
}
