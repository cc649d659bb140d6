import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ApiFailure } from '../../../src/api/failure.ts'
import { fetchTransport } from '../../../src/cluster/transport/fetch-transport.ts'
import type { Transport } from '../../../src/cluster/transport/transport.ts'
import { buildIncident } from '../../../src/sandbox/incidents/index.ts'
import { serveSandbox } from '../../../src/sandbox/serve.ts'

const test = suite('a transport over fetch')

/** A server below /clusters/x, as Headlamp's is, and the transport to it. */
async function setup(listener: RequestListener): Promise<AsyncDisposable & { readonly transport: Transport }> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const transport = fetchTransport({ server: `http://127.0.0.1:${port}/clusters/x/`, fetch })
  const dispose = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { transport, [Symbol.asyncDispose]: dispose }
}

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

const kindOf = (error: unknown): string => (error instanceof ApiFailure ? error.fault.kind : String(error))

test('sends method, path, query, headers and body behind its prefix, and answers with any status', async () => {
  await using served = await setup(async (request, response) => {
    const body = await textOf(request)
    const { method, url, headers } = request
    response.writeHead(409, { 'X-One': 'a', 'Content-Encoding': 'gzip' })
    response.end(gzipSync(JSON.stringify({ method, url, accept: headers.accept, body })))
  })
  const { status, headers, body } = await served.transport.send({
    method: 'POST',
    path: '/api/v1/namespaces',
    query: { dryRun: 'All', 'a b': '=' },
    headers: { accept: 'application/json' },
    body: '{}',
  })
  assert.is(status, 409)
  assert.is(headers['x-one'], 'a')
  assert.equal(JSON.parse(await textOf(body)), {
    method: 'POST',
    url: '/clusters/x/api/v1/namespaces?dryRun=All&a+b=%3D',
    accept: 'application/json',
    body: '{}',
  })
})

test('streams: the first part is there before the last was sent, and leaving it early ends the request', async () => {
  const left = Promise.withResolvers<void>()
  await using served = await setup((_request, response) => {
    response.on('close', left.resolve)
    response.write('first')
  })
  const { body } = await served.transport.send({ method: 'GET', path: '/watch' })
  for await (const chunk of body) {
    assert.is(Buffer.from(chunk).toString(), 'first')
    break
  }
  await left.promise
})

test('an answer that breaks off is cut, and so is a connection that fails: it may have been sent', async () => {
  await using served = await setup((request, response) => {
    if (request.url!.endsWith('/gone')) return response.destroy()
    response.writeHead(200, { 'content-length': '100' })
    return response.write('half', () => response.destroy())
  })
  const { body } = await served.transport.send({ method: 'GET', path: '/half' })
  assert.is(await textOf(body).catch(kindOf), 'cut')
  assert.is(await served.transport.send({ method: 'GET', path: '/gone' }).catch(kindOf), 'cut')
})

test('a signal ends a request before, during and after its answer began, with its own reason', async () => {
  await using served = await setup((request, response) => {
    if (request.url!.endsWith('/begun')) response.write('first')
  })
  const reason = new ApiFailure({ kind: 'aborted', message: 'enough' })
  const early = { method: 'GET', path: '/never', signal: AbortSignal.abort(reason) } as const
  assert.is(await served.transport.send(early).catch(error => error), reason)
  const waiting = new AbortController()
  const sent = served.transport.send({ method: 'GET', path: '/never', signal: waiting.signal }).catch(error => error)
  waiting.abort(reason)
  assert.is(await sent, reason)
  const reading = new AbortController()
  const { body } = await served.transport.send({ method: 'GET', path: '/begun', signal: reading.signal })
  const parts = body[Symbol.asyncIterator]()
  await parts.next()
  reading.abort()
  assert.is(await parts.next().catch(kindOf), 'aborted')
})

test('a redirect, as a page sees it, is not followed and is no answer', async () => {
  const asked: RequestInit[] = []
  const redirecting: typeof fetch = async (_url, options) => {
    asked.push(options!)
    const answer = new Response(null)
    return Object.defineProperties(answer, { type: { value: 'opaqueredirect' }, status: { value: 0 } })
  }
  const transport = fetchTransport({ server: '/clusters/x', fetch: redirecting })
  assert.is(await transport.send({ method: 'GET', path: '/api' }).catch(kindOf), 'garbled')
  assert.is(asked[0]!.redirect, 'manual')
})

test('reads from the server of the sandbox what its own transport reads', async () => {
  const sandbox = buildIncident('', { now: () => new Date('2026-01-02T03:04:05Z') })!
  const server = await serveSandbox(sandbox, { port: 0 })
  const request = { method: 'GET', path: '/api/v1/namespaces' } as const
  const [ours, own] = await Promise.all(
    [fetchTransport({ server: server.url, fetch }), sandbox.transport()].map(async transport => {
      const { status, headers, body } = await transport.send(request)
      return { status, type: headers['content-type'], text: await textOf(body) }
    }),
  )
  await server.close()
  assert.is(ours!.status, 200)
  assert.equal(ours, own)
})

test.run()
