import type { Steps } from '../../diagnosis/steps.ts'
import { endable } from '../../endable.ts'
import { message, WordedFailure } from '../../messages/sentence.ts'
import { turn } from '../../turn.ts'

/** So long, in ms, nothing is heard: a signal waits for it. */
const LONGEST_STRETCH = 50
/** After an interrupt, in ms: what is known by then is told, or that it was interrupted. */
const LONGEST_AFTER = 300
/** Of what takes longer, in ms, a single step may be long as well. */
const LONG = 1000

/**
 * Runs work to its end and listens for the signal: rejects with ApiFailure `aborted` where it is not done a third of a
 * second after an abort. After a second of work a signal ends it, and the process, at once.
 */
export async function inSteps<Result>(steps: Steps<Result>, signal?: AbortSignal): Promise<Result> {
  const begun = performance.now()
  const first = await resume(steps, () => performance.now() - begun > LONG, signal)
  if ('result' in first) return first.result
  const goOn = () => toTheEnd(steps, signal)
  return await endable(goOn, goOn)
}

async function toTheEnd<Result>(steps: Steps<Result>, signal: AbortSignal | undefined): Promise<Result> {
  const last = await resume(steps, () => false, signal)
  return (last as Done<Result>).result
}

interface Done<Result> {
  readonly result: Result
}

/** Runs it until it is done, or until `isEnough`. */
async function resume<Result>(
  steps: Steps<Result>,
  isEnough: () => boolean,
  signal: AbortSignal | undefined,
): Promise<Done<Result> | object> {
  let heardAt = performance.now()
  let abortedAt: number | undefined
  for (;;) {
    const { done, value } = steps.next()
    if (done) return { result: value }
    if (performance.now() - heardAt < LONGEST_STRETCH) continue
    await turn()
    heardAt = performance.now()
    if (signal?.aborted) abortedAt ??= heardAt
    if (abortedAt !== undefined && heardAt - abortedAt > LONGEST_AFTER) {
      throw new WordedFailure({ kind: 'aborted', message: 'interrupted' }, message('InterruptedWhileExplaining'))
    }
    if (abortedAt === undefined && isEnough()) return {}
  }
}
