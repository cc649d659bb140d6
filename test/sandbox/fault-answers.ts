import { ApiFailure } from '../../src/api/failure.ts'
import type { Status } from '../../src/api/status.ts'
import type { ApiResponse } from '../../src/cluster/transport/transport.ts'

/** What servers and the network between do wrong, ready for `sandbox.onRequest`. */

/** Load shedding: 429 with Retry-After and a body that is no Status (kubernetes-deletion.md 7.7). */
export function tooManyRequests(retryAfterSeconds = 1): ApiResponse {
  return plainText(429, 'Too many requests, please try again later.\n', { 'retry-after': String(retryAfterSeconds) })
}

/** An aggregated API or a proxy that has nothing behind it: 503 in plain text (kubernetes-deletion.md 6.2). */
export function serviceUnavailable(): ApiResponse {
  return plainText(503, 'service unavailable\n')
}

/** 410 for a continue token or a watch; `inconsistentContinue` is the token to go on with all the same. */
export function expired(inconsistentContinue?: string): ApiResponse {
  return statusResponse(410, {
    metadata: inconsistentContinue === undefined ? {} : { continue: inconsistentContinue },
    reason: 'Expired',
    message: 'The provided continue parameter is too old to display a consistent list result.',
  })
}

/** Any error with a Status body. */
export function statusResponse(code: number, status: Partial<Omit<Status, 'code'>>): ApiResponse {
  const body = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', ...status, code }
  return { status: code, headers: { 'content-type': 'application/json' }, body: chunks(JSON.stringify(body)) }
}

/** An answer that breaks off after so many bytes: its body throws as the port promises. */
export function cutAfter(response: ApiResponse, bytes: number): ApiResponse {
  return { ...response, body: cut(response.body, bytes) }
}

async function* cut(body: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Uint8Array> {
  let left = bytes
  for await (const chunk of body) {
    yield chunk.subarray(0, left)
    left -= chunk.length
    if (left <= 0) break
  }
  throw new ApiFailure({ kind: 'cut', message: 'the answer ended before its end' })
}

/** An answer that is complete and is not what an API server sends: a login page, for example. */
export function garbled(text = '<html><body>Sign in</body></html>'): ApiResponse {
  return { status: 200, headers: { 'content-type': 'text/html' }, body: chunks(text) }
}

/** What gateways and proxies answer with. */
export function plainText(status: number, text: string, headers: Readonly<Record<string, string>> = {}): ApiResponse {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers }, body: chunks(text) }
}

async function* chunks(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text)
}
