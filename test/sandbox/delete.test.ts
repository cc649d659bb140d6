import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ask, getMap, JSON_PATCH, MAPS, MERGE_PATCH, putMap, setup } from './ask.ts'

const test = suite('delete')

test('removes what nothing holds and answers a Status without code that names the plural', async () => {
  const { sandbox } = setup()
  const { metadata } = putMap(sandbox, 'a')
  const { code, body } = await ask(sandbox, 'DELETE', `${MAPS}/a`)
  assert.is(code, 200)
  assert.equal(body.details, { name: 'a', kind: 'configmaps', uid: metadata.uid })
  assert.is(body.code, undefined)
  assert.is(getMap(sandbox, 'a'), undefined)
})

test('keeps an object with a finalizer and marks it with time and grace zero', async () => {
  const { sandbox } = setup()
  putMap(sandbox, 'a', { finalizers: ['e.x/f'] })
  const { body } = await ask(sandbox, 'DELETE', `${MAPS}/a`)
  assert.is(body.metadata.deletionTimestamp, '2026-01-15T12:00:00Z')
  assert.is(body.metadata.deletionGracePeriodSeconds, 0)
})

test('keeps the first deletionTimestamp when it is asked again', async () => {
  const { sandbox, clock } = setup()
  putMap(sandbox, 'a', { finalizers: ['e.x/f'] })
  await ask(sandbox, 'DELETE', `${MAPS}/a`)
  clock.advance(60)
  const { body } = await ask(sandbox, 'DELETE', `${MAPS}/a`)
  assert.is(body.metadata.deletionTimestamp, '2026-01-15T12:00:00Z')
})

test('counts the mark as a new generation', async () => {
  const { sandbox } = setup()
  const metadata = { name: 'd', namespace: 'n', generation: 3, finalizers: ['e.x/f'] }
  sandbox.put({ apiVersion: 'apps/v1', kind: 'Deployment', metadata })
  const { body } = await ask(sandbox, 'DELETE', '/apis/apps/v1/namespaces/n/deployments/d')
  assert.is(body.metadata.generation, 4)
})

test('takes options from the body alone when there is one, so dryRun in the query really deletes', async () => {
  const { sandbox } = setup()
  putMap(sandbox, 'a')
  putMap(sandbox, 'b')
  await ask(sandbox, 'DELETE', `${MAPS}/a?dryRun=All`, {})
  await ask(sandbox, 'DELETE', `${MAPS}/b?dryRun=All`)
  assert.is(getMap(sandbox, 'a'), undefined)
  assert.ok(getMap(sandbox, 'b'))
})

test('refuses another uid with 409 that names the Kind', async () => {
  const { sandbox } = setup()
  putMap(sandbox, 'a')
  const { code, body } = await ask(sandbox, 'DELETE', `${MAPS}/a`, { preconditions: { uid: 'x' } })
  assert.is(code, 409)
  assert.equal(body.details, { name: 'a', kind: 'ConfigMap' })
})

test('refuses a resourceVersion, though it is the right one, where the DELETE takes the last finalizer off', async () => {
  const { sandbox } = setup()
  const { metadata } = putMap(sandbox, 'a', {
    finalizers: ['foregroundDeletion'],
    deletionTimestamp: '2026-01-15T11:00:00Z',
  })
  const { uid, resourceVersion } = metadata
  const background = (preconditions: object, more: object = {}) =>
    ask(sandbox, 'DELETE', `${MAPS}/a`, { propagationPolicy: 'Background', preconditions, ...more })
  assert.is((await background({ uid, resourceVersion }, { dryRun: ['All'] })).code, 200)
  const { code, body } = await background({ uid, resourceVersion })
  assert.equal([code, body.details], [409, { name: 'a', kind: 'configmaps' }])
  assert.match(body.message, `ResourceVersion in precondition: , ResourceVersion in object meta: ${resourceVersion}`)
  assert.is((await background({ uid })).code, 200)
  assert.is(getMap(sandbox, 'a'), undefined)
})

test('refuses an unknown policy, and both spellings of one, with 422', async () => {
  const { sandbox } = setup()
  putMap(sandbox, 'a')
  const unknown = await ask(sandbox, 'DELETE', `${MAPS}/a`, { propagationPolicy: 'Sideways' })
  const both = await ask(sandbox, 'DELETE', `${MAPS}/a`, { propagationPolicy: 'Orphan', orphanDependents: true })
  assert.equal([unknown.code, both.code], [422, 422])
  assert.is(unknown.body.details.causes[0].field, 'propagationPolicy')
})

test('adds a garbage collection finalizer that no update could add', async () => {
  const { sandbox } = setup()
  putMap(sandbox, 'a', { finalizers: ['e.x/f'] })
  await ask(sandbox, 'DELETE', `${MAPS}/a`)
  const finalizers = ['e.x/f', 'foregroundDeletion']
  const patched = await ask(sandbox, 'PATCH', `${MAPS}/a`, { metadata: { finalizers } }, MERGE_PATCH)
  assert.is(patched.code, 422)
  const { body } = await ask(sandbox, 'DELETE', `${MAPS}/a`, { propagationPolicy: 'Foreground' })
  assert.equal(body.metadata.finalizers, finalizers)
})

test('with Background ends a foreground wait at once', async () => {
  const { sandbox } = setup()
  putMap(sandbox, 'a')
  await ask(sandbox, 'DELETE', `${MAPS}/a`, { propagationPolicy: 'Foreground' })
  assert.equal(getMap(sandbox, 'a')?.metadata.finalizers, ['foregroundDeletion'])
  const { body } = await ask(sandbox, 'DELETE', `${MAPS}/a`, { propagationPolicy: 'Background' })
  assert.is(body.kind, 'Status')
  assert.is(getMap(sandbox, 'a'), undefined)
})

test('of a Job orphans its Pods unless a policy says otherwise, with a warning', async () => {
  const { sandbox } = setup()
  sandbox.put({ apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'j', namespace: 'n' } })
  const { body, headers } = await ask(sandbox, 'DELETE', '/apis/batch/v1/namespaces/n/jobs/j')
  assert.equal(body.metadata.finalizers, ['orphan'])
  assert.match(headers.warning!, /child pods are preserved by default/)
})

test('answers 202 only for orphanDependents=false on an object that stays', async () => {
  const { sandbox } = setup()
  putMap(sandbox, 'a', { finalizers: ['e.x/f'] })
  assert.is((await ask(sandbox, 'DELETE', `${MAPS}/a`, { orphanDependents: false })).code, 202)
})

test('of a collection deletes what is selected and leaves what finalizers hold', async () => {
  const { sandbox } = setup()
  putMap(sandbox, 'a', { labels: { x: 'y' } })
  putMap(sandbox, 'b', { labels: { x: 'y' }, finalizers: ['e.x/f'] })
  putMap(sandbox, 'c')
  await ask(sandbox, 'DELETE', `${MAPS}?labelSelector=x=y`)
  assert.is(getMap(sandbox, 'a'), undefined)
  assert.ok(getMap(sandbox, 'b')?.metadata.deletionTimestamp)
  assert.is(getMap(sandbox, 'c')?.metadata.deletionTimestamp, undefined)
})

test('is finished by the patch that empties the finalizers; the answer keeps the old resourceVersion', async () => {
  const { sandbox } = setup()
  putMap(sandbox, 'a', { finalizers: ['e.x/f'] })
  const { body: deleted } = await ask(sandbox, 'DELETE', `${MAPS}/a`)
  const operations = [{ op: 'remove', path: '/metadata/finalizers/0' }]
  const { code, body } = await ask(sandbox, 'PATCH', `${MAPS}/a`, operations, JSON_PATCH)
  assert.is(code, 200)
  assert.is(body.kind, 'ConfigMap')
  assert.is(body.metadata.resourceVersion, deleted.metadata.resourceVersion)
  assert.is(getMap(sandbox, 'a'), undefined)
})

test.run()
