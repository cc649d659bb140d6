import { delimiter, join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { resolveConnection } from '../../../src/cluster/kubeconfig/resolve.ts'
import { faultOf } from '../fault.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { kubeconfigText } from './kubeconfig-text.ts'

const test = suite('kubeconfig files')

test('without flag and variable, the file in the home folder counts', async () => {
  using folder = temporaryFolder()
  folder.write('.kube/config', kubeconfigText('https://home:6443'))
  const connection = await resolveConnection({}, { HOME: folder.path })
  assert.is(connection.server, 'https://home:6443')
  assert.is(connection.contextName, 'here')
})

test('of several files the first one to name an entry wins, whole', async () => {
  using folder = temporaryFolder()
  const first = folder.write('first', kubeconfigText('https://first:6443'))
  const second = folder.write(
    'second',
    kubeconfigText('https://second:6443', { cluster: { 'tls-server-name': 'second' } }),
  )
  const connection = await resolveConnection({}, { KUBECONFIG: [first, second].join(delimiter) })
  assert.is(connection.server, 'https://first:6443')
  assert.is(connection.tls.serverName, undefined)
})

test('entries of several files are found together, and the first current-context set counts', async () => {
  using folder = temporaryFolder()
  const contexts = folder.write(
    'contexts',
    'current-context: a\ncontexts: [{name: a, context: {cluster: b, namespace: n}}]',
  )
  const clusters = folder.write('clusters', 'current-context: z\nclusters: [{name: b, cluster: {server: "https://b"}}]')
  const connection = await resolveConnection({}, { KUBECONFIG: [contexts, clusters].join(delimiter) })
  assert.equal([connection.server, connection.namespace, connection.contextName], ['https://b', 'n', 'a'])
})

test('empty, repeated and missing entries of KUBECONFIG are no error', async () => {
  using folder = temporaryFolder()
  const file = folder.write('config', kubeconfigText('https://one:6443'))
  const list = ['', file, join(folder.path, 'missing'), '', file].join(delimiter)
  assert.is((await resolveConnection({}, { KUBECONFIG: list })).server, 'https://one:6443')
})

test('a file that --kubeconfig names must be there', async () => {
  const fault = await faultOf(resolveConnection({ kubeconfig: 'no/such/file' }, {}))
  assert.equal(fault, { kind: 'configuration', message: 'stat no/such/file: no such file or directory' })
})

test('--kubeconfig silences KUBECONFIG', async () => {
  using folder = temporaryFolder()
  const flag = folder.write('flag', kubeconfigText('https://flag'))
  const variable = folder.write('variable', kubeconfigText('https://variable'))
  assert.is((await resolveConnection({ kubeconfig: flag }, { KUBECONFIG: variable })).server, 'https://flag')
})

test('broken YAML is named with its file and line, and not quoted', async () => {
  using folder = temporaryFolder()
  const file = folder.write('config', 'users:\n- name: a\n  user: {token: hush\nclusters: []\n')
  const fault = await faultOf(resolveConnection({}, { KUBECONFIG: file }))
  assert.is(fault.kind, 'configuration')
  assert.match(fault.message, new RegExp(`^error loading config file "${file}": yaml: line 4: `))
  assert.not.match(fault.message, 'hush')
})

test('a file that is nested thousands of levels deep is named, in flow and in block style', async () => {
  using folder = temporaryFolder()
  const levels = Array.from({ length: 6000 }, (_, level) => `${' '.repeat(level)}a:\n`).join('')
  for (const [name, text] of [
    ['flow', `users: ${'['.repeat(50_000)}`],
    ['block', levels],
  ] as const) {
    const file = folder.write(name, text)
    const fault = await faultOf(resolveConnection({ kubeconfig: file }, {}))
    assert.is(fault.message.split(': ').at(-1), 'it is nested too deeply', name)
  }
})

test('a file that is no mapping, and a field of the wrong type, are named without their value', async () => {
  using folder = temporaryFolder()
  const text = folder.write('text', 'hello world')
  const typed = folder.write('typed', 'users: [{name: a, user: {token: 4711}}]')
  assert.match(
    (await faultOf(resolveConnection({ kubeconfig: text }, {}))).message,
    'the file must be a mapping, not a string',
  )
  const { message } = await faultOf(resolveConnection({ kubeconfig: typed }, {}))
  assert.match(message, 'users[0].user.token must be a string, not a number')
  assert.not.match(message, '4711')
})

test('bad base64 is an error, line breaks in it are not', async () => {
  using folder = temporaryFolder()
  const bad = folder.write('bad', 'clusters: [{name: a, cluster: {certificate-authority-data: "YWJj&&&"}}]')
  const broken = 'clusters: [{name: a, cluster: {server: "https://a", certificate-authority-data: "YW\\nJj"}}]'
  const good = folder.write('good', `current-context: a\ncontexts: [{name: a, context: {cluster: a}}]\n${broken}`)
  assert.match(
    (await faultOf(resolveConnection({ kubeconfig: bad }, {}))).message,
    'illegal base64 data at input byte 4',
  )
  assert.is((await resolveConnection({ kubeconfig: good }, {})).tls.ca, 'abc')
})

test('a name twice in one file is an error, as for kubectl', async () => {
  using folder = temporaryFolder()
  const file = folder.write('config', 'clusters: [{name: a, cluster: {}}, {name: a, cluster: {}}]')
  assert.match((await faultOf(resolveConnection({ kubeconfig: file }, {}))).message, 'duplicate name "a" in clusters')
})

test('a file of another kind is no kubeconfig', async () => {
  using folder = temporaryFolder()
  const file = folder.write('pod', 'apiVersion: v1\nkind: Pod\n')
  assert.match((await faultOf(resolveConnection({ kubeconfig: file }, {}))).message, 'no kind "Pod" is registered')
})

test('a folder, and a file that may not be read, say so', async () => {
  using folder = temporaryFolder()
  const fault = await faultOf(resolveConnection({ kubeconfig: folder.path }, {}))
  assert.is(fault.message, `error loading config file "${folder.path}": read ${folder.path}: is a directory`)
})

for (const content of ['', '# nothing yet\n', '---\n']) {
  test(`an empty file (${JSON.stringify(content)}) leads to localhost:8080`, async () => {
    using folder = temporaryFolder()
    const connection = await resolveConnection({ kubeconfig: folder.write('config', content) }, {})
    assert.is(connection.server, 'http://localhost:8080')
    assert.is(connection.namespace, 'default')
  })
}

test('without any file $KUBERNETES_MASTER leads on', async () => {
  const connection = await resolveConnection({}, { HOME: '/nonexistent', KUBERNETES_MASTER: 'http://master:1' })
  assert.is(connection.server, 'http://master:1')
})

test('relative paths are seen from the file that holds them', async () => {
  using folder = temporaryFolder()
  folder.write('pki/ca.pem', 'the authority')
  folder.write('bin/login', '')
  folder.write('secret/token', 'from file')
  const exec = { apiVersion: 'client.authentication.k8s.io/v1', interactiveMode: 'Never', command: './bin/login' }
  const ca = { cluster: { 'certificate-authority': 'pki/ca.pem' } }
  const plugin = folder.write('plugin', kubeconfigText('https://a', { ...ca, user: { exec } }))
  const token = folder.write('token', kubeconfigText('https://a', { ...ca, user: { tokenFile: 'secret/token' } }))
  const first = await resolveConnection({ kubeconfig: plugin }, {})
  assert.is(first.tls.ca, 'the authority')
  assert.is(first.credentials.kind === 'exec' && first.credentials.exec.command, join(folder.path, 'bin/login'))
  const second = await resolveConnection({ kubeconfig: token }, {})
  assert.equal(second.credentials, { kind: 'tokenFile', path: join(folder.path, 'secret/token'), token: undefined })
})

test('a command without a separator stays a name to look up on PATH', async () => {
  using folder = temporaryFolder()
  const exec = { apiVersion: 'client.authentication.k8s.io/v1', interactiveMode: 'Never', command: 'login' }
  const file = folder.write('config', kubeconfigText('https://a', { user: { exec } }))
  const { credentials } = await resolveConnection({ kubeconfig: file }, {})
  assert.is(credentials.kind === 'exec' && credentials.exec.command, 'login')
})

test.run()
