import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { serveSandbox } from '../../src/sandbox/serve.ts'
import { putMap, setup } from './ask.ts'

const test = suite('served sandbox')

test('answers over HTTP on loopback only', async () => {
  const { sandbox } = setup()
  await using server = await serving(sandbox)
  assert.match(server.url, /^http:\/\/127\.0\.0\.1:\d+$/)
  const response = await fetch(`${server.url}/api/v1/namespaces/n`)
  assert.is(((await response.json()) as { metadata: { name: string } }).metadata.name, 'n')
})

test('takes a bearer token for the name of a user', async () => {
  const { sandbox } = setup()
  await using server = await serving(sandbox)
  const response = await fetch(`${server.url}/api/v1/pods`, { headers: { authorization: 'Bearer bob' } })
  assert.is(response.status, 403)
  assert.match(((await response.json()) as { message: string }).message, 'User "bob" cannot list')
})

test('refuses a body above three MiB', async () => {
  const { sandbox } = setup()
  await using server = await serving(sandbox)
  const body = 'x'.repeat(3 * 1024 * 1024 + 1)
  const response = await fetch(`${server.url}/api/v1/namespaces`, { method: 'POST', body }).catch(() => undefined)
  assert.ok(response === undefined || response.status === 413)
})

test('streams a watch and ends it with the client', async () => {
  const { sandbox } = setup()
  await using server = await serving(sandbox)
  const aborter = new AbortController()
  const { signal } = aborter
  const response = await fetch(`${server.url}/api/v1/namespaces/n/configmaps?watch=1&resourceVersion=0`, { signal })
  const reader = response.body!.getReader()
  putMap(sandbox, 'a')
  const { value } = await reader.read()
  assert.is(JSON.parse(Buffer.from(value!).toString()).object.metadata.name, 'a')
  aborter.abort()
})

async function serving(sandbox: Parameters<typeof serveSandbox>[0]) {
  const server = await serveSandbox(sandbox)
  return { url: server.url, [Symbol.asyncDispose]: () => server.close() }
}

test.run()
