import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { ApiFailure } from '../../api/failure.ts'
import { abortedFailure } from './aborted.ts'
import { connectionFailure } from './connection-failure.ts'
import { limitDialing } from './dial-limit.ts'
import type { ApiResponse, Transport } from './transport.ts'
import type { Wire, WireRequest } from './wire.ts'

export interface HttpRoute {
  /** `https://host:port/prefix`. */
  readonly server: string
  readonly agent: http.Agent
  /** Whether a proxy stands between; it changes what a failed connection means. */
  readonly proxied: boolean
}

/** The adapter of the port `Transport` to HTTP/1.1: one request, one answer, no opinion on either. */
export function httpTransport(route: HttpRoute): Wire {
  const url = new URL(route.server)
  const prefix = url.pathname.replace(/\/+$/, '')
  const fixed: https.RequestOptions = {
    // Given aloud: the proxy agents would otherwise guess it from the call stack.
    protocol: url.protocol,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port || (url.protocol === 'https:' ? 443 : 80),
    agent: route.agent,
  }

  const { request: start } = url.protocol === 'https:' ? https : http
  const begin = (options: https.RequestOptions): http.ClientRequest => {
    try {
      return start(options)
    } catch (error) {
      // A token with a line break in it, say. The value stays out of the message.
      throw new ApiFailure({ kind: 'configuration', message: (error as Error).message }, { cause: error })
    }
  }

  function send(request: WireRequest): Promise<ApiResponse> {
    return new Promise((resolve, reject) => {
      const { signal } = request
      if (signal?.aborted) throw abortedFailure(signal)
      let sent = false
      const outgoing = begin({
        ...fixed,
        method: request.method,
        path: prefix + request.path + queryOf(request),
        headers: { ...(request.headers as http.OutgoingHttpHeaders), ...lengthOf(request) },
        signal,
      })
      outgoing.once('socket', socket => limitDialing(socket, outgoing, () => (sent = true)))
      outgoing.once('proxyConnect', (answer: { statusCode?: number; statusText?: string }) => {
        const failure = refusedByProxy(answer)
        if (failure !== undefined) outgoing.destroy(failure)
      })
      outgoing.once('response', incoming => resolve(toResponse(incoming, signal)))
      outgoing.on('error', error => {
        if (signal?.aborted) reject(abortedFailure(signal))
        else if (error instanceof ApiFailure) reject(error)
        else reject(connectionFailure(error, { host: hostOf(route.server), sent, proxied: route.proxied }))
      })
      outgoing.end(request.body)
    })
  }

  return { server: route.server, send, close: () => route.agent.destroy() } satisfies Transport
}

/** Node says how long a body is for some methods only; that of a DELETE would be taken for the next request. */
function lengthOf({ body }: WireRequest): http.OutgoingHttpHeaders {
  return body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
}

function queryOf({ query }: WireRequest): string {
  const text = new URLSearchParams(query).toString()
  return text === '' ? '' : `?${text}`
}

function toResponse(incoming: IncomingMessage, signal: AbortSignal | undefined): ApiResponse {
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, [value].flat().join(', ')])
  return { status: incoming.statusCode!, headers: Object.fromEntries(headers), body: readBody(incoming, signal) }
}

/** A proxy that refuses the tunnel must not be taken for an API server that answers 403. */
function refusedByProxy(answer: { statusCode?: number; statusText?: string }): ApiFailure | undefined {
  if (answer.statusCode === undefined || answer.statusCode === 200) return undefined
  const words = answer.statusText || http.STATUS_CODES[answer.statusCode] || String(answer.statusCode)
  return new ApiFailure({ kind: 'unreachable', message: `proxyconnect tcp: ${words}` })
}

function hostOf(server: string): string {
  return server.replace(/^https?:\/\//, '').replace(/\/.*/s, '')
}

/**
 * The body of an answer, decompressed. It ends only where the server ended it: an answer shorter than announced, a
 * missing last chunk and a broken compression are ApiFailure `cut`. Leaving it early closes the connection.
 */
async function* readBody(incoming: IncomingMessage, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* isCompressed(incoming) ? pipeline(incoming, createGunzip(), () => {}) : incoming
  } catch (error) {
    if (signal?.aborted) throw abortedFailure(signal)
    throw new ApiFailure({ kind: 'cut', message: `unexpected EOF: the server's answer is truncated` }, { cause: error })
  }
}

function isCompressed(incoming: IncomingMessage): boolean {
  return incoming.headers['content-encoding']?.toLowerCase() === 'gzip'
}
