import type { Facts } from './facts.ts'

const remembered = new WeakMap<Facts, Map<string, unknown>>()

/** Computes something once for all objects that ask in the same round: thousands of them may share one controller. */
export function once<Value>(facts: Facts, key: string, compute: () => Value): Value {
  const values = remembered.get(facts) ?? new Map<string, unknown>()
  remembered.set(facts, values)
  if (!values.has(key)) values.set(key, compute())
  return values.get(key) as Value
}
