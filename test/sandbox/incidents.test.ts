import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { buildIncident, incidents, practiceCluster } from '../../src/sandbox/incidents/index.ts'
import { ask, type Body, MERGE_PATCH } from './ask.ts'
import { manualClock } from './manual-clock.ts'

const test = suite('incidents')

for (const { name } of [...incidents, { name: '' }]) {
  test(`${name || 'all together'} are at rest: the controllers have nothing left to do`, async () => {
    const sandbox = buildIncident(name, manualClock())!
    const before = sandbox.server.store.revision
    await sandbox.settle()
    assert.is(sandbox.server.store.revision, before)
  })

  test(`${name || 'all together'} are the same on every run`, () => {
    const objects = () => {
      const { store } = buildIncident(name, manualClock())!.server
      return JSON.stringify(store.storages().map(storage => store.list(storage)))
    }
    assert.is(objects(), objects())
  })
}

test('have no cluster for an unknown name', () => {
  assert.is(buildIncident('nope', manualClock()), undefined)
})

test('hold forty buckets in four terminating namespaces', async () => {
  const sandbox = practiceCluster(manualClock())
  const { body } = await ask(sandbox, 'GET', '/apis/objectstore.example.com/v1/buckets')
  const terminating = body.items.filter(({ metadata }: Body) => metadata.deletionTimestamp)
  assert.equal([terminating.length, new Set(terminating.map(({ metadata }: Body) => metadata.namespace)).size], [40, 4])
})

test('let a namespace go when its buckets lose their finalizers and the dead API is deleted', async () => {
  const sandbox = practiceCluster(manualClock())
  const buckets = '/apis/objectstore.example.com/v1/namespaces/reports/buckets'
  for (const { metadata } of (await ask(sandbox, 'GET', buckets)).body.items) {
    await ask(sandbox, 'PATCH', `${buckets}/${metadata.name}`, { metadata: { finalizers: null } }, MERGE_PATCH)
  }
  await sandbox.settle()
  assert.ok(sandbox.get('v1', 'Namespace', 'reports'))
  await ask(sandbox, 'DELETE', '/apis/apiregistration.k8s.io/v1/apiservices/v1beta1.metrics.k8s.io')
  await sandbox.settle()
  assert.is(sandbox.get('v1', 'Namespace', 'reports'), undefined)
  assert.is(sandbox.get('v1', 'Namespace', 'staging'), undefined)
})

test('let an operator that is scaled up finish its deletions', async () => {
  const sandbox = practiceCluster(manualClock())
  const scale = '/apis/apps/v1/namespaces/cert-broker-system/deployments/cert-broker/scale'
  await ask(sandbox, 'PATCH', scale, { spec: { replicas: 1 } }, MERGE_PATCH)
  await sandbox.settle()
  assert.is((await ask(sandbox, 'GET', '/apis/certs.example.com/v1/certificates')).body.items.length, 0)
})

test('reject the removal that a dead webhook guards until its configuration is gone', async () => {
  const sandbox = practiceCluster(manualClock())
  const tenant = '/apis/tenancy.example.com/v1/namespaces/customers/tenants/acme'
  const patch = { metadata: { finalizers: null } }
  assert.is((await ask(sandbox, 'PATCH', tenant, patch, MERGE_PATCH)).code, 500)
  await ask(sandbox, 'DELETE', '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/policy-guard')
  assert.is((await ask(sandbox, 'PATCH', tenant, patch, MERGE_PATCH)).code, 200)
})

test.run()
