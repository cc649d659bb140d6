import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { selects } from '../../src/api/label-selector.ts'
import { parseSelector } from '../../src/diagnosis/controller/fit.ts'
import { customResource } from '../../src/sandbox/incidents/parts/custom-resource.ts'
import { definition } from '../../src/sandbox/incidents/parts/definition.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { operator } from '../../src/sandbox/incidents/parts/operator.ts'
import { ago, DAY, HOUR, MINUTE } from '../../src/sandbox/incidents/parts/time.ts'
import { deployment } from '../../src/sandbox/incidents/parts/workload.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { explained } from './explained.ts'

const test = suite('which of several workloads is taken for the controller')

const GROUP = 'rd.example.com'
const HOME = 'petrel-system'

/** A type whose operator has its account and rights, and no workload but those that a test adds. */
function setup({
  labels,
  manager = 'manager',
  place = 'shop',
}: {
  labels?: object
  manager?: string
  place?: string
} = {}): Sandbox {
  const sandbox = createSandbox({ clock: manualClock() })
  definition(sandbox, { group: GROUP, plural: 'burrows', kind: 'Burrow' })
  if (place !== HOME) namespace(sandbox, place)
  operator(sandbox, { name: 'petrel', group: GROUP, plural: 'burrows', replicas: 0 })
  sandbox.server.store.remove('deployments.apps', sandbox.get('apps/v1', 'Deployment', 'petrel', HOME)!)
  const made = customResource(sandbox, {
    apiVersion: `${GROUP}/v1`,
    kind: 'Burrow',
    namespace: place,
    name: 'b',
    manager,
    finalizers: [`${GROUP}/x`],
    deleted: 3 * HOUR,
  })
  if (labels) sandbox.put({ ...made, metadata: { ...made.metadata, labels: labels as Record<string, string> } })
  return sandbox
}

interface Added {
  readonly replicas?: number
  readonly labels?: Record<string, string>
  readonly container?: object
  /** Fields of the Pod. */
  readonly pod?: object
}

function workload(
  sandbox: Sandbox,
  name: string,
  { replicas = 1, labels, container, pod }: Added = {},
  place = HOME,
): void {
  deployment(sandbox, place, name, { replicas, serviceAccount: 'petrel', ...(labels && { labels }) })
  if (container === undefined && pod === undefined) return
  const made = sandbox.get('apps/v1', 'Deployment', name, place)!
  const spec = made.spec as { template: { spec: object } }
  const containers = [{ name: 'app', image: 'x', ...container }]
  sandbox.put({
    ...made,
    spec: { ...spec, template: { ...spec.template, spec: { ...spec.template.spec, containers, ...pod } } },
  })
}

/** `CODE verdict subject` of the only cause. */
async function only(sandbox: Sandbox): Promise<string> {
  const { causes } = await explained(sandbox)
  return causes.map(({ code, verdict, subject }) => `${code} ${verdict} ${subject.name}`).join()
}

test('a controller at zero beside the webhook that has its account is told, as likely, and the webhook is not restarted', async () => {
  for (const [idle, ready, expected] of [
    ['petrel-controller', ['petrel-webhook'], 'ControllerUnhealthy unknown petrel-controller'],
    ['petrel-controller', ['petrel-api', 'petrel-webhook'], 'ControllerUnhealthy unknown petrel-controller'],
    ['petrel-dashboard', ['petrel-webhook'], 'CleanupInProgress unknown b'],
    ['petrel-controller', ['petrel-worker'], 'CleanupInProgress unknown b'],
  ] as const) {
    const sandbox = setup()
    workload(sandbox, idle, { replicas: 0 })
    for (const name of ready) workload(sandbox, name)
    assert.is(await only(sandbox), expected, `${idle} ${ready}`)
  }
})

test('a known name without the right hides no kin that has it, and nothing is granted (kubermatic/kubermatic#3720)', async () => {
  const sandbox = setup({ manager: 'petrel-seed' })
  workload(sandbox, 'petrel-v1')
  deployment(sandbox, HOME, 'petrel-seed', { serviceAccount: 'stranger' })
  const role = sandbox.get('rbac.authorization.k8s.io/v1', 'ClusterRole', 'petrel-manager')!
  const rules = [{ apiGroups: [GROUP], resources: ['*'], verbs: ['*'] }]
  sandbox.put({ ...role, rules })
  assert.is(await only(sandbox), 'CleanupInProgress unknown b')
})

test('of several that are alike the idle one that the object has in its name or a label is told, as likely', async () => {
  for (const [labels, expected] of [
    [{ 'example.com/pool': 'pool-x8' }, 'ControllerUnhealthy unknown pool-x8'],
    [{ 'example.com/pool': 'pool-z1' }, 'CleanupInProgress unknown b'],
  ] as const) {
    const sandbox = setup({ labels })
    workload(sandbox, 'pool-x8', { replicas: 0 })
    workload(sandbox, 'pool-y2')
    assert.is(await only(sandbox), expected, JSON.stringify(labels))
  }
})

test('what runs beside it and reports an error is heard all the same', async () => {
  const sandbox = setup()
  workload(sandbox, 'petrel-controller', { replicas: 0 })
  workload(sandbox, 'petrel-webhook')
  const made = sandbox.get(`${GROUP}/v1`, 'Burrow', 'b', 'shop')!
  const lastTransitionTime = ago(sandbox, MINUTE)
  const conditions = [{ type: 'Ready', status: 'False', reason: 'Denied', message: 'AccessDenied', lastTransitionTime }]
  sandbox.put({ ...made, status: { conditions } })
  assert.is(await only(sandbox), 'CleanupFailing stuck b')
})

test('of operators of one name, one a tenant, the one in the namespace of the object comes first', async () => {
  const sandbox = setup({ manager: 'petrel', place: HOME })
  namespace(sandbox, 'tenant-b')
  workload(sandbox, 'petrel', { replicas: 0 })
  workload(sandbox, 'petrel', {}, 'tenant-b')
  const binding = sandbox.get('rbac.authorization.k8s.io/v1', 'ClusterRoleBinding', 'petrel-manager')!
  const subject = (place: string) => ({ kind: 'ServiceAccount', name: 'petrel', namespace: place })
  sandbox.put({ ...binding, subjects: [subject(HOME), subject('tenant-b')] } as typeof binding)
  const { causes } = await explained(sandbox)
  assert.is(await only(sandbox), 'ControllerUnhealthy unknown petrel')
  assert.is((causes[0]!.subject as { namespace?: string }).namespace, HOME)
})

test('a label selector among the arguments tells which of several looks after an object', async () => {
  const shard = (selector: string, replicas = 1): Added => ({
    replicas,
    container: { args: ['--leader-elect', `--watch-label-selector=${selector}`] },
  })
  for (const [labels, expected] of [
    [{ [`sharding.${GROUP}/key`]: 'two' }, 'ControllerUnhealthy stuck petrel-two'],
    [{}, 'CleanupInProgress unknown b'],
  ] as const) {
    const sandbox = setup({ manager: 'petrel', labels })
    workload(sandbox, 'petrel', shard(`!sharding.${GROUP}/key`))
    workload(sandbox, 'petrel-one', shard(`sharding.${GROUP}/key=one`))
    workload(sandbox, 'petrel-two', shard(`sharding.${GROUP}/key in (two, three)`, 0))
    assert.is(await only(sandbox), expected, JSON.stringify(labels))
  }
})

test('a label of the product with one value tells whose an object is, and one with another that it is not', async () => {
  const key = `pool.${GROUP}/name`
  const sandbox = setup({ labels: { [key]: 'bbbb' } })
  workload(sandbox, 'pool-aaaa', { labels: { [key]: 'aaaa' } })
  assert.is(await only(sandbox), 'ControllerUnknown unknown b')
  workload(sandbox, 'pool-bbbb', { labels: { [key]: 'bbbb' }, replicas: 0 })
  assert.is(await only(sandbox), 'ControllerUnhealthy stuck pool-bbbb')
  const plain = setup({ labels: { [`${GROUP}/version`]: 'v2', app: 'other' } })
  workload(plain, 'petrel', { labels: { [`${GROUP}/version`]: 'v1' } })
  assert.is(await only(plain), 'CleanupInProgress unknown b')
})

test('a controller that was started with a kubeconfig has lost no right of its service account', async () => {
  for (const [container, expected] of [
    [{ args: ['--kubeconfig=/etc/petrel/kubeconfig'] }, 'CleanupInProgress unknown b'],
    [{ env: [{ name: 'KUBECONFIG', value: '/etc/k' }] }, 'CleanupInProgress unknown b'],
    [{ args: ['--leader-elect'] }, 'ControllerForbidden stuck petrel'],
    ['no token', 'CleanupInProgress unknown b'],
  ] as const) {
    const sandbox = setup({ manager: 'petrel' })
    const binding = sandbox.get('rbac.authorization.k8s.io/v1', 'ClusterRoleBinding', 'petrel-manager')!
    sandbox.put({ ...binding, subjects: [] } as typeof binding)
    if (container === 'no token') workload(sandbox, 'petrel', { pod: { automountServiceAccountToken: false } })
    else workload(sandbox, 'petrel', { container })
    assert.is(await only(sandbox), expected, JSON.stringify(container))
  }
})

test('a Deployment at zero whose Pods a Rollout keeps is not to be scaled up', async () => {
  const sandbox = setup({ manager: 'petrel' })
  workload(sandbox, 'petrel', { replicas: 0 })
  const ownerReferences = [
    { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'petrel-7d', uid: 'u-7d', controller: true },
  ]
  sandbox.put({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'petrel-7d-x2k4q', namespace: HOME, ownerReferences },
    spec: { serviceAccountName: 'petrel', containers: [{ name: 'app', image: 'x' }] },
    status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
  })
  assert.is(await only(sandbox), 'CleanupInProgress unknown b')
})

test('what has only the name and no right, or whose Pods could not be read, is no proof', async () => {
  const named = setup({ manager: 'petrel' })
  deployment(named, HOME, 'petrel', { replicas: 0, serviceAccount: 'another' })
  assert.is(await only(named), 'ControllerUnhealthy unknown petrel')
  const { causes } = await explained(named)
  assert.equal(
    causes[0]!.remedies.map(({ kind }) => kind),
    ['inspect', 'repair', 'remove'],
  )
  const hidden = setup({ manager: 'petrel' })
  workload(hidden, 'petrel', { replicas: 0 })
  assert.is(await only(hidden), 'ControllerUnhealthy stuck petrel')
  hidden.authorize = (user, _verb, resource) => user.name !== 'reader' || resource !== 'pods'
  const { object } = await explained(hidden, { user: 'reader' })
  assert.is(object('Burrow', 'b').verdict, 'unknown')
})

test('a framework’s finalizer is of the operator that an annotation beside it is called after', async () => {
  const finalizer = 'kopf.zalando.org/KopfFinalizerMarker'
  const annotations = { 'burrow-sweeper.kopf.dev/will-remove': 'True' }
  const sandbox = setup({ manager: 'kopf' })
  const made = sandbox.get(`${GROUP}/v1`, 'Burrow', 'b', 'shop')!
  const { managedFields: _, ...metadata } = made.metadata
  sandbox.put({ ...made, metadata: { ...metadata, finalizers: [finalizer], annotations } }, { manager: 'kopf' })
  workload(sandbox, 'chaos-kopf')
  workload(sandbox, 'burrow-sweeper', { replicas: 0 })
  assert.is(await only(sandbox), 'ControllerUnhealthy stuck burrow-sweeper')
})

test('the domain of a product begins annotations of all its programs: its namesake is no controller (crossplane-contrib/provider-gitlab#85)', async () => {
  const sandbox = setup({ manager: 'manager' })
  const made = sandbox.get(`${GROUP}/v1`, 'Burrow', 'b', 'shop')!
  const { managedFields: _, ...metadata } = made.metadata
  const annotations = { 'petrel.io/external-name': '1' }
  sandbox.put({ ...made, metadata: { ...metadata, annotations } }, { manager: 'manager' })
  workload(sandbox, 'petrel', { pod: { serviceAccountName: 'core' } })
  workload(sandbox, 'petrel-burrows')
  const { causes } = await explained(sandbox)
  assert.equal(
    causes.map(({ code, evidence }) => [code, evidence.some(({ fact }) => fact.includes('annotation'))]),
    [['CleanupInProgress', false]],
  )
})

test('a refusal of an account of a removed revision is no error of the one that runs, nor a right that this one lacks (crossplane/crossplane#7173)', async () => {
  const told = async (accounts: string, spec: object = {}) => {
    const sandbox = setup()
    workload(sandbox, 'petrel-9f8e')
    const made = sandbox.get(`${GROUP}/v1`, 'Burrow', 'b', 'shop')!
    const refusal = (account: string) =>
      `User "system:serviceaccount:${HOME}:${account}" cannot get resource "tides" in API group "${GROUP}" at the cluster scope`
    const text = accounts.split(' ').map(refusal).join('; ')
    const lastTransitionTime = ago(sandbox, HOUR)
    const conditions = [
      { type: 'Synced', status: 'False', reason: 'ReconcileError', message: text, lastTransitionTime },
    ]
    const { managedFields: _, ...metadata } = made.metadata
    sandbox.put({ ...made, metadata, spec, status: { conditions } }, { manager: 'manager' })
    const { causes } = await explained(sandbox)
    assert.is(causes.length, 1)
    return `${causes[0]!.code} ${causes[0]!.evidence.some(({ fact }) => fact.includes('no longer exists'))}`
  }
  assert.is(await told('petrel-1a2b'), 'CleanupFailing true')
  assert.is(await told('petrel'), 'ControllerForbidden false')
  // Somebody may ask in its place.
  assert.is(await told('petrel-1a2b', { serviceAccountName: 'petrel-1a2b' }), 'ControllerForbidden false')
  assert.is(await told('gannet-1a2b'), 'ControllerForbidden false')
  // One that is over beside one that is not.
  assert.is(await told('petrel-1a2b petrel'), 'ControllerForbidden false')
})

test('the controller that the catalogue names comes before what only may change the object', async () => {
  const sandbox = createSandbox({ clock: manualClock() })
  const group = 'argoproj.io'
  definition(sandbox, { group, plural: 'applications', kind: 'Application' })
  operator(sandbox, { name: 'argocd-server', group, plural: 'applications' })
  operator(sandbox, { name: 'argocd-application-controller', group, plural: 'applications', replicas: 0 })
  namespace(sandbox, 'team')
  customResource(sandbox, {
    apiVersion: `${group}/v1`,
    kind: 'Application',
    namespace: 'team',
    name: 'shop',
    manager: 'kubectl-client-side-apply',
    finalizers: ['resources-finalizer.argocd.argoproj.io'],
    deleted: 3 * HOUR,
    age: DAY,
  })
  assert.is(await only(sandbox), 'ControllerUnhealthy stuck argocd-application-controller')
})

test('a part of a product that may do everything is not the one that the catalogue finds by a label', async () => {
  const sandbox = createSandbox({ clock: manualClock() })
  definition(sandbox, { group: 's3.aws.upbound.io', plural: 'buckets', kind: 'Bucket' })
  namespace(sandbox, 'shop')
  operator(sandbox, { name: 'crossplane', group: '*', plural: '*' })
  customResource(sandbox, {
    apiVersion: 's3.aws.upbound.io/v1',
    kind: 'Bucket',
    namespace: 'shop',
    name: 'logs',
    manager: 'managed.crossplane.io/bucket',
    finalizers: ['finalizer.managedresource.crossplane.io'],
    deleted: 3 * HOUR,
  })
  assert.match(await only(sandbox), /^Controller(Missing|Unknown) /)
})

test('a core program to whose role others add their types is not the controller of those, with their programs or without', async () => {
  const told = async (group: string, finalizer: string, isLent: boolean, ...own: readonly string[]) => {
    const sandbox = createSandbox({ clock: manualClock() })
    definition(sandbox, { group, plural: 'buckets', kind: 'Bucket' })
    namespace(sandbox, 'shop')
    for (const name of ['crossplane', ...own]) operator(sandbox, { name, group, plural: 'buckets' })
    const role = sandbox.get('rbac.authorization.k8s.io/v1', 'ClusterRole', 'crossplane-manager')!
    const aggregationRule = { clusterRoleSelectors: [{ matchLabels: { 'example.com/to-core': 'true' } }] }
    if (isLent) sandbox.put({ ...role, aggregationRule })
    customResource(sandbox, {
      apiVersion: `${group}/v1`,
      kind: 'Bucket',
      namespace: 'shop',
      name: 'logs',
      manager: 'provider',
      finalizers: [finalizer],
      deleted: 3 * HOUR,
    })
    const [cause] = (await explained(sandbox)).causes
    const ready = cause!.evidence.flatMap(({ fact }) => / \S+\/(\S+) has 1 ready$/.exec(fact)?.[1] ?? [])
    return `${cause!.code} ${ready}`
  }
  const managed = 'finalizer.managedresource.crossplane.io'
  assert.match(await told('s3.aws.crossplane.io', managed, true), /^Controller(Missing|Unknown) $/)
  for (const isLent of [true, false]) {
    const called = await told('s3.aws.crossplane.io', `s3.aws.crossplane.io/x`, isLent, 'crossplane-x', 'provider-aws')
    assert.match(called, / provider-aws$/, `${isLent}`)
  }
  // No other has a word of the group but its vendor's.
  assert.match(await told('crossplane.io', 'crossplane.io/x', true, 'crossplane-y'), / crossplane-y$/)
  assert.match(await told('crossplane.io', 'crossplane.io/x', true), / crossplane$/)
})

test('a label selector is read as kubectl reads it', () => {
  const labels = { a: '1', 'x.io/b': 'two' }
  for (const [text, expected] of [
    ['a', true],
    ['!a', false],
    ['a=1,x.io/b==two', true],
    ['a!=1', false],
    ['x.io/b in (one, two),a', true],
    ['x.io/b notin (one,three)', true],
    ['c notin (one)', true],
  ] as const) {
    assert.is(selects(parseSelector(text), labels), expected, text)
  }
  for (const text of ['', 'a b', 'a in b', '$(SELECTOR)']) assert.is(parseSelector(text), undefined, text)
})

test('a workload that the catalogue knows for another finalizer of the same project is not taken for the controller', async () => {
  const setUp = (...operators: readonly string[]) => {
    const sandbox = createSandbox({ clock: manualClock() })
    const group = 'storage.cnrm.cloud.google.com'
    definition(sandbox, { group, plural: 'storagebuckets', kind: 'StorageBucket' })
    namespace(sandbox, 'shop')
    for (const name of operators) operator(sandbox, { name, group, plural: 'storagebuckets' })
    customResource(sandbox, {
      apiVersion: `${group}/v1`,
      kind: 'StorageBucket',
      namespace: 'shop',
      name: 'b',
      manager: 'manager',
      finalizers: ['cnrm.cloud.google.com/finalizer'],
      deleted: 3 * HOUR,
    })
    return explained(sandbox)
  }
  const { causes } = await setUp('cnrm-deletiondefender')
  assert.equal(
    causes.filter(({ evidence }) => evidence.some(({ fact }) => fact.includes('cnrm-deletiondefender'))),
    [],
  )
  const both = await setUp('cnrm-deletiondefender', 'cnrm-controller-manager')
  assert.equal(
    both.causes.map(({ code, summary }) => [code, /deployment \S+\/cnrm-controller-manager is running/.test(summary)]),
    [['CleanupInProgress', true]],
  )
})

test('of two products whose workloads have the name that wrote the finalizer, the one with a role for the type is taken', async () => {
  for (const other of ['a-product', 'z-product']) {
    const sandbox = setup({ manager: 'helm-controller' })
    namespace(sandbox, other)
    workload(sandbox, 'helm-controller', {}, HOME)
    deployment(sandbox, other, 'helm-controller', { replicas: 1, serviceAccount: 'other' })
    const { causes } = await explained(sandbox)
    assert.equal(
      causes.map(({ code, summary }) => [code, summary.includes(`${HOME}/helm-controller`)]),
      [['CleanupInProgress', true]],
      other,
    )
  }
})

test.run()
