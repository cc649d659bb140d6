import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ApiRequest } from '../cluster/transport/transport.ts'
import type { Sandbox } from './sandbox.ts'

export interface ServedSandbox {
  /** `http://127.0.0.1:<port>`. */
  readonly url: string
  close(): Promise<void>
}

const LOOPBACK = '127.0.0.1'

/** Largest body the server takes, as the real one: 3 MiB. */
const BODY_LIMIT = 3 * 1024 * 1024

/**
 * Serves a sandbox over plain HTTP, on loopback and nowhere else, and runs its controllers in real time.
 * `Authorization: Bearer <name>` is that user; no header is system:admin.
 */
export async function serveSandbox(sandbox: Sandbox, { port = 0 }: { port?: number } = {}): Promise<ServedSandbox> {
  const server = createServer((incoming, outgoing) => {
    exchange(sandbox, incoming, outgoing).catch(() => outgoing.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, LOOPBACK, resolve)
  })
  const stop = sandbox.start()
  return {
    url: `http://${LOOPBACK}:${(server.address() as AddressInfo).port}`,
    close() {
      stop()
      return new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}

/** One exchange; also over HTTP/2, by what Node has for it in the form of HTTP/1.1. */
export async function exchange(sandbox: Sandbox, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const gone = new AbortController()
  outgoing.once('close', () => gone.abort())
  const body = await readBody(incoming)
  if (body === undefined) {
    outgoing.writeHead(413, { 'content-type': 'text/plain', connection: 'close' }).end('request body too large\n')
    return
  }
  const url = new URL(incoming.url ?? '/', 'http://sandbox')
  const user = userOf(incoming)
  const response = await sandbox.handle({
    method: incoming.method as ApiRequest['method'],
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: headersOf(incoming),
    body,
    signal: gone.signal,
    user,
  })
  const { 'transfer-encoding': _chunkedByNode, ...headers } = response.headers
  outgoing.writeHead(response.status, headers)
  outgoing.flushHeaders()
  for await (const chunk of response.body) {
    if (gone.signal.aborted) break
    if (!outgoing.write(chunk)) await drained(outgoing, gone.signal)
  }
  outgoing.end()
}

async function readBody(incoming: IncomingMessage): Promise<Uint8Array | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming) {
    size += (chunk as Buffer).length
    if (size > BODY_LIMIT) return undefined
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}

function headersOf(incoming: IncomingMessage): Record<string, string> {
  const entries = Object.entries(incoming.headers).filter(([name]) => name !== 'authorization')
  return Object.fromEntries(
    entries.map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  )
}

function userOf(incoming: IncomingMessage): string | undefined {
  return /^Bearer (.+)$/.exec(incoming.headers.authorization ?? '')?.[1]
}

function drained(outgoing: ServerResponse, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    outgoing.once('drain', resolve)
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
