import { validateHeaderValue } from 'node:http'
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  constants,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from 'node:http2'
import type { TLSSocket } from 'node:tls'
import { ApiFailure } from '../../api/failure.ts'
import { abortedFailure, orAborted } from './aborted.ts'
import { answerBody } from './answer-body.ts'
import { changesNothing } from './changes-nothing.ts'
import { connectionFailure } from './connection-failure.ts'
import { endpointOf, type HttpRoute, hostOf, http1Transport } from './http1-transport.ts'
import { dial } from './http2-session.ts'
import { targetOf } from './target.ts'
import type { ApiResponse } from './transport.ts'
import type { Wire, WireRequest } from './wire.ts'

/** How often a request is sent that the server gives back unprocessed. */
const ATTEMPTS = 6

/**
 * The adapter of the port `Wire` to HTTP/2, where the server offers it as kube-apiserver does: all requests share one connection, which
 * saves a server 15 TLS handshakes of a scan. Watches have a connection each, by HTTP/1.1, since a server bounds the streams of
 * one; so has what is sent apart, and everything for a server that does not offer it. What a server gives back unprocessed (RFC 9113, 8.7) is sent again, but
 * for a change that was sent: a proxy may say so of what it passed on.
 */
export function http2Transport(route: HttpRoute): Wire {
  const http1 = http1Transport(route)
  const host = hostOf(route.server)
  const { prefix } = endpointOf(route.server)
  let session: ClientHttp2Session | undefined
  let dialing: Promise<ClientHttp2Session | undefined> | undefined
  let isHttp1 = false
  const closing = new AbortController()

  async function open(): Promise<ClientHttp2Session | undefined> {
    try {
      const dialed = await dial(route, closing.signal)
      isHttp1 = 'http1' in dialed
      if ('http1' in dialed) handOver(route, dialed.http1)
      else session = dialed.session
      return session
    } finally {
      dialing = undefined
    }
  }

  async function usable(): Promise<ClientHttp2Session | undefined> {
    if (isHttp1) return undefined
    // One that is closed ends what was sent over it, and takes no more.
    if (session !== undefined && !session.closed && !session.destroyed) return session
    dialing ??= open()
    return dialing
  }

  async function send(request: WireRequest): Promise<ApiResponse> {
    if (request.signal?.aborted) throw abortedFailure(request.signal)
    if (request.query?.watch || request.apart) return http1.send(request)
    for (let attempt = 1; ; attempt++) {
      const over = await orAborted(usable(), request.signal)
      if (over === undefined) return http1.send(request)
      const answer = await sendOver(over, { ...request, path: prefix + request.path }, host)
      if (answer !== 'unprocessed') return answer
      const message = 'http2: the server refused the stream'
      if (attempt === ATTEMPTS) throw new ApiFailure({ kind: 'unreachable', message })
    }
  }

  return {
    server: route.server,
    send,
    close() {
      closing.abort()
      session?.destroy()
      http1.close()
    },
  }
}

/** The connection that was opened to find out is the first of the pool. */
function handOver({ agent }: HttpRoute, socket: TLSSocket): void {
  const { createConnection } = agent
  agent.createConnection = () => {
    agent.createConnection = createConnection
    return socket
  }
}

function sendOver(
  session: ClientHttp2Session,
  request: WireRequest,
  host: string,
): Promise<ApiResponse | 'unprocessed'> {
  return new Promise((resolve, reject) => {
    const { signal, body } = request
    const failed = (error: Error) => connectionFailure(error, { host, sent: true, proxied: false })
    const headers = headersOf(request)
    const options = { endStream: body === undefined, ...(signal !== undefined && { signal }) }
    if (session.closed || session.destroyed) {
      resolve('unprocessed')
      return
    }
    const stream = session.request(headers, options)
    let isAnswered = false
    stream.once('response', incoming => {
      isAnswered = true
      resolve(toResponse(stream, incoming, signal))
    })
    stream.on('error', error => {
      if (signal?.aborted) reject(abortedFailure(signal))
      else if (stream.rstCode === constants.NGHTTP2_REFUSED_STREAM && changesNothing(request)) resolve('unprocessed')
      else reject(error instanceof ApiFailure ? error : failed(error))
    })
    stream.once('close', () => {
      if (!isAnswered) reject(failed(Object.assign(new Error('EOF'), { code: 'ECONNRESET' })))
    })
    if (body !== undefined) stream.end(body)
  })
}

function headersOf(request: WireRequest): OutgoingHttpHeaders {
  const { method, headers = {}, body } = request
  const sent: Record<string, string | readonly string[]> = { ':method': method, ':path': targetOf(request) }
  try {
    for (const [name, value] of Object.entries(headers)) {
      for (const each of typeof value === 'string' ? [value] : value) validateHeaderValue(name, each)
      sent[name.toLowerCase()] = value
    }
  } catch (error) {
    // A token with a line break in it, for example. The value stays out of the message.
    throw new ApiFailure({ kind: 'configuration', message: (error as Error).message }, { cause: error })
  }
  if (body !== undefined) sent['content-length'] = String(Buffer.byteLength(body))
  return sent as OutgoingHttpHeaders
}

function toResponse(
  stream: ClientHttp2Stream,
  incoming: IncomingHttpHeaders,
  signal: AbortSignal | undefined,
): ApiResponse {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(incoming)) {
    if (!name.startsWith(':')) headers[name] = Array.isArray(value) ? value.join(', ') : String(value)
  }
  const isWhole = (): boolean => stream.rstCode === constants.NGHTTP2_NO_ERROR
  return {
    status: Number(incoming[':status']),
    headers,
    body: answerBody({ stream, encoding: incoming['content-encoding'], signal, isWhole }),
  }
}
