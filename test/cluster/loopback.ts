import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import net, { type AddressInfo } from 'node:net'

/** A server of one test on a free port of 127.0.0.1, closed with all its connections at the end of its block. */
export interface Loopback extends AsyncDisposable {
  readonly port: number
  /** `http://127.0.0.1:port`, or https. */
  readonly url: string
  /** Connections accepted so far. */
  connections(): number
}

export function serveHttp(handle: http.RequestListener): Promise<Loopback> {
  return listen(http.createServer(handle), 'http')
}

export function serveHttps(options: https.ServerOptions, handle: http.RequestListener): Promise<Loopback> {
  return listen(https.createServer(options, handle), 'https')
}

/** A server that speaks whatever `handle` makes it; its `url` says http. */
export function serveTcp(handle: (socket: net.Socket) => void): Promise<Loopback> {
  return listen(net.createServer(handle), 'http')
}

/** A port of loopback on which nobody listens. */
export async function closedPort(): Promise<number> {
  await using server = await serveTcp(() => {})
  return server.port
}

export async function listen(server: net.Server, scheme: string): Promise<Loopback> {
  const sockets = new Set<net.Socket>()
  let connections = 0
  server.on('connection', socket => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => {})
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `${scheme}://127.0.0.1:${port}`,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Answers with JSON. */
export function sendJson(response: http.ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(value))
}
