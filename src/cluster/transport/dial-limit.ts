import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { ApiFailure } from '../../api/failure.ts'

/** Go's limits: a host that drops packets would otherwise hold a request for minutes. */
const DIAL_SECONDS = 30
const HANDSHAKE_SECONDS = 10

export interface Dialing {
  readonly host: string
  /** What becomes of it when the connection is not made in time. */
  readonly end: (failure: ApiFailure) => void
  readonly onReady: () => void
}

/** Ends what waits for a connection that is not made within Go's limits, with ApiFailure `unreachable`. */
export function limitDialing(socket: Socket, dialing: Dialing): void {
  const { host, onReady } = dialing
  // Before its handshake is done a connection has agreed on no protocol, not even on none.
  const isSecured = !(socket instanceof TLSSocket) || socket.alpnProtocol !== null
  const connected = isSecured ? onReady : () => awaitHandshake(socket, dialing)
  if (!socket.connecting) {
    connected()
    return
  }
  limit(socket, dialing, 'connect', DIAL_SECONDS, `dial tcp ${host}: i/o timeout`)
  socket.once('connect', connected)
}

function awaitHandshake(socket: TLSSocket, dialing: Dialing): void {
  limit(socket, dialing, 'secureConnect', HANDSHAKE_SECONDS, 'net/http: TLS handshake timeout')
  socket.once('secureConnect', dialing.onReady)
}

function limit(socket: Socket, { end }: Dialing, until: string, seconds: number, message: string): void {
  const timer = setTimeout(() => end(new ApiFailure({ kind: 'unreachable', message })), seconds * 1000)
  const stop = () => clearTimeout(timer)
  socket.once(until, stop)
  socket.once('close', stop)
}
