import { setTimeout as pause } from 'node:timers/promises'

interface Limits {
  /** What is waited for, for the error: "the API server to be ready". */
  readonly what: string
  readonly deadlineSeconds: number
  readonly everyMilliseconds?: number
}

/** Asks `look` again and again until it gives something; throws at the deadline, with what `look` said last. */
export async function until<T>(look: () => Promise<T | undefined>, limits: Limits): Promise<T> {
  const end = performance.now() + limits.deadlineSeconds * 1000
  let last: unknown
  do {
    try {
      const found = await look()
      if (found !== undefined) return found
    } catch (error) {
      last = error
    }
    await pause(limits.everyMilliseconds ?? 100)
  } while (performance.now() < end)
  const why = last === undefined ? '' : `: ${last instanceof Error ? last.message : last}`
  throw new Error(`waited ${limits.deadlineSeconds} s for ${limits.what}${why}`)
}
