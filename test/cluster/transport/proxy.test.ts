import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { readJson } from '../../../src/cluster/transport/read.ts'
import { type Authority, createAuthority } from '../certificates.ts'
import { faultOf } from '../fault.ts'
import { closedPort, type Loopback, sendJson, serveHttp, serveHttps } from '../loopback.ts'
import { httpProxy, socksProxy } from './proxies.ts'
import { get, transportTo } from './through.ts'

const test = suite('proxies')

async function secureServer(authority: Authority): Promise<Loopback> {
  const { certificate, key } = await authority.sign()
  return serveHttps({ cert: certificate, key }, (request, response) => sendJson(response, { url: request.url }))
}

const trusting = (authority: Authority) => ({ tls: { ca: authority.certificate, insecure: false } })

test('an https server is reached through a tunnel, which is used again', async () => {
  const authority = await createAuthority()
  await using server = await secureServer(authority)
  await using proxy = await httpProxy()
  const proxyUrl = proxy.url.replace('127', 'ann:p%40ss@127')
  using transport = await transportTo(`${server.url}/pre`, { ...trusting(authority), proxyUrl })
  for (let i = 0; i < 3; i += 1) assert.equal((await readJson(transport, get())).body, { url: '/pre/version' })
  assert.equal(proxy.asked, [`CONNECT 127.0.0.1:${server.port} Basic ${Buffer.from('ann:p@ss').toString('base64')}`])
})

test('the certificate is checked behind a proxy too, whatever its kind', async () => {
  const [authority, other] = await Promise.all([createAuthority(), createAuthority()])
  await using server = await secureServer(authority)
  await using tunnel = await httpProxy()
  await using socks = await socksProxy()
  for (const proxyUrl of [tunnel.url, socks.url]) {
    using transport = await transportTo(server.url, { ...trusting(other), proxyUrl })
    const fault = await faultOf(transport.send(get()))
    assert.is(fault.message, 'tls: failed to verify certificate: x509: certificate signed by unknown authority')
    using named = await transportTo(server.url, {
      tls: { ca: authority.certificate, insecure: false, serverName: 'wrong.example' },
      proxyUrl,
    })
    assert.match((await faultOf(named.send(get()))).message, 'certificate is valid for localhost, not wrong.example')
  }
})

test('an http server is reached by asking the proxy for the whole address', async () => {
  await using server = await serveHttp((_request, response) => sendJson(response, { kind: 'ok' }))
  await using proxy = await httpProxy()
  using transport = await transportTo(server.url, { proxyUrl: proxy.url })
  for (let i = 0; i < 2; i += 1)
    assert.equal((await readJson(transport, { ...get(), query: { a: 'b' } })).body, { kind: 'ok' })
  assert.equal(proxy.asked, Array(2).fill(`GET ${server.url}/version?a=b`))
})

test('an https proxy is trusted by the authorities of the cluster', async () => {
  const authority = await createAuthority()
  await using server = await secureServer(authority)
  const { certificate, key } = await authority.sign()
  await using proxy = await httpProxy({ tls: { cert: certificate, key } })
  using transport = await transportTo(server.url, { ...trusting(authority), proxyUrl: proxy.url })
  assert.is((await readJson(transport, get())).status, 200)
  using distrusting = await transportTo(server.url, { ...trusting(await createAuthority()), proxyUrl: proxy.url })
  assert.is((await faultOf(distrusting.send(get()))).kind, 'unreachable')
})

test('a SOCKS proxy is handed the name, and looks it up itself', async () => {
  const authority = await createAuthority()
  const { certificate, key } = await authority.sign({ names: ['only.inside.example'] })
  await using server = await serveHttps({ cert: certificate, key }, (_request, response) => sendJson(response, {}))
  await using proxy = await socksProxy()
  const address = `https://only.inside.example:${server.port}`
  using transport = await transportTo(address, { ...trusting(authority), proxyUrl: proxy.url })
  for (let i = 0; i < 2; i += 1) assert.is((await readJson(transport, get())).status, 200)
  assert.equal(proxy.asked, [`only.inside.example:${server.port}`])
})

test('a proxy that refuses the tunnel is not mistaken for the server', async () => {
  await using proxy = await httpProxy({ status: 403 })
  using transport = await transportTo('https://127.0.0.1:1', { tls: { insecure: true }, proxyUrl: proxy.url })
  assert.equal(await faultOf(transport.send(get())), { kind: 'unreachable', message: 'proxyconnect tcp: Forbidden' })
})

test('a proxy that does not listen is named, not the server', async () => {
  const port = await closedPort()
  for (const server of ['https://10.0.0.1:6443', 'http://10.0.0.1:6443']) {
    using transport = await transportTo(server, { tls: { insecure: true }, proxyUrl: `http://127.0.0.1:${port}` })
    const fault = await faultOf(transport.send(get()))
    const message = `proxyconnect tcp: dial tcp 127.0.0.1:${port}: connect: connection refused`
    assert.equal(fault, { kind: 'unreachable', message })
  }
})

test('the environment names the proxy where the kubeconfig names none, never for loopback', async () => {
  await using server = await serveHttp((_request, response) => sendJson(response, {}))
  await using proxy = await httpProxy({ status: 502 })
  const env = { HTTPS_PROXY: proxy.url, HTTP_PROXY: proxy.url }
  using away = await transportTo('https://api.example:6443', { tls: { insecure: true } }, { env })
  assert.is((await faultOf(away.send(get()))).message, 'proxyconnect tcp: Bad Gateway')
  using local = await transportTo(server.url, {}, { env })
  assert.is((await readJson(local, get())).status, 200)
  assert.equal(proxy.asked, ['CONNECT api.example:6443'])
})

test.run()
