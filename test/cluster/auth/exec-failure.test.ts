import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { execPlugin } from '../../../src/cluster/auth/exec.ts'
import type { ExecConfig } from '../../../src/cluster/kubeconfig/kubeconfig.ts'
import { createAuthority } from '../certificates.ts'
import { faultOf } from '../fault.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { get, transportTo } from '../transport/through.ts'
import { credential, execCredentials, plugin, V1 } from './plugin.ts'

const test = suite('exec plugins that fail')

async function messageFor(output: unknown, exec: Partial<ExecConfig> = {}): Promise<string> {
  using folder = temporaryFolder()
  const { exec: config } = plugin(folder, [output], exec)
  const context = { stderr: new PassThrough().resume() }
  using transport = await transportTo('http://127.0.0.1:1', { credentials: execCredentials(config) }, context)
  const fault = await faultOf(transport.send(get()))
  assert.is(fault.kind, 'configuration')
  assert.match(fault.message, /^getting credentials: /)
  assert.not.match(fault.message, 'hush')
  return fault.message.replace('getting credentials: ', '')
}

test('a command that is not on PATH brings the hint of the kubeconfig', async () => {
  const message = await messageFor('', { command: 'no-such-login', installHint: 'Install it with care.' })
  assert.match(
    message,
    /^exec: executable no-such-login not found\n\nIt looks like you are trying to use a client-go credential plugin/,
  )
  assert.match(message, /\n\nInstall it with care\.$/)
})

test('a command that is a path says which file is missing', async () => {
  const message = await messageFor('', { command: '/no/such/login' })
  assert.is(message, 'exec: fork/exec /no/such/login: no such file or directory')
})

test('an exit code is told', async () => {
  const message = await messageFor('', { env: [{ name: 'EXIT_CODE', value: '3' }] })
  assert.is(message, `exec: executable ${process.execPath} failed with exit code 3`)
})

test('a terminal is missing', async () => {
  using folder = temporaryFolder()
  const { exec, runs } = plugin(folder, [], { interactiveMode: 'Always' })
  using transport = await transportTo('http://a', { credentials: execCredentials(exec) }, { interactive: false })
  const { message } = await faultOf(transport.send(get()))
  assert.is(
    message,
    'getting credentials: exec plugin cannot support interactive mode: standard input is not a terminal',
  )
  assert.is(runs(), 0)
})

for (const [what, output, message] of [
  ['nothing', '', "decoding stdout: couldn't get version/kind; it is not a JSON object"],
  ['no JSON', 'hush hush', "decoding stdout: couldn't get version/kind; it is not a JSON object"],
  [
    'another kind',
    { kind: 'Pod', token: 'hush' },
    'decoding stdout: it is not an ExecCredential of client.authentication.k8s.io/v1',
  ],
  [
    'another version',
    credential({ token: 'hush' }, 'client.authentication.k8s.io/v1beta1'),
    'exec plugin is configured to use API version client.authentication.k8s.io/v1, plugin returned version client.authentication.k8s.io/v1beta1',
  ],
  ['no status', { ...credential({}), status: undefined }, "exec plugin didn't return a status field"],
  ['an empty status', credential({}), "exec plugin didn't return a token or cert/key pair"],
  [
    'half a pair',
    credential({ token: 'hush', clientKeyData: 'hush' }),
    'exec plugin returned only certificate or key, not both',
  ],
  [
    'a bad time',
    credential({ token: 'hush', expirationTimestamp: 'soon' }),
    'decoding stdout: expirationTimestamp is not an RFC 3339 time',
  ],
] as const) {
  test(`a plugin that prints ${what}`, async () => {
    assert.is(await messageFor(output), message)
  })
}

test('a key that does not belong to the certificate', async () => {
  const authority = await createAuthority()
  const [one, other] = await Promise.all([authority.sign(), authority.sign()])
  const message = await messageFor(credential({ clientCertificateData: one.certificate, clientKeyData: other.key }))
  assert.match(message, /^failed parsing client key\/certificate: /)
})

test('a plugin in a folder that is not there', async () => {
  using folder = temporaryFolder()
  const command = join(folder.path, 'bin', 'login')
  assert.is(await messageFor('', { command }), `exec: fork/exec ${command}: no such file or directory`)
})

test('one that is ended is not waited for, nor what it started', async () => {
  using folder = temporaryFolder()
  const pid = join(folder.path, 'pid')
  const script = `sleep 60 & echo $! > '${pid}'; wait`
  const exec = { command: '/bin/sh', args: ['-c', script], env: [], apiVersion: V1, provideClusterInfo: false } as const
  const source = execPlugin(
    { ...exec, interactiveMode: 'Never' },
    {} as never,
    { env: process.env, stderr: new PassThrough().resume() },
    Date.now,
  )
  const asked = source.current().then(
    () => 'answered',
    () => 'ended',
  )
  while (!existsSync(pid) || readFileSync(pid, 'utf8') === '') await setTimeout(20)
  source.close()
  assert.is(await Promise.race([asked, setTimeout(5000, 'waits', { ref: false })]), 'ended')
  process.kill(Number(readFileSync(pid, 'utf8')))
})

test.run()
