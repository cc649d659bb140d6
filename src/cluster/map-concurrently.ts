/** Objects that are read at once where each takes a request of its own. */
export const CONCURRENT_READS = 8

/**
 * Runs `work` over the items in their order, at most `limit` at once, and resolves when all are done. The first
 * rejection rejects the whole and starts nothing more: work that may fail alone catches its own failure.
 */
export async function mapConcurrently<Item>(
  limit: number,
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<void>,
): Promise<void> {
  let next = 0
  let failed = false
  const lane = async (): Promise<void> => {
    while (next < items.length && !failed) {
      const index = next++
      try {
        await work(items[index]!, index)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, lane))
}
