import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { oidcTokens } from '../../../src/cluster/auth/oidc.ts'
import { credentialSource } from '../../../src/cluster/auth/source.ts'
import { createAuthority } from '../certificates.ts'
import { faultOf } from '../fault.ts'
import { sendJson, serveHttps } from '../loopback.ts'
import { type TemporaryFolder, temporaryFolder } from '../temporary-folder.ts'

const test = suite('OIDC')

const NOW = Date.parse('2030-01-01T00:00:00Z')

/** An ID token that ends so many seconds from now; nobody checks its signature but the API server. */
function idToken(seconds: number): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'RS256' })}.${part({ exp: NOW / 1000 + seconds })}.c2ln`
}

const OLD = idToken(5)
const NEW = idToken(3600)

interface TokenRequest {
  readonly authorization: string | undefined
  readonly form: Record<string, string>
}

/** An issuer that takes the client's secret as it is told to, and a kubeconfig with a user of it. */
async function setup(
  folder: TemporaryFolder,
  takes: 'header' | 'body' | 'nothing',
  config: Record<string, string> = {},
) {
  const authority = await createAuthority()
  const { certificate, key } = await authority.sign()
  const asked: TokenRequest[] = []
  const server = await serveHttps({ cert: certificate, key }, async (request, response) => {
    if (request.url === '/realm/.well-known/openid-configuration') {
      sendJson(response, { issuer: `${server.url}/realm`, token_endpoint: `${server.url}/realm/token?a=b` })
      return
    }
    const form = Object.fromEntries(new URLSearchParams((await request.toArray()).join('')))
    const { authorization } = request.headers
    asked.push({ authorization, form })
    const byHeader = authorization === `Basic ${Buffer.from('kube:s%2Fhush').toString('base64')}`
    const good = {
      header: byHeader,
      body: form.client_secret === 's/hush' && form.client_id === 'kube',
      nothing: false,
    }[takes]
    if (good) sendJson(response, { id_token: NEW, refresh_token: 'R2', token_type: 'Bearer' })
    else sendJson(response, { error: 'invalid_client' }, 401)
  })
  const provider = {
    'idp-issuer-url': `${server.url}/realm/`,
    'client-id': 'kube',
    'client-secret': 's/hush',
    'id-token': OLD,
    'refresh-token': 'R1',
    'idp-certificate-authority-data': Buffer.from(authority.certificate).toString('base64'),
    ...config,
  }
  const lines = Object.entries(provider).map(([name, value]) => `        ${name}: ${JSON.stringify(value)}`)
  const file = folder.write(
    'config',
    `# mine\nusers:\n- name: other\n  user: {}\n- name: me\n  user:\n    auth-provider:\n      name: oidc\n      config:\n${lines.join('\n')}\n`,
  )
  const storedIn = { file, userName: 'me' }
  const source = oidcTokens(provider, storedIn, {}, () => NOW)
  return { source, asked, file, provider, storedIn, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

test('a token that holds on is used as it is', async () => {
  using folder = temporaryFolder()
  await using rig = await setup(folder, 'nothing', { 'id-token': NEW })
  assert.equal(await rig.source.current(), { authorization: `Bearer ${NEW}` })
  assert.equal(rig.asked, [])
})

test('an expired one is renewed once for all who wait, and stored for kubectl', async () => {
  using folder = temporaryFolder()
  await using rig = await setup(folder, 'header')
  const credentials = await Promise.all([rig.source.current(), rig.source.current()])
  assert.equal(credentials, Array(2).fill({ authorization: `Bearer ${NEW}` }))
  assert.equal(
    rig.asked.map(({ form }) => form),
    [{ grant_type: 'refresh_token', refresh_token: 'R1' }],
  )
  const stored = folder.read('config')
  assert.match(stored, /^# mine\n/)
  assert.match(stored, `id-token: "${NEW}"`)
  assert.match(stored, 'refresh-token: "R2"')
  assert.match(stored, 'client-secret: "s/hush"')
  assert.not.ok(existsSync(`${rig.file}.lock`))
})

test("an issuer that wants the client's secret in the body gets it there", async () => {
  using folder = temporaryFolder()
  await using rig = await setup(folder, 'body')
  assert.equal(await rig.source.current(), { authorization: `Bearer ${NEW}` })
  assert.is(rig.asked.length, 2)
})

test('an issuer that refuses is told of, without any secret', async () => {
  using folder = temporaryFolder()
  await using rig = await setup(folder, 'nothing')
  const fault = await faultOf(rig.source.current())
  const message = 'failed to refresh token: the issuer answered 401 invalid_client'
  assert.equal(fault, { kind: 'configuration', message })
})

test('without a refresh token there is nothing to do but to log in', async () => {
  using folder = temporaryFolder()
  await using rig = await setup(folder, 'header', { 'refresh-token': '' })
  const { message } = await faultOf(rig.source.current())
  assert.is(message, 'No valid id-token, and cannot refresh without refresh-token')
})

test('while somebody else writes the kubeconfig, no refresh token is spent', async () => {
  using folder = temporaryFolder()
  await using rig = await setup(folder, 'header')
  writeFileSync(join(folder.path, 'config.lock'), '')
  const { kind, message } = await faultOf(rig.source.current())
  assert.is(kind, 'configuration')
  assert.match(message, /^could not persist new tokens: /)
  assert.equal(rig.asked, [])
})

test('is not renewed for a caller that may give up in the middle of it', async () => {
  using folder = temporaryFolder()
  await using rig = await setup(folder, 'header')
  const { asked, provider, storedIn } = rig
  const credentials = { kind: 'oidc', config: provider, storedIn } as const
  const source = await credentialSource(credentials, { env: {}, now: () => NOW, renewsTokens: false })
  assert.is((await faultOf(source.current())).kind, 'configuration')
  assert.is(asked.length, 0)
})

test.run()
