import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { ApiFailure } from '../../api/failure.ts'
import { abortedFailure } from './aborted.ts'
import { connectionFailure } from './connection-failure.ts'
import { limitDialing } from './dial-limit.ts'
import { endpointOf, type HttpRoute, hostOf } from './http1-transport.ts'

/** Bytes that the server may send before they are read: of one answer, and of all answers of a connection. */
const WINDOW = { stream: 1 << 20, session: 1 << 24 }
/** Megabytes after which Node refuses answers; more than the windows let in. */
const SESSION_MEMORY = 64

/** Go's limits: a connection that has been silent for so long is asked for a sign, and given up without one. */
const PATIENCE = { silentSeconds: 30, signSeconds: 15 }

/** For so long nothing is read of a connection that is unhurried: each wakeup costs what twenty events cost. */
const REST_MILLISECONDS = 200

/** A connection on which the server agreed to speak HTTP/2, or another for HTTP/1.1. */
export type Dialed = Connected | { readonly http1: TLSSocket }

export interface Connected {
  readonly session: ClientHttp2Session
  /** What the server sends from now on is read a moment later, all at once. */
  readonly rest: () => void
}

/**
 * Opens a connection that agrees on a protocol. Rejects with ApiFailure `refused` or `unreachable`, within Go's time
 * limits, and `aborted` when it is closed meanwhile. A session ends after 45 s of silence while an answer is awaited.
 */
export async function dial(route: HttpRoute, closing: AbortSignal, patience = PATIENCE): Promise<Dialed> {
  const socket = await secured(route, closing)
  if (socket.alpnProtocol !== 'h2') return { http1: socket }
  const session = connectHttp2(route.server, {
    createConnection: () => socket,
    settings: { initialWindowSize: WINDOW.stream, enablePush: false },
    maxSessionMemory: SESSION_MEMORY,
  })
  session.once('connect', () => session.destroyed || session.setLocalWindowSize(WINDOW.session))
  // Each request is told by its own stream.
  session.on('error', () => {})
  session.setTimeout(patience.silentSeconds * 1000, () => askForSign(session, patience))
  return { session, rest: resting(socket) }
}

/** Node reads a connection of HTTP/2 by its handle, and has no public way to stop that for a while. */
function resting(socket: TLSSocket): () => void {
  const { _handle: handle } = socket as { readonly _handle?: { readStop(): void; readStart(): void } }
  let isResting = false
  return () => {
    if (isResting) return
    isResting = true
    // What lies there now is read first: what comes in a rush is not held up.
    setImmediate(() => {
      if (!socket.destroyed) handle?.readStop()
      setTimeout(() => {
        isResting = false
        if (!socket.destroyed) handle?.readStart()
      }, REST_MILLISECONDS)
    })
  }
}

function secured(route: HttpRoute, closing: AbortSignal): Promise<TLSSocket> {
  const { host, port } = endpointOf(route.server)
  return new Promise((resolve, reject) => {
    const socket = connectTls({ ...route.http2, host, port, ALPNProtocols: ['h2', 'http/1.1'] })
    socket.setNoDelay(true)
    socket.setKeepAlive(true, PATIENCE.silentSeconds * 1000)
    const fail = (error: Error): void => {
      const failed = { host: hostOf(route.server), sent: false, proxied: false }
      reject(error instanceof ApiFailure ? error : connectionFailure(error, failed))
    }
    socket.once('error', fail)
    const close = (): void => void socket.destroy(abortedFailure(closing))
    if (closing.aborted) close()
    closing.addEventListener('abort', close, { once: true })
    socket.once('close', () => closing.removeEventListener('abort', close))
    limitDialing(socket, {
      host,
      end: failure => socket.destroy(failure),
      onReady: () => {
        socket.off('error', fail)
        resolve(socket)
      },
    })
  })
}

/** A session that waits for nothing may be silent. */
function askForSign(session: ClientHttp2Session, { signSeconds }: typeof PATIENCE): void {
  const lost = new ApiFailure({ kind: 'cut', message: 'http2: client connection lost' })
  const timer = setTimeout(() => session.destroy(lost), signSeconds * 1000).unref()
  const isSent = !session.destroyed && session.ping(() => clearTimeout(timer))
  if (!isSent) clearTimeout(timer)
}
