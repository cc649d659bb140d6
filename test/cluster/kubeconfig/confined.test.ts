import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ApiFailure } from '../../../src/api/failure.ts'
import { confined } from '../../../src/cluster/kubeconfig/confined.ts'
import { kubeconfigText } from './kubeconfig-text.ts'

const test = suite('a kubeconfig that a cluster holds')
const SERVER = 'https://cluster.example.com'

async function refusal(text: string): Promise<string> {
  try {
    await confined('Target t1', text)
  } catch (error) {
    if (error instanceof ApiFailure && error.fault.kind === 'configuration') return error.message
    throw error
  }
  return 'it was used'
}

test('is used with what stands in it', async () => {
  const { server, credentials } = await confined('Target t1', kubeconfigText(SERVER, { user: { token: 'abc' } }))
  assert.equal([server, credentials], [SERVER, { kind: 'token', token: 'abc' }])
})

test('runs no program', async () => {
  const exec = { apiVersion: 'client.authentication.k8s.io/v1', command: 'touch', interactiveMode: 'Never' }
  assert.match(await refusal(kubeconfigText(SERVER, { user: { exec } })), 'run a program')
  const config = { 'idp-issuer-url': 'https://idp', 'client-id': 'x', 'refresh-token': 'y', 'id-token': 'z' }
  const oidc = { 'auth-provider': { name: 'oidc', config } }
  assert.match(await refusal(kubeconfigText(SERVER, { user: oidc })), 'identity provider')
})

test('reads no file of this machine', async () => {
  const named = [
    { user: { tokenFile: '/etc/passwd' } },
    { user: { 'client-certificate': '/etc/passwd', 'client-key': '/etc/passwd' } },
    { cluster: { 'certificate-authority': '/etc/hostname' } },
  ]
  for (const entries of named) {
    const text = await refusal(kubeconfigText(SERVER, entries))
    assert.match(text, 'of this machine', JSON.stringify(entries))
  }
})

test('that names no cluster leads nowhere, also inside a pod', async () => {
  process.env.KUBERNETES_SERVICE_HOST = '10.0.0.1'
  process.env.KUBERNETES_SERVICE_PORT = '443'
  process.env.KUBERNETES_MASTER = 'http://127.0.0.1:1'
  try {
    for (const text of ['', '{}', 'apiVersion: v1\nkind: Config\n']) assert.match(await refusal(text), 'no cluster')
  } finally {
    for (const name of ['KUBERNETES_SERVICE_HOST', 'KUBERNETES_SERVICE_PORT', 'KUBERNETES_MASTER'])
      delete process.env[name]
  }
})

test('that is no kubeconfig is a clear error', async () => {
  assert.match(await refusal('just words'), 'Target t1')
  assert.match(await refusal('[]'), 'Target t1')
})

test.run()
