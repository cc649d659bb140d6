import { Agent as HttpAgent, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { Connection } from '../../control-plane/request.ts'
import type { Seen } from './faulty-server.ts'

/** An answer as it came over the wire: its body may be compressed. */
export interface RealAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** Headers of one connection alone, and who asks; those of HTTP/2 that begin with a colon are no headers elsewhere. */
const NOT_HANDED_ON = new Set([
  'host',
  'connection',
  'authorization',
  'transfer-encoding',
  'content-length',
  'keep-alive',
])

/** Hands requests on to an API server, as who `connection` is. */
export function forwarder({ server, ca, token, certificate, key }: Connection) {
  const isTls = server.startsWith('https:')
  const agent = isTls
    ? new HttpsAgent({ keepAlive: true, ca, cert: certificate, key })
    : new HttpAgent({ keepAlive: true })
  const begin = isTls ? httpsRequest : httpRequest

  const ask = (incoming: IncomingMessage, { body }: Seen): Promise<IncomingMessage> => {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const headers = {
      ...handedOn(incoming.headers),
      ...(body !== '' && { 'content-length': String(Buffer.byteLength(body)) }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    }
    const url = new URL(server.replace(/\/$/, '') + incoming.url)
    const outgoing = begin(url, { method: incoming.method ?? 'GET', agent, headers })
    outgoing.on('response', resolve)
    outgoing.on('error', reject)
    outgoing.end(body)
    return promise
  }

  return {
    /** The whole answer. Rejects when there is none. */
    send: async (incoming: IncomingMessage, seen: Seen): Promise<RealAnswer> => {
      const answer = await ask(incoming, seen)
      return { status: answer.statusCode!, headers: handedOn(answer.headers), body: await buffer(answer) }
    },
    /** The answer as it comes, to whoever asked. */
    stream: async (incoming: IncomingMessage, seen: Seen, response: ServerResponse): Promise<void> => {
      const answer = await ask(incoming, seen)
      const headers = handedOn(answer.headers)
      seen.real = { status: answer.statusCode!, headers, body: Buffer.alloc(0) }
      response.writeHead(answer.statusCode!, headers)
      // A watch is accepted before anything happens.
      response.flushHeaders()
      await pipeline(answer, response)
    },
    close: (): void => agent.destroy(),
  }
}

function handedOn(headers: NodeJS.Dict<string | string[]>): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !NOT_HANDED_ON.has(name) && !name.startsWith(':'))
  return Object.fromEntries(kept.map(([name, value]) => [name, [value].flat().join(', ')]))
}
