import { PassThrough } from 'node:stream'
import type { TLSSocket } from 'node:tls'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { readJson } from '../../../src/cluster/transport/read.ts'
import { createAuthority } from '../certificates.ts'
import { faultOf } from '../fault.ts'
import { sendJson, serveHttp, serveHttps } from '../loopback.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { get, transportTo } from '../transport/through.ts'
import { credential, execCredentials, plugin } from './plugin.ts'

const test = suite('exec plugins')

const quiet = { stderr: new PassThrough().resume() }

test('the token of the plugin is sent, and asked for once for many requests', async () => {
  using folder = temporaryFolder()
  await using server = await serveHttp((request, response) =>
    sendJson(response, { sent: request.headers.authorization }),
  )
  const { exec, runs } = plugin(folder, [credential({ token: 'T1' })])
  using transport = await transportTo(server.url, { credentials: execCredentials(exec) }, quiet)
  const answers = await Promise.all([1, 2, 3].map(() => readJson(transport, get())))
  assert.equal(
    answers.map(answer => answer.body),
    Array(3).fill({ sent: 'Bearer T1' }),
  )
  assert.is(runs(), 1)
})

test('the plugin does not run before the first request', async () => {
  using folder = temporaryFolder()
  const { exec, runs } = plugin(folder, [credential({ token: 'T1' })])
  using _transport = await transportTo('http://127.0.0.1:1', { credentials: execCredentials(exec) }, quiet)
  assert.is(runs(), 0)
})

test('it runs again when its credentials have expired', async () => {
  using folder = temporaryFolder()
  await using server = await serveHttp((request, response) =>
    sendJson(response, { sent: request.headers.authorization }),
  )
  const until = (time: string, token: string) => credential({ token, expirationTimestamp: time })
  const { exec } = plugin(folder, [until('2030-01-01T00:00:00Z', 'T1'), until('2030-01-01T02:00:00Z', 'T2')])
  let now = Date.parse('2029-12-31T23:00:00Z')
  using transport = await transportTo(server.url, { credentials: execCredentials(exec) }, { ...quiet, now: () => now })
  const sent = async () => (await readJson(transport, get())).body
  assert.equal([await sent(), await sent()], [{ sent: 'Bearer T1' }, { sent: 'Bearer T1' }])
  now = Date.parse('2030-01-01T00:00:01Z')
  assert.equal(await sent(), { sent: 'Bearer T2' })
})

test('a 401 makes it run once more, and the GET is sent again', async () => {
  using folder = temporaryFolder()
  await using server = await serveHttp((request, response) => {
    const good = request.headers.authorization === 'Bearer T2'
    sendJson(
      response,
      good ? { kind: 'ok' } : { kind: 'Status', status: 'Failure', reason: 'Unauthorized' },
      good ? 200 : 401,
    )
  })
  const { exec, runs } = plugin(folder, [credential({ token: 'T1' }), credential({ token: 'T2' })])
  using transport = await transportTo(server.url, { credentials: execCredentials(exec) }, quiet)
  const answers = await Promise.all([1, 2, 3, 4].map(() => readJson(transport, get())))
  assert.equal(
    answers.map(answer => answer.status),
    [200, 200, 200, 200],
  )
  assert.is(runs(), 2)
})

test('a 401 for credentials that were renewed meanwhile makes it run no more', async () => {
  using folder = temporaryFolder()
  const renewed = Promise.withResolvers<void>()
  let refused = 0
  await using server = await serveHttp(async (request, response) => {
    const good = request.headers.authorization === 'Bearer T2'
    if (good) renewed.resolve()
    else if (refused++ > 0) await renewed.promise
    sendJson(response, {}, good ? 200 : 401)
  })
  const { exec, runs } = plugin(folder, [credential({ token: 'T1' }), credential({ token: 'T2' })])
  using transport = await transportTo(server.url, { credentials: execCredentials(exec) }, quiet)
  const answers = await Promise.all([1, 2].map(() => readJson(transport, get())))
  assert.equal([answers.map(answer => answer.status), runs()], [[200, 200], 2])
})

test('a 401 that stays is the answer, after one more run', async () => {
  using folder = temporaryFolder()
  await using server = await serveHttp((_request, response) => sendJson(response, {}, 401))
  const { exec, runs } = plugin(folder, [credential({ token: 'T' })])
  using transport = await transportTo(server.url, { credentials: execCredentials(exec) }, quiet)
  const fault = await faultOf(readJson(transport, get()))
  assert.equal([fault.kind, fault.kind === 'status' && fault.code, runs()], ['status', 401, 2])
})

test('a refused write is not sent again, but the next request has the new credentials', async () => {
  using folder = temporaryFolder()
  const seen: string[] = []
  await using server = await serveHttp((request, response) => {
    seen.push(`${request.method} ${request.headers.authorization}`)
    sendJson(response, {}, request.headers.authorization === 'Bearer T2' ? 200 : 401)
  })
  const { exec } = plugin(folder, [credential({ token: 'T1' }), credential({ token: 'T2' })])
  using transport = await transportTo(server.url, { credentials: execCredentials(exec) }, quiet)
  assert.is((await transport.send({ method: 'PATCH', path: '/x', body: '[]' })).status, 401)
  assert.is((await transport.send(get())).status, 200)
  assert.equal(seen, ['PATCH Bearer T1', 'GET Bearer T2'])
})

test('a certificate of the plugin is shown, and a new one on new connections', async () => {
  using folder = temporaryFolder()
  const authority = await createAuthority()
  const { certificate: cert, key } = await authority.sign()
  await using server = await serveHttps(
    { cert, key, ca: authority.certificate, requestCert: true },
    (request, response) => {
      const name = (request.socket as TLSSocket).getPeerCertificate().subject?.CN
      sendJson(response, { name }, name === 'second' ? 200 : 401)
    },
  )
  const [first, second] = await Promise.all(['first', 'second'].map(commonName => authority.sign({ commonName })))
  const output = (pair: typeof first) =>
    credential({ clientCertificateData: pair!.certificate, clientKeyData: pair!.key })
  const { exec } = plugin(folder, [output(first), output(second)])
  const tls = { ca: authority.certificate, insecure: false }
  using transport = await transportTo(server.url, { tls, credentials: execCredentials(exec) }, quiet)
  assert.equal((await readJson(transport, get())).body, { name: 'second' })
  assert.equal((await readJson(transport, get())).body, { name: 'second' })
  assert.is(server.connections(), 2)
})

test('it hears what it is asked for, of the cluster only when it wants to, and has our environment', async () => {
  using folder = temporaryFolder()
  await using server = await serveHttp((_request, response) => sendJson(response, {}))
  const exec = { env: [{ name: 'ADDED', value: 'by kubeconfig' }] }
  const context = { ...quiet, env: { INHERITED: 'from us' } }
  const cluster = { 'certificate-authority-data': 'UEVN', config: { audience: 'x' } }
  const asking = async (provideClusterInfo: boolean) => {
    const { exec: config, seen } = plugin(folder, [credential({ token: 'T' })], { ...exec, provideClusterInfo })
    using transport = await transportTo(server.url, { credentials: execCredentials(config, cluster) }, context)
    await readJson(transport, get())
    return seen()[0]!
  }
  const told = await asking(true)
  assert.equal([told.added, told.inherited], ['by kubeconfig', 'from us'])
  const question = { kind: 'ExecCredential', apiVersion: 'client.authentication.k8s.io/v1' }
  assert.equal(JSON.parse(told.info), {
    ...question,
    spec: { cluster: { server: 'https://a', ...cluster }, interactive: false },
  })
  assert.equal(JSON.parse((await asking(false)).info), { ...question, spec: { interactive: false } })
})

test('its stderr is passed through', async () => {
  using folder = temporaryFolder()
  await using server = await serveHttp((_request, response) => sendJson(response, {}))
  const { exec } = plugin(folder, [credential({ token: 'T' })])
  const stderr = new PassThrough()
  using transport = await transportTo(server.url, { credentials: execCredentials(exec) }, { stderr })
  await readJson(transport, get())
  assert.is(String(stderr.read()), 'hello from the plugin\n')
})

for (const [mode, interactive, told] of [
  ['Never', true, false],
  ['IfAvailable', true, true],
  ['IfAvailable', false, false],
  ['Always', true, true],
] as const) {
  test(`interactiveMode ${mode} ${interactive ? 'with' : 'without'} a terminal`, async () => {
    using folder = temporaryFolder()
    await using server = await serveHttp((_request, response) => sendJson(response, {}))
    const { exec, seen } = plugin(folder, [credential({ token: 'T' })], { interactiveMode: mode })
    using transport = await transportTo(server.url, { credentials: execCredentials(exec) }, { ...quiet, interactive })
    await readJson(transport, get())
    assert.is(JSON.parse(seen()[0]!.info).spec.interactive, told)
  })
}

test('a signal ends the waiting for a plugin', async () => {
  using folder = temporaryFolder()
  const script = folder.write('slow.cjs', 'setInterval(() => {}, 1000)')
  const { exec } = plugin(folder, [], { args: [script] })
  using transport = await transportTo('http://127.0.0.1:1', { credentials: execCredentials(exec) }, quiet)
  assert.is((await faultOf(transport.send({ ...get(), signal: AbortSignal.timeout(20) }))).kind, 'aborted')
})

test.run()
