/*
 * For lists as long as a cluster is large: a call takes some 100,000 arguments, so they are never spread
 * (test/long-lists.test.ts).
 */

/** The list of those that have nothing. */
export const NONE: readonly never[] = []

/** Adds items to a list. */
export function append<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item)
}

/** The greatest of some numbers, and of `least`; -Infinity of none. */
export function largest(numbers: Iterable<number>, least = Number.NEGATIVE_INFINITY): number {
  let most = least
  for (const number of numbers) most = Math.max(most, number)
  return most
}

/** The smallest of some numbers; Infinity of none. */
export function smallest(numbers: Iterable<number>): number {
  let least = Number.POSITIVE_INFINITY
  for (const number of numbers) least = Math.min(least, number)
  return least
}
