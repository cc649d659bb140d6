import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { ConnectionOptions } from 'node:tls'
import { ApiFailure, misconfigured } from '../../api/failure.ts'
import { abortedFailure } from './aborted.ts'
import { answerBody } from './answer-body.ts'
import { connectionFailure } from './connection-failure.ts'
import { limitDialing } from './dial-limit.ts'
import { targetOf } from './target.ts'
import type { ApiResponse, Transport } from './transport.ts'
import type { Wire, WireRequest } from './wire.ts'

export interface HttpRoute {
  /** `https://host:port/prefix`. */
  readonly server: string
  readonly agent: http.Agent
  /** Whether a proxy stands between; it changes what a failed connection means. */
  readonly proxied: boolean
  /** How to open a connection that may agree on HTTP/2; undefined where HTTP/1.1 is all that is spoken. */
  readonly http2?: ConnectionOptions | undefined
}

/** The adapter of the port `Transport` to HTTP/1.1: one request, one answer, no opinion on either. */
export function http1Transport(route: HttpRoute): Wire {
  const { protocol, host, port, prefix } = endpointOf(route.server)
  // The protocol is named since the proxy agents would otherwise guess it from the call stack.
  const fixed: https.RequestOptions = { protocol, host, port, agent: route.agent }

  function send(request: WireRequest): Promise<ApiResponse> {
    return new Promise((resolve, reject) => {
      const { signal } = request
      if (signal?.aborted) throw abortedFailure(signal)
      let sent = false
      // Node says how long a body is for some methods only; that of a DELETE would be taken for the next request.
      const outgoing = begin({
        ...fixed,
        method: request.method,
        path: prefix + targetOf(request),
        headers: {
          ...(request.headers as http.OutgoingHttpHeaders),
          ...(request.body === undefined ? {} : { 'content-length': Buffer.byteLength(request.body) }),
          ...(request.apart && { connection: 'close' }),
        },
        signal,
      })
      outgoing.once('socket', socket => {
        const dialing = { host, end: (failure: ApiFailure) => outgoing.destroy(failure), onReady: () => (sent = true) }
        if (outgoing.reusedSocket) dialing.onReady()
        else limitDialing(socket, dialing)
      })
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

function begin(options: https.RequestOptions): http.ClientRequest {
  try {
    return (options.protocol === 'https:' ? https : http).request(options)
  } catch (error) {
    // A token with a line break in it, say. The value stays out of the message.
    throw misconfigured((error as Error).message, { cause: error })
  }
}

/** Where requests to a server go; `host` is without brackets. */
export function endpointOf(server: string) {
  const { protocol, hostname, port, pathname } = new URL(server)
  return {
    protocol,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || (protocol === 'https:' ? 443 : 80)),
    prefix: pathname.replace(/\/{1,99}$/, ''),
  }
}

function toResponse(incoming: IncomingMessage, signal: AbortSignal | undefined): ApiResponse {
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, [value].flat().join(', ')])
  const encoding = incoming.headers['content-encoding']
  return {
    status: incoming.statusCode!,
    headers: Object.fromEntries(headers),
    body: answerBody({ stream: incoming, encoding, signal, isWhole: () => true }),
  }
}

/** A proxy that refuses the tunnel must not be taken for an API server that answers 403. */
function refusedByProxy(answer: { statusCode?: number; statusText?: string }): ApiFailure | undefined {
  if (answer.statusCode === undefined || answer.statusCode === 200) return undefined
  const words = answer.statusText || http.STATUS_CODES[answer.statusCode] || String(answer.statusCode)
  return new ApiFailure({ kind: 'unreachable', message: `proxyconnect tcp: ${words}` })
}

/** `host:port` as the user wrote it. */
export function hostOf(server: string): string {
  return server.replace(/^https?:\/\//, '').replace(/\/.*/s, '')
}
