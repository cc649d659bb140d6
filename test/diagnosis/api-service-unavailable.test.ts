import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { buildIncident, reportNamespaces } from '../../src/sandbox/incidents/index.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { deployment } from '../../src/sandbox/incidents/parts/workload.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { explained } from './explained.ts'

const test = suite('an aggregated API that is down')

const NAME = 'v1beta1.metrics.k8s.io'

function cluster(): Sandbox {
  return createSandbox({ clock: manualClock() })
}

function apiService(
  sandbox: Sandbox,
  available: { status: string; reason: string; message?: string } | undefined,
  home = 'monitoring',
) {
  sandbox.put({
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    metadata: { name: NAME },
    spec: {
      group: 'metrics.k8s.io',
      version: 'v1beta1',
      groupPriorityMinimum: 100,
      versionPriority: 100,
      service: { name: 'metrics-server', namespace: home, port: 443 },
    },
    ...(available && { status: { conditions: [{ type: 'Available', message: 'as it is', ...available }] } }),
  })
}

function service(sandbox: Sandbox, home = 'monitoring') {
  sandbox.put({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'metrics-server', namespace: home },
    spec: { selector: { app: 'metrics-server' }, ports: [{ port: 443 }] },
  })
}

const DOWN = { status: 'False', reason: 'ServiceNotFound' }

test('holds every terminating namespace, as one cause', async () => {
  const sandbox = cluster()
  apiService(sandbox, DOWN)
  for (const name of ['one', 'two', 'three']) namespace(sandbox, name, { deleted: 600 })
  namespace(sandbox, 'alive')
  reportNamespaces(sandbox)
  const answer = await explained(sandbox)
  const [cause] = answer.causes
  assert.equal(answer.codes, [`APIServiceUnavailable ${NAME}`])
  assert.is((cause!.subject as { resource: string }).resource, 'apiservices.apiregistration.k8s.io')
  assert.equal(cause!.blocks.map(({ name }) => name).toSorted(), ['one', 'three', 'two'])
  assert.is(answer.object('Namespace', 'one').verdict, 'stuck')
  assert.ok(cause!.evidence.some(({ source }) => source === 'apiservices'))
  assert.ok(cause!.evidence.some(({ fact }) => fact.includes('Discovery failed for some groups')))
  assert.equal(
    cause!.remedies.map(({ kind, commands }) => [kind, commands.at(-1)]),
    [
      ['repair', 'kubectl get services,endpointslices,pods -n monitoring'],
      ['repair', `kubectl delete apiservice ${NAME}`],
    ],
  )
  assert.ok(answer.objects.every(({ ref }) => ref.name !== 'alive'))
})

test('of one that answers with a certificate that is not accepted, that is repaired (openshift/origin#18125)', async () => {
  const sandbox = cluster()
  const words =
    'failing or missing response: tls: failed to verify certificate: x509: certificate signed by unknown authority'
  apiService(sandbox, { status: 'False', reason: 'FailedDiscoveryCheck', message: words })
  service(sandbox)
  sandbox.put({
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: { name: 'm', namespace: 'monitoring', labels: { 'kubernetes.io/service-name': 'metrics-server' } },
    addressType: 'IPv4',
    ports: [{ port: 443 }],
    endpoints: [{ addresses: ['10.0.0.1'], conditions: { ready: true } }],
  } as never)
  namespace(sandbox, 'one', { deleted: 600 })
  const [cause] = (await explained(sandbox)).causes
  assert.equal(
    cause!.remedies.map(({ commands }) => commands),
    [[`kubectl get apiservice ${NAME} -o 'jsonpath={.spec.caBundle}'`]],
  )
})

test('is shown in the incident that people can practise on', async () => {
  const answer = await explained(buildIncident('api-unavailable', manualClock())!)
  assert.equal(answer.codesOf('Namespace', 'staging'), ['APIServiceUnavailable'])
})

test('is also one whose condition is Unknown', async () => {
  const sandbox = cluster()
  apiService(sandbox, { status: 'Unknown', reason: 'EndpointsAccessError' })
  namespace(sandbox, 'one', { deleted: 600 })
  assert.equal((await explained(sandbox)).codesOf('Namespace', 'one'), ['APIServiceUnavailable'])
})

test('whose Service lies in the terminating namespace can only be deleted', async () => {
  const sandbox = cluster()
  apiService(sandbox, DOWN)
  namespace(sandbox, 'monitoring', { deleted: 600 })
  const answer = await explained(sandbox)
  const [cause] = answer.causes
  assert.equal(answer.codesOf('Namespace', 'monitoring'), ['APIServiceUnavailable'])
  assert.ok(cause!.evidence.some(({ fact }) => fact.includes('is in namespace monitoring, which is being deleted')))
  assert.equal(
    cause!.remedies.map(({ commands }) => commands),
    [[`kubectl delete apiservice ${NAME}`]],
  )
})

/** Its operator: the program that wrote the APIService, with a right to write such. */
function keeper(sandbox: Sandbox, binding: 'ClusterRoleBinding' | 'RoleBinding') {
  const [name, rbac] = ['metrics-api-operator', 'rbac.authorization.k8s.io']
  namespace(sandbox, 'operators')
  deployment(sandbox, 'operators', name, { serviceAccount: name })
  const rules = [{ apiGroups: ['apiregistration.k8s.io'], resources: ['apiservices'], verbs: ['*'] }]
  sandbox.put({ apiVersion: `${rbac}/v1`, kind: 'ClusterRole', metadata: { name }, rules })
  sandbox.put({
    apiVersion: `${rbac}/v1`,
    kind: binding,
    metadata: { name, ...(binding === 'RoleBinding' && { namespace: 'operators' }) },
    roleRef: { apiGroup: rbac, kind: 'ClusterRole', name },
    subjects: [{ kind: 'ServiceAccount', name, namespace: 'operators' }],
  })
  const found = sandbox.get('apiregistration.k8s.io/v1', 'APIService', NAME)!
  const fieldsV1 = { 'f:spec': { 'f:service': { 'f:name': {} } } }
  const managedFields = [{ manager: `cluster-${name}`, operation: 'Update', time: '2026-01-01T00:00:00Z', fieldsV1 }]
  sandbox.put({ ...found, metadata: { ...found.metadata, managedFields } } as never)
}

async function advised(sandbox: Sandbox): Promise<readonly (readonly string[])[]> {
  return (await explained(sandbox)).causes[0]!.remedies.map(({ commands }) => commands)
}

test('that its operator makes again is repaired (openshift/cluster-openshift-apiserver-operator#105)', async () => {
  for (const binding of ['ClusterRoleBinding', 'RoleBinding'] as const) {
    const sandbox = cluster()
    apiService(sandbox, DOWN)
    namespace(sandbox, 'one', { deleted: 600 })
    keeper(sandbox, binding)
    const all = (await advised(sandbox)).flat()
    // A user of a namespace may call a workload as he likes: that keeps no advice from anybody.
    assert.is(all.includes(`kubectl delete apiservice ${NAME}`), binding === 'RoleBinding')
  }
})

test('that its operator makes again is deleted without it, where its namespace is terminating', async () => {
  const sandbox = cluster()
  apiService(sandbox, DOWN)
  namespace(sandbox, 'monitoring', { deleted: 600 })
  keeper(sandbox, 'ClusterRoleBinding')
  const scale = 'kubectl scale deployment/metrics-api-operator -n operators'
  assert.equal(await advised(sandbox), [
    [
      `${scale} --replicas=0`,
      `kubectl delete apiservice ${NAME}`,
      'kubectl wait --for=delete namespace/monitoring --timeout=5m',
      `${scale} --replicas=1`,
    ],
  ])
})

test('whose workload was scaled down is scaled up', async () => {
  const sandbox = cluster()
  namespace(sandbox, 'monitoring')
  service(sandbox)
  deployment(sandbox, 'monitoring', 'metrics-server', { replicas: 0 })
  apiService(sandbox, { status: 'False', reason: 'MissingEndpoints' })
  namespace(sandbox, 'one', { deleted: 600 })
  const [cause] = (await explained(sandbox)).causes
  assert.equal(cause!.remedies[0]!.commands, ['kubectl scale deployment/metrics-server -n monitoring --replicas=1'])
})

test('whose Pods are on a node that is lost is followed to the node', async () => {
  const sandbox = cluster()
  namespace(sandbox, 'monitoring')
  service(sandbox)
  const pod = { apiVersion: 'v1', kind: 'Pod', spec: { nodeName: 'far' }, status: { phase: 'Running' } }
  sandbox.put({ ...pod, metadata: { name: 'm', namespace: 'monitoring', labels: { app: 'metrics-server' } } })
  const conditions = [{ type: 'Ready', status: 'Unknown' }]
  sandbox.put({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'far' }, status: { conditions } })
  apiService(sandbox, { status: 'False', reason: 'MissingEndpoints' })
  namespace(sandbox, 'one', { deleted: 600 })
  const cause = (await explained(sandbox)).causes.find(({ code }) => code === 'APIServiceUnavailable')
  assert.match(cause!.summary, 'node far, which is not ready')
  assert.ok(cause!.remedies[0]!.commands.includes('kubectl describe nodes far'))
})

test('that has an address and answers badly is not advised to be deleted', async () => {
  const sandbox = cluster()
  namespace(sandbox, 'monitoring')
  service(sandbox)
  sandbox.put({
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: {
      name: 'metrics-server-1',
      namespace: 'monitoring',
      labels: { 'kubernetes.io/service-name': 'metrics-server' },
    },
    addressType: 'IPv4',
    endpoints: [{ addresses: ['10.0.0.1'], conditions: { ready: true } }],
  })
  apiService(sandbox, { status: 'False', reason: 'FailedDiscoveryCheck' })
  namespace(sandbox, 'one', { deleted: 600 })
  const [cause] = (await explained(sandbox)).causes
  assert.is(cause!.code, 'APIServiceUnavailable')
  assert.ok(cause!.remedies.every(({ commands }) => commands.every(command => !command.includes('delete'))))
})

test('is not one that is available, not a local one, and not one that was never looked at', async () => {
  for (const available of [{ status: 'True', reason: 'Passed' }, undefined]) {
    const sandbox = cluster()
    apiService(sandbox, available)
    sandbox.put({
      apiVersion: 'apiregistration.k8s.io/v1',
      kind: 'APIService',
      metadata: { name: 'v1.apps' },
      spec: { group: 'apps', version: 'v1', groupPriorityMinimum: 100, versionPriority: 100 },
      status: { conditions: [{ type: 'Available', status: 'False', reason: 'Odd' }] },
    })
    namespace(sandbox, 'one', { deleted: 600 })
    assert.not.ok((await explained(sandbox)).codesOf('Namespace', 'one').includes('APIServiceUnavailable'))
  }
})

test('holds no namespace that the namespace controller is done with, and nothing in it', async () => {
  const sandbox = cluster()
  apiService(sandbox, DOWN)
  sandbox.put({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: {
      name: 'done',
      deletionTimestamp: '2026-01-15T11:00:00Z',
      finalizers: ['example.com/own'],
    },
    spec: { finalizers: [] },
  })
  assert.not.ok((await explained(sandbox)).codesOf('Namespace', 'done').includes('APIServiceUnavailable'))
})

test('is told from the namespace alone where APIServices may not be read', async () => {
  const sandbox = cluster()
  apiService(sandbox, DOWN)
  namespace(sandbox, 'one', { deleted: 600 })
  reportNamespaces(sandbox)
  sandbox.authorize = (_user, _verb, resource) => !resource.startsWith('apiservices.')
  const answer = await explained(sandbox, { user: 'tenant' })
  const [cause] = answer.causes
  assert.equal(cause!.subject, { kind: 'APIService', name: NAME })
  assert.ok(cause!.evidence.some(({ fact }) => fact.includes('could not be read')))
  assert.equal(
    cause!.remedies.map(({ kind }) => kind),
    ['inspect'],
  )
})

test.run()
