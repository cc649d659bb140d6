import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Sandbox } from '../../src/sandbox/sandbox.ts'
import { ask, type Body, MAPS, putMap, setup } from './ask.ts'

const test = suite('list')

const PARTIAL = {
  headers: { accept: 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json' },
}

function names(body: Body): string[] {
  return body.items.map(({ metadata }: Body) => metadata.name)
}

function five(sandbox: Sandbox): void {
  for (const name of ['a', 'b', 'c', 'd', 'e']) putMap(sandbox, name, { labels: { odd: String('ace'.includes(name)) } })
}

test('comes in pages of one revision, whatever is written meanwhile', async () => {
  const { sandbox } = setup()
  five(sandbox)
  const first = (await ask(sandbox, 'GET', `${MAPS}?limit=2`)).body
  assert.equal([names(first), first.metadata.remainingItemCount], [['a', 'b'], 3])
  putMap(sandbox, 'bb')
  await ask(sandbox, 'DELETE', `${MAPS}/d`)
  const second = (await ask(sandbox, 'GET', `${MAPS}?limit=2&continue=${first.metadata.continue}`)).body
  const third = (await ask(sandbox, 'GET', `${MAPS}?limit=2&continue=${second.metadata.continue}`)).body
  assert.equal([names(second), names(third)], [['c', 'd'], ['e']])
  assert.is(third.metadata.resourceVersion, first.metadata.resourceVersion)
  assert.is(third.metadata.continue, undefined)
})

test('with an expired token is 410 and offers a token to go on inconsistently', async () => {
  const { sandbox } = setup()
  five(sandbox)
  const { body } = await ask(sandbox, 'GET', `${MAPS}?limit=2`)
  putMap(sandbox, 'cc')
  sandbox.compact()
  const expired = await ask(sandbox, 'GET', `${MAPS}?limit=2&continue=${body.metadata.continue}`)
  assert.equal([expired.code, expired.body.reason], [410, 'Expired'])
  const rest = await ask(sandbox, 'GET', `${MAPS}?continue=${expired.body.metadata.continue}`)
  assert.equal(names(rest.body), ['c', 'cc', 'd', 'e'])
})

test('with resourceVersion=0 ignores the limit', async () => {
  const { sandbox } = setup()
  five(sandbox)
  assert.is(names((await ask(sandbox, 'GET', `${MAPS}?limit=2&resourceVersion=0`)).body).length, 5)
})

test('has rules that bind resourceVersion, its match and continue', async () => {
  const { sandbox } = setup()
  const codes: number[] = []
  for (const query of [
    'resourceVersionMatch=Exact',
    'resourceVersion=1&resourceVersionMatch=Foo',
    'resourceVersion=0&resourceVersionMatch=Exact',
    'resourceVersion=x',
    'resourceVersion=999999',
    'continue=abc',
    'limit=x',
  ]) {
    codes.push((await ask(sandbox, 'GET', `${MAPS}?${query}`)).code)
  }
  assert.equal(codes, [422, 422, 422, 400, 504, 400, 400])
})

test('selects by labels and hides the count of the rest', async () => {
  const { sandbox } = setup()
  five(sandbox)
  const { body } = await ask(sandbox, 'GET', `${MAPS}?labelSelector=odd+in+(true)&limit=1`)
  assert.equal([names(body), body.metadata.remainingItemCount], [['a'], undefined])
  assert.equal(names((await ask(sandbox, 'GET', `${MAPS}?labelSelector=odd!=true`)).body), ['b', 'd'])
  assert.is((await ask(sandbox, 'GET', `${MAPS}?labelSelector=a+b+c`)).code, 400)
})

test('selects by the fields a kind has, never by deletionTimestamp', async () => {
  const { sandbox } = setup()
  const terminating = await ask(sandbox, 'GET', '/api/v1/namespaces?fieldSelector=status.phase=Active,metadata.name=n')
  assert.equal(names(terminating.body), ['n'])
  const pods = await ask(sandbox, 'GET', '/api/v1/pods?fieldSelector=metadata.deletionTimestamp!=x')
  assert.is(pods.body.message, 'field label not supported: metadata.deletionTimestamp')
  const sets = await ask(sandbox, 'GET', '/apis/apps/v1/daemonsets?fieldSelector=foo=x')
  assert.is(sets.body.message, '"foo" is not a known field selector: only "metadata.name", "metadata.namespace"')
})

test('as metadata has items of kind PartialObjectMetadata, and null for none', async () => {
  const { sandbox } = setup()
  assert.is((await ask(sandbox, 'GET', MAPS, undefined, PARTIAL)).body.items, null)
  putMap(sandbox, 'a')
  const [item] = (await ask(sandbox, 'GET', MAPS, undefined, PARTIAL)).body.items
  assert.equal([item.kind, item.apiVersion, item.data], ['PartialObjectMetadata', 'meta.k8s.io/v1', undefined])
})

test('is 406 for the form of a single object, without looking at the next clause', async () => {
  const { sandbox } = setup()
  const accept = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json'
  assert.is((await ask(sandbox, 'GET', MAPS, undefined, { headers: { accept } })).code, 406)
})

test('of a namespace that does not exist is empty, not an error', async () => {
  const { sandbox } = setup()
  assert.equal((await ask(sandbox, 'GET', '/api/v1/namespaces/nowhere/configmaps')).body.items, [])
})

test('as a table has the columns of the kind', async () => {
  const { sandbox } = setup()
  const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io'
  const { body } = await ask(sandbox, 'GET', '/api/v1/namespaces?fieldSelector=metadata.name=n', undefined, {
    headers: { accept },
  })
  assert.equal(
    body.columnDefinitions.map(({ name }: Body) => name),
    ['Name', 'Status', 'Age'],
  )
  assert.equal(body.rows[0].cells, ['n', 'Active', '0s'])
})

test.run()
