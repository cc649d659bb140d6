import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ApiFailure } from '../../../src/api/failure.ts'
import { collect } from '../../../src/cluster/transport/collect.ts'
import { logged } from '../../../src/cluster/transport/request-log.ts'
import type { ApiRequest } from '../../../src/cluster/transport/transport.ts'
import { type Step, scripted } from './scripted.ts'

const test = suite('request log')

const ANSWER = { status: 200, headers: { 'content-type': 'application/json', 'set-cookie': 'hush' }, body: '{"a":1}' }

async function linesAt(verbosity: number, request: Partial<ApiRequest> = {}, step: Step = ANSWER): Promise<string[]> {
  const lines: string[] = []
  let time = 0
  const now = () => (time += 6)
  const transport = logged(scripted(step), { verbosity, log: line => lines.push(line), now })
  const headers = { accept: 'application/json', authorization: 'Bearer hush' }
  const sending = transport.send({ method: 'GET', path: '/api/v1/pods', query: { limit: '5' }, headers, ...request })
  await sending.then(response => collect(response.body)).catch(() => {})
  assert.not.match(lines.join('\n'), 'hush')
  return lines
}

test('below 6 nothing is written', async () => {
  assert.equal(await linesAt(5), [])
})

test('6 writes one line a request', async () => {
  assert.equal(await linesAt(6), ['GET https://scripted/api/v1/pods?limit=5 200 OK in 6 milliseconds'])
})

test('7 writes the headers of the request, credentials masked', async () => {
  assert.equal(await linesAt(7), [
    'GET https://scripted/api/v1/pods?limit=5',
    'Request Headers:',
    '    Accept: application/json',
    '    Authorization: Bearer <masked>',
    'Response Status: 200 OK in 6 milliseconds',
  ])
})

test('8 writes the headers and the body of the answer', async () => {
  assert.equal((await linesAt(8)).slice(5), [
    'Response Headers:',
    '    Content-Type: application/json',
    '    Set-Cookie: <masked>',
    'Response Body: {"a":1}',
  ])
})

test('8 writes the body of the request, and shortens long ones', async () => {
  const lines = await linesAt(8, { method: 'PATCH', body: 'x'.repeat(3000) })
  assert.ok(lines.includes(`Request Body: ${'x'.repeat(1024)} [truncated 1976 chars]`))
})

test('9 has more room, 10 all of it', async () => {
  const body = 'y'.repeat(20_000)
  assert.match((await linesAt(9, {}, { ...ANSWER, body })).at(-1)!, '[truncated 9760 chars]')
  assert.is((await linesAt(10, {}, { ...ANSWER, body })).at(-1), `Response Body: ${body}`)
})

test('what is no text is written as hexadecimal', async () => {
  assert.is((await linesAt(8, {}, { ...ANSWER, body: 'k8s\0' })).at(-1), 'Response Body: 6b387300')
})

for (const path of [
  '/api/v1/secrets',
  '/api/v1/namespaces/shop/secrets',
  '/api/v1/namespaces/shop/secrets/db',
  '/api/v1/namespaces/shop/serviceaccounts/robot/token',
  '/apis/authentication.k8s.io/v1/tokenreviews',
]) {
  test(`bodies from and to ${path} are never written`, async () => {
    const lines = await linesAt(
      10,
      { method: 'POST', path, body: '{"data":"hush"}' },
      { ...ANSWER, body: '{"data":"hush"}' },
    )
    assert.ok(lines.includes('Request Body: <masked>'))
    assert.is(lines.at(-1), 'Response Body: <masked>')
  })
}

test('an object that is merely called "secrets" is written', async () => {
  assert.is((await linesAt(8, { path: '/api/v1/namespaces/secrets/pods' })).at(-1), 'Response Body: {"a":1}')
})

test('a request without an answer is written with its failure', async () => {
  const lines = await linesAt(6, {}, new ApiFailure({ kind: 'unreachable', message: 'EOF' }))
  assert.equal(lines, ['GET https://scripted/api/v1/pods?limit=5 failed in 6 milliseconds: EOF'])
})

test.run()
