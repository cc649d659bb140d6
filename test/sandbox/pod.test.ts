import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Sandbox } from '../../src/sandbox/sandbox.ts'
import { ask, MERGE_PATCH, setup } from './ask.ts'

const test = suite('pod')

const PODS = '/api/v1/namespaces/n/pods'

function putNode(sandbox: Sandbox, status: string): void {
  sandbox.put({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: 'w' },
    status: { conditions: [{ type: 'Ready', status }] },
  })
}

function putPod(sandbox: Sandbox, spec: object = { nodeName: 'w' }, metadata: object = {}): void {
  sandbox.put({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', namespace: 'n', ...metadata }, spec })
}

function getPod(sandbox: Sandbox) {
  return sandbox.get('v1', 'Pod', 'p', 'n')
}

test('terminates in the future, by its grace', async () => {
  const { sandbox } = setup()
  putPod(sandbox, { nodeName: 'w', terminationGracePeriodSeconds: 60 })
  const { body } = await ask(sandbox, 'DELETE', `${PODS}/p`)
  assert.equal(
    [body.metadata.deletionTimestamp, body.metadata.deletionGracePeriodSeconds],
    ['2026-01-15T12:01:00Z', 60],
  )
})

test('has no grace when it is not scheduled or has ended', async () => {
  const { sandbox } = setup()
  putPod(sandbox, {})
  await ask(sandbox, 'DELETE', `${PODS}/p`)
  assert.is(getPod(sandbox), undefined)
})

test('in its grace ignores a longer one and takes a shorter one', async () => {
  const { sandbox } = setup()
  putPod(sandbox)
  await ask(sandbox, 'DELETE', `${PODS}/p`)
  await ask(sandbox, 'DELETE', `${PODS}/p`, { gracePeriodSeconds: 300 })
  assert.is(getPod(sandbox)?.metadata.deletionGracePeriodSeconds, 30)
  await ask(sandbox, 'DELETE', `${PODS}/p`, { gracePeriodSeconds: 10 })
  assert.is(getPod(sandbox)?.metadata.deletionTimestamp, '2026-01-15T12:00:10Z')
})

test('stays with its finalizers after a forced DELETE, and goes when they do', async () => {
  const { sandbox } = setup()
  putPod(sandbox, { nodeName: 'w' }, { finalizers: ['e.x/f'] })
  await ask(sandbox, 'DELETE', `${PODS}/p`, { gracePeriodSeconds: 0 })
  assert.is(getPod(sandbox)?.metadata.deletionGracePeriodSeconds, 0)
  await ask(sandbox, 'PATCH', `${PODS}/p`, { metadata: { finalizers: null } }, MERGE_PATCH)
  assert.is(getPod(sandbox), undefined)
})

test('with grace left does not go when its finalizers do', async () => {
  const { sandbox } = setup()
  putPod(sandbox, { nodeName: 'w' }, { finalizers: ['e.x/f'] })
  await ask(sandbox, 'DELETE', `${PODS}/p`)
  await ask(sandbox, 'PATCH', `${PODS}/p`, { metadata: { finalizers: null } }, MERGE_PATCH)
  assert.ok(getPod(sandbox))
})

test('is ended by the kubelet of a ready node when its grace is over, and by nobody on a lost one', async () => {
  for (const [ready, there] of [
    ['True', false],
    ['Unknown', true],
  ] as const) {
    const { sandbox, clock } = setup()
    putNode(sandbox, ready)
    putPod(sandbox)
    await ask(sandbox, 'DELETE', `${PODS}/p`)
    clock.advance(29)
    await sandbox.settle()
    assert.ok(getPod(sandbox))
    clock.advance(1)
    await sandbox.settle()
    assert.is(getPod(sandbox) !== undefined, there)
  }
})

test('is collected after forty seconds when its Node object is gone', async () => {
  const { sandbox, clock } = setup()
  putPod(sandbox)
  await sandbox.settle()
  clock.advance(39)
  await sandbox.settle()
  assert.ok(getPod(sandbox))
  clock.advance(1)
  await sandbox.settle()
  assert.is(getPod(sandbox), undefined)
})

test('completed still protects the claim it names; when it goes, the claim goes', async () => {
  const { sandbox } = setup()
  putNode(sandbox, 'True')
  putPod(sandbox, { nodeName: 'w', volumes: [{ persistentVolumeClaim: { claimName: 'c' } }] })
  await ask(sandbox, 'PATCH', `${PODS}/p/status`, { status: { phase: 'Succeeded' } }, MERGE_PATCH)
  const claims = '/api/v1/namespaces/n/persistentvolumeclaims'
  await ask(sandbox, 'POST', claims, { metadata: { name: 'c' }, spec: {} })
  await ask(sandbox, 'DELETE', `${claims}/c`)
  await sandbox.settle()
  assert.is((await ask(sandbox, 'GET', `${claims}/c`)).code, 200)
  await ask(sandbox, 'DELETE', `${PODS}/p`)
  await sandbox.settle()
  assert.is((await ask(sandbox, 'GET', `${claims}/c`)).code, 404)
})

test.run()
