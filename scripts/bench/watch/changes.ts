import { setTimeout as pause } from 'node:timers/promises'
import type { Send } from '../api.ts'
import { persist } from '../fill.ts'

/** How many changes were sent and answered so far. */
export interface Changes extends AsyncDisposable {
  readonly done: number
  readonly failed: number
}

/** Requests under way at most: beside a slow server the rate sinks, and is told as it was. */
const AT_ONCE = 32
const STEP_MILLISECONDS = 10
const NAMESPACE = 'bench-changes'
const CONFIG_MAPS = `/api/v1/namespaces/${NAMESPACE}/configmaps`
const CONFIG_MAP_COUNT = 200

export interface Pace {
  /** Changes in a second. */
  readonly rate: number
  /** Seconds for which one object that begins to terminate is held; a new one begins every second. undefined: none does. */
  readonly heldSeconds?: number | undefined
}

/** Goes on changing ConfigMaps of a namespace of their own until it is disposed; some of them begin to terminate, and end. */
export async function makeChanges(send: Send, { rate, heldSeconds }: Pace): Promise<Changes> {
  await send('POST', '/api/v1/namespaces', { metadata: { name: NAMESPACE } })
  for (let index = 0; index < CONFIG_MAP_COUNT; index++)
    await persist(() => send('POST', CONFIG_MAPS, { metadata: { name: `patched-${index}` } }))
  const counts = { done: 0, failed: 0 }
  let isOver = false
  const underWay = new Set<Promise<void>>()
  const begin = (change: () => Promise<void>): void => {
    const sent = change().then(
      () => void counts.done++,
      () => void counts.failed++,
    )
    underWay.add(sent)
    sent.finally(() => underWay.delete(sent))
  }
  const started = performance.now()
  const next = changesInOrder(send, { rate, heldSeconds })
  const working = (async () => {
    for (let begun = 0; !isOver; ) {
      const dueBy = Math.floor(((performance.now() - started) / 1000) * rate)
      for (; begun < dueBy && underWay.size < AT_ONCE; begun++) begin(next())
      // What could not be sent in its second is not sent later: the rate never goes above the one that is asked for.
      if (dueBy - begun > rate) begun = dueBy - rate
      await pause(STEP_MILLISECONDS)
    }
    await Promise.all(underWay)
  })()
  return {
    get done() {
      return counts.done
    },
    get failed() {
      return counts.failed
    },
    async [Symbol.asyncDispose]() {
      isOver = true
      await working
    },
  }
}

/** Of every second three changes are of objects that terminate: one is made, one is deleted, and one is let go. */
function changesInOrder(send: Send, { rate, heldSeconds }: Pace): () => () => Promise<void> {
  let count = 0
  const patch = (name: string, body: unknown) =>
    send('PATCH', `${CONFIG_MAPS}/${name}`, body, 'application/merge-patch+json')
  return () => {
    const second = Math.floor(count / rate)
    const place = heldSeconds === undefined ? -1 : count % rate
    const number = count++
    const name = (of: number): string => `held-${of}`
    if (place === 0) return () => send('POST', CONFIG_MAPS, held(name(second)))
    if (place === 1 && second > 0) return () => send('DELETE', `${CONFIG_MAPS}/${name(second - 1)}`)
    if (place === 2 && second > heldSeconds!)
      return () => patch(name(second - 1 - heldSeconds!), { metadata: { finalizers: null } })
    return () => patch(`patched-${number % CONFIG_MAP_COUNT}`, { data: { count: String(number) } })
  }
}

function held(name: string): object {
  // Ten finalizers, so that causes come and go as well.
  const finalizer = `soak-${Math.floor(Number(name.slice(5)) / 60) % 10}.bench.example.com/cleanup`
  return { metadata: { name, finalizers: [finalizer] } }
}
