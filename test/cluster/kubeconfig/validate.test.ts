import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { resolveConnection } from '../../../src/cluster/kubeconfig/resolve.ts'
import { faultOf } from '../fault.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { kubeconfigText } from './kubeconfig-text.ts'

const test = suite('contradictions in a kubeconfig')

async function messageFor(entries: { user?: object; cluster?: object }): Promise<string> {
  using folder = temporaryFolder()
  const file = folder.write('config', kubeconfigText('https://a', entries))
  const fault = await faultOf(resolveConnection({ kubeconfig: file }, {}))
  assert.is(fault.kind, 'configuration')
  return fault.message.replaceAll(folder.path, '.')
}

const DATA = Buffer.from('pem').toString('base64')

test('a CA both as file and as data', async () => {
  using folder = temporaryFolder()
  const cluster = { 'certificate-authority': folder.write('ca', ''), 'certificate-authority-data': DATA }
  assert.match(
    await messageFor({ cluster }),
    'certificate-authority-data and certificate-authority are both specified for site',
  )
})

test('a client certificate and key both as file and as data', async () => {
  using folder = temporaryFolder()
  const certificate = { 'client-certificate': folder.write('cert', ''), 'client-certificate-data': DATA }
  const key = { 'client-key': folder.write('key', ''), 'client-key-data': DATA }
  const message = await messageFor({ user: { ...certificate, ...key } })
  assert.match(message, 'Error in configuration: \n* client-cert-data and client-cert are both specified for me.')
  assert.match(message, '* client-key-data and client-key are both specified for me;')
})

test('a client certificate without a key', async () => {
  assert.match(
    await messageFor({ user: { 'client-certificate-data': DATA } }),
    'client-key-data or client-key must be specified for me',
  )
})

for (const [entry, field, words] of [
  ['cluster', 'certificate-authority', 'certificate-authority'],
  ['user', 'client-certificate', 'client-cert'],
] as const) {
  test(`a missing file for ${field} is named`, async () => {
    const others = entry === 'user' ? { 'client-key-data': DATA } : {}
    const message = await messageFor({ [entry]: { [field]: 'gone.pem', ...others } })
    const of = entry === 'user' ? 'me' : 'site'
    assert.is(message, `unable to read ${words} ./gone.pem for ${of} due to open ./gone.pem: no such file or directory`)
  })
}

test('a CA together with "insecure"', async () => {
  const cluster = { 'certificate-authority-data': DATA, 'insecure-skip-tls-verify': true }
  assert.is(await messageFor({ cluster }), 'specifying a root certificates file with the insecure flag is not allowed')
})

test('a token together with a name and password', async () => {
  const message = await messageFor({ user: { token: 't', username: 'u', password: 'p' } })
  assert.is(message, 'more than one authentication method found for me; found [token basicAuth], only one is allowed')
})

test('a proxy of an unknown kind, without the password in it', async () => {
  const message = await messageFor({ cluster: { 'proxy-url': 'ftp://u:hush@proxy' } })
  assert.match(message, 'unsupported scheme "ftp", must be http, https, or socks5')
  assert.not.match(message, 'hush')
})

test('a token file that is not there', async () => {
  assert.is(await messageFor({ user: { tokenFile: 'gone' } }), 'open ./gone: no such file or directory')
})

test('an exec plugin without command, version and mode lists all that is missing', async () => {
  const message = await messageFor({ user: { exec: { env: [{ value: 'x' }] } } })
  for (const missing of ['command', 'apiVersion', 'env variable name', 'interactiveMode']) {
    assert.match(message, `* ${missing} must be specified for me to use exec authentication plugin`)
  }
})

test('an exec plugin of v1 must say its interactiveMode, one of v1beta1 need not', async () => {
  const exec = { command: 'login', apiVersion: 'client.authentication.k8s.io/v1' }
  assert.match(await messageFor({ user: { exec } }), 'interactiveMode must be specified for me')
  assert.match(
    await messageFor({ user: { exec: { ...exec, interactiveMode: 'Maybe' } } }),
    'invalid interactiveMode for me: "Maybe"',
  )
})

test('an exec plugin of a version that is gone', async () => {
  const exec = { command: 'login', apiVersion: 'client.authentication.k8s.io/v1alpha1' }
  assert.is(
    await messageFor({ user: { exec } }),
    'exec plugin: invalid apiVersion "client.authentication.k8s.io/v1alpha1"',
  )
})

test('an exec plugin and an auth-provider exclude each other', async () => {
  const exec = { command: 'login', apiVersion: 'client.authentication.k8s.io/v1beta1' }
  const message = await messageFor({ user: { exec, 'auth-provider': { name: 'oidc' } } })
  assert.is(message, 'authProvider cannot be provided in combination with an exec plugin for me')
})

for (const [name, hint] of [
  ['gcp', 'gke-gcloud-auth-plugin'],
  ['azure', 'https://github.com/Azure/kubelogin'],
  ['other', 'no Auth Provider found for name "other"'],
] as const) {
  test(`the auth-provider ${name} is gone, and the message says what to use`, async () => {
    assert.match(await messageFor({ user: { 'auth-provider': { name } } }), hint)
  })
}

test('an oidc auth-provider needs its issuer and client', async () => {
  assert.is(await messageFor({ user: { 'auth-provider': { name: 'oidc' } } }), 'Must provide idp-issuer-url')
})

test.run()
