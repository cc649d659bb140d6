import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { connectionFailure } from '../../../src/cluster/transport/connection-failure.ts'
import { faultOf } from '../fault.ts'
import { closedPort, serveHttp, serveTcp } from '../loopback.ts'
import { get, transportTo } from './through.ts'

const test = suite('servers that cannot be reached')

test('nobody listens: refused, with host and port as the user wrote them', async () => {
  const port = await closedPort()
  using transport = await transportTo(`http://localhost:${port}/prefix`)
  const fault = await faultOf(transport.send(get()))
  assert.equal([fault.kind, fault.kind === 'refused' && fault.host], ['refused', `localhost:${port}`])
})

test('a connection that closes during the TLS handshake was not spoken over', async () => {
  await using server = await serveTcp(socket => socket.once('data', () => socket.end()))
  using transport = await transportTo(`https://127.0.0.1:${server.port}`, { tls: { insecure: true } })
  assert.equal(await faultOf(transport.send(get())), { kind: 'unreachable', message: 'EOF' })
})

test('headers that come too late', async () => {
  await using server = await serveHttp(() => {})
  using transport = await transportTo(server.url, { requestTimeoutSeconds: 0.05 })
  const fault = await faultOf(transport.send(get()))
  assert.is(fault.kind, 'unreachable')
  assert.is(fault.message, 'net/http: request canceled (Client.Timeout exceeded while awaiting headers)')
})

test('a body that comes too late is cut', async () => {
  await using server = await serveHttp((_request, response) => void response.write('{'))
  // Long enough for the headers to come in time.
  using transport = await transportTo(server.url, { requestTimeoutSeconds: 2 })
  const { body } = await transport.send(get())
  const chunks = body[Symbol.asyncIterator]()
  await chunks.next()
  const fault = await faultOf(chunks.next())
  assert.is(fault.kind, 'cut')
  assert.match(fault.message, 'context deadline exceeded')
})

test('the server is told of the time limit', async () => {
  let url: string | undefined
  await using server = await serveHttp((request, response) => {
    url = request.url
    response.end()
  })
  using transport = await transportTo(server.url, { requestTimeoutSeconds: 90 })
  await transport.send({ ...get('/api'), query: { limit: '1' } })
  assert.is(url, '/api?timeout=90s&limit=1')
})

for (const [properties, sent, kind, message] of [
  [{ code: 'ENOTFOUND', hostname: 'x.example' }, false, 'unreachable', 'dial tcp: lookup x.example: no such host'],
  [{ code: 'EAI_AGAIN', hostname: 'x' }, false, 'unreachable', 'dial tcp: lookup x: server misbehaving'],
  [{ code: 'ETIMEDOUT', address: '10.0.0.1', port: 6443 }, false, 'unreachable', 'dial tcp 10.0.0.1:6443: i/o timeout'],
  [
    { code: 'EHOSTUNREACH', address: 'fd::1', port: 1 },
    false,
    'unreachable',
    'dial tcp [fd::1]:1: connect: no route to host',
  ],
  [
    { code: 'ENETUNREACH', address: '10.0.0.1', port: 1 },
    false,
    'unreachable',
    'dial tcp 10.0.0.1:1: connect: network is unreachable',
  ],
  [
    { code: 'ECONNRESET', syscall: 'read' },
    true,
    'cut',
    'the connection was closed before the server answered: read: connection reset by peer',
  ],
  [
    { code: 'EPIPE', syscall: 'write' },
    true,
    'cut',
    'the connection was closed before the server answered: write: broken pipe',
  ],
  [
    { code: 'ERR_SSL_TLSV1_ALERT_UNKNOWN_CA' },
    false,
    'unreachable',
    'remote error: tls: unknown certificate authority',
  ],
] as const) {
  test(`${properties.code} reads as in Go: ${message}`, () => {
    const error = Object.assign(new Error('raw'), properties)
    const { fault } = connectionFailure(error, { host: 'a:1', sent, proxied: false })
    assert.equal(fault, { kind, message })
  })
}

test('of several addresses, all refused, the server is refused', () => {
  const each = Object.assign(new Error('raw'), { code: 'ECONNREFUSED', address: '::1', port: 1 })
  const error = Object.assign(new AggregateError([each, each]), { code: 'ECONNREFUSED' })
  assert.equal(connectionFailure(error, { host: 'a:1', sent: false, proxied: false }).fault, {
    kind: 'refused',
    host: 'a:1',
  })
})

test.run()
