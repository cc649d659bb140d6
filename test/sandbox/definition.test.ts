import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Sandbox } from '../../src/sandbox/sandbox.ts'
import { ask, MERGE_PATCH, STRATEGIC, setup } from './ask.ts'

const test = suite('custom resource definition')

const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const CRD = `${CRDS}/widgets.example.com`
const WIDGETS = '/apis/example.com/v1/namespaces/n/widgets'

function version(name: string, storage: boolean, root: object = {}) {
  const spec = {
    type: 'object',
    required: ['size'],
    properties: { size: { type: 'integer', minimum: 1 }, mode: { type: 'string', default: 'auto' } },
  }
  const status = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
  const openAPIV3Schema = { type: 'object', properties: { spec, status }, ...root }
  return { name, served: true, storage, subresources: { status: {} }, schema: { openAPIV3Schema } }
}

async function define(sandbox: Sandbox, spec: object = {}): Promise<void> {
  const names = { plural: 'widgets', kind: 'Widget' }
  const { code, text } = await ask(sandbox, 'POST', CRDS, {
    metadata: { name: 'widgets.example.com' },
    spec: { group: 'example.com', scope: 'Namespaced', names, versions: [version('v1', true)], ...spec },
  })
  assert.is(code, 201, text)
}

function widget(name: string, metadata: object = {}, spec: object = { size: 1 }) {
  return { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name, ...metadata }, spec }
}

test('makes its type served, discoverable and backed by a local APIService', async () => {
  const { sandbox } = setup()
  assert.is((await ask(sandbox, 'GET', WIDGETS)).text, '404 page not found\n')
  await define(sandbox)
  assert.is((await ask(sandbox, 'GET', WIDGETS)).code, 200)
  assert.is((await ask(sandbox, 'GET', '/apis/example.com/v1')).body.resources[0].name, 'widgets')
  const apiService = sandbox.get('apiregistration.k8s.io/v1', 'APIService', 'v1.example.com')
  assert.is(apiService?.metadata.labels?.['kube-aggregator.kubernetes.io/automanaged'], 'true')
})

test('prunes, defaults and checks its instances', async () => {
  const { sandbox } = setup()
  await define(sandbox)
  const good = await ask(sandbox, 'POST', WIDGETS, widget('a', {}, { size: 2, extra: true }))
  assert.equal(good.body.spec, { size: 2, mode: 'auto' })
  assert.match(good.headers.warning!, 'unknown field')
  const bad = await ask(sandbox, 'POST', WIDGETS, widget('b', {}, { size: 'big' }))
  assert.equal([bad.code, bad.body.details.causes[0].field], [422, 'spec.size'])
  assert.is(
    (await ask(sandbox, 'POST', `${WIDGETS}?fieldValidation=Strict`, widget('c', {}, { size: 1, x: 1 }))).code,
    400,
  )
})

test('ratchets: an instance that its schema left behind can still lose a finalizer', async () => {
  const { sandbox } = setup()
  await define(sandbox)
  sandbox.put({
    ...widget('old', { finalizers: ['e.x/f'] }, { size: 0 }),
    metadata: { name: 'old', namespace: 'n', finalizers: ['e.x/f'] },
  })
  assert.is((await ask(sandbox, 'PATCH', `${WIDGETS}/old`, { metadata: { finalizers: null } }, MERGE_PATCH)).code, 200)
})

test('with a rule on its root refuses even that', async () => {
  const { sandbox } = setup()
  const rules = { 'x-kubernetes-validations': [{ rule: 'self.spec.size > 5', message: 'too small' }] }
  await define(sandbox, { versions: [version('v1', true, rules)] })
  sandbox.put({ ...widget('old'), metadata: { name: 'old', namespace: 'n', finalizers: ['e.x/f'] } })
  const { code, body } = await ask(sandbox, 'PATCH', `${WIDGETS}/old`, { metadata: { finalizers: null } }, MERGE_PATCH)
  assert.is(code, 422)
  assert.is(body.message, 'Widget.example.com "old" is invalid: <nil>: Invalid value: too small')
})

test('keeps status apart: the main endpoint ignores it, /status ignores all else', async () => {
  const { sandbox } = setup()
  await define(sandbox)
  await ask(sandbox, 'POST', WIDGETS, widget('a', { finalizers: ['e.x/f'] }))
  const main = await ask(sandbox, 'PATCH', `${WIDGETS}/a`, { status: { x: 1 } }, MERGE_PATCH)
  assert.is(main.body.status, undefined)
  const patch = { spec: { size: 9 }, status: { x: 1 }, metadata: { finalizers: [] } }
  const { body } = await ask(sandbox, 'PATCH', `${WIDGETS}/a/status`, patch, MERGE_PATCH)
  assert.equal([body.spec.size, body.status.x, body.metadata.finalizers], [1, 1, ['e.x/f']])
})

test('takes no strategic merge patch for its instances', async () => {
  const { sandbox } = setup()
  await define(sandbox)
  await ask(sandbox, 'POST', WIDGETS, widget('a'))
  assert.is((await ask(sandbox, 'PATCH', `${WIDGETS}/a`, {}, STRATEGIC)).code, 415)
})

test('that terminates waits for its instances, takes no new ones and hides the writing verbs', async () => {
  const { sandbox, clock } = setup()
  await define(sandbox)
  await ask(sandbox, 'POST', WIDGETS, widget('a', { finalizers: ['e.x/f'] }))
  await ask(sandbox, 'POST', WIDGETS, widget('b'))
  const { body } = await ask(sandbox, 'DELETE', CRD, { propagationPolicy: 'Foreground' })
  assert.equal(body.metadata.finalizers, ['customresourcecleanup.apiextensions.k8s.io'])
  await sandbox.settle()
  clock.advance(60)
  await sandbox.settle()
  const { body: waiting } = await ask(sandbox, 'GET', CRD)
  assert.is(
    waiting.status.conditions.find(({ type }: { type: string }) => type === 'Terminating').reason,
    'InstanceDeletionCheck',
  )
  assert.is((await ask(sandbox, 'GET', `${WIDGETS}/b`)).code, 404)
  assert.is((await ask(sandbox, 'POST', WIDGETS, widget('late'))).code, 403)
  const { body: listed } = await ask(sandbox, 'GET', '/apis/example.com/v1')
  assert.equal(listed.resources[0].verbs, ['delete', 'deletecollection', 'get', 'list', 'watch'])
  await ask(sandbox, 'PATCH', `${WIDGETS}/a`, { metadata: { finalizers: null } }, MERGE_PATCH)
  await sandbox.settle()
  assert.is((await ask(sandbox, 'GET', CRD)).code, 404)
  assert.is((await ask(sandbox, 'GET', WIDGETS)).code, 404)
})

test('deletes its instances without asking admission', async () => {
  const { sandbox } = setup()
  await define(sandbox)
  await ask(sandbox, 'POST', WIDGETS, widget('a'))
  sandbox.admission.push({
    name: 'no.example.com',
    phase: 'validating',
    resources: ['widgets.example.com'],
    operations: ['*'],
    review: () => ({ allowed: false }),
  })
  await ask(sandbox, 'DELETE', CRD)
  await sandbox.settle()
  assert.is((await ask(sandbox, 'GET', CRD)).code, 404)
})

test('deleted as part of a collection strands its instances, and they come back with it', async () => {
  const { sandbox } = setup()
  await define(sandbox)
  await ask(sandbox, 'POST', WIDGETS, widget('a', { finalizers: ['e.x/f'] }))
  await ask(sandbox, 'DELETE', CRDS)
  await sandbox.settle()
  assert.equal([(await ask(sandbox, 'GET', CRD)).code, (await ask(sandbox, 'GET', WIDGETS)).code], [404, 404])
  await define(sandbox)
  const { body } = await ask(sandbox, 'GET', `${WIDGETS}/a`)
  assert.is(body.metadata.deletionTimestamp, undefined)
})

test('with a dead conversion webhook answers LIST with 429 and the rest with a bare 500, except in the stored version', async () => {
  const { sandbox } = setup()
  const service = { namespace: 'gone', name: 'converter', path: '/convert' }
  const conversion = { strategy: 'Webhook', webhook: { clientConfig: { service }, conversionReviewVersions: ['v1'] } }
  await define(sandbox, { versions: [version('v2', true), version('v1', false)], conversion })
  sandbox.put({ ...widget('a'), metadata: { name: 'a', namespace: 'n', finalizers: ['e.x/f'] } })
  const v2 = WIDGETS.replace('/v1/', '/v2/')
  const list = await ask(sandbox, 'GET', v2)
  assert.equal([list.code, list.body.reason, list.headers['retry-after']], [429, 'TooManyRequests', '1'])
  assert.match(list.body.message, 'storage is (re)initializing: failed to list')
  const one = await ask(sandbox, 'GET', `${v2}/a`)
  assert.equal([one.code, one.body.reason], [500, undefined])
  assert.is((await ask(sandbox, 'GET', `${WIDGETS}/a`)).code, 200)
  assert.is((await ask(sandbox, 'PATCH', `${WIDGETS}/a`, { metadata: { finalizers: null } }, MERGE_PATCH)).code, 500)
})

test.run()
