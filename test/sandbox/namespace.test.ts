import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Sandbox } from '../../src/sandbox/sandbox.ts'
import { ask, getMap, MAPS, MERGE_PATCH, putMap, setup } from './ask.ts'

const test = suite('namespace')

const N = '/api/v1/namespaces/n'

function conditions(sandbox: Sandbox): Record<string, string> {
  const status = sandbox.get('v1', 'Namespace', 'n')?.status as {
    conditions: { type: string; status: string; message: string }[]
  }
  return Object.fromEntries(status.conditions.map(({ type, status, message }) => [type, `${status} ${message}`]))
}

test('is held by spec.finalizers, which only /finalize changes', async () => {
  const { sandbox } = setup()
  await ask(sandbox, 'PATCH', N, { spec: { finalizers: [] } }, MERGE_PATCH)
  const { body } = await ask(sandbox, 'DELETE', N)
  assert.equal(body.spec, { finalizers: ['kubernetes'] })
  assert.is(body.status.phase, 'Terminating')
  assert.is(body.metadata.deletionGracePeriodSeconds, undefined)
})

test('goes no faster than five seconds, with everything in it', async () => {
  const { sandbox, clock } = setup()
  putMap(sandbox, 'a')
  await ask(sandbox, 'DELETE', N)
  clock.advance(4)
  await sandbox.settle()
  assert.ok(getMap(sandbox, 'a'))
  clock.advance(1)
  await sandbox.settle()
  assert.is(getMap(sandbox, 'a'), undefined)
  assert.is(sandbox.get('v1', 'Namespace', 'n'), undefined)
})

test('reports what remains in its five conditions', async () => {
  const { sandbox, clock } = setup()
  putMap(sandbox, 'a', { finalizers: ['e.x/f'] })
  await ask(sandbox, 'DELETE', N)
  clock.advance(6)
  await sandbox.settle()
  assert.equal(conditions(sandbox), {
    NamespaceDeletionDiscoveryFailure: 'False All resources successfully discovered',
    NamespaceDeletionGroupVersionParsingFailure: 'False All legacy kube types successfully parsed',
    NamespaceDeletionContentFailure: 'False All content successfully deleted, may be waiting on finalization',
    NamespaceContentRemaining: 'True Some resources are remaining: configmaps. has 1 resource instances',
    NamespaceFinalizersRemaining:
      'True Some content in the namespace has finalizers remaining: e.x/f in 1 resource instances',
  })
})

test('deletes pods first, and its conditions lie while one remains', async () => {
  const { sandbox, clock } = setup()
  putMap(sandbox, 'a')
  sandbox.put({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p', namespace: 'n', finalizers: ['e.x/f'] },
    spec: {},
  })
  await ask(sandbox, 'DELETE', N)
  clock.advance(6)
  await sandbox.settle()
  assert.is(getMap(sandbox, 'a')?.metadata.deletionTimestamp, undefined)
  assert.is(conditions(sandbox).NamespaceContentRemaining, 'False All content successfully removed')
})

test('waits for an aggregated API that does not answer, even when it is empty', async () => {
  const { sandbox, clock } = setup()
  sandbox.put({
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    metadata: { name: 'v1beta1.metrics.k8s.io' },
    spec: {
      group: 'metrics.k8s.io',
      version: 'v1beta1',
      service: { namespace: 'kube-system', name: 'metrics-server' },
    },
  })
  await ask(sandbox, 'DELETE', N)
  clock.advance(6)
  await sandbox.settle()
  assert.match(
    conditions(sandbox).NamespaceDeletionDiscoveryFailure!,
    'stale GroupVersion discovery: metrics.k8s.io/v1beta1',
  )
  await ask(sandbox, 'DELETE', '/apis/apiregistration.k8s.io/v1/apiservices/v1beta1.metrics.k8s.io')
  await sandbox.settle()
  assert.is(sandbox.get('v1', 'Namespace', 'n'), undefined)
})

test('takes no new content while it terminates, Events included', async () => {
  const { sandbox } = setup()
  await ask(sandbox, 'DELETE', N)
  for (const path of [MAPS, `${N}/events`]) {
    const { code, body } = await ask(sandbox, 'POST', path, {
      metadata: { name: 'late' },
      involvedObject: { namespace: 'n' },
    })
    assert.is(code, 403)
    assert.is(body.details.causes[0].reason, 'NamespaceTerminating')
  }
})

test('finalized with a trimmed body loses labels and metadata finalizers and leaves its content behind', async () => {
  const { sandbox } = setup()
  putMap(sandbox, 'a', { finalizers: ['e.x/f'] })
  await ask(sandbox, 'PATCH', N, { metadata: { labels: { x: 'y' }, finalizers: ['e.x/ns'] } }, MERGE_PATCH)
  await ask(sandbox, 'DELETE', N)
  const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'n' }, spec: {} }
  const answer = await ask(sandbox, 'PUT', `${N}/finalize`, body)
  assert.is(answer.code, 200)
  assert.is(answer.body.metadata.finalizers, undefined)
  assert.is(sandbox.get('v1', 'Namespace', 'n'), undefined)
  assert.ok(getMap(sandbox, 'a'))
})

test('that is missing lets its leftovers be deleted and not patched, until it is created again', async () => {
  const { sandbox } = setup()
  putMap(sandbox, 'a', { finalizers: ['e.x/f'] })
  await ask(sandbox, 'DELETE', N)
  await ask(sandbox, 'PUT', `${N}/finalize`, { metadata: { name: 'n' }, spec: {} })
  const metadata = { finalizers: null }
  const refused = await ask(sandbox, 'PATCH', `${MAPS}/a`, { metadata }, MERGE_PATCH)
  assert.equal([refused.code, refused.body.details.kind], [404, 'namespaces'])
  assert.is((await ask(sandbox, 'DELETE', `${MAPS}/a`)).code, 200)
  await ask(sandbox, 'POST', '/api/v1/namespaces', { metadata: { name: 'n' } })
  assert.is((await ask(sandbox, 'PATCH', `${MAPS}/a`, { metadata }, MERGE_PATCH)).code, 200)
  assert.is(getMap(sandbox, 'a'), undefined)
})

test('that the cluster needs is forbidden to delete', async () => {
  const { sandbox } = setup()
  const { code, body } = await ask(sandbox, 'DELETE', '/api/v1/namespaces/kube-system')
  assert.is(code, 403)
  assert.is(body.message, 'namespaces "kube-system" is forbidden: this namespace may not be deleted')
})

test('offers no GET and no PATCH of /finalize and no collection delete', async () => {
  const { sandbox } = setup()
  const codes = [
    await ask(sandbox, 'GET', `${N}/finalize`),
    await ask(sandbox, 'PATCH', `${N}/finalize`, {}, MERGE_PATCH),
    await ask(sandbox, 'DELETE', '/api/v1/namespaces'),
  ].map(({ code }) => code)
  assert.equal(codes, [405, 405, 405])
})

test.run()
