import {
  createSecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Session,
  type Settings,
} from 'node:http2'
import { gzipSync } from 'node:zlib'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Connection } from '../../../src/cluster/kubeconfig/connection.ts'
import { collect } from '../../../src/cluster/transport/collect.ts'
import type { ConnectContext } from '../../../src/cluster/transport/connect.ts'
import { readJson, readText } from '../../../src/cluster/transport/read.ts'
import type { Transport } from '../../../src/cluster/transport/transport.ts'
import { createAuthority } from '../certificates.ts'
import { faultOf } from '../fault.ts'
import { type Loopback, listen } from '../loopback.ts'
import { get, transportTo } from './through.ts'

const test = suite('HTTP/2')

type Handle = (request: Http2ServerRequest, response: Http2ServerResponse) => void

const authority = await createAuthority()
const { certificate: cert, key } = await authority.sign()

/** A server that offers HTTP/2 and HTTP/1.1, and its sessions so far. */
async function serve(
  handle: Handle,
  settings: Settings = {},
): Promise<Loopback & { readonly sessions: readonly ServerHttp2Session[] }> {
  const sessions: ServerHttp2Session[] = []
  const server = createSecureServer({ cert, key, allowHTTP1: true, maxSessionMemory: 1000, settings }, handle)
  server.on('session', session => sessions.push(session))
  return { ...(await listen(server as never, 'https')), sessions }
}

function reach(
  { url }: Loopback,
  parts: Partial<Connection> = {},
  context: Partial<ConnectContext> = {},
): Promise<Transport & Disposable> {
  return transportTo(url, { tls: { ca: authority.certificate, insecure: false }, ...parts }, context)
}

function answer(response: Http2ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(value))
}

test('is spoken with a server that offers it, and all requests share one connection', async () => {
  const versions = new Set<string>()
  await using server = await serve((request, response) => {
    versions.add(request.httpVersion)
    answer(response, {})
  })
  using transport = await reach(server)
  await Promise.all(Array.from({ length: 40 }, () => readJson(transport, get())))
  for (let i = 0; i < 5; i += 1) await readJson(transport, get())
  assert.equal([...versions], ['2.0'])
  assert.is(server.connections(), 1)
})

test('is not spoken when DISABLE_HTTP2 is set, as with kubectl', async () => {
  await using server = await serve((request, response) => answer(response, { version: request.httpVersion }))
  using transport = await reach(server, {}, { env: { DISABLE_HTTP2: '1' } })
  assert.equal((await readJson(transport, get())).body, { version: '1.1' })
})

test('lets a hundred watches share a connection, apart from other requests, and takes one that broke no more', async () => {
  const versions = new Set<string>()
  await using server = await serve((request, response) => {
    versions.add(request.httpVersion)
    if (!request.url.includes('watch')) return answer(response, {})
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('{}\n')
  })
  using transport = await reach(server)
  const watch = () => transport.send({ ...get(), query: { watch: 'true' } })
  await readJson(transport, get())
  const watches = await Promise.all(Array.from({ length: 300 }, watch))
  const reads = watches.map(({ body }) => collect(body, 1000).catch(() => {}))
  assert.is(server.connections(), 4)
  server.sessions[1]!.destroy()
  await Promise.allSettled(reads.slice(0, 100))
  await Promise.all(Array.from({ length: 50 }, watch))
  await readJson(transport, get())
  assert.is(server.sessions.length, 5)
  assert.equal([...versions], ['2.0'])
})

test('reads an unhurried watch a few times, however often something comes, and nothing of it is lost', async () => {
  const LINES = 40
  let turn = 0
  let isOver = false
  const count = (): void => {
    turn++
    if (!isOver) setImmediate(count)
  }
  count()
  await using server = await serve(async (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    for (let written = 0; written < LINES; written++) {
      await new Promise(resolve => response.write(`${written}\n`, resolve))
      // Each is on its way before the next one.
      for (let waited = 0; waited < 5; waited++) await new Promise(setImmediate)
    }
    response.end('x'.repeat(1 << 20))
  })
  using transport = await reach(server)
  const { body } = await transport.send({ ...get(), query: { watch: 'true' }, unhurried: true })
  const pieces: Uint8Array[] = []
  const turns = new Set<number>()
  try {
    for await (const piece of body) {
      pieces.push(piece)
      if (piece.includes(10)) turns.add(turn)
    }
  } finally {
    isOver = true
  }
  assert.ok(turns.size < LINES / 2, `in ${turns.size} turns of the loop`)
  const lines = Array.from({ length: LINES }, (_, number) => `${number}\n`).join('')
  assert.is(Buffer.concat(pieces).toString(), `${lines}${'x'.repeat(1 << 20)}`)
})

test('gives a connection no more watches than the server allows streams', async () => {
  const settings = { maxConcurrentStreams: 10 }
  await using server = await serve((request, response) => {
    if (!request.url.includes('watch')) return answer(response, {})
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('{}\n')
  }, settings)
  using transport = await reach(server)
  await readJson(transport, get())
  const watches = Array.from({ length: 25 }, () => transport.send({ ...get(), query: { watch: 'true' } }))
  await Promise.all(watches)
  assert.is(server.connections(), 4)
})

test('carries path prefix, query, headers and bodies', async () => {
  await using server = await serve(async (request, response) => {
    const body = (await request.toArray()).join('')
    const { method, url, headers } = request
    answer(response, { method, url, type: headers['content-type'], agent: headers['user-agent'], body })
  })
  using transport = await transportTo(`${server.url}/k8s/clusters/c-1`, { tls: { insecure: true } })
  const read = await readJson(transport, { ...get('/api/v1/pods'), query: { labelSelector: 'a=b,c' } })
  const { agent, ...seen } = read.body as { agent: string }
  assert.equal(
    [read.status, seen],
    [200, { method: 'GET', url: '/k8s/clusters/c-1/api/v1/pods?labelSelector=a%3Db%2Cc', body: '' }],
  )
  assert.match(agent, /^kubectl-finalize\//)
  const headers = { 'Content-Type': 'application/json-patch+json' }
  for (const method of ['PATCH', 'POST', 'PUT', 'DELETE'] as const) {
    const { body } = await readJson(transport, { method, path: '/x', headers, body: '[{"op":"tést"}]' })
    const { type, body: arrived } = body as Record<string, string>
    assert.equal([type, arrived], ['application/json-patch+json', '[{"op":"tést"}]'])
  }
})

test('repeats a header for each group of an impersonation', async () => {
  let raw: string[] = []
  await using server = await serve((request, response) => {
    raw = request.rawHeaders
    answer(response, {})
  })
  using transport = await reach(server, { impersonate: { user: 'eve', groups: ['a', 'b,c'], extra: {} } })
  await readJson(transport, get())
  const groups = raw.filter((_value, index) => raw[index - 1] === 'impersonate-group')
  assert.equal(groups, ['a', 'b,c'])
})

test('refuses a token that no header can carry as an error in the configuration, and does not quote it', async () => {
  await using server = await serve((_request, response) => answer(response, {}))
  using transport = await reach(server, { credentials: { kind: 'token', token: 'a\nhush' } })
  const fault = await faultOf(readText(transport, get()))
  assert.is(fault.kind, 'configuration')
  assert.not.match(fault.message, 'hush')
})

test('decompresses answers', async () => {
  await using server = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
    response.end(gzipSync('{"ok":true}'))
  })
  using transport = await reach(server)
  assert.equal((await readJson(transport, get())).body, { ok: true })
})

for (const length of [0, 100, 500_000]) {
  test(`keeps an answer of ${length} bytes whole that is read long after it came`, async () => {
    await using server = await serve((request, response) => {
      if (request.url === '/later') answer(response, {})
      else response.end('x'.repeat(length))
    })
    using transport = await reach(server)
    const { body } = await transport.send(get())
    for (let i = 0; i < 5; i += 1) await readJson(transport, get('/later'))
    assert.is((await collect(body)).length, length)
  })
}

test('ends a request by its signal, before it, while it is under way, and in its body; the connection stays', async () => {
  const under = Promise.withResolvers<void>()
  await using server = await serve((request, response) => {
    if (request.url === '/hangs') under.resolve()
    else if (request.url === '/half') response.write('{"items":[')
    else answer(response, {})
  })
  using transport = await reach(server)
  assert.is((await faultOf(transport.send({ ...get(), signal: AbortSignal.abort() }))).kind, 'aborted')
  const controller = new AbortController()
  const hanging = faultOf(transport.send({ ...get('/hangs'), signal: controller.signal }))
  const half = await transport.send({ ...get('/half'), signal: controller.signal })
  const chunks = half.body[Symbol.asyncIterator]()
  await chunks.next()
  await under.promise
  controller.abort(new Error('interrupted by the user'))
  const aborted = { kind: 'aborted', message: 'interrupted by the user' }
  assert.equal([await hanging, await faultOf(chunks.next())], [aborted, aborted])
  assert.equal((await readJson(transport, get())).body, {})
  assert.is(server.connections(), 1)
})

test('lets an answer be left early, however much of it there is, and the connection is used again', async () => {
  const whole = Buffer.alloc(4 << 20)
  await using server = await serve((_request, response) => void response.end(whole))
  using transport = await reach(server)
  for (let i = 0; i < 20; i += 1) {
    const { body } = await transport.send(get())
    for await (const _chunk of body) break
  }
  assert.is((await readText(transport, get())).body.length, whole.length)
  assert.is(server.connections(), 1)
})

test('opens another connection when the server has ended the first, and none is open after the end', async () => {
  await using server = await serve((_request, response) => answer(response, {}))
  const transport = await reach(server)
  await readJson(transport, get())
  const [first] = server.sessions
  const ended = new Promise(resolve => first!.on('close', resolve))
  first!.close()
  await ended
  await readJson(transport, get())
  assert.is(server.connections(), 2)
  const over = new Promise(resolve => server.sessions[1]!.on('close', resolve))
  transport.close()
  await over
})

test('raises no warning for many requests that share a signal', async () => {
  const warnings: string[] = []
  const listen = (warning: Error) => warnings.push(warning.name)
  process.on('warning', listen)
  await using server = await serve((_request, response) => answer(response, {}))
  using transport = await reach(server, { requestTimeoutSeconds: 60 })
  const { signal } = new AbortController()
  await Promise.all(Array.from({ length: 60 }, () => readJson(transport, { ...get(), signal })))
  process.off('warning', listen)
  assert.equal(warnings, [])
})

test.run()
