import type { Facts } from './facts.ts'

interface Remembered {
  readonly value: unknown
  /** It met a question without answer, in this round: in the next one it may be another. */
  readonly openIn: number | undefined
}

const remembered = new WeakMap<Facts, Map<unknown, Remembered>>()

/**
 * Computes something once for all objects that ask: thousands of them may share one controller. What met no question without
 * answer stands in later rounds too. The key is a text that says what is computed, or an object that nothing else is computed of.
 */
export function once<Value>(facts: Facts, key: unknown, compute: () => Value): Value {
  const { unanswered } = facts
  const values = remembered.get(facts) ?? new Map<unknown, Remembered>()
  remembered.set(facts, values)
  const known = values.get(key)
  if (known !== undefined && (known.openIn === undefined || known.openIn === unanswered?.round)) {
    if (known.openIn !== undefined) unanswered!.met++
    return known.value as Value
  }
  const before = unanswered?.met
  const value = compute()
  values.set(key, { value, openIn: unanswered?.met === before ? undefined : unanswered?.round })
  return value
}
