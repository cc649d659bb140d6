import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { KubeObject } from '../../../src/api/object.ts'
import { discover } from '../../../src/cluster/discovery/discovery.ts'
import { ownedObjects } from '../../../src/operations/replay/owned-objects.ts'
import { createSandbox } from '../../../src/sandbox/sandbox.ts'
import { statusResponse } from '../../sandbox/fault-answers.ts'

const test = suite('what a resource owns')

interface Referable {
  readonly name: string
  readonly uid: string
}

/** ConfigMaps that own one another; what `app` owns, and what of it is another's too, by name. */
async function setup() {
  const sandbox = createSandbox()
  const put = (name: string, ...owners: readonly Referable[]): KubeObject['metadata'] => {
    const ownerReferences = owners.map(each => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      name: each.name,
      uid: each.uid,
    }))
    const metadata = { name, namespace: 'default', ownerReferences }
    return sandbox.put({ apiVersion: 'v1', kind: 'ConfigMap', metadata }).metadata
  }
  const app = put('app')
  const look = async () => {
    const transport = sandbox.transport()
    const source = { transport, discovery: await discover(transport), pageSize: 500 }
    const { objects, shared } = await ownedObjects(source, app)
    return [objects.map(({ name }) => name), shared.map(({ ref, owner }) => `${ref.name} ${owner.ref.name}`)]
  }
  return { sandbox, put, app, look }
}

test('is what it owns through others too', async () => {
  const { put, app, look } = await setup()
  put('pod', put('set', app))
  assert.equal(await look(), [['set', 'pod'], []])
})

test('is not what another owner has as well, and what hangs on that', async () => {
  const { put, app, look } = await setup()
  const both = put('both', app, put('other'))
  put('below', both)
  put('mine', app)
  assert.equal(await look(), [['mine'], ['both other', 'below both']])
})

test('is what has another owner that is gone', async () => {
  const { put, app, look } = await setup()
  put('both', app, { name: 'gone', uid: 'uid-of-nobody' })
  assert.equal(await look(), [['both'], []])
})

test('is not what has another owner that cannot be read', async () => {
  const { sandbox, put, app, look } = await setup()
  put('both', app, put('other'))
  sandbox.onRequest = ({ path }) => (path.endsWith('/other') ? statusResponse(403, { reason: 'Forbidden' }) : undefined)
  assert.equal(await look(), [[], ['both other']])
})

test('is what owners that go with it own together', async () => {
  const { put, app, look } = await setup()
  put('both', put('one', app), put('two', app))
  assert.equal(await look(), [['one', 'two', 'both'], []])
})

test('is looked for in the namespace of its owner alone', async () => {
  const { sandbox, put, app, look } = await setup()
  put('pod', put('set', app))
  const outside: string[] = []
  sandbox.onRequest = ({ path, query }) => {
    if (query?.limit !== undefined && !path.includes('/namespaces/default/')) outside.push(path)
    return undefined
  }
  assert.equal(await look(), [['set', 'pod'], []])
  assert.equal(outside, [])
})

test('is looked for everywhere where the owner has no namespace, and from there on in that of what it owns', async () => {
  const { sandbox, put } = await setup()
  const node = sandbox.put({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1' } }).metadata
  put('pod', put('set', node))
  const transport = sandbox.transport()
  const source = { transport, discovery: await discover(transport), pageSize: 500 }
  const secrets: string[] = []
  sandbox.onRequest = ({ path }) => {
    if (path.endsWith('/secrets')) secrets.push(path)
    return undefined
  }
  const { objects } = await ownedObjects(source, node)
  assert.equal(
    objects.map(({ name }) => name),
    ['set', 'pod'],
  )
  const inPlace = '/api/v1/namespaces/default/secrets'
  assert.equal(secrets, ['/api/v1/secrets', inPlace, inPlace])
})

test.run()
