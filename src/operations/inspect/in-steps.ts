import { setImmediate as turn } from 'node:timers/promises'
import { ApiFailure } from '../../api/failure.ts'
import type { Steps } from '../../diagnosis/steps.ts'

/** So long, in ms, nothing is heard: a signal waits for it. */
const LONGEST_STRETCH = 50
/** After an interrupt, in ms: what is known by then is told, or that it was interrupted. */
const LONGEST_AFTER = 300

/**
 * Runs work to its end and listens meanwhile. Rejects with ApiFailure `aborted` where it is not done a third of a second after the signal
 * aborted, however long it would take.
 */
export async function inSteps<Result>(steps: Steps<Result>, signal?: AbortSignal): Promise<Result> {
  let heardAt = performance.now()
  let abortedAt: number | undefined
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    if (performance.now() - heardAt < LONGEST_STRETCH) continue
    await turn()
    heardAt = performance.now()
    if (signal?.aborted) abortedAt ??= heardAt
    if (abortedAt !== undefined && heardAt - abortedAt > LONGEST_AFTER) {
      throw new ApiFailure({ kind: 'aborted', message: 'interrupted before everything was explained' })
    }
  }
}
