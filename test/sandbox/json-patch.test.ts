import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ask, getMap, JSON_PATCH, MAPS, putMap, setup } from './ask.ts'

const test = suite('json patch')

const OPAQUE = {
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  message: 'the server rejected our request due to an error in our request',
  reason: 'Invalid',
  details: {},
  code: 422,
}

test('fails with one opaque body, whichever operation does not fit', async () => {
  const { sandbox } = setup()
  putMap(sandbox, 'a', { finalizers: ['e.x/f'] })
  const bad = [
    { op: 'test', path: '/metadata/uid', value: 'other' },
    { op: 'remove', path: '/metadata/finalizers/3' },
    { op: 'replace', path: '/metadata/nothing', value: 1 },
    { op: 'sing', path: '/metadata/uid' },
  ]
  for (const operation of bad) {
    const { code, body } = await ask(sandbox, 'PATCH', `${MAPS}/a`, [operation], JSON_PATCH)
    assert.is(code, 422)
    assert.equal(body, OPAQUE)
  }
})

test('is 400 when it is not JSON and 413 above ten thousand operations', async () => {
  const { sandbox } = setup()
  putMap(sandbox, 'a')
  const many = Array.from({ length: 10_001 }, () => ({ op: 'test', path: '/kind', value: 'ConfigMap' }))
  assert.is((await ask(sandbox, 'PATCH', `${MAPS}/a`, '{', JSON_PATCH)).code, 400)
  assert.is((await ask(sandbox, 'PATCH', `${MAPS}/a`, many, JSON_PATCH)).code, 413)
})

test('counts negative indices from the end', async () => {
  const { sandbox } = setup()
  putMap(sandbox, 'a', { finalizers: ['e.x/f', 'e.x/g'] })
  await ask(sandbox, 'PATCH', `${MAPS}/a`, [{ op: 'remove', path: '/metadata/finalizers/-1' }], JSON_PATCH)
  assert.equal(getMap(sandbox, 'a')?.metadata.finalizers, ['e.x/f'])
})

test('lets a test of nothing against null pass', async () => {
  const { sandbox } = setup()
  putMap(sandbox, 'a')
  const operations = [{ op: 'test', path: '/metadata/deletionTimestamp', value: null }]
  assert.is((await ask(sandbox, 'PATCH', `${MAPS}/a`, operations, JSON_PATCH)).code, 200)
})

test('that replaces resourceVersion is an optimistic lock: 409 when it is stale', async () => {
  const { sandbox } = setup()
  putMap(sandbox, 'a')
  const operations = [{ op: 'replace', path: '/metadata/resourceVersion', value: '1' }]
  const { code, body } = await ask(sandbox, 'PATCH', `${MAPS}/a`, operations, JSON_PATCH)
  assert.is(code, 409)
  assert.equal(body.details, { name: 'a', kind: 'configmaps' })
})

test('that replaces uid is 422 with the cause metadata.uid, listed twice', async () => {
  const { sandbox } = setup()
  putMap(sandbox, 'a')
  const { code, body } = await ask(
    sandbox,
    'PATCH',
    `${MAPS}/a`,
    [{ op: 'replace', path: '/metadata/uid', value: 'x' }],
    JSON_PATCH,
  )
  assert.is(code, 422)
  assert.equal(
    body.details.causes.map(({ field }: { field: string }) => field),
    ['metadata.uid', 'metadata.uid'],
  )
})

test('as a dry run answers what would be and changes nothing', async () => {
  const { sandbox } = setup()
  putMap(sandbox, 'a', { finalizers: ['e.x/f'], deletionTimestamp: '2026-01-01T00:00:00Z' })
  const operations = [{ op: 'remove', path: '/metadata/finalizers/0' }]
  const { code, body } = await ask(sandbox, 'PATCH', `${MAPS}/a?dryRun=All`, operations, JSON_PATCH)
  assert.is(code, 200)
  assert.is(body.metadata.finalizers, undefined)
  assert.equal(getMap(sandbox, 'a')?.metadata.finalizers, ['e.x/f'])
})

test.run()
