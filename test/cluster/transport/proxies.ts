import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import net from 'node:net'
import { type Loopback, listen, serveTcp } from '../loopback.ts'

/** A proxy of one test and what it was asked for. */
export interface Proxy extends Loopback {
  readonly asked: string[]
}

/** Tunnels CONNECT and forwards plain requests; `tls` makes it an https proxy, `status` one that refuses. */
export async function httpProxy(options: { tls?: https.ServerOptions; status?: number } = {}): Promise<Proxy> {
  const asked: string[] = []
  const forward: http.RequestListener = (request, response) => {
    asked.push(`${request.method} ${request.url}`)
    const { method, headers } = request
    const onward = http.request(request.url!, { method, headers }, answer => {
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
    request.pipe(onward)
  }
  const server = options.tls ? https.createServer(options.tls, forward) : http.createServer(forward)
  server.on('connect', (request, socket: net.Socket) => {
    asked.push(`CONNECT ${request.url} ${request.headers['proxy-authorization'] ?? ''}`.trim())
    if (options.status !== undefined) {
      socket.end(`HTTP/1.1 ${options.status} ${http.STATUS_CODES[options.status]}\r\ncontent-length: 0\r\n\r\n`)
      return
    }
    const [host, port] = request.url!.split(':')
    join(socket, net.connect(Number(port), host), 'HTTP/1.1 200 Connection Established\r\n\r\n')
  })
  return Object.assign(await listen(server, options.tls ? 'https' : 'http'), { asked })
}

/** A SOCKS5 proxy without authentication; every name it is asked for leads to 127.0.0.1. */
export async function socksProxy(): Promise<Proxy> {
  const asked: string[] = []
  const server = await serveTcp(async socket => {
    await once(socket, 'readable')
    socket.read()
    socket.write(Buffer.from([5, 0]))
    await once(socket, 'readable')
    const request: Buffer = socket.read()
    const isName = request[3] === 3
    const end = isName ? 5 + request[4]! : 8
    const host = isName ? request.subarray(5, end).toString() : request.subarray(4, end).join('.')
    const port = request.readUInt16BE(end)
    asked.push(`${host}:${port}`)
    join(socket, net.connect(port, '127.0.0.1'), Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, 0, 0]))
  })
  return Object.assign(server, { asked, url: `socks5://127.0.0.1:${server.port}` })
}

function join(client: net.Socket, upstream: net.Socket, greeting: string | Buffer): void {
  upstream.once('connect', () => {
    client.write(greeting)
    upstream.pipe(client)
    client.pipe(upstream)
  })
  upstream.on('error', () => client.destroy())
  client.on('error', () => upstream.destroy())
  client.on('close', () => upstream.destroy())
}
