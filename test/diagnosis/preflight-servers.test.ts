import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { customResource } from '../../src/sandbox/incidents/parts/custom-resource.ts'
import { definition } from '../../src/sandbox/incidents/parts/definition.ts'
import { operator } from '../../src/sandbox/incidents/parts/operator.ts'
import { pod } from '../../src/sandbox/incidents/parts/pod.ts'
import type { Sandbox } from '../../src/sandbox/sandbox.ts'
import { codesOf, preflown } from './preflown.ts'
import { clusterOfThings } from './things.ts'
import { configuration, GROUP, service, webhook } from './webhook-configuration.ts'

const test = suite('what a deletion would do to what the API server calls')

const held = (codes: readonly string[]) => codes.filter(code => !code.endsWith('progressing'))

function apiService(sandbox: Sandbox, available: 'True' | 'False', place = 'guard-system'): void {
  sandbox.put({
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    metadata: { name: 'v1.metrics.example.com' },
    spec: {
      group: 'metrics.example.com',
      version: 'v1',
      groupPriorityMinimum: 100,
      versionPriority: 100,
      service: { name: 'guard', namespace: place, port: 443 },
    },
    status: { conditions: [{ type: 'Available', status: available, reason: 'Passed', message: '' }] },
  })
}

test('an aggregated API that is down holds any namespace, and nothing else', async () => {
  const sandbox = clusterOfThings()
  apiService(sandbox, 'False', 'gone')
  const answer = await preflown(sandbox, ['ns/customers'])
  assert.is(answer.verdict, 'stuck')
  assert.equal(held(codesOf(answer)), ['APIServiceUnavailable v1.metrics.example.com stuck'])
})

test('an aggregated API that is served from inside breaks all namespaces, and may hold its own', async () => {
  const sandbox = clusterOfThings()
  service(sandbox, 'guard')
  apiService(sandbox, 'True')
  const answer = await preflown(sandbox, ['ns/guard-system'])
  assert.equal(
    answer.breaks.map(({ by }) => by),
    [{ is: 'api', group: 'metrics.example.com', version: 'v1' }],
  )
  assert.is(answer.verdict, 'unknown')
  pod(sandbox, 'guard-system', 'guard-0')
  sandbox.put({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: 'worker-1' },
    status: { conditions: [{ type: 'Ready', status: 'True' }] },
  })
  assert.is((await preflown(sandbox, ['ns/guard-system'])).verdict, 'stuck')
  assert.is((await preflown(sandbox, ['ns/customers'])).verdict, 'clean')
})

test('a conversion webhook that is served from inside breaks its type, and leaves open what becomes of its objects inside', async () => {
  const sandbox = clusterOfThings()
  const group = 'runs.example.com'
  service(sandbox, 'guard')
  definition(sandbox, {
    group,
    plural: 'runs',
    kind: 'Run',
    oldVersion: 'v1beta1',
    converter: { namespace: 'guard-system', name: 'guard' },
  })
  assert.equal(
    (await preflown(sandbox, ['ns/guard-system'])).breaks.map(({ by }) => by.is),
    ['conversion'],
  )
  customResource(sandbox, {
    apiVersion: `${group}/v1`,
    kind: 'Run',
    namespace: 'guard-system',
    name: 'one',
    manager: 'runner',
  })
  assert.is((await preflown(sandbox, ['ns/guard-system'])).verdict, 'unknown')
})

test('a webhook for deletions that is served from inside holds what it is asked about, and not elsewhere', async () => {
  const sandbox = clusterOfThings()
  service(sandbox, 'guard')
  const rules = [{ apiGroups: [''], apiVersions: ['*'], resources: ['configmaps'], operations: ['DELETE'], scope: '*' }]
  configuration(sandbox, 'guard', [webhook('guard.example.com', { rules })])
  for (const place of ['guard-system', 'customers']) {
    sandbox.put({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace: place } })
  }
  const inside = await preflown(sandbox, ['ns/guard-system'])
  assert.equal(held(codesOf(inside)), ['WebhookUnavailable guard stuck'])
  assert.equal(
    inside.order.map(({ reason, refs }) => `${reason} ${refs.map(({ name }) => name)}`),
    ['NeedsWebhook settings', 'Namespaces guard-system'],
  )
  assert.is((await preflown(sandbox, ['ns/customers'])).verdict, 'clean')
})

test('a webhook for everything that is served from inside holds its own namespace to the end', async () => {
  const sandbox = clusterOfThings()
  service(sandbox, 'guard')
  const rules = [{ apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*'], operations: ['UPDATE'], scope: '*' }]
  configuration(sandbox, 'guard', [webhook('guard.example.com', { rules })])
  const answer = await preflown(sandbox, ['ns/guard-system'])
  assert.match(held(codesOf(answer)).join(), /^WebhookUnavailable guard/)
  assert.is.not(answer.verdict, 'clean')
})

test('one that is Ignored holds nothing, and one that goes itself breaks nothing', async () => {
  const sandbox = clusterOfThings()
  service(sandbox, 'guard')
  configuration(sandbox, 'guard', [webhook('guard.example.com', { failurePolicy: 'Ignore' })])
  const ignored = await preflown(sandbox, ['ns/guard-system'])
  assert.equal([ignored.verdict, ignored.breaks.length], ['clean', 1])
  const both = await preflown(sandbox, ['ns/guard-system', 'validatingwebhookconfiguration/guard'])
  assert.equal(both.breaks, [])
})

test('a policy that denies the deletion of one object of a namespace is named', async () => {
  const sandbox = clusterOfThings()
  const apiVersion = 'admissionregistration.k8s.io/v1'
  const resourceRules = [{ apiGroups: [''], apiVersions: ['*'], resources: ['configmaps'], operations: ['DELETE'] }]
  sandbox.put({
    apiVersion,
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name: 'keeper' },
    spec: {
      matchConstraints: { resourceRules },
      validations: [{ expression: "oldObject.metadata.name != 'kept'", message: 'keep it' }],
    },
  })
  sandbox.put({
    apiVersion,
    kind: 'ValidatingAdmissionPolicyBinding',
    metadata: { name: 'keeper' },
    spec: { policyName: 'keeper', validationActions: ['Deny'] },
  })
  for (const name of ['kept', 'other']) {
    sandbox.put({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'customers' } })
  }
  const answer = await preflown(sandbox, ['ns/customers'])
  assert.match(held(codesOf(answer)).join(), /RequestDenied keeper/)
  assert.ok(answer.verdict === 'stuck' || answer.verdict === 'unknown')
  const refused = await preflown(sandbox, ['cm/kept'])
  assert.equal([refused.verdict, refused.refused.map(({ name }) => name)], ['stuck', ['kept']])
  assert.is((await preflown(sandbox, ['cm/other'])).verdict, 'clean')
})

/** A controller elsewhere, which may change the Thing `one` by a RoleBinding of its namespace alone. */
function boundInside(): Sandbox {
  const sandbox = clusterOfThings()
  operator(sandbox, { name: 'tenancy', group: GROUP, plural: 'things', bound: false })
  sandbox.put({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    metadata: { name: 'tenancy', namespace: 'customers' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'tenancy-manager' },
    subjects: [{ kind: 'ServiceAccount', name: 'tenancy', namespace: 'tenancy-system' }],
  })
  customResource(sandbox, {
    apiVersion: `${GROUP}/v1`,
    kind: 'Thing',
    namespace: 'customers',
    name: 'one',
    manager: 'tenancy',
    finalizers: [`${GROUP}/hold`],
  })
  return sandbox
}

test('a binding in the namespace that a controller elsewhere needs makes it unknown', async () => {
  const sandbox = boundInside()
  // The ClusterRole names the namespace of its release: a tenant cannot write that.
  assert.is((await preflown(sandbox, ['thing/one'])).verdict, 'clean')
  const answer = await preflown(sandbox, ['ns/customers'])
  assert.is(answer.verdict, 'unknown')
  assert.equal(codesOf(answer), ['ControllerForbidden tenancy unknown'])
  assert.equal(
    answer.order.map(({ reason, refs }) => [reason, refs.map(({ name }) => name)]),
    [
      ['NeedsOther', ['one']],
      ['Namespaces', ['customers']],
    ],
  )
  assert.equal(answer.unchecked, [])
})

test('what users of the namespace can write alone never makes it clean', async () => {
  const sandbox = boundInside()
  const { metadata, ...role } = sandbox.get('rbac.authorization.k8s.io/v1', 'ClusterRole', 'tenancy-manager')!
  const { annotations: _, ...unmarked } = metadata
  sandbox.put({ ...role, metadata: unmarked })
  const answer = await preflown(sandbox, ['thing/one'])
  assert.equal([answer.verdict, codesOf(answer)], ['unknown', ['CleanupInProgress one unknown']])
  // Nor what is said there of a work that was not asked for yet.
  const involvedObject = sandbox.get(`${GROUP}/v1`, 'Thing', 'one', 'customers')!.metadata
  sandbox.put({
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: 'progress', namespace: 'customers' },
    involvedObject: { kind: 'Thing', name: 'one', namespace: 'customers', uid: involvedObject.uid },
    type: 'Normal',
    reason: 'Deleting',
    message: 'deleting the cloud resources',
    lastTimestamp: sandbox.clock.now().toISOString(),
  })
  assert.is((await preflown(sandbox, ['thing/one'])).verdict, 'unknown')
})

test('drivers and classes that others use break when they go, or what serves them', async () => {
  const sandbox = clusterOfThings()
  const inside = { namespace: 'guard-system' }
  const put = (apiVersion: string, kind: string, name: string, rest: object = {}, place: object = {}) =>
    sandbox.put({ apiVersion, kind, metadata: { name, ...place }, ...rest })
  const template = (spec: object) => ({ spec: { template: { spec } } })
  put('storage.k8s.io/v1', 'CSIDriver', 'disk.example.com')
  put('storage.k8s.io/v1', 'CSIDriver', 'other.example.com')
  put('storage.k8s.io/v1', 'StorageClass', 'fast', { provisioner: 'disk.example.com' })
  put('storage.k8s.io/v1', 'StorageClass', 'slow', { provisioner: 'other.example.com' })
  put('v1', 'PersistentVolume', 'pv-1', { spec: { csi: { driver: 'disk.example.com' } } })
  put('v1', 'PersistentVolumeClaim', 'data', { spec: { storageClassName: 'slow' } }, { namespace: 'customers' })
  const volumes = [{ name: 'registry', hostPath: { path: '/var/lib/kubelet/plugins_registry/' } }]
  const args = ['--kubelet-registration-path=/var/lib/kubelet/plugins/disk.example.com/csi.sock']
  put('apps/v1', 'DaemonSet', 'disk', template({ volumes, containers: [{ name: 'registrar', args }] }), inside)
  put('networking.k8s.io/v1', 'IngressClass', 'edge', { spec: { controller: 'example.com/edge' } })
  const served = [{ name: 'edge', args: ['--controller-class=example.com/edge'] }]
  put('apps/v1', 'Deployment', 'edge', template({ containers: served }), inside)
  const told = async (...names: string[]) =>
    (await preflown(sandbox, names)).breaks.map(({ ref, by }) => `${ref.kind}/${ref.name} ${JSON.stringify(by)}`)
  assert.equal(await told('ns/guard-system'), [
    'IngressClass/edge {"is":"provider","who":"deployment guard-system/edge"}',
    'CSIDriver/disk.example.com {"is":"driver","objects":1}',
    'StorageClass/fast {"is":"provider","who":"CSI driver disk.example.com"}',
  ])
  assert.equal(await told('storageclass/slow'), [
    'StorageClass/slow {"is":"named","resource":"persistentvolumeclaims","objects":1}',
  ])
  // What goes along, or is in use by nothing that stays, breaks for none.
  assert.equal(await told('storageclass/slow', 'pvc/data'), [])
  assert.equal(await told('csidriver/other.example.com', 'storageclass/slow', 'pvc/data'), [])
  assert.equal(await told('ns/guard-system', 'ingressclass/edge', 'storageclass/fast', 'pv/pv-1'), [])
})

test('a Pod that no kubelet ends holds its namespace', async () => {
  const sandbox = clusterOfThings()
  sandbox.put({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: 'worker-1' },
    status: { conditions: [{ type: 'Ready', status: 'Unknown' }] },
  })
  pod(sandbox, 'customers', 'web')
  const answer = await preflown(sandbox, ['ns/customers'])
  assert.equal([answer.verdict, held(codesOf(answer))], ['stuck', ['PodNodeLost worker-1 stuck']])
})

test.run()
