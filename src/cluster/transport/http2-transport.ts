import { validateHeaderValue } from 'node:http'
import { type ClientHttp2Stream, constants, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http2'
import { ApiFailure, misconfigured } from '../../api/failure.ts'
import { abortedFailure, orAborted } from './aborted.ts'
import { answerBody } from './answer-body.ts'
import { changesNothing } from './changes-nothing.ts'
import { connectionFailure } from './connection-failure.ts'
import { endpointOf, type HttpRoute, hostOf, http1Transport } from './http1-transport.ts'
import { type Lane, lanesOf } from './http2-lanes.ts'
import type { Connected } from './http2-session.ts'
import { targetOf } from './target.ts'
import type { ApiResponse } from './transport.ts'
import type { Wire, WireRequest } from './wire.ts'

/** How often a request is sent that the server gives back unprocessed. */
const ATTEMPTS = 6

/**
 * The adapter of the port `Wire` to HTTP/2, where the server offers it: all requests share a connection, which saves a
 * scan 15 TLS handshakes. Watches share others, a hundred each, since a server bounds the streams of one. What is sent
 * apart, and everything to a server without HTTP/2, goes by HTTP/1.1. What a server gives back unprocessed (RFC 9113,
 * 8.7) is sent again, except a change that was sent: a proxy may say so of what it passed on.
 */
export function http2Transport(route: HttpRoute): Wire {
  const http1 = http1Transport(route)
  const host = hostOf(route.server)
  const { prefix } = endpointOf(route.server)
  const { laneOf, usable, close } = lanesOf(route)

  async function send(request: WireRequest): Promise<ApiResponse> {
    if (request.signal?.aborted) throw abortedFailure(request.signal)
    if (request.apart) return http1.send(request)
    const lane = laneOf(request)
    lane.open++
    let isOver = false
    const end = (): void => {
      if (!isOver) lane.open--
      isOver = true
    }
    try {
      const answer = await sendIn(lane, request, end)
      if (answer !== undefined) return answer
    } catch (error) {
      end()
      throw error
    }
    end()
    return http1.send(request)
  }

  /** undefined: the server speaks HTTP/1.1. `end` is told when nothing more comes of the answer. */
  async function sendIn(lane: Lane, request: WireRequest, end: () => void): Promise<ApiResponse | undefined> {
    for (let attempt = 1; ; attempt++) {
      const over = await orAborted(usable(lane), request.signal)
      if (over === undefined) return undefined
      const answer = await sendOver(over, { ...request, path: prefix + request.path }, host, end)
      if (answer !== 'unprocessed') return answer
      const message = 'http2: the server refused the stream'
      if (attempt === ATTEMPTS) throw new ApiFailure({ kind: 'unreachable', message })
    }
  }

  return {
    server: route.server,
    send,
    close() {
      close()
      http1.close()
    },
  }
}

function sendOver(
  { session, rest }: Connected,
  request: WireRequest,
  host: string,
  end: () => void,
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
      stream.once('close', end)
      resolve(toResponse(stream, incoming, signal, request.unhurried && rest))
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
    throw misconfigured((error as Error).message, { cause: error })
  }
  if (body !== undefined) sent['content-length'] = String(Buffer.byteLength(body))
  return sent as OutgoingHttpHeaders
}

function toResponse(
  stream: ClientHttp2Stream,
  incoming: IncomingHttpHeaders,
  signal: AbortSignal | undefined,
  onPiece: (() => void) | undefined,
): ApiResponse {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(incoming)) {
    if (!name.startsWith(':')) headers[name] = Array.isArray(value) ? value.join(', ') : String(value)
  }
  const isWhole = (): boolean => stream.rstCode === constants.NGHTTP2_NO_ERROR
  return {
    status: Number(incoming[':status']),
    headers,
    body: answerBody({ stream, encoding: incoming['content-encoding'], signal, isWhole, onPiece }),
  }
}
