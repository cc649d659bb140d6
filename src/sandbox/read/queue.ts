/** What was pushed and not read yet, as an endless iterable; `end` or an abort finishes it. */
export interface Queue<T> extends AsyncIterable<T> {
  push(item: T): void
  end(): void
}

export function createQueue<T>(signal?: AbortSignal): Queue<T> {
  const waiting: T[] = []
  let wake: (() => void) | undefined
  let ended = signal?.aborted === true
  const notify = () => {
    wake?.()
    wake = undefined
  }
  const end = () => {
    ended = true
    notify()
  }
  signal?.addEventListener('abort', end, { once: true })
  return {
    push(item) {
      waiting.push(item)
      notify()
    },
    end,
    async *[Symbol.asyncIterator]() {
      try {
        for (;;) {
          while (waiting.length > 0 && !ended) yield waiting.shift()!
          if (ended) return
          await new Promise<void>(resolve => {
            wake = resolve
          })
        }
      } finally {
        signal?.removeEventListener('abort', end)
      }
    },
  }
}
