import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { listAll } from '../../src/cluster/list-pages.ts'
import { faultOf } from './fault.ts'
import { scriptedTransport } from './scripted-transport.ts'

const test = suite('pages of a list')

const A = { metadata: { name: 'a', uid: '1' } }
const REQUEST = { path: '/api/v1/configmaps', pageSize: 1, query: { labelSelector: 'app=x' } }

test('are read to the end, each asked for with the token of the one before', async () => {
  const transport = scriptedTransport((_, asked) => ({
    body:
      asked === 1
        ? { metadata: { continue: 'next' }, items: [A] }
        : { kind: 'ConfigMapList', metadata: { resourceVersion: '9' }, items: null },
  }))
  assert.equal(await listAll(transport, REQUEST), [A])
  assert.equal(
    transport.requests.map(({ query }) => query),
    [
      { labelSelector: 'app=x', limit: '1' },
      { labelSelector: 'app=x', limit: '1', continue: 'next' },
    ],
  )
})

test('are no whole list when the server repeats a page token', async () => {
  const transport = scriptedTransport(() => ({ body: { metadata: { continue: 'same' }, items: [A] } }))
  assert.is((await faultOf(listAll(transport, REQUEST))).kind, 'garbled')
  assert.is(transport.requests.length, 2)
})

test.run()
