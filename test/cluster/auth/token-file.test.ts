import { rmSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { tokenFile } from '../../../src/cluster/auth/token-file.ts'
import { diskFiles } from '../../../src/cluster/kubeconfig/file-reader.ts'
import { readJson } from '../../../src/cluster/transport/read.ts'
import { faultOf } from '../fault.ts'
import { sendJson, serveHttp } from '../loopback.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { get, transportTo } from '../transport/through.ts'

const test = suite('token files')

const SECOND = 1000

test('the file is read again within a minute', async () => {
  using folder = temporaryFolder()
  const path = folder.write('token', 'one\n')
  let now = 0
  const source = tokenFile(path, undefined, diskFiles, () => now)
  assert.equal(await source.current(), { authorization: 'Bearer one' })
  folder.write('token', 'two')
  now = 40 * SECOND
  assert.equal(await source.current(), { authorization: 'Bearer one' })
  now = 60 * SECOND
  assert.equal(await source.current(), { authorization: 'Bearer two' })
})

test('a file that is gone, or empty, leaves the last token in use', async () => {
  using folder = temporaryFolder()
  const path = folder.write('token', 'one')
  let now = 0
  const source = tokenFile(path, undefined, diskFiles, () => now)
  await source.current()
  folder.write('token', '')
  now = 60 * SECOND
  assert.equal(await source.current(), { authorization: 'Bearer one' })
  rmSync(path)
  now = 120 * SECOND
  assert.equal(await source.current(), { authorization: 'Bearer one' })
})

test('a token beside the file stands in while there is no file', async () => {
  using folder = temporaryFolder()
  const source = tokenFile(`${folder.path}/token`, 'beside', diskFiles, () => 0)
  assert.equal(await source.current(), { authorization: 'Bearer beside' })
  folder.write('token', 'from file')
  assert.equal(await source.current(), { authorization: 'Bearer from file' })
})

test('neither file nor token is an error in the configuration', async () => {
  const fault = await faultOf(tokenFile('/no/token', undefined, diskFiles, () => 0).current())
  const message = 'failed to read token file "/no/token": open /no/token: no such file or directory'
  assert.equal(fault, { kind: 'configuration', message })
})

test('a 401 makes it look into the file at once', async () => {
  using folder = temporaryFolder()
  const path = folder.write('token', 'old')
  await using server = await serveHttp((request, response) => {
    const good = request.headers.authorization === 'Bearer new'
    if (!good) folder.write('token', 'new')
    sendJson(response, {}, good ? 200 : 401)
  })
  using transport = await transportTo(server.url, { credentials: { kind: 'tokenFile', path } })
  assert.is((await readJson(transport, get())).status, 200)
})

for (const [credentials, header] of [
  [{ kind: 'none' }, undefined],
  [{ kind: 'token', token: 't' }, 'Bearer t'],
  [{ kind: 'basic', username: 'ann', password: 'ü:x' }, `Basic ${Buffer.from('ann:ü:x').toString('base64')}`],
] as const) {
  test(`credentials of kind ${credentials.kind} are sent as ${header}, and not again after a 401`, async () => {
    const seen: (string | undefined)[] = []
    await using server = await serveHttp((request, response) => {
      seen.push(request.headers.authorization)
      sendJson(response, {}, 401)
    })
    using transport = await transportTo(server.url, { credentials })
    assert.is((await transport.send(get())).status, 401)
    assert.equal(seen, [header])
  })
}

test.run()
