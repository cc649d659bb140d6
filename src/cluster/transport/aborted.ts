import { ApiFailure } from '../../api/failure.ts'

/** Why a request ended by its signal: the signal's reason where that is an ApiFailure, else `aborted` in its words. */
export function abortedFailure(signal: AbortSignal): ApiFailure {
  const reason: unknown = signal.reason
  if (reason instanceof ApiFailure) return reason
  // Without a reason of its own a signal carries a DOMException AbortError, whose words say nothing to the user.
  const message =
    reason instanceof Error && reason.name !== 'AbortError' ? reason.message : 'the request was interrupted'
  return new ApiFailure({ kind: 'aborted', message }, { cause: reason })
}

/** Waits for work that cannot be ended itself, but no longer than the signal allows. Rejects as `abortedFailure` says. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work
  return new Promise((resolve, reject) => {
    const abort = () => reject(abortedFailure(signal))
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
