/**
 * Begins all setups when the first of them is asked for: tests of one file that each wait for the same half minute of an
 * object's age wait for it once. What a setup throws is thrown where its own test asks for it.
 */
export function begunTogether<K, T>(keys: readonly K[], setup: (key: K) => Promise<T>): (key: K) => Promise<T> {
  let begun: ReadonlyMap<K, Promise<T>> | undefined
  return key => {
    begun ??= new Map(keys.map(each => [each, setup(each)]))
    for (const each of begun.values()) each.catch(() => {})
    return begun.get(key)!
  }
}
