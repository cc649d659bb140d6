import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { readOnly } from '../../../src/cluster/transport/read-only.ts'
import type { ApiRequest, Transport } from '../../../src/cluster/transport/transport.ts'

const test = suite('a transport that only reads')

const path = '/api/v1/namespaces/shop/pods/web'
const dryRun = { dryRun: 'All' }
const options = (dryRun: unknown) => JSON.stringify({ kind: 'DeleteOptions', dryRun })

/** Which requests come through to the cluster. */
async function sent(request: ApiRequest): Promise<boolean> {
  let count = 0
  const transport: Transport = {
    server: 'https://test',
    close: () => {},
    async send() {
      count++
      return { status: 200, headers: {}, body: (async function* () {})() }
    },
  }
  await readOnly(transport)
    .send(request)
    .catch(error => assert.match((error as Error).message, /is not sent/))
  return count === 1
}

test('sends reads, dry runs and reviews of rights', async () => {
  const review = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews'
  assert.ok(await sent({ method: 'GET', path }))
  assert.ok(await sent({ method: 'POST', path: review, body: '{}' }))
  assert.ok(await sent({ method: 'PATCH', path, query: dryRun, body: '[]' }))
  assert.ok(await sent({ method: 'PUT', path, query: dryRun, body: '{}' }))
  assert.ok(await sent({ method: 'DELETE', path, query: dryRun, body: options(['All']) }))
})

test('sends nothing that changes the cluster', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) assert.not(await sent({ method, path, body: '{}' }))
  assert.not(await sent({ method: 'PATCH', path, query: { dryRun: '' }, body: '[]' }))
  // The server heeds the body of a DELETE alone.
  assert.not(await sent({ method: 'DELETE', path, query: dryRun, body: options([]) }))
  assert.not(await sent({ method: 'DELETE', path, query: dryRun, body: options(undefined) }))
  assert.not(await sent({ method: 'DELETE', path, query: dryRun }))
})

test.run()
