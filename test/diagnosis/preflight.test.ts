import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { buildIncident } from '../../src/sandbox/incidents/index.ts'
import { customResource } from '../../src/sandbox/incidents/parts/custom-resource.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { node } from '../../src/sandbox/incidents/parts/node.ts'
import { operator } from '../../src/sandbox/incidents/parts/operator.ts'
import { pod } from '../../src/sandbox/incidents/parts/pod.ts'
import { deployment } from '../../src/sandbox/incidents/parts/workload.ts'
import type { Sandbox } from '../../src/sandbox/sandbox.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { codesOf, preflown, reachOf } from './preflown.ts'
import { clusterOfThings, operatorUninstalled } from './things.ts'
import { configuration, GROUP, service, webhook } from './webhook-configuration.ts'

const test = suite('what a deletion would do')

/** A Thing that nobody deleted. */
function live(sandbox: Sandbox, name = 'one', place = 'customers', finalizers = [`${GROUP}/hold`]): void {
  customResource(sandbox, {
    apiVersion: `${GROUP}/v1`,
    kind: 'Thing',
    namespace: place,
    name,
    manager: 'tenancy',
    finalizers,
  })
}

function configMap(sandbox: Sandbox, name: string, metadata: object = {}): string {
  const { metadata: meta } = sandbox.put({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace: 'customers', ...metadata },
  })
  return meta.uid
}

test('a ConfigMap that nothing holds is clean, after a dry run', async () => {
  const sandbox = clusterOfThings()
  configMap(sandbox, 'settings')
  const answer = await preflown(sandbox, ['cm/settings'])
  assert.is(answer.verdict, 'clean')
  assert.equal(reachOf(answer), ['ConfigMap/settings Target'])
  assert.is(answer.checked.dryRuns, 1)
  assert.equal(
    answer.order.map(({ reason }) => reason),
    ['Rest'],
  )
})

test('a Pod with a grace of days may take them: that is no clean deletion, and a usual grace is', async () => {
  for (const [graceSeconds, verdict] of [
    [600, 'clean'],
    [7 * 86_400, 'waits'],
    [10 * 365 * 86_400, 'waits'],
  ] as const) {
    const sandbox = clusterOfThings()
    node(sandbox, 'worker-1')
    pod(sandbox, 'customers', 'web', { graceSeconds })
    const answer = await preflown(sandbox, ['pod/web'])
    assert.is(answer.verdict, verdict, `${graceSeconds}`)
  }
})

test('what only keeps an object for those who use it is no loss', async () => {
  const sandbox = clusterOfThings()
  sandbox.put({
    apiVersion: 'storage.k8s.io/v1',
    kind: 'VolumeAttributesClass',
    metadata: { name: 'fast', finalizers: ['kubernetes.io/vac-protection'] },
    driverName: 'disk.csi.example.com',
  })
  const answer = await preflown(sandbox, ['volumeattributesclass/fast'])
  assert.equal(answer.loses, [])
})

test('a CRD with an instance gets stuck when its operator is not installed, and so does the namespace of that', async () => {
  const sandbox = clusterOfThings()
  live(sandbox)
  operatorUninstalled(sandbox)
  for (const target of ['crd/things.tenancy.example.com', 'ns/customers', 'thing/one']) {
    const answer = await preflown(sandbox, [target])
    assert.is(answer.verdict, 'stuck', target)
    assert.match(codesOf(answer).join(), /^ControllerMissing .* stuck$/)
    assert.ok(answer.causes[0]!.blocks.some(({ name }) => name === 'one'))
    assert.equal(answer.order, [])
    assert.ok(answer.causes[0]!.remedies.every(({ kind }) => kind === 'repair' || kind === 'inspect'))
  }
})

test('a CRD whose operator runs is clean, and all of its instances are in reach', async () => {
  const sandbox = clusterOfThings()
  live(sandbox)
  live(sandbox, 'two', 'guard-system')
  operator(sandbox, { name: 'tenancy', group: GROUP, plural: 'things' })
  const answer = await preflown(sandbox, ['crd/things.tenancy.example.com'])
  assert.equal(
    codesOf(answer).filter(code => !code.endsWith('progressing')),
    [],
  )
  assert.is(answer.verdict, 'clean')
  assert.equal(reachOf(answer), [
    'CustomResourceDefinition/things.tenancy.example.com Target',
    'Thing/one Instance',
    'Thing/two Instance',
  ])
})

test('an object in the namespace of its operator gets stuck with it, and goes where it is deleted first', async () => {
  const sandbox = clusterOfThings()
  operator(sandbox, { name: 'tenancy', group: GROUP, plural: 'things' })
  live(sandbox, 'one', 'tenancy-system')
  const answer = await preflown(sandbox, ['ns/tenancy-system'])
  assert.equal(
    codesOf(answer).filter(code => code.endsWith('stuck')),
    ['ControllerMissing tenancy stuck'],
  )
  assert.is(answer.verdict, 'stuck')
  assert.equal(
    answer.order.map(({ reason, refs }) => `${reason} ${refs.map(({ name }) => name)}`),
    ['NeedsController one', 'Namespaces tenancy-system'],
  )
})

test('what controls an object goes before it: its controller would create it again', async () => {
  const sandbox = clusterOfThings()
  operator(sandbox, { name: 'tenancy', group: GROUP, plural: 'things' })
  const owner = sandbox.put({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'maker', namespace: 'tenancy-system' },
  })
  live(sandbox, 'one', 'tenancy-system')
  const one = sandbox.get(`${GROUP}/v1`, 'Thing', 'one', 'tenancy-system')!
  const { uid } = owner.metadata
  const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'maker', uid, controller: true }]
  sandbox.put({ ...one, metadata: { ...one.metadata, ownerReferences } })
  const told = async () =>
    (await preflown(sandbox, ['ns/tenancy-system'])).order.map(
      ({ reason, refs, before = [] }) =>
        `${reason} ${refs.map(({ name }) => name)}${before.length === 0 ? '' : ` before ${before.map(({ name }) => name)}`}`,
    )
  assert.equal(await told(), [
    'MakesAgain maker before one',
    'NeedsController one before tenancy',
    'Namespaces tenancy-system',
  ])
  // An owner that controls nothing creates nothing.
  const plain = ownerReferences.map(({ controller: _, ...rest }) => rest)
  sandbox.put({ ...one, metadata: { ...one.metadata, ownerReferences: plain } })
  assert.equal(await told(), ['NeedsController one before tenancy', 'Namespaces tenancy-system'])
})

test('the namespace of an operator breaks what has its finalizer elsewhere', async () => {
  const sandbox = clusterOfThings()
  operator(sandbox, { name: 'tenancy', group: GROUP, plural: 'things' })
  live(sandbox)
  live(sandbox, 'two')
  const answer = await preflown(sandbox, ['ns/tenancy-system'])
  assert.is(answer.verdict, 'clean')
  assert.equal(
    answer.breaks.map(({ ref, by }) => [ref.name, by]),
    [['tenancy', { is: 'finalizer', finalizer: `${GROUP}/hold`, resource: `things.${GROUP}`, objects: 2 }]],
  )
})

test('what an operator needs breaks the same when it is deleted without it', async () => {
  const sandbox = clusterOfThings()
  operator(sandbox, { name: 'tenancy', group: GROUP, plural: 'things' })
  live(sandbox)
  for (const target of [
    'sa/tenancy',
    'clusterrolebinding/tenancy-manager',
    'clusterrole/tenancy-manager',
    'deploy/tenancy',
  ]) {
    const answer = await preflown(sandbox, [target], { namespace: 'tenancy-system' })
    // The Pods of the operator name its account.
    const breaks = answer.breaks.filter(({ by }) => by.is !== 'named')
    assert.equal(
      breaks.map(({ ref, by }) => [ref.name, by.is]),
      [['tenancy', 'finalizer']],
      target,
    )
    assert.is(answer.verdict, 'clean', target)
  }
  const [pod] = (await preflown(sandbox, ['ns/tenancy-system'])).reach.filter(({ ref }) => ref.kind === 'Pod')
  const ofPod = await preflown(sandbox, [`pod/${pod!.ref.name}`], { namespace: 'tenancy-system' })
  assert.equal(ofPod.breaks, [])
  assert.is(ofPod.returns.length, 1)
})

test('what Kubernetes itself removes is clean, and stuck where kube-controller-manager is down', async () => {
  const sandbox = clusterOfThings()
  pod(sandbox, 'customers', 'job-1', { phase: 'Succeeded', finalizers: ['batch.kubernetes.io/job-tracking'] })
  assert.is((await preflown(sandbox, ['ns/customers'])).verdict, 'clean')
  const down = buildIncident('controller-manager-down', manualClock())!
  namespace(down, 'legacy')
  assert.is((await preflown(down, ['ns/legacy'])).verdict, 'stuck')
})

test('an operator and its object that are deleted together race: which goes first is not known', async () => {
  const sandbox = clusterOfThings()
  operator(sandbox, { name: 'tenancy', group: GROUP, plural: 'things' })
  live(sandbox)
  const answer = await preflown(sandbox, ['ns/tenancy-system', 'thing/one'])
  assert.is(answer.verdict, 'unknown')
  assert.equal(
    codesOf(answer).filter(code => !code.endsWith('progressing')),
    ['ControllerMissing tenancy unknown'],
  )
  assert.equal(
    answer.order.map(({ reason }) => reason),
    ['NeedsController', 'Namespaces'],
  )
})

test('a finalizer of which nothing tells whose it is makes it unknown, never clean', async () => {
  const sandbox = clusterOfThings()
  configMap(sandbox, 'settings', { finalizers: ['example.com/mystery'] })
  for (const target of ['cm/settings', 'ns/customers']) {
    assert.is((await preflown(sandbox, [target])).verdict, 'unknown', target)
  }
})

test('a webhook that is served from inside breaks for others, and holds what it is asked about inside', async () => {
  const sandbox = clusterOfThings()
  service(sandbox, 'guard')
  configuration(sandbox, 'guard', [webhook('guard.example.com')])
  const alone = await preflown(sandbox, ['ns/guard-system'])
  assert.is(alone.verdict, 'clean')
  assert.equal(
    alone.breaks.map(({ ref, by }) => [ref.name, by.is]),
    [['guard', 'webhook']],
  )
  operator(sandbox, { name: 'tenancy', group: GROUP, plural: 'things' })
  live(sandbox, 'one', 'guard-system')
  const held = await preflown(sandbox, ['ns/guard-system'])
  assert.equal(
    codesOf(held).filter(code => code.startsWith('Webhook')),
    ['WebhookUnavailable guard stuck'],
  )
  assert.is(held.verdict, 'stuck')
})

test('a claim goes with its volume, whose data it says is lost, and waits for a Pod that stays', async () => {
  const sandbox = clusterOfThings()
  const claim = sandbox.put({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'data', namespace: 'customers', finalizers: ['kubernetes.io/pvc-protection'] },
    spec: { volumeName: 'pv-1' },
    status: { phase: 'Bound' },
  })
  sandbox.put({
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: 'pv-1', finalizers: ['kubernetes.io/pv-protection'] },
    spec: {
      persistentVolumeReclaimPolicy: 'Delete',
      claimRef: { namespace: 'customers', name: 'data', uid: claim.metadata.uid },
    },
    status: { phase: 'Bound' },
  })
  const answer = await preflown(sandbox, ['pvc/data'])
  assert.equal(reachOf(answer), ['PersistentVolume/pv-1 Volume', 'PersistentVolumeClaim/data Target'])
  assert.equal(
    answer.loses.map(({ ref, what }) => [ref.name, what]),
    [['pv-1', 'VolumeData']],
  )
  assert.is(answer.verdict, 'clean')
  sandbox.put({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: 'worker-1' },
    status: { conditions: [{ type: 'Ready', status: 'True' }] },
  })
  pod(sandbox, 'customers', 'web', { claim: 'data' })
  assert.equal(codesOf(await preflown(sandbox, ['pvc/data'])), ['VolumeInUse web stuck'])
  assert.is((await preflown(sandbox, ['pvc/data', 'pod/web'])).verdict, 'clean')
  assert.is((await preflown(sandbox, ['ns/customers'])).verdict, 'clean')
})

test('a claim that a StatefulSet deletes with itself is in reach as one', async () => {
  const sandbox = clusterOfThings()
  const metadata = { name: 'db', namespace: 'customers' }
  const { metadata: set } = sandbox.put({ apiVersion: 'apps/v1', kind: 'StatefulSet', metadata, spec: { replicas: 0 } })
  const owner = { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'db', uid: set.uid }
  sandbox.put({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'data-db-0', namespace: 'customers', ownerReferences: [owner] },
  })
  const answer = await preflown(sandbox, ['statefulset/db'])
  assert.equal(reachOf(answer), ['PersistentVolumeClaim/data-db-0 Claim', 'StatefulSet/db Target'])
})

test('what an owner keeps, or a tool marked, would come back', async () => {
  const sandbox = clusterOfThings()
  deployment(sandbox, 'customers', 'web')
  const [set] = (await preflown(sandbox, ['deployment/web'])).reach.filter(({ ref }) => ref.kind === 'ReplicaSet')
  const ofOwner = await preflown(sandbox, [`rs/${set!.ref.name}`])
  assert.equal(
    ofOwner.returns.map(({ by }) => by),
    [{ who: 'Deployment', name: 'web', sure: true }],
  )
  configMap(sandbox, 'tracked', {
    annotations: { 'argocd.argoproj.io/tracking-id': 'shop:/ConfigMap:customers/tracked' },
  })
  const [ofTool] = (await preflown(sandbox, ['cm/tracked'])).returns
  assert.equal([ofTool!.by.who, ofTool!.by.sure], ['Argo CD', false])
  configMap(sandbox, 'kube-root-ca.crt')
  const [ofKubernetes] = (await preflown(sandbox, ['cm/kube-root-ca.crt'])).returns
  assert.equal([ofKubernetes!.by.who, ofKubernetes!.by.sure], ['kube-controller-manager', true])
  assert.equal((await preflown(sandbox, ['ns/customers', 'cm/kube-root-ca.crt'])).returns, [])
})

test('a dependent goes with the last of its owners, and in the foreground holds it', async () => {
  const sandbox = clusterOfThings()
  const uid = configMap(sandbox, 'owner')
  const other = configMap(sandbox, 'other')
  const owner = (name: string, of: string) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    name,
    uid: of,
    blockOwnerDeletion: true,
  })
  configMap(sandbox, 'shared', { ownerReferences: [owner('owner', uid), owner('other', other)] })
  configMap(sandbox, 'own', { ownerReferences: [owner('owner', uid)], finalizers: ['example.com/mystery'] })
  assert.equal(reachOf(await preflown(sandbox, ['cm/owner'])), ['ConfigMap/own Dependent', 'ConfigMap/owner Target'])
  assert.is((await preflown(sandbox, ['cm/owner', 'cm/other'])).reach.length, 4)
  const foreground = await preflown(sandbox, ['cm/owner'], { cascade: 'foreground' })
  assert.ok(foreground.causes[0]!.blocks.some(({ name }) => name === 'owner'))
  assert.equal(reachOf(await preflown(sandbox, ['cm/owner'], { cascade: 'orphan' })), ['ConfigMap/owner Target'])
})

test('what may not be read makes it unknown', async () => {
  const sandbox = clusterOfThings()
  configMap(sandbox, 'settings')
  for (const [kind, name] of [
    ['Role', 'reader'],
    ['RoleBinding', 'reader'],
  ] as const) {
    sandbox.put({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind,
      metadata: { name, namespace: 'customers' },
      ...(kind === 'Role'
        ? { rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list', 'delete'] }] }
        : {
            roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name },
            subjects: [{ kind: 'User', name: 'anna', apiGroup: 'rbac.authorization.k8s.io' }],
          }),
    })
  }
  const answer = await preflown(sandbox, ['cm/settings'], { user: 'anna' })
  assert.is(answer.verdict, 'unknown')
  assert.ok(answer.unreadable.length > 0)
})

test('nothing is changed', async () => {
  const sandbox = clusterOfThings()
  operator(sandbox, { name: 'tenancy', group: GROUP, plural: 'things' })
  namespace(sandbox, 'elsewhere')
  live(sandbox)
  const before = await preflown(sandbox, ['ns/customers'])
  assert.equal((await preflown(sandbox, ['ns/customers'])).reach, before.reach)
})

test('what objects that stay name is told with how many do: Pods, Ingresses, bindings of a role', async () => {
  const sandbox = clusterOfThings()
  const within = (kind: string, name: string, more: object = {}) =>
    sandbox.put({ apiVersion: 'v1', kind, metadata: { name, namespace: 'customers' }, ...more })
  for (const name of ['mounted', 'free']) within('ConfigMap', name)
  within('Secret', 'key')
  within('ServiceAccount', 'runner')
  within('Service', 'web')
  const env = [{ name: 'KEY', valueFrom: { secretKeyRef: { name: 'key', key: 'a' } } }]
  const optional = [{ configMapRef: { name: 'free', optional: true } }]
  within('Pod', 'web-0', {
    spec: {
      serviceAccountName: 'runner',
      containers: [{ name: 'app', image: 'a', env, envFrom: optional }],
      volumes: [{ name: 'a', configMap: { name: 'mounted' } }],
    },
  })
  const backend = { service: { name: 'web', port: { number: 80 } } }
  within('Ingress', 'web', {
    apiVersion: 'networking.k8s.io/v1',
    spec: { rules: [{ http: { paths: [{ path: '/', pathType: 'Prefix', backend }] } }] },
  })
  const rbac = { apiVersion: 'rbac.authorization.k8s.io/v1' }
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'shared' }
  within('RoleBinding', 'a', { ...rbac, roleRef, subjects: [] })
  // As a dump may hold one.
  within('RoleBinding', 'b', rbac)
  sandbox.put({ ...rbac, kind: 'ClusterRole', metadata: { name: 'shared' }, rules: [] })
  const named = ['cm/mounted', 'cm/free', 'secret/key', 'sa/runner', 'svc/web']
  const answer = await preflown(sandbox, [...named, 'clusterrole/shared'])
  assert.equal(answer.breaks.map(({ ref, by }) => `${ref.name} ${'resource' in by && by.resource}`).toSorted(), [
    'key pods',
    'mounted pods',
    'runner pods',
    'shared rolebindings.rbac.authorization.k8s.io',
    'web ingresses.networking.k8s.io',
  ])
  assert.equal((await preflown(sandbox, [...named, 'pod/web-0', 'ingress/web'])).breaks, [])
  assert.equal((await preflown(sandbox, ['ns/customers'])).breaks, [])
})

test.run()
