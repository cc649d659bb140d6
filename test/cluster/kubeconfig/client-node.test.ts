import { delimiter } from 'node:path'
import { KubeConfig } from '@kubernetes/client-node'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { resolveConnection } from '../../../src/cluster/kubeconfig/resolve.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { kubeconfigText } from './kubeconfig-text.ts'

const test = suite('a kubeconfig as @kubernetes/client-node reads it')

const base64 = (text: string): string => Buffer.from(text).toString('base64')

/** What both come to: the server and how it is trusted, as whom, and where. */
interface Reading {
  readonly server: string | undefined
  readonly namespace: string
  readonly ca: string | undefined
  readonly serverName: string | undefined
  readonly insecure: boolean
  readonly token: string | undefined
  readonly certificate: string | undefined
  readonly key: string | undefined
}

async function byClientNode(load: (config: KubeConfig) => void): Promise<Reading> {
  const config = new KubeConfig()
  load(config)
  const options: {
    headers?: Record<string, string>
    ca?: unknown
    cert?: unknown
    key?: unknown
    servername?: string
    rejectUnauthorized?: boolean
  } = {}
  await config.applyToHTTPSOptions(options as never)
  const text = (value: unknown): string | undefined =>
    value === undefined || value === null ? undefined : String(value)
  return {
    server: config.getCurrentCluster()?.server,
    namespace: config.getContextObject(config.getCurrentContext())?.namespace ?? 'default',
    ca: text(options.ca),
    serverName: options.servername,
    insecure: options.rejectUnauthorized === false,
    token: options.headers?.Authorization?.replace('Bearer ', ''),
    certificate: text(options.cert),
    key: text(options.key),
  }
}

async function byOurs(env: Record<string, string>): Promise<Reading> {
  const { server, namespace, tls, credentials, clientCertificate } = await resolveConnection({}, env)
  return {
    server,
    namespace,
    ca: tls.ca,
    serverName: tls.serverName,
    insecure: tls.insecure,
    token: credentials.kind === 'token' ? credentials.token : undefined,
    certificate: clientCertificate?.certificate,
    key: clientCertificate?.key,
  }
}

const alike: Readonly<Record<string, string>> = {
  'a token': kubeconfigText('https://a:6443', { user: { token: 'secret' } }),
  'a namespace': kubeconfigText('https://a:6443', { context: { namespace: 'shop' } }),
  'a certificate of the server, in the file': kubeconfigText('https://a:6443', {
    cluster: { 'certificate-authority-data': base64('CA') },
  }),
  'the name that the certificate has': kubeconfigText('https://10.0.0.1:6443', {
    cluster: { 'tls-server-name': 'api' },
  }),
  'no check of the certificate': kubeconfigText('https://a:6443', { cluster: { 'insecure-skip-tls-verify': true } }),
}

for (const [what, text] of Object.entries(alike)) {
  test(`comes to the same with ${what}`, async () => {
    using folder = temporaryFolder()
    const path = folder.write('config', text)
    assert.equal(await byOurs({ KUBECONFIG: path }), await byClientNode(config => config.loadFromFile(path)))
  })
}

test('comes to the same with files beside it, whatever the working directory is', async () => {
  using folder = temporaryFolder()
  folder.write('pki/ca.crt', 'CA')
  const text = kubeconfigText('https://a:6443', { cluster: { 'certificate-authority': 'pki/ca.crt' } })
  const path = folder.write('config', text)
  assert.equal(await byOurs({ KUBECONFIG: path }), await byClientNode(config => config.loadFromFile(path)))
})

test('comes to the same of several files with entries of their own', async () => {
  using folder = temporaryFolder()
  const users = folder.write('users', 'users: [{name: me, user: {token: t}}]\ncontexts: []\nclusters: []\n')
  const rest = folder.write(
    'rest',
    'current-context: a\nusers: []\ncontexts: [{name: a, context: {cluster: b, user: me, namespace: n}}]\nclusters: [{name: b, cluster: {server: "https://b"}}]\n',
  )
  const list = [users, rest].join(delimiter)
  const theirs = await byClientNode(config => {
    config.loadFromFile(users)
    const other = new KubeConfig()
    other.loadFromFile(rest)
    config.mergeConfig(other)
  })
  assert.equal(await byOurs({ KUBECONFIG: list }), theirs)
})

test('of an entry that two files have, kubectl takes the first one, and client-node throws: why its merge is not used', async () => {
  using folder = temporaryFolder()
  const [first, second] = ['https://first', 'https://second'].map((server, at) =>
    folder.write(`config${at}`, kubeconfigText(server)),
  ) as [string, string]
  assert.is((await byOurs({ KUBECONFIG: [first, second].join(delimiter) })).server, 'https://first')
  const config = new KubeConfig()
  config.loadFromFile(first)
  const other = new KubeConfig()
  other.loadFromFile(second)
  assert.throws(() => config.mergeConfig(other), /Duplicate/)
})

test.run()
