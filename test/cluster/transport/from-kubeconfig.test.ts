import { PassThrough } from 'node:stream'
import type { TLSSocket } from 'node:tls'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { resolveConnection } from '../../../src/cluster/kubeconfig/resolve.ts'
import { connect } from '../../../src/cluster/transport/connect.ts'
import { readJson } from '../../../src/cluster/transport/read.ts'
import { credential, plugin } from '../auth/plugin.ts'
import { createAuthority } from '../certificates.ts'
import { kubeconfigText } from '../kubeconfig/kubeconfig-text.ts'
import { sendJson, serveHttps } from '../loopback.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { get } from './through.ts'

const test = suite('from a kubeconfig to an answer')

/** A server that tells who came, behind a path prefix, and the kubeconfig folder that leads to it. */
async function setup() {
  const folder = temporaryFolder()
  const authority = await createAuthority()
  const { certificate: cert, key } = await authority.sign()
  const welcoming = { cert, key, ca: authority.certificate, requestCert: true, rejectUnauthorized: false }
  const server = await serveHttps(welcoming, (request, response) => {
    const { authorization } = request.headers
    const name = (request.socket as TLSSocket).getPeerCertificate()?.subject?.CN
    sendJson(response, { url: request.url, who: authorization ?? name ?? 'nobody' })
  })
  folder.write('pki/ca.pem', authority.certificate)
  return {
    folder,
    authority,
    async ask(user: object, flags: object = {}) {
      const text = kubeconfigText(`${server.url}/pre/`, { user, cluster: { 'certificate-authority': 'pki/ca.pem' } })
      const connection = await resolveConnection({ ...flags, kubeconfig: folder.write('config', text) }, {})
      const transport = await connect(connection, { env: {}, stderr: new PassThrough().resume() })
      try {
        return (await readJson(transport, get('/api'))).body
      } finally {
        transport.close()
      }
    },
    async [Symbol.asyncDispose]() {
      folder[Symbol.dispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

test('a token, a name and password, a token file', async () => {
  await using rig = await setup()
  rig.folder.write('token', 'from file\n')
  assert.equal(await rig.ask({ token: 't' }), { url: '/pre/api', who: 'Bearer t' })
  assert.equal(await rig.ask({ username: 'a', password: 'b' }), { url: '/pre/api', who: 'Basic YTpi' })
  assert.equal(await rig.ask({ tokenFile: 'token' }), { url: '/pre/api', who: 'Bearer from file' })
  assert.equal(await rig.ask({ tokenFile: 'token' }, { token: 'typed' }), { url: '/pre/api', who: 'Bearer typed' })
})

test('a client certificate, as files and as data', async () => {
  await using rig = await setup()
  const { certificate, key } = await rig.authority.sign({ commonName: 'ann' })
  rig.folder.write('pki/ann.pem', certificate)
  rig.folder.write('pki/ann.key', key)
  const files = { 'client-certificate': 'pki/ann.pem', 'client-key': 'pki/ann.key' }
  assert.equal(await rig.ask(files), { url: '/pre/api', who: 'ann' })
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const data = { 'client-certificate-data': base64(certificate), 'client-key-data': base64(key) }
  assert.equal(await rig.ask(data), { url: '/pre/api', who: 'ann' })
  assert.equal(
    await rig.ask(
      {},
      { 'client-certificate': `${rig.folder.path}/pki/ann.pem`, 'client-key': `${rig.folder.path}/pki/ann.key` },
    ),
    {
      url: '/pre/api',
      who: 'ann',
    },
  )
})

test('a plugin; not with a certificate beside it', async () => {
  await using rig = await setup()
  const { exec, runs } = plugin(rig.folder, [credential({ token: 'P' })])
  assert.equal(await rig.ask({ exec }), { url: '/pre/api', who: 'Bearer P' })
  const { certificate, key } = await rig.authority.sign({ commonName: 'ann' })
  rig.folder.write('ann.pem', certificate)
  rig.folder.write('ann.key', key)
  assert.equal(await rig.ask({ exec, 'client-certificate': 'ann.pem', 'client-key': 'ann.key' }), {
    url: '/pre/api',
    who: 'ann',
  })
  assert.is(runs(), 1)
})

test.run()
