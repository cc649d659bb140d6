import { ApiFailure } from '../../api/failure.ts'
import { type Transport, withSend } from './transport.ts'

/** Why a request ended by its signal: the signal's reason where that is an ApiFailure, else `aborted` in its words. */
export function abortedFailure(signal: AbortSignal): ApiFailure {
  const reason: unknown = signal.reason
  if (reason instanceof ApiFailure) return reason
  // Without a reason of its own a signal carries a DOMException AbortError, whose words say nothing to the user.
  const message =
    reason instanceof Error && reason.name !== 'AbortError' ? reason.message : 'the request was interrupted'
  return new ApiFailure({ kind: 'aborted', message }, { cause: reason })
}

/** Waits for work that cannot be aborted itself, until the signal aborts. Rejects as `abortedFailure` says. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work
  return new Promise((resolve, reject) => {
    const abort = () => reject(abortedFailure(signal))
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/** Aborts after so many seconds, with an ApiFailure `cut` that says so; never keeps the process alive. */
export function lapseOf(seconds: number): AbortSignal {
  return limitOf(seconds).signal
}

/** A limit of so many seconds for one piece of work; the timer, and all that hangs on it, is let go with the work. */
export interface Limit extends Disposable {
  /** Aborts as that of `lapseOf` does. */
  readonly signal: AbortSignal
}

/** `using limit = limitOf(seconds)`: a set has thousands of them within the time that one may take. */
export function limitOf(seconds: number): Limit {
  const lapse = new AbortController()
  const message = `the server did not answer within ${Number(seconds.toFixed(1))} s`
  const timer = setTimeout(() => lapse.abort(new ApiFailure({ kind: 'cut', message })), seconds * 1000)
  // In a browser it is a number, and nothing to be kept alive.
  timer.unref?.()
  return { signal: lapse.signal, [Symbol.dispose]: () => clearTimeout(timer) }
}

/** The same transport, all of whose requests together end with this signal. */
export function limitedBy(transport: Transport, limit: AbortSignal): Transport {
  return withSend(transport, request => {
    const signal = anyOf(request.signal, limit)
    return transport.send({ ...request, signal })
  })
}

/** The same transport, whose requests are sent even after an interrupt, then each within so many seconds (or 0.4). */
export function afterInterrupt(transport: Transport, seconds?: number): Transport {
  return withSend(transport, request => transport.send({ ...request, afterInterrupt: seconds ?? true }))
}

/** A signal that aborts with the first of these; without any, undefined. */
export function anyOf(...signals: readonly (AbortSignal | undefined)[]): AbortSignal | undefined {
  const given = [...new Set(signals.filter(signal => signal !== undefined))]
  return given.length < 2 ? given[0] : AbortSignal.any(given)
}
