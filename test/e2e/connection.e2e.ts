import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type ClientHttp2Session, connect } from 'node:http2'
import { delimiter, join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { parse, stringify } from 'yaml'
import { serveHttp } from '../cluster/loopback.ts'
import { temporaryFolder } from '../cluster/temporary-folder.ts'
import { httpProxy, socksProxy } from '../cluster/transport/proxies.ts'
import { ownControlPlane, ownControlPlaneAvailable } from './rig/own-control-plane.ts'
import { api, namespace, run, target } from './rig/rig.ts'

const test = suite('every way to a cluster')
/** Credentials travel over https only, which the sandbox does not speak. */
const overTls = target().name === 'control-plane' ? test : test.skip
const ownPlane = ownControlPlaneAvailable() ? test : test.skip

// biome-ignore lint/suspicious/noExplicitAny: a kubeconfig that tests take apart
type Kubeconfig = any

const kubeconfig = (): Kubeconfig => parse(readFileSync(target().kubeconfig, 'utf8'))

/** A namespace with one stuck ConfigMap, which every working way to the cluster shows. */
async function incident(): Promise<string> {
  const place = await namespace()
  const metadata = { name: 'held', namespace: place, finalizers: ['example.com/hold'] }
  await api.delete(await api.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata }))
  return place
}

async function sees(
  place: string,
  args: readonly string[],
  env: Record<string, string | undefined> = {},
): Promise<void> {
  const { code, stdout, stderr } = await run(['list', 'configmaps', '-n', place, '-o', 'name', ...args], { env })
  assert.equal({ code, stdout, stderr }, { code: 0, stdout: 'configmap/held\n', stderr: '' })
}

test('KUBECONFIG is a list: missing files are skipped, of duplicates the first counts', async () => {
  using folder = temporaryFolder()
  const place = await incident()
  const wrong = kubeconfig()
  for (const { cluster } of wrong.clusters) cluster.server = 'https://127.0.0.1:1'
  const second = folder.write('second', stringify(wrong))
  const list = [join(folder.path, 'missing'), '', target().kubeconfig, second, target().kubeconfig].join(delimiter)
  await sees(place, [], { KUBECONFIG: list })
})

test('--kubeconfig is exactly one file, and relative paths in it start from its folder', async () => {
  using folder = temporaryFolder()
  const place = await incident()
  const config = kubeconfig()
  const { cluster } = config.clusters[0]
  const ca = cluster['certificate-authority-data']
  if (ca !== undefined) {
    mkdirSync(join(folder.path, 'pki'))
    writeFileSync(join(folder.path, 'pki/ca.crt'), Buffer.from(ca, 'base64'))
    delete cluster['certificate-authority-data']
    cluster['certificate-authority'] = 'pki/ca.crt'
  }
  const path = folder.write('config', stringify(config))
  await sees(place, ['--kubeconfig', path], { KUBECONFIG: '/nonexistent' })
})

test('the home directory’s .kube/config is read where nothing else is said', async () => {
  using folder = temporaryFolder()
  const place = await incident()
  mkdirSync(join(folder.path, '.kube'))
  writeFileSync(join(folder.path, '.kube/config'), readFileSync(target().kubeconfig))
  await sees(place, [], { KUBECONFIG: undefined, HOME: folder.path })
})

test('a path prefix in the server’s address is kept', async () => {
  const place = await incident()
  await using server = await prefixed('/k8s/clusters/c-1')
  await sees(place, ['--server', `${server.url}/k8s/clusters/c-1`])
})

/** A server that serves the target's cluster below a path, as Rancher does; it brings the credentials itself. */
async function prefixed(prefix: string) {
  return serveHttp(async ({ url = '', headers }, response) => {
    if (!url.startsWith(`${prefix}/`)) {
      response.writeHead(404).end()
      return
    }
    const path = url.slice(prefix.length)
    const answer = await api.raw('GET', path, undefined, { accept: 'application/json' })
    assert.ok(headers.accept)
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
  })
}

overTls('a client certificate', async () => {
  await sees(await incident(), ['--context', 'admin-certificate'])
})

overTls('certificate, key and authority as files on the command line', async () => {
  using folder = temporaryFolder()
  const place = await incident()
  const config = kubeconfig()
  const { user } = config.users.find((each: { name: string }) => each.name === 'admin-certificate')
  const file = (name: string, data: string): string => folder.write(name, Buffer.from(data, 'base64').toString())
  await sees(place, [
    ...['--server', target().server, '--kubeconfig', folder.write('empty', '')],
    ...['--certificate-authority', file('ca', config.clusters[0].cluster['certificate-authority-data'])],
    ...['--client-certificate', file('certificate', user['client-certificate-data'])],
    ...['--client-key', file('key', user['client-key-data'])],
  ])
})

overTls('a token file, and a token on the command line', async () => {
  using folder = temporaryFolder()
  const place = await incident()
  const config = kubeconfig()
  const { user } = config.users.find((each: { name: string }) => each.name === 'admin')
  const { token } = user
  user.tokenFile = folder.write('token', `${token}\n`)
  delete user.token
  await sees(place, ['--kubeconfig', folder.write('config', stringify(config))])
  await sees(place, ['--context', 'tenant', '--token', token])
})

overTls('an exec plugin, which is asked once and told of the cluster', async () => {
  using folder = temporaryFolder()
  const place = await incident()
  const config = kubeconfig()
  const { user } = config.users.find((each: { name: string }) => each.name === 'admin')
  const asked = join(folder.path, 'asked')
  const credential = {
    apiVersion: 'client.authentication.k8s.io/v1',
    kind: 'ExecCredential',
    status: { token: user.token },
  }
  const plugin = folder.write(
    'plugin',
    `#!/bin/sh\nprintf '%s\\n' "$KUBERNETES_EXEC_INFO" >> '${asked}'\ncat <<'END'\n${JSON.stringify(credential)}\nEND\n`,
  )
  chmodSync(plugin, 0o755)
  delete user.token
  user.exec = {
    apiVersion: credential.apiVersion,
    command: './plugin',
    interactiveMode: 'Never',
    provideClusterInfo: true,
  }
  await sees(place, ['--kubeconfig', folder.write('config', stringify(config))])
  const lines = readFileSync(asked, 'utf8').trim().split('\n')
  assert.is(lines.length, 1)
  assert.is(JSON.parse(lines[0]!).spec.cluster.server, target().server)
})

overTls('an http and a SOCKS proxy', async () => {
  using folder = temporaryFolder()
  const place = await incident()
  for (const [scheme, start] of [
    ['http', httpProxy],
    ['socks5', socksProxy],
  ] as const) {
    await using proxy = await start()
    const config = kubeconfig()
    config.clusters[0].cluster['proxy-url'] = `${scheme}://127.0.0.1:${new URL(proxy.url).port}`
    await sees(place, ['--kubeconfig', folder.write(scheme, stringify(config))])
    assert.ok(proxy.asked.length > 0)
  }
})

overTls('a server under another name, by --tls-server-name', async () => {
  const place = await incident()
  await sees(place, ['--server', target().server, '--tls-server-name', 'kubernetes.default.svc'])
  const wrong = await run(['list', '--tls-server-name', 'wrong.example.com'])
  assert.is(wrong.code, 1)
  assert.match(wrong.stderr, /^Unable to connect to the server: .*x509.*wrong\.example\.com/)
})

overTls('impersonation, with uid, groups and extra', async () => {
  const place = await incident()
  await sees(place, [
    '--as',
    'someone',
    '--as-uid',
    '7',
    '--as-group',
    'system:masters',
    '--as-user-extra',
    'reason=test',
  ])
  const groupless = await run(['list', '--as-group', 'system:masters'])
  assert.is(groupless.code, 1)
})

overTls('wrong credentials are told as kubectl tells them', async () => {
  const unauthorized = await run(['list', '--token', 'wrong'])
  assert.is(unauthorized.code, 1)
  assert.match(unauthorized.stderr, /^error: You must be logged in to the server \(.*Unauthorized.*\)\n$/)
  const untrusted = await run(['list', '--server', target().server, '--kubeconfig', '/dev/null'])
  assert.is(untrusted.code, 1)
  assert.match(untrusted.stderr, /^Unable to connect to the server: .*x509: certificate signed by unknown authority/)
})

ownPlane('an expired client certificate is refused as kubectl is refused', async () => {
  await using plane = await ownControlPlane()
  using folder = temporaryFolder()
  const past = { notBefore: new Date(Date.now() - 7_200_000), notAfter: new Date(Date.now() - 3_600_000) }
  const { certificate, key } = await plane.credentials.authority.signUser('late', ['system:masters'], past)
  const { code, stderr } = await run([
    ...['list', '--server', plane.server, '--kubeconfig', folder.write('empty', '')],
    ...['--certificate-authority', folder.write('ca', plane.credentials.authority.certificate)],
    ...['--client-certificate', folder.write('certificate', certificate), '--client-key', folder.write('key', key)],
  ])
  assert.is(code, 1)
  assert.match(stderr, /^error: You must be logged in to the server/)
})

/** How often a connection is sent away while it asks so many times. */
async function goneAway({ server, admin }: { server: string; admin: { token?: string | undefined } }, times: number) {
  let gone = 0
  let session: ClientHttp2Session | undefined
  for (let asked = 0; asked < times; asked++) {
    session ??= connect(server, { rejectUnauthorized: false }).on('goaway', () => {
      gone++
      session = undefined
    })
    const stream = session.request({ ':path': '/version', authorization: `Bearer ${admin.token}` })
    await stream.resume().toArray()
  }
  session?.destroy()
  return gone
}

ownPlane('a server that sends connections away is read whole, and changes each object once', async () => {
  await using plane = await ownControlPlane({ apiserver: ['--goaway-chance=0.02'] })
  assert.ok((await goneAway(plane, 500)) > 0)
  const metadata = (index: number) => ({ name: `held-${index}`, finalizers: ['example.com/hold'] })
  for (let index = 0; index < 100; index++) {
    const draft = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace: 'default', ...metadata(index) } }
    await plane.api.delete(await plane.api.create(draft))
  }
  const env = { KUBECONFIG: plane.kubeconfig }
  for (let round = 0; round < 5; round++) {
    const { code, stdout, stderr } = await run(['list', '-o', 'name'], { env })
    assert.equal([code, stdout.split('\n').length - 1, stderr], [0, 100, ''])
  }
  const words = ['remove', '--finalizer', 'example.com/hold', '-A', '--override', 'ControllerUnknown', '--yes']
  using folder = temporaryFolder()
  const { code, stderr } = await run([...words, '--backup-dir', folder.path], { env })
  assert.equal([code, /\n100 removed, 0 failed/.test(stderr)], [0, true], stderr)
  const metrics = await plane.api.raw('GET', '/metrics')
  const patches = metrics.body
    .split('\n')
    .filter(line => /^apiserver_request_total\{.*resource="configmaps".*verb="PATCH"/.test(line))
  const made = patches.filter(line => line.includes('code="200"') && line.includes('dry_run=""'))
  assert.equal(
    made.map(line => line.replace(/.* /, '')),
    ['100'],
    patches.join('\n'),
  )
})

test('a server that is none, that is silent in the middle or sends garbage ends in one line', async () => {
  const answers: readonly (readonly [string, string])[] = [
    ['text/html', '<html>hello</html>'],
    ['application/json', '{"hello":"world"}'],
    ['application/json', '\x00\xff\x1b[2J garbage'],
  ]
  for (const [type, body] of answers) {
    await using server = await serveHttp((_request, response) => {
      response.writeHead(200, { 'content-type': type }).end(body)
    })
    const { code, stdout, stderr } = await run(['list', '--server', server.url])
    assert.is(code, 1)
    assert.is(stdout, '')
    assert.match(stderr, /^error: .*Kubernetes API server.*\n$/)
    assert.not.match(stderr, /\x1b/)
  }
})

test.run()
