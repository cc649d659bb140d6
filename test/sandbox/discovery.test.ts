import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Sandbox } from '../../src/sandbox/sandbox.ts'
import { ask, type Body, setup } from './ask.ts'

const test = suite('discovery')

const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'
const METRICS = '/apis/metrics.k8s.io/v1beta1'

async function putDeadApi(sandbox: Sandbox): Promise<void> {
  sandbox.put({
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    metadata: { name: 'v1beta1.metrics.k8s.io' },
    spec: { group: 'metrics.k8s.io', version: 'v1beta1', service: { namespace: 'kube-system', name: 'metrics' } },
  })
  await sandbox.settle()
}

test('is aggregated for who asks for v2, and legacy for everybody else', async () => {
  const { sandbox } = setup()
  const { headers, body } = await ask(sandbox, 'GET', '/apis', undefined, {
    headers: { accept: `${AGGREGATED},application/json` },
  })
  assert.is(headers['content-type'], AGGREGATED)
  const apps = body.items.find(({ metadata }: Body) => metadata.name === 'apps')
  assert.equal(
    apps.versions[0].resources.map(({ resource }: Body) => resource),
    ['controllerrevisions', 'daemonsets', 'deployments', 'replicasets', 'statefulsets'],
  )
  assert.is((await ask(sandbox, 'GET', '/apis')).body.kind, 'APIGroupList')
  const old = 'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json'
  assert.is((await ask(sandbox, 'GET', '/apis', undefined, { headers: { accept: old } })).body.kind, 'APIGroupList')
})

test('answers 304 without a content type while nothing has changed', async () => {
  const { sandbox } = setup()
  const accept = AGGREGATED
  const { headers } = await ask(sandbox, 'GET', '/api', undefined, { headers: { accept } })
  const again = await ask(sandbox, 'GET', '/api', undefined, { headers: { accept, 'if-none-match': headers.etag! } })
  assert.equal([again.code, again.text, again.headers['content-type']], [304, '', undefined])
})

test('shows an aggregated API without a Service as Stale, and 503 in plain text behind it', async () => {
  const { sandbox } = setup()
  await putDeadApi(sandbox)
  const { body } = await ask(sandbox, 'GET', '/apis', undefined, { headers: { accept: AGGREGATED } })
  assert.equal(body.items.at(-1).versions, [{ version: 'v1beta1', resources: [], freshness: 'Stale' }])
  for (const path of [METRICS, `${METRICS}/nodes`]) {
    const { code, text, headers } = await ask(sandbox, 'GET', path)
    assert.equal([code, text, headers['content-type']], [503, 'service unavailable\n', 'text/plain; charset=utf-8'])
  }
  const legacy = (await ask(sandbox, 'GET', '/apis')).body.groups.map(({ name }: Body) => name)
  assert.ok(legacy.includes('metrics.k8s.io'))
})

test('follows the Service of an aggregated API: its condition says what is missing', async () => {
  const { sandbox } = setup()
  await putDeadApi(sandbox)
  const available = () => {
    const status = sandbox.get('apiregistration.k8s.io/v1', 'APIService', 'v1beta1.metrics.k8s.io')?.status as Body
    return status.conditions[0].reason
  }
  assert.is(available(), 'ServiceNotFound')
  sandbox.put({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'metrics', namespace: 'kube-system' },
    spec: { ports: [{ port: 443 }] },
  })
  await sandbox.settle()
  assert.is(available(), 'MissingEndpoints')
  sandbox.put({
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: { name: 'metrics-1', namespace: 'kube-system', labels: { 'kubernetes.io/service-name': 'metrics' } },
    endpoints: [{ addresses: ['10.0.0.7'] }],
  })
  await sandbox.settle()
  assert.is(available(), 'Passed')
  assert.is((await ask(sandbox, 'GET', METRICS)).code, 200)
})

test('tells unknown groups in plain text and unknown resources by a Status', async () => {
  const { sandbox } = setup()
  assert.is((await ask(sandbox, 'GET', '/apis/nope.example.com/v1/things')).text, '404 page not found\n')
  const { code, body } = await ask(sandbox, 'GET', '/apis/apps/v1/things')
  assert.equal([code, body.message, body.details], [404, 'the server could not find the requested resource', {}])
})

test('has version, health and the OpenAPI that kubectl asks for', async () => {
  const { sandbox } = setup()
  assert.is((await ask(sandbox, 'GET', '/version')).body.gitVersion, 'v1.36.3')
  for (const path of ['/healthz', '/livez', '/readyz']) assert.is((await ask(sandbox, 'GET', path)).text, 'ok')
  const { body } = await ask(sandbox, 'GET', '/openapi/v3')
  assert.is((await ask(sandbox, 'GET', body.paths['apis/apps/v1'].serverRelativeURL)).code, 200)
})

test.run()
