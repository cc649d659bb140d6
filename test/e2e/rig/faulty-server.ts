import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createSecureServer } from 'node:http2'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { stringify } from 'yaml'
import { createAuthority } from '../../control-plane/certificates.ts'
import { forwarder, type RealAnswer } from './forward.ts'
import { target } from './target.ts'

/** A request of the program under test, as it came in. */
export interface Seen {
  /** From 0 on, in the order of arrival. */
  readonly index: number
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  /** `2.0` or `1.1`. */
  readonly httpVersion: string
  readonly body: string
  /** It asks for a change, and not for a dry run of one or for a review of what somebody may do. */
  readonly isWrite: boolean
  /** What the real server answered, when the request came to it. */
  real?: RealAnswer
  /** A fault was put in the way of it. */
  isFaulty?: boolean
}

/** What a fault can do with a request. One that does nothing leaves it without an answer, for ever. */
export interface Exchange {
  readonly seen: Seen
  /** Lets the real server do it, and gives its answer, which the program does not get by that. */
  forward(): Promise<RealAnswer>
  answer(status: number, body: string | Buffer, headers?: Readonly<Record<string, string>>): void
  /** The head of the answer and the beginning of its body; `end` closes the connection, else nothing more comes. */
  answerHalf(answer: RealAnswer, end: boolean): void
  /** The head of an answer and these bytes of its body; what comes after them is not said. */
  answerOpen(body: string): void
  reset(): void
  /** The connection ends, with all that goes over it. */
  hangUp(): void
  /** No connection is accepted any more, and those that stand break. */
  goDown(): void
  /** Signals the program at once, the first time: a second signal would be another wish of its user. */
  signal(name: NodeJS.Signals): void
}

export type Fault = (exchange: Exchange) => unknown

export interface FaultyServer extends AsyncDisposable {
  /** For the program: a kubeconfig that names this server and no other. */
  readonly env: { readonly KUBECONFIG: string }
  readonly requests: readonly Seen[]
  /** Has to be told what signals the program, when it runs. */
  readonly onStart: (kill: (signal: NodeJS.Signals) => void) => void
  /** When the program was signalled, and when the first fault was put in its way, in milliseconds of `performance.now()`. */
  readonly signalledAt: number | undefined
  readonly faultedAt: number | undefined
}

/**
 * A reverse proxy on loopback in front of the target, with all rights there, which asks `plan` about each request, when it
 * comes, what is to go wrong with it; undefined lets it through. What hangs is let go at the end. With `tls` it offers HTTP/2.
 */
export async function faultyServer(
  plan: (seen: Seen) => Fault | undefined,
  { tls = false }: { tls?: boolean } = {},
): Promise<FaultyServer> {
  const requests: Seen[] = []
  const real = forwarder(target().admin)
  let kill: ((signal: NodeJS.Signals) => void) | undefined
  let signalledAt: number | undefined
  let faultedAt: number | undefined
  let isDown = false
  const sockets = new Set<Socket>()

  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const index = requests.length
    const seen = seenOf(incoming, index)
    requests.push(seen)
    Object.assign(seen, bodyOf(seen, await text(incoming)))
    const fault = plan(seen)
    if (fault === undefined) {
      await real.stream(incoming, seen, response)
      return
    }
    seen.isFaulty = true
    faultedAt ??= performance.now()
    // By its port: of HTTP/2 a request has no socket but one that cannot be broken, and its connection is that of all.
    const socket = [...sockets].find(({ remotePort }) => remotePort === incoming.socket.remotePort)!
    await fault({
      seen,
      forward: async () => {
        seen.real = await real.send(incoming, seen)
        return seen.real
      },
      answer: (status, body, headers = {}) => {
        response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) })
        response.end(body)
      },
      answerHalf: ({ status, headers, body }, end) => {
        response.writeHead(status, { ...headers, 'content-length': body.length + 1 })
        response.write(body.subarray(0, body.length / 2), () => end && socket.destroy())
      },
      answerOpen: body => {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.write(body)
      },
      hangUp: () => void socket.destroy(),
      // Node cannot reset one that it is shutting down (the program closed its end), and would never close it either.
      reset: () => void (socket.writableEnded ? socket.destroy() : socket.resetAndDestroy()),
      goDown: () => {
        isDown = true
        for (const each of sockets) each.destroy()
      },
      signal: name => {
        if (signalledAt !== undefined) return
        signalledAt = performance.now()
        kill?.(name)
      },
    })
  }

  const listener = (incoming: IncomingMessage, response: ServerResponse): void => {
    // What breaks between here and the real server breaks for the program.
    handle(incoming, response).catch(() => response.destroy())
  }
  const identity = tls ? await ownIdentity() : undefined
  const server = identity ? http2Server(identity, listener) : createHttpServer(listener)
  server.on('connection', (socket: Socket) => {
    if (isDown) socket.destroy()
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const folder = mkdtempSync(join(tmpdir(), 'kubectl-finalize-faulty-'))
  const kubeconfig = join(folder, 'kubeconfig')
  writeFileSync(kubeconfig, stringify(configOf(`${tls ? 'https' : 'http'}://127.0.0.1:${port}`, identity?.ca)))

  return {
    env: { KUBECONFIG: kubeconfig },
    requests,
    onStart: signals => {
      kill = signals
    },
    get signalledAt() {
      return signalledAt
    },
    get faultedAt() {
      return faultedAt
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      real.close()
      rmSync(folder, { recursive: true, force: true })
      await new Promise(resolve => server.close(resolve))
    },
  }
}

/** Offers HTTP/2 and HTTP/1.1; Node's requests and answers of HTTP/2 are used as those of HTTP/1.1. */
function http2Server(
  identity: { readonly cert: string; readonly key: string },
  listener: (incoming: IncomingMessage, response: ServerResponse) => void,
): Server {
  const options = { ...identity, allowHTTP1: true, maxSessionMemory: 1000 }
  return createSecureServer(options, listener as never) as never
}

function seenOf({ method = 'GET', url = '/', httpVersion }: IncomingMessage, index: number): Seen {
  const { pathname, searchParams } = new URL(url, 'http://faulty')
  return { index, method, path: pathname, query: searchParams, httpVersion, body: '', isWrite: false }
}

/** A DELETE says in its body that it is to be a dry run. */
function bodyOf({ method, path, query }: Seen, body: string): Pick<Seen, 'body' | 'isWrite'> {
  const isDry = query.has('dryRun') || (method === 'DELETE' && /"dryRun":\s*\["All"\]/.test(body))
  const isReview = method === 'POST' && /^\/apis\/(authorization|authentication)\.k8s\.io\//.test(path)
  return { body, isWrite: method !== 'GET' && !isDry && !isReview }
}

async function ownIdentity(): Promise<{ readonly cert: string; readonly key: string; readonly ca: string }> {
  const authority = await createAuthority()
  const { certificate, key } = await authority.signServer()
  return { cert: certificate, key, ca: authority.certificate }
}

function configOf(server: string, ca: string | undefined): object {
  const data = ca === undefined ? {} : { 'certificate-authority-data': Buffer.from(ca).toString('base64') }
  return {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'faulty', cluster: { server, ...data } }],
    users: [{ name: 'anybody', user: {} }],
    contexts: [{ name: 'faulty', context: { cluster: 'faulty', user: 'anybody' } }],
    'current-context': 'faulty',
  }
}
