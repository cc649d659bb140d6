import type { ClientRequest } from 'node:http'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { ApiFailure } from '../../api/failure.ts'

/** Go's limits: a host that drops packets would otherwise hold a request for minutes. */
const DIAL_SECONDS = 30
const HANDSHAKE_SECONDS = 10

/**
 * Ends a request whose new connection is not made within Go's limits, with ApiFailure `unreachable`; calls `onReady`
 * when the connection is there, at once for one that is used again.
 */
export function limitDialing(socket: Socket, request: ClientRequest, onReady: () => void): void {
  const isNew = !request.reusedSocket
  const connected = isNew && socket instanceof TLSSocket ? () => awaitHandshake(socket, request, onReady) : onReady
  if (!isNew || !socket.connecting) {
    connected()
    return
  }
  limit(socket, request, 'connect', DIAL_SECONDS, `dial tcp ${request.host}: i/o timeout`)
  socket.once('connect', connected)
}

function awaitHandshake(socket: TLSSocket, request: ClientRequest, onReady: () => void): void {
  limit(socket, request, 'secureConnect', HANDSHAKE_SECONDS, 'net/http: TLS handshake timeout')
  socket.once('secureConnect', onReady)
}

function limit(socket: Socket, request: ClientRequest, until: string, seconds: number, message: string): void {
  const timer = setTimeout(() => request.destroy(new ApiFailure({ kind: 'unreachable', message })), seconds * 1000)
  const stop = () => clearTimeout(timer)
  socket.once(until, stop)
  socket.once('close', stop)
}
