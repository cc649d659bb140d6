import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { FileReader } from '../../../src/cluster/kubeconfig/file-reader.ts'
import { resolveConnection } from '../../../src/cluster/kubeconfig/resolve.ts'
import { type TemporaryFolder, temporaryFolder } from '../temporary-folder.ts'
import { kubeconfigText } from './kubeconfig-text.ts'

const test = suite('inside a pod')

const MOUNT = '/var/run/secrets/kubernetes.io/serviceaccount'
const POD = { KUBERNETES_SERVICE_HOST: '10.0.0.1', KUBERNETES_SERVICE_PORT: '443', HOME: '/nonexistent' }

/** The files of a pod: the service account's below a folder of the test, all others where they are. */
function podFiles(folder: TemporaryFolder, mounted: Readonly<Record<string, string>>): FileReader {
  for (const [name, content] of Object.entries(mounted)) folder.write(`mount/${name}`, content)
  return { read: path => readFileSync(path.startsWith(MOUNT) ? path.replace(MOUNT, `${folder.path}/mount`) : path) }
}

const ACCOUNT = { token: 'pods\n', 'ca.crt': 'the authority', namespace: 'shop' }

test('without a kubeconfig the service account leads to the server', async () => {
  using folder = temporaryFolder()
  const connection = await resolveConnection({}, POD, podFiles(folder, ACCOUNT))
  assert.equal(connection, {
    server: 'https://10.0.0.1:443',
    namespace: 'shop',
    namespaceSource: 'service-account',
    contextName: undefined,
    clusterName: 'in-cluster',
    userName: 'in-cluster',
    tls: { ca: 'the authority', serverName: undefined, insecure: false },
    clientCertificate: undefined,
    proxyUrl: undefined,
    disableCompression: false,
    credentials: { kind: 'tokenFile', path: `${MOUNT}/token`, token: 'pods' },
    impersonate: undefined,
    requestTimeoutSeconds: undefined,
    inCluster: true,
  })
})

test('an IPv6 address of the service is put in brackets', async () => {
  using folder = temporaryFolder()
  const env = { ...POD, KUBERNETES_SERVICE_HOST: 'fd00::1' }
  assert.is((await resolveConnection({}, env, podFiles(folder, ACCOUNT))).server, 'https://[fd00::1]:443')
})

test('POD_NAMESPACE beats the namespace of the service account', async () => {
  using folder = temporaryFolder()
  const env = { ...POD, POD_NAMESPACE: 'told' }
  assert.is((await resolveConnection({}, env, podFiles(folder, ACCOUNT))).namespace, 'told')
})

test('without a token there is no service account', async () => {
  using folder = temporaryFolder()
  const connection = await resolveConnection({}, POD, podFiles(folder, { namespace: 'shop' }))
  assert.equal([connection.server, connection.inCluster], ['http://localhost:8080', false])
})

test('a kubeconfig that names a server wins; the namespace of the pod still stands in for none', async () => {
  using folder = temporaryFolder()
  const kubeconfig = folder.write('config', kubeconfigText('https://other'))
  const connection = await resolveConnection({ kubeconfig }, POD, podFiles(folder, ACCOUNT))
  assert.equal([connection.server, connection.inCluster, connection.namespace], ['https://other', false, 'shop'])
})

test('flags hold in a pod too, --as and --request-timeout among them', async () => {
  using folder = temporaryFolder()
  const flags = { token: 'typed', as: 'eve', 'request-timeout': '5', namespace: 'n' }
  const connection = await resolveConnection(flags, POD, podFiles(folder, ACCOUNT))
  assert.equal(connection.credentials, { kind: 'token', token: 'typed' })
  assert.equal([connection.impersonate?.user, connection.requestTimeoutSeconds, connection.namespace], ['eve', 5, 'n'])
  assert.is(connection.inCluster, true)
})

test('--server leads out of the pod', async () => {
  using folder = temporaryFolder()
  const connection = await resolveConnection({ server: 'https://out' }, POD, podFiles(folder, ACCOUNT))
  assert.equal([connection.server, connection.inCluster, connection.credentials.kind], ['https://out', false, 'none'])
})

test.run()
