import { ApiFailure } from '../../api/failure.ts'
import { type ApiRequest, type ApiResponse, type Transport, withSend } from './transport.ts'

/**
 * Bounds every request to so many seconds, all its attempts and the reading of its body included, and tells the server
 * so in `?timeout=`, as kubectl's --request-timeout does. Late headers are ApiFailure `unreachable`, a late body `cut`.
 */
export function timeLimited(transport: Transport, seconds: number): Transport {
  return withSend(transport, request => sendWithin(transport, seconds, request))
}

async function sendWithin(transport: Transport, seconds: number, request: ApiRequest): Promise<ApiResponse> {
  const limit = new AbortController()
  const late = new ApiFailure({
    kind: 'unreachable',
    message: 'net/http: request canceled (Client.Timeout exceeded while awaiting headers)',
  })
  const timer = setTimeout(() => limit.abort(late), seconds * 1000)
  // A body that is not read must not keep the process alive.
  timer.unref()
  const signal = request.signal ? AbortSignal.any([request.signal, limit.signal]) : limit.signal
  try {
    const response = await transport.send({ ...request, query: { timeout: `${seconds}s`, ...request.query }, signal })
    return { ...response, body: readWithin(response.body, limit.signal, timer) }
  } catch (error) {
    clearTimeout(timer)
    throw error
  }
}

async function* readWithin(
  body: AsyncIterable<Uint8Array>,
  limit: AbortSignal,
  timer: NodeJS.Timeout,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (error) {
    if (error !== limit.reason) throw error
    const message = 'context deadline exceeded (Client.Timeout or context cancellation while reading body)'
    throw new ApiFailure({ kind: 'cut', message }, { cause: error })
  } finally {
    clearTimeout(timer)
  }
}
