import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { listAll } from '../../src/cluster/list-pages.ts'
import { readKubeObject } from '../../src/cluster/read-object.ts'
import { faultOf } from './fault.ts'
import { scriptedTransport } from './scripted-transport.ts'

const test = suite('an object as it is answered')

const META = { name: 'a', uid: '1' }
const read = (body: unknown) =>
  readKubeObject(
    scriptedTransport(() => ({ body })),
    { method: 'GET', path: '/api/v1/configmaps/a' },
  )

test('has its own fields, and of its metadata what is not null', async () => {
  const body = { kind: 'ConfigMap', metadata: { ...META, finalizers: null, labels: { app: 'x' } }, data: { a: null } }
  assert.equal(await read(body), { ...body, metadata: { ...META, labels: { app: 'x' } } })
})

for (const body of [
  {},
  { items: null },
  { metadata: null },
  { metadata: [] },
  { metadata: {} },
  { metadata: { name: 'a' } },
  { metadata: { name: '', uid: '1' } },
  { metadata: { name: 'a', uid: 7 } },
  { kind: 'Status', status: 'Success', metadata: {} },
  { metadata: { ...META, finalizers: 'x' } },
  { metadata: { ...META, finalizers: [1] } },
  { metadata: { ...META, ownerReferences: [null] } },
  { metadata: { ...META, ownerReferences: { uid: '2' } } },
  { metadata: { ...META, labels: 'x' } },
  { metadata: { ...META, annotations: { a: {} } } },
  { metadata: { ...META, managedFields: [null] } },
  { metadata: { ...META, deletionTimestamp: 'yesterday' } },
]) {
  test(`of another shape is garbled, in plain words: ${JSON.stringify(body)}`, async () => {
    const { kind, message } = await faultOf(read(body))
    assert.is(kind, 'garbled')
    assert.match(message, /^unexpected answer to GET \/api\/v1\/configmaps\/a: /)
    assert.not.match(message, /undefined|iterable|function|null \(/)
  })

  test(`of another shape is garbled in a list as well: ${JSON.stringify(body)}`, async () => {
    const transport = scriptedTransport(() => ({ body: { kind: 'ConfigMapList', metadata: {}, items: [body] } }))
    assert.is((await faultOf(listAll(transport, { path: '/api/v1/configmaps', pageSize: 5 }))).kind, 'garbled')
  })
}

test.run()
