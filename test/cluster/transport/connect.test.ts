import type { IncomingMessage } from 'node:http'
import { gzipSync } from 'node:zlib'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { readJson, readText } from '../../../src/cluster/transport/read.ts'
import { faultOf } from '../fault.ts'
import { sendJson, serveHttp } from '../loopback.ts'
import { get, transportTo } from './through.ts'

const test = suite('requests')

test('a path prefix of the server, query and headers arrive', async () => {
  let seen: IncomingMessage | undefined
  await using server = await serveHttp((request, response) => {
    seen = request
    sendJson(response, { kind: 'ok' })
  })
  using transport = await transportTo(`${server.url}/k8s/clusters/c-1`)
  const { status, body } = await readJson(transport, {
    ...get('/api/v1/pods'),
    query: { limit: '1', labelSelector: 'a=b,c' },
  })
  assert.equal([status, body], [200, { kind: 'ok' }])
  assert.is(seen?.url, '/k8s/clusters/c-1/api/v1/pods?limit=1&labelSelector=a%3Db%2Cc')
  assert.match(seen?.headers['user-agent'] ?? '', /^kubectl-finalize\/\d+\.\d+\.\d+ \((linux|darwin|windows)\/\w+\)$/)
  assert.is(seen?.headers.accept, 'application/json')
})

test('bodies of requests arrive, and their type', async () => {
  await using server = await serveHttp(async (request, response) => {
    const body = (await request.toArray()).join('')
    sendJson(response, { method: request.method, type: request.headers['content-type'], body })
  })
  using transport = await transportTo(server.url)
  const headers = { 'content-type': 'application/json-patch+json' }
  // Of a DELETE too: without its length Node sends a body that no server takes for one.
  for (const method of ['PATCH', 'POST', 'PUT', 'DELETE'] as const) {
    const { body } = await readJson(transport, { method, path: '/x', headers, body: '[{"op":"tést"}]' })
    assert.equal(body, { method, type: headers['content-type'], body: '[{"op":"tést"}]' })
  }
})

test('compressed answers are read, and not asked for with --disable-compression', async () => {
  await using server = await serveHttp((request, response) => {
    const compressed = request.headers['accept-encoding'] === 'gzip'
    const body = Buffer.from(JSON.stringify({ compressed }))
    response.writeHead(200, { 'content-type': 'application/json', ...(compressed && { 'content-encoding': 'gzip' }) })
    response.end(compressed ? gzipSync(body) : body)
  })
  using plain = await transportTo(server.url, { disableCompression: true })
  using transport = await transportTo(server.url)
  assert.equal((await readJson(transport, get())).body, { compressed: true })
  assert.equal((await readJson(plain, get())).body, { compressed: false })
})

test('connections are used again, alone and side by side', async () => {
  await using server = await serveHttp((_request, response) => sendJson(response, {}))
  using transport = await transportTo(server.url)
  for (let i = 0; i < 5; i += 1) await readJson(transport, get())
  assert.is(server.connections(), 1)
  const sixteen = () => Promise.all(Array.from({ length: 16 }, () => readJson(transport, get())))
  await sixteen()
  await sixteen()
  assert.is(server.connections(), 16)
})

test('many requests that share a signal raise no warning', async () => {
  const warnings: string[] = []
  const listen = (warning: Error) => warnings.push(warning.name)
  process.on('warning', listen)
  await using server = await serveHttp((_request, response) => sendJson(response, {}))
  using transport = await transportTo(server.url, { requestTimeoutSeconds: 60 })
  const { signal } = new AbortController()
  await Promise.all(Array.from({ length: 60 }, () => readJson(transport, { ...get(), signal })))
  process.off('warning', listen)
  assert.equal(warnings, [])
})

test('impersonation repeats a header for each group, and escapes the keys of extra', async () => {
  let raw: string[] = []
  await using server = await serveHttp((request, response) => {
    raw = request.rawHeaders
    sendJson(response, {})
  })
  const impersonate = { user: 'eve', uid: '7', groups: ['a', 'b,c'], extra: { 'example.com/scope': ['x', 'y'] } }
  using transport = await transportTo(server.url, { impersonate })
  await readJson(transport, get())
  const sent = raw
    .map((value, index) => (index % 2 === 0 ? `${value}: ${raw[index + 1]}` : ''))
    .filter(line => /^impersonate/.test(line))
  assert.equal(sent, [
    'impersonate-user: eve',
    'impersonate-uid: 7',
    'impersonate-group: a',
    'impersonate-group: b,c',
    'impersonate-extra-example.com%2Fscope: x',
    'impersonate-extra-example.com%2Fscope: y',
  ])
})

test('a request ends by its signal, before and while it is under way', async () => {
  const under = Promise.withResolvers<void>()
  await using server = await serveHttp(() => under.resolve())
  using transport = await transportTo(server.url)
  assert.is((await faultOf(transport.send({ ...get(), signal: AbortSignal.abort() }))).kind, 'aborted')
  const controller = new AbortController()
  const answer = faultOf(transport.send({ ...get(), signal: controller.signal }))
  await under.promise
  controller.abort(new Error('interrupted by the user'))
  assert.equal(await answer, { kind: 'aborted', message: 'interrupted by the user' })
})

test('a body ends by the signal too', async () => {
  await using server = await serveHttp((_request, response) => void response.write('{"items":['))
  using transport = await transportTo(server.url)
  const controller = new AbortController()
  const response = await transport.send({ ...get(), signal: controller.signal })
  const body = response.body[Symbol.asyncIterator]()
  await body.next()
  controller.abort()
  assert.is((await faultOf(body.next())).kind, 'aborted')
})

test('leaving a body early leaves the transport usable', async () => {
  await using server = await serveHttp((_request, response) => void response.write('x'.repeat(100_000)))
  using transport = await transportTo(server.url)
  for (let i = 0; i < 40; i += 1) {
    const response = await transport.send(get())
    for await (const _chunk of response.body) break
  }
  assert.ok(server.connections() >= 40)
})

test('a token that no header can carry is an error in the configuration, and not quoted', async () => {
  await using server = await serveHttp((_request, response) => sendJson(response, {}))
  using transport = await transportTo(server.url, { credentials: { kind: 'token', token: 'a\nhush' } })
  const fault = await faultOf(readText(transport, get()))
  assert.is(fault.kind, 'configuration')
  assert.not.match(fault.message, 'hush')
})

test.run()
