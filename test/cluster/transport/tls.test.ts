import type { TLSSocket } from 'node:tls'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { connect } from '../../../src/cluster/transport/connect.ts'
import { readJson } from '../../../src/cluster/transport/read.ts'
import { type Authority, createAuthority, type Subject } from '../certificates.ts'
import { faultOf } from '../fault.ts'
import { type Loopback, sendJson, serveHttp, serveHttps } from '../loopback.ts'
import { connectionTo, get, transportTo } from './through.ts'

const test = suite('TLS')

async function serveAs(authority: Authority, subject?: Subject, options: object = {}): Promise<Loopback> {
  const { certificate, key } = await authority.sign(subject)
  return serveHttps({ cert: certificate, key, ...options }, (request, response) => {
    const socket = request.socket as TLSSocket
    sendJson(response, { name: socket.getPeerCertificate()?.subject?.CN ?? 'nobody', sni: socket.servername })
  })
}

async function messageFor(
  server: Loopback,
  tls: { ca?: string; serverName?: string; insecure?: boolean },
): Promise<string> {
  using transport = await transportTo(server.url, { tls: { insecure: false, ...tls } })
  const fault = await faultOf(transport.send(get()))
  assert.is(fault.kind, 'unreachable')
  return fault.message
}

test('a server of the given authority is trusted', async () => {
  const authority = await createAuthority()
  await using server = await serveAs(authority)
  using transport = await transportTo(server.url, { tls: { ca: authority.certificate, insecure: false } })
  for (let i = 0; i < 3; i += 1) assert.is((await readJson(transport, get())).status, 200)
  assert.is(server.connections(), 1)
})

test('a server of another authority is not, nor one of an authority that the system does not know', async () => {
  const [authority, other] = await Promise.all([createAuthority(), createAuthority()])
  await using server = await serveAs(authority)
  const message = 'tls: failed to verify certificate: x509: certificate signed by unknown authority'
  assert.is(await messageFor(server, { ca: other.certificate }), message)
  assert.is(await messageFor(server, {}), message)
})

test('with "insecure" any certificate will do', async () => {
  await using server = await serveAs(await createAuthority(), { expired: true, addresses: [] })
  using transport = await transportTo(server.url, { tls: { insecure: true } })
  assert.is((await readJson(transport, get())).status, 200)
})

test('an expired certificate is named as such', async () => {
  const authority = await createAuthority()
  await using server = await serveAs(authority, { expired: true })
  const message = await messageFor(server, { ca: authority.certificate })
  assert.is(message, 'tls: failed to verify certificate: x509: certificate has expired or is not yet valid')
})

for (const [subject, reason] of [
  [{ addresses: ['10.0.0.1'] }, 'certificate is valid for 10.0.0.1, not 127.0.0.1'],
  [{ addresses: [] }, "cannot validate certificate for 127.0.0.1 because it doesn't contain any IP SANs"],
  [
    { addresses: [], names: [], commonName: '127.0.0.1' },
    'certificate relies on legacy Common Name field, use SANs instead',
  ],
] as const) {
  test(`a certificate for something else: ${reason}`, async () => {
    const authority = await createAuthority()
    await using server = await serveAs(authority, subject)
    const message = await messageFor(server, { ca: authority.certificate })
    assert.is(message, `tls: failed to verify certificate: x509: ${reason}`)
  })
}

test('tls-server-name is asked for and checked instead of the host', async () => {
  const authority = await createAuthority()
  await using server = await serveAs(authority, { names: ['api.example'], addresses: [] })
  const tls = { ca: authority.certificate, insecure: false }
  using transport = await transportTo(server.url, { tls: { ...tls, serverName: 'api.example' } })
  assert.equal((await readJson(transport, get())).body, { name: 'nobody', sni: 'api.example' })
  const message = await messageFor(server, { ...tls, serverName: 'other.example' })
  assert.match(message, 'x509: certificate is valid for api.example, not other.example')
})

test('a tls-server-name that is an address is checked, and not sent', async () => {
  const authority = await createAuthority()
  await using server = await serveAs(authority, { names: [], addresses: ['10.9.8.7'] })
  using transport = await transportTo(server.url, {
    tls: { ca: authority.certificate, insecure: false, serverName: '10.9.8.7' },
  })
  assert.equal((await readJson(transport, get())).body, { name: 'nobody', sni: false })
})

test('a client certificate is shown', async () => {
  const authority = await createAuthority()
  await using server = await serveAs(authority, {}, { requestCert: true, ca: authority.certificate })
  const clientCertificate = await authority.sign({ commonName: 'ann' })
  using transport = await transportTo(server.url, {
    tls: { ca: authority.certificate, insecure: false },
    clientCertificate,
  })
  assert.equal((await readJson(transport, get())).body, { name: 'ann', sni: false })
})

for (const maxVersion of ['TLSv1.2', 'TLSv1.3']) {
  test(`a server that wants a client certificate ends the connection, with ${maxVersion}`, async () => {
    const authority = await createAuthority()
    const wanting = { requestCert: true, rejectUnauthorized: true, ca: authority.certificate, maxVersion }
    await using server = await serveAs(authority, {}, wanting)
    using transport = await transportTo(server.url, { tls: { ca: authority.certificate, insecure: false } })
    const fault = await faultOf(transport.send({ method: 'PATCH', path: '/x' }))
    assert.ok(fault.kind === 'unreachable' || fault.kind === 'cut', fault.kind)
  })
}

test('https to a server that speaks http', async () => {
  await using server = await serveHttp((_request, response) => sendJson(response, {}))
  using transport = await transportTo(`https://127.0.0.1:${server.port}`, { tls: { insecure: true } })
  const fault = await faultOf(transport.send(get()))
  assert.equal(fault, { kind: 'unreachable', message: 'http: server gave HTTP response to HTTPS client' })
})

test('certificates that are none are refused before anything is sent', async () => {
  const { certificate, key } = await (await createAuthority()).sign()
  const other = await (await createAuthority()).sign()
  const attempt = (parts: object) => faultOf(connect(connectionTo('https://127.0.0.1:1', parts), { env: {} }))
  const ca = await attempt({ tls: { ca: 'nonsense', insecure: false } })
  assert.is(ca.message, 'unable to load root certificates: unable to parse bytes as PEM block')
  const pem = await attempt({ tls: { insecure: true }, clientCertificate: { certificate: 'nonsense', key } })
  assert.match(pem.message, 'tls: failed to find any PEM data')
  const pair = await attempt({ tls: { insecure: true }, clientCertificate: { certificate, key: other.key } })
  assert.is(pair.message, 'tls: private key does not match public key')
  assert.equal([ca.kind, pem.kind, pair.kind], ['configuration', 'configuration', 'configuration'])
})

test.run()
