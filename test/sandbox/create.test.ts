import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ask, getMap, MAPS, putMap, setup } from './ask.ts'

const test = suite('create')

test('gives uid and time of its own, whatever the client sends', async () => {
  const { sandbox } = setup()
  const metadata = {
    name: 'a',
    uid: 'mine',
    creationTimestamp: '2001-01-01T00:00:00Z',
    deletionTimestamp: '2001-01-01T00:00:00Z',
  }
  const { code, body } = await ask(sandbox, 'POST', MAPS, { metadata })
  assert.is(code, 201)
  assert.is.not(body.metadata.uid, 'mine')
  assert.is(body.metadata.creationTimestamp, '2026-01-15T12:00:00Z')
  assert.is(body.metadata.deletionTimestamp, undefined)
})

test('makes a name from generateName', async () => {
  const { sandbox } = setup()
  const { body } = await ask(sandbox, 'POST', MAPS, { metadata: { generateName: 'job-' } })
  assert.match(body.metadata.name, /^job-[a-z0-9]{5}$/)
})

test('over a terminating object says that it is being deleted', async () => {
  const { sandbox } = setup()
  putMap(sandbox, 'a', { finalizers: ['e.x/f'], deletionTimestamp: '2026-01-01T00:00:00Z' })
  const { code, body } = await ask(sandbox, 'POST', MAPS, { metadata: { name: 'a' } })
  assert.is(code, 409)
  assert.is(body.message, 'object is being deleted: configmaps "a" already exists')
})

test('in a missing namespace is 404 for the namespace', async () => {
  const { sandbox } = setup()
  const { code, body } = await ask(sandbox, 'POST', '/api/v1/namespaces/nowhere/configmaps', {
    metadata: { name: 'a' },
  })
  assert.is(code, 404)
  assert.equal(body.details, { name: 'nowhere', kind: 'namespaces' })
})

test('as a dry run stores nothing', async () => {
  const { sandbox } = setup()
  assert.is((await ask(sandbox, 'POST', `${MAPS}?dryRun=All`, { metadata: { name: 'a' } })).code, 201)
  assert.is(getMap(sandbox, 'a'), undefined)
})

test('refuses a bad name, a wrong kind, another namespace and a resourceVersion', async () => {
  const { sandbox } = setup()
  const codes: number[] = []
  for (const body of [
    { metadata: { name: 'Bad_Name' } },
    { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } },
    { metadata: { name: 'a', namespace: 'other' } },
    { metadata: { name: 'a', resourceVersion: '7' } },
  ]) {
    codes.push((await ask(sandbox, 'POST', MAPS, body)).code)
  }
  assert.equal(codes, [422, 400, 400, 500])
})

test('protects claims and volumes with their finalizers', async () => {
  const { sandbox } = setup()
  const { body } = await ask(sandbox, 'POST', '/api/v1/namespaces/n/persistentvolumeclaims', {
    metadata: { name: 'c' },
    spec: {},
  })
  assert.equal(body.metadata.finalizers, ['kubernetes.io/pvc-protection'])
})

test.run()
