import { ApiFailure, garbled } from '../../api/failure.ts'
import { abortedFailure } from './aborted.ts'
import { targetOf } from './target.ts'
import type { ApiRequest, ApiResponse, Transport } from './transport.ts'

/** How a page reaches an API server: through a server that hands its requests on, and gives them credentials. */
export interface FetchRoute {
  /** What a path is put behind: `https://host/clusters/NAME`, or `/clusters/NAME` of the page's own server. */
  readonly server: string
  readonly fetch: typeof fetch
}

/**
 * The adapter of the port `Transport` to `fetch`. It cannot tell whether a request was sent whose connection failed, so
 * that each such failure is `cut`. A redirect is no answer of an API server: it is not followed.
 */
export function fetchTransport({ server, fetch }: FetchRoute): Transport {
  const prefix = server.replace(/\/{1,99}$/, '')
  async function send(request: ApiRequest): Promise<ApiResponse> {
    const { method, headers = {}, body, signal } = request
    if (signal?.aborted) throw abortedFailure(signal)
    const options = { method, headers, body: body as BodyInit, signal: signal ?? null, redirect: 'manual' } as const
    const answer = await fetch(prefix + targetOf(request), options).catch(error => {
      throw failureOf(error, signal)
    })
    if (answer.type === 'opaqueredirect') throw garbled('the server redirects, as to a login, and does not answer')
    return { status: answer.status, headers: Object.fromEntries(answer.headers), body: bodyOf(answer, signal) }
  }
  return { server: prefix, send, close: () => {} }
}

/** Not every browser lets a stream be iterated. Leaving it early ends the request. */
async function* bodyOf({ body }: Response, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  if (body === null) return
  const reader = body.getReader()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
  } catch (error) {
    throw failureOf(error, signal)
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function failureOf(error: unknown, signal: AbortSignal | undefined): ApiFailure {
  if (signal?.aborted) return abortedFailure(signal)
  const message = `no answer, or not the whole of it: ${error instanceof Error ? error.message : error}`
  return new ApiFailure({ kind: 'cut', message }, { cause: error })
}
