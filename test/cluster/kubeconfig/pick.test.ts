import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Connection } from '../../../src/cluster/kubeconfig/connection.ts'
import type { ConnectionFlags } from '../../../src/cluster/kubeconfig/connection-flags.ts'
import { resolveConnection } from '../../../src/cluster/kubeconfig/resolve.ts'
import { faultOf } from '../fault.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { kubeconfigText } from './kubeconfig-text.ts'

const test = suite('context, cluster and user')

const TWO = `
current-context: blue
clusters:
- {name: blue, cluster: {server: "https://blue/"}}
- {name: red, cluster: {server: "https://red/k8s/clusters/c-1", insecure-skip-tls-verify: yes}}
contexts:
- {name: blue, context: {cluster: blue, user: ann, namespace: shop}}
- {name: red, context: {cluster: red, user: bob}}
- {name: dangling, context: {cluster: gone, user: gone}}
users:
- {name: ann, user: {token: anns}}
- {name: bob, user: {username: bob, password: hush}}
`

async function resolve(text: string, flags: ConnectionFlags = {}): Promise<Connection> {
  using folder = temporaryFolder()
  return await resolveConnection({ ...flags, kubeconfig: folder.write('config', text) }, {})
}

test('the current context leads to its cluster, user and namespace', async () => {
  const { server, namespace, namespaceSource, credentials } = await resolve(TWO)
  assert.equal([server, namespace, namespaceSource], ['https://blue', 'shop', 'context'])
  assert.equal(credentials, { kind: 'token', token: 'anns' })
})

test('--context chooses another one, whose path prefix is kept', async () => {
  const { server, namespace, tls, credentials } = await resolve(TWO, { context: 'red' })
  assert.equal([server, namespace, tls.insecure], ['https://red/k8s/clusters/c-1', 'default', true])
  assert.equal(credentials, { kind: 'basic', username: 'bob', password: 'hush' })
})

test('--cluster, --user and --namespace replace what the context names', async () => {
  const { server, credentials, namespace } = await resolve(TWO, { cluster: 'red', user: 'ann', namespace: 'x' })
  assert.equal([server, credentials.kind, namespace], ['https://red/k8s/clusters/c-1', 'token', 'x'])
})

for (const [flag, message] of [
  ['context', 'context "nope" does not exist'],
  ['cluster', 'cluster "nope" does not exist'],
  ['user', 'auth info "nope" does not exist'],
] as const) {
  test(`--${flag} must name what exists`, async () => {
    assert.equal(await faultOf(resolve(TWO, { [flag]: 'nope' })), { kind: 'configuration', message })
  })
}

test('answers are compressed unless the server is on this machine; a flag or the kubeconfig decides otherwise', async () => {
  const off = async (server: string, flags: ConnectionFlags = {}) =>
    (await resolve(TWO, { server, ...flags })).disableCompression
  assert.is(await off('https://10.0.0.1:6443'), false)
  for (const server of ['https://127.0.0.1:6443', 'https://[::1]:6443', 'http://localhost:8080']) {
    assert.is(await off(server), true, server)
    assert.is(await off(server, { 'disable-compression': false }), false, server)
  }
  assert.is(await off('https://10.0.0.1:6443', { 'disable-compression': true }), true)
})

test('a current context that does not exist is an error in the configuration', async () => {
  const { message } = await faultOf(resolve('current-context: gone'))
  assert.is(message, 'Error in configuration: context was not found for specified context: gone')
})

test('a context whose cluster and user do not exist leads to localhost:8080, as for kubectl', async () => {
  assert.is((await resolve(TWO, { context: 'dangling' })).server, 'http://localhost:8080')
})

test('--server keeps the credentials and drops the tls-server-name of the kubeconfig', async () => {
  const text = kubeconfigText('https://a', { cluster: { 'tls-server-name': 'name' }, user: { token: 't' } })
  assert.is((await resolve(text)).tls.serverName, 'name')
  const { server, tls, credentials } = await resolve(text, { server: 'https://b:1' })
  assert.equal([server, tls.serverName, credentials.kind], ['https://b:1', undefined, 'token'])
  assert.is((await resolve(text, { server: 'https://b', 'tls-server-name': 'flag' })).tls.serverName, 'flag')
})

test('--insecure-skip-tls-verify drops the CA, --certificate-authority drops CA data and "insecure"', async () => {
  using folder = temporaryFolder()
  const data = { 'certificate-authority-data': Buffer.from('old').toString('base64') }
  const trusting = kubeconfigText('https://a', { cluster: data })
  assert.equal((await resolve(trusting, { 'insecure-skip-tls-verify': true })).tls, {
    ca: undefined,
    serverName: undefined,
    insecure: true,
  })
  const certificateAuthority = folder.write('ca', 'new')
  const renewed = { ca: 'new', serverName: undefined, insecure: false }
  assert.equal((await resolve(trusting, { 'certificate-authority': certificateAuthority })).tls, renewed)
  const careless = kubeconfigText('https://a', { cluster: { 'insecure-skip-tls-verify': true } })
  assert.equal((await resolve(careless, { 'certificate-authority': certificateAuthority })).tls, renewed)
})

test('--token beats token, tokenFile and plugin of the kubeconfig', async () => {
  const exec = { apiVersion: 'client.authentication.k8s.io/v1beta1', command: 'login' }
  for (const user of [{ token: 'old' }, { tokenFile: '/nowhere' }, { exec }]) {
    const { credentials } = await resolve(kubeconfigText('https://a', { user }), { token: 'new' })
    assert.equal(credentials, { kind: 'token', token: 'new' })
  }
})

test('credentials do not travel over plain http, impersonation does', async () => {
  const connection = await resolve(kubeconfigText('http://a:1', { user: { token: 't', as: 'root' } }))
  assert.equal(connection.credentials, { kind: 'none' })
  assert.is(connection.impersonate?.user, 'root')
})

test('a server without scheme is an http one; a path needs a scheme', async () => {
  assert.is((await resolve(kubeconfigText('a.example:8080'))).server, 'http://a.example:8080')
  const { message } = await faultOf(resolve(kubeconfigText('a.example/path')))
  assert.is(message, 'host must be a URL or a host:port pair: "a.example/path"')
})

test('a name and password in the address are credentials, and not part of the server', async () => {
  const { server, credentials } = await resolve(kubeconfigText('https://ann:p%40ss@a:1/x'))
  assert.is(server, 'https://a:1/x')
  assert.equal(credentials, { kind: 'basic', username: 'ann', password: 'p@ss' })
})

test('impersonation comes from the user entry, and flag by flag from the command line', async () => {
  const user = { as: 'eve', 'as-uid': '7', 'as-groups': ['g'], 'as-user-extra': { scope: ['a'] } }
  const text = kubeconfigText('https://a', { user })
  const entry = { user: 'eve', uid: '7', groups: ['g'], extra: { scope: ['a'] } }
  assert.equal((await resolve(text)).impersonate, entry)
  const flags = { as: 'mal', 'as-group': ['x', 'y'], 'as-user-extra': ['k=v=w', 'k=2', 'ignored'] }
  const { impersonate } = await resolve(text, flags)
  assert.equal(impersonate, { user: 'mal', uid: '7', groups: ['x', 'y'], extra: { scope: ['a'], k: ['v=w', '2'] } })
})

for (const flags of [{ 'as-uid': '1' }, { 'as-group': ['g'] }, { 'as-user-extra': ['a=b'] }]) {
  test(`${Object.keys(flags)[0]} without a user to impersonate is refused`, async () => {
    const { kind, message } = await faultOf(resolve(kubeconfigText('https://a'), flags))
    assert.is(kind, 'configuration')
    assert.is(message, 'requesting uid, groups or user-extra for me without impersonating a user')
  })
}

for (const [text, seconds] of [
  ['0', undefined],
  ['5', 5],
  ['1m30s', 90],
  ['500ms', 0.5],
] as const) {
  test(`--request-timeout=${text} is ${seconds} seconds`, async () => {
    assert.is((await resolve(kubeconfigText('https://a'), { 'request-timeout': text })).requestTimeoutSeconds, seconds)
  })
}

test('any other --request-timeout is refused', async () => {
  const { kind, message } = await faultOf(resolve(kubeconfigText('https://a'), { 'request-timeout': '5x' }))
  assert.is(kind, 'configuration')
  assert.match(message, 'Invalid timeout value')
})

test.run()
