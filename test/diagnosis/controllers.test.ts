import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { customResource } from '../../src/sandbox/incidents/parts/custom-resource.ts'
import { definition } from '../../src/sandbox/incidents/parts/definition.ts'
import { event } from '../../src/sandbox/incidents/parts/event.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { node } from '../../src/sandbox/incidents/parts/node.ts'
import { operator } from '../../src/sandbox/incidents/parts/operator.ts'
import { ago, DAY, HOUR, MINUTE } from '../../src/sandbox/incidents/parts/time.ts'
import { controllerOf, deployment } from '../../src/sandbox/incidents/parts/workload.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { statusResponse } from '../sandbox/fault-answers.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { explained } from './explained.ts'
import { ownRemedies } from './own-remedies.ts'
import { lease } from './stuck-objects.ts'

const test = suite('controllers')

const GROUP = 'objectstore.example.com'
const FINALIZER = `${GROUP}/bucket`
const RBAC = 'rbac.authorization.k8s.io'

/** A cluster with the type Bucket and one bucket that was deleted an hour ago. */
function setup(options: { manager?: string; deleted?: number; annotations?: Record<string, string> } = {}): Sandbox {
  const sandbox = createSandbox({ clock: manualClock() })
  const { manager = 'bucket-operator', deleted = HOUR, annotations } = options
  definition(sandbox, { group: GROUP, plural: 'buckets', kind: 'Bucket', ...(annotations && { annotations }) })
  namespace(sandbox, 'shop')
  bucket(sandbox, 'logs', { manager, deleted })
  return sandbox
}

function bucket(
  sandbox: Sandbox,
  name: string,
  { manager = 'bucket-operator', deleted = HOUR, finalizers = [FINALIZER] } = {},
) {
  return customResource(sandbox, {
    apiVersion: `${GROUP}/v1`,
    kind: 'Bucket',
    namespace: 'shop',
    name,
    manager,
    finalizers,
    deleted,
    status: { bucketURL: `s3://shop-${name}` },
  })
}

const bucketOperator = { name: 'bucket-operator', group: GROUP, plural: 'buckets' }

function wildcardRole(sandbox: Sandbox, account: string, place: string, group = '*'): void {
  const metadata = { name: `${account}-all` }
  sandbox.put({
    apiVersion: `${RBAC}/v1`,
    kind: 'ClusterRole',
    metadata,
    rules: [{ apiGroups: [group], resources: ['*'], verbs: ['*'] }],
  })
  sandbox.put({
    apiVersion: `${RBAC}/v1`,
    kind: 'ClusterRoleBinding',
    metadata,
    roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: `${account}-all` },
    subjects: [{ kind: 'ServiceAccount', name: account, namespace: place }],
  })
}

test('an operator that is not installed any more is missing, with proof, repair before removal, and what leaks', async () => {
  const { causes, object } = await explained(setup())
  const [cause] = causes
  assert.is(causes.length, 1)
  assert.is(cause!.code, 'ControllerMissing')
  assert.is(cause!.subject.name, `buckets.${GROUP}`)
  assert.is(cause!.finalizer, FINALIZER)
  assert.is(object('Bucket', 'logs').verdict, 'stuck')
  assert.ok(cause!.evidence.some(({ source }) => source === 'managedFields'))
  assert.equal(
    ownRemedies(cause!).map(({ kind }) => kind),
    ['repair', 'remove'],
  )
  const removal = ownRemedies(cause!)[1]!
  assert.equal(removal.commands, [`kubectl finalize remove buckets.${GROUP}/logs -n shop --finalizer ${FINALIZER}`])
  assert.equal(removal.leaks, ['s3://shop-logs (status.bucketURL)'])
})

test('many objects of a missing operator are one cause', async () => {
  const sandbox = setup()
  for (let index = 0; index < 20; index++) bucket(sandbox, `more-${index}`)
  const { causes } = await explained(sandbox)
  assert.is(causes.length, 1)
  assert.is(causes[0]!.blocks.length, 21)
  assert.equal(ownRemedies(causes[0]!)[1]!.commands, [`kubectl finalize remove --finalizer ${FINALIZER} -n shop`])
})

test('one object with several finalizers of a missing operator is one deletion, and its leaks are named once', async () => {
  const sandbox = setup()
  bucket(sandbox, 'logs', { finalizers: [FINALIZER, `${GROUP}/policy`, `${GROUP}/keys`] })
  const { causes } = await explained(sandbox)
  assert.is(causes.length, 1)
  const [repair, removal] = ownRemedies(causes[0]!)
  assert.match(repair!.summary, 'it will finish this deletion by itself')
  assert.equal(removal!.leaks, ['s3://shop-logs (status.bucketURL)'])
  const flags = [FINALIZER, `${GROUP}/policy`, `${GROUP}/keys`].map(name => `--finalizer ${name}`).join(' ')
  assert.equal(removal!.commands, [`kubectl finalize remove buckets.${GROUP}/logs -n shop ${flags}`])
  assert.match(causes[0]!.summary, `finalizer ${FINALIZER} and 2 more`)
})

test('of a dozen objects every id that stays behind is named, and nothing but ids', async () => {
  const sandbox = setup()
  for (let index = 1; index < 12; index++) bucket(sandbox, `logs-${index}`)
  const { causes } = await explained(sandbox)
  const { leaks } = ownRemedies(causes[0]!)[1]!
  const names = ['logs', ...Array.from({ length: 11 }, (_, index) => `logs-${index + 1}`)]
  assert.equal(leaks.toSorted(), names.map(name => `s3://shop-${name} (status.bucketURL)`).toSorted())
})

test('what could not be read is no proof that nothing is left behind', async () => {
  const sandbox = setup()
  sandbox.onRequest = ({ path, headers }) => {
    const isWhole = path.endsWith('/buckets') && !headers?.accept?.includes('PartialObjectMetadata')
    return isWhole ? statusResponse(403, { reason: 'Forbidden' }) : undefined
  }
  const { causes } = await explained(sandbox)
  assert.equal(ownRemedies(causes[0]!)[1]!.leaks, [])
  assert.match(ownRemedies(causes[0]!)[1]!.summary, 'what 1 of the objects name there could not be read')
})

test('an object of hundreds of finalizers of one operator has one command, by its name', async () => {
  const sandbox = setup()
  const finalizers = Array.from({ length: 500 }, (_, index) => `${GROUP}/f${index}`)
  bucket(sandbox, 'logs', { finalizers })
  const { causes } = await explained(sandbox)
  assert.equal(ownRemedies(causes[0]!)[1]!.commands, [`kubectl finalize remove buckets.${GROUP}/logs -n shop`])
  // It would take this one too, were it not named.
  bucket(sandbox, 'logs', { finalizers: [...finalizers.slice(0, 21), 'foregroundDeletion'] })
  const both = (await explained(sandbox)).causes.find(({ code }) => code === 'ControllerMissing')!
  assert.equal(
    ownRemedies(both)[1]!.commands.map(command => command.match(/--finalizer/g)!.length),
    [20, 1],
  )
})

test('a finalizer that stands on an object twice is one to remove', async () => {
  const sandbox = setup()
  bucket(sandbox, 'logs', { finalizers: [FINALIZER, FINALIZER] })
  const { causes } = await explained(sandbox)
  const commands = [`kubectl finalize remove buckets.${GROUP}/logs -n shop --finalizer ${FINALIZER}`]
  assert.equal(ownRemedies(causes[0]!)[1]!.commands, commands)
})

test('a Helm release that is gone is told, and one that is still recorded is not called gone', async () => {
  const annotations = { 'meta.helm.sh/release-name': 'store', 'meta.helm.sh/release-namespace': 'shop' }
  const gone = await explained(setup({ annotations }))
  assert.ok(gone.causes[0]!.evidence.some(({ fact }) => fact.includes('Helm release shop/store has no record')))
  const sandbox = setup({ annotations })
  sandbox.put({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'sh.helm.release.v1.store.v3', namespace: 'shop' },
  })
  const there = await explained(sandbox)
  assert.not(there.causes[0]!.evidence.some(({ fact }) => fact.includes('no record')))
})

test('a deploy pipeline with every right is not taken for the controller', async () => {
  const sandbox = setup()
  namespace(sandbox, 'argocd')
  deployment(sandbox, 'argocd', 'argocd-application-controller', { serviceAccount: 'argocd' })
  wildcardRole(sandbox, 'argocd', 'argocd')
  assert.equal((await explained(sandbox)).codes, [`ControllerMissing buckets.${GROUP}`])
})

test("nor by the vendor's word, where the domain has one of the product as well (openshift/cluster-logging-operator)", async () => {
  const causes = async (name: string) => {
    const sandbox = createSandbox({ clock: manualClock() })
    const group = 'logging.openshift.io'
    definition(sandbox, { group, plural: 'forwarders', kind: 'Forwarder' })
    namespace(sandbox, 'shop')
    const own = { namespace: 'shop', name: 'w', manager: 'manager', finalizers: [`${group}/finalizer`], deleted: HOUR }
    customResource(sandbox, { apiVersion: `${group}/v1`, kind: 'Forwarder', ...own })
    namespace(sandbox, 'gitops')
    deployment(sandbox, 'gitops', name, { serviceAccount: 'gitops' })
    wildcardRole(sandbox, 'gitops', 'gitops')
    return (await explained(sandbox)).codes
  }
  const missing = ['ControllerMissing forwarders.logging.openshift.io']
  assert.equal(await causes('openshift-gitops-application-controller'), missing)
  assert.equal(await causes('openshift-logging-gitops'), ['CleanupInProgress w'])
  assert.equal(await causes('openshift-controllers'), ['CleanupInProgress w'])
})

test('an operator with every right that is kin by name is not called missing', async () => {
  const sandbox = setup({ manager: 'manager' })
  namespace(sandbox, 'store')
  deployment(sandbox, 'store', 'objectstore-controller', { serviceAccount: 'store' })
  wildcardRole(sandbox, 'store', 'store')
  assert.equal((await explained(sandbox)).codes, ['CleanupInProgress logs'])
})

test('one that may do all in just the API group of the type is its controller, whatever it is called', async () => {
  const sandbox = setup({ manager: 'manager' })
  namespace(sandbox, 'work')
  deployment(sandbox, 'work', 'engine', { serviceAccount: 'engine' })
  wildcardRole(sandbox, 'engine', 'work', GROUP)
  assert.equal((await explained(sandbox)).codes, ['CleanupInProgress logs'])
})

test('roles that everybody has prove nothing', async () => {
  const sandbox = setup()
  namespace(sandbox, 'tools')
  deployment(sandbox, 'tools', 'janitor', { serviceAccount: 'janitor' })
  sandbox.put({
    apiVersion: `${RBAC}/v1`,
    kind: 'ClusterRole',
    metadata: { name: 'buckets-edit', labels: { 'rbac.authorization.k8s.io/aggregate-to-edit': 'true' } },
    rules: [{ apiGroups: [GROUP], resources: ['buckets'], verbs: ['patch'] }],
  })
  sandbox.put({
    apiVersion: `${RBAC}/v1`,
    kind: 'ClusterRoleBinding',
    metadata: { name: 'janitor' },
    roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: 'buckets-edit' },
    subjects: [{ kind: 'ServiceAccount', name: 'janitor', namespace: 'tools' }],
  })
  assert.equal((await explained(sandbox)).codes, [`ControllerMissing buckets.${GROUP}`])
})

test('what cannot be read is no proof that the controller is missing', async () => {
  for (const hidden of ['deployments', 'clusterroles', 'pods']) {
    const sandbox = setup()
    sandbox.authorize = (_user, _verb, resource) => !resource.startsWith(hidden)
    const { codesOf, object, causes } = await explained(sandbox)
    assert.equal(codesOf('Bucket', 'logs'), ['ControllerUnknown'], hidden)
    assert.is(object('Bucket', 'logs').verdict, 'unknown')
    const cause = causes.find(({ code }) => code === 'ControllerUnknown')!
    assert.ok(
      cause.evidence.some(({ source }) => source.startsWith(hidden)),
      hidden,
    )
    assert.match(cause.remedies.at(-1)!.commands[0]!, / --override \S*IncompleteRead$/)
  }
})

test('a controller that wrote the status after the deletion lives somewhere, if not in this cluster', async () => {
  const sandbox = setup()
  const found = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
  const entry = {
    manager: 'hosted-operator',
    operation: 'Update',
    subresource: 'status',
    time: '2026-01-15T11:59:00Z',
    fieldsV1: { 'f:status': {} },
  }
  sandbox.put({
    ...found,
    metadata: { ...found.metadata, managedFields: [...(found.metadata.managedFields ?? []), entry] },
  })
  assert.equal((await explained(sandbox)).codes, ['ControllerUnknown logs'])
})

test('an operator that is scaled to zero is unhealthy, not missing', async () => {
  const sandbox = setup()
  operator(sandbox, { ...bucketOperator, replicas: 0 })
  const { codes, causes, object } = await explained(sandbox)
  assert.equal(codes, ['ControllerUnhealthy bucket-operator'])
  assert.is(object('Bucket', 'logs').verdict, 'stuck')
  assert.equal(causes[0]!.remedies[0]!.commands, [
    'kubectl scale deployment/bucket-operator -n bucket-operator-system --replicas=1',
  ])
})

test('one cause for objects with different finalizers names all of them, or one that all carry', async () => {
  const other = `${GROUP}/policy`
  for (const [finalizers, named] of [
    [[other], [undefined, [FINALIZER, other]]],
    [
      [other, FINALIZER],
      [FINALIZER, undefined],
    ],
  ] as const) {
    const sandbox = setup()
    operator(sandbox, { ...bucketOperator, replicas: 0 })
    bucket(sandbox, 'more', { finalizers: [...finalizers] })
    const [cause, ...rest] = (await explained(sandbox)).causes
    assert.equal([cause!.code, rest.length, cause!.blocks.length], ['ControllerUnhealthy', 0, 2])
    assert.equal([cause!.finalizer, cause!.finalizers], named)
    assert.is(cause!.summary.includes(`${FINALIZER} and ${other}`), named[1] !== undefined)
  }
})

test('an operator that is scaled to zero gets no Pod while kube-controller-manager is down: that is said first', async () => {
  for (const [renewed, first] of [
    [1, false],
    [600, true],
  ] as const) {
    const sandbox = setup()
    operator(sandbox, { ...bucketOperator, replicas: 0 })
    lease(sandbox, renewed)
    const [cause] = (await explained(sandbox)).causes.filter(({ code }) => code === 'ControllerUnhealthy')
    assert.is(cause!.remedies[0]!.summary.startsWith('start kube-controller-manager first'), first)
  }
})

test('an operator whose Pods a quota refuses: the quota is looked at, unless it is scaled to zero', async () => {
  const message = 'pods "bucket-operator-1" is forbidden: exceeded quota: small, requested: pods=1, used: pods=1'
  for (const [replicas, command] of [
    [1, 'kubectl describe resourcequotas small -n bucket-operator-system'],
    [0, 'kubectl scale deployment/bucket-operator -n bucket-operator-system --replicas=1'],
  ] as const) {
    const sandbox = setup()
    operator(sandbox, { ...bucketOperator, replicas: 0 })
    const found = sandbox.get('apps/v1', 'Deployment', 'bucket-operator', 'bucket-operator-system')!
    const conditions = [{ type: 'ReplicaFailure', status: 'True', reason: 'FailedCreate', message }]
    sandbox.put({ ...found, spec: { ...(found.spec as object), replicas }, status: { conditions } })
    const { causes } = await explained(sandbox)
    assert.equal([causes[0]!.code, causes[0]!.remedies[0]!.commands[0]], ['ControllerUnhealthy', command])
  }
})

test('an operator whose Pod says Running on a node that is lost: the node is named, and looked at', async () => {
  for (const state of ['lost', 'gone'] as const) {
    const sandbox = setup()
    if (state === 'lost') node(sandbox, 'worker-1', { lost: HOUR })
    operator(sandbox, bucketOperator)
    const found = sandbox.get('apps/v1', 'Deployment', 'bucket-operator', 'bucket-operator-system')!
    sandbox.put({ ...found, status: { replicas: 1 } })
    const { codes, causes } = await explained(sandbox)
    const [cause] = causes.filter(({ code }) => code === 'ControllerUnhealthy')
    assert.ok(codes.includes('ControllerUnhealthy bucket-operator'))
    assert.ok(cause!.evidence.some(({ source, fact }) => source === 'nodes' && fact.includes('worker-1')))
    const commands = cause!.remedies[0]!.commands
    assert.is(commands.includes('kubectl describe nodes worker-1'), state === 'lost')
    assert.is(commands[0], 'kubectl get nodes')
  }
})

test('an operator of a private finalizer whose manager tells nothing is found by its role', async () => {
  const sandbox = setup({ manager: 'manager' })
  operator(sandbox, { name: 'acme', group: GROUP, plural: 'buckets', replicas: 0 })
  assert.equal((await explained(sandbox)).codes, ['ControllerUnhealthy acme'])
})

test('an operator whose Pods crash is unhealthy, and the crash is told', async () => {
  const sandbox = setup()
  operator(sandbox, { ...bucketOperator, replicas: 0 })
  const place = 'bucket-operator-system'
  const found = sandbox.get('apps/v1', 'Deployment', 'bucket-operator', place)!
  sandbox.put({ ...found, spec: { ...(found.spec as object), replicas: 1 }, status: { replicas: 1 } })
  sandbox.put({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'bucket-operator-1', namespace: place, labels: { app: 'bucket-operator' } },
    spec: { containers: [{ name: 'app', image: 'x' }] },
    status: {
      phase: 'Running',
      containerStatuses: [
        {
          name: 'app',
          restartCount: 9,
          state: { waiting: { reason: 'CrashLoopBackOff' } },
          lastState: {
            terminated: { exitCode: 1, reason: 'Error', message: 'cannot create a mapping:\nnot allowed\n' },
          },
        },
      ],
    },
  })
  const { causes } = await explained(sandbox)
  assert.ok(
    causes.some(
      ({ code, evidence }) =>
        code === 'ControllerUnhealthy' &&
        evidence.some(({ fact }) => fact.endsWith('9 restarts: "cannot create a mapping: not allowed"')),
    ),
  )
})

test('a running operator that lost its binding is forbidden, and its ServiceAccount is the subject', async () => {
  const sandbox = setup()
  operator(sandbox, { ...bucketOperator, bound: false })
  const { causes } = await explained(sandbox)
  assert.equal(
    causes.map(({ code, subject }) => [code, subject.kind, subject.name]),
    [['ControllerForbidden', 'ServiceAccount', 'bucket-operator']],
  )
})

const BUCKETS = [{ apiGroups: [GROUP], resources: ['buckets', 'buckets/status', 'buckets/finalizers'], verbs: ['*'] }]

/** An operator of a namespace alone, by a Role and a RoleBinding there. */
function confinedOperator(sandbox: Sandbox, place: string): void {
  const name = 'bucket-operator'
  namespace(sandbox, place)
  deployment(sandbox, place, name, { serviceAccount: name })
  bindIn(sandbox, place, place, BUCKETS)
}

/** Binds the operator of a namespace in another one to a Role of these rules; without rules the Role is not there. */
function bindIn(sandbox: Sandbox, where: string, place: string, rules?: readonly object[]): void {
  const metadata = { name: 'bucket-operator', namespace: where }
  const apiVersion = `${RBAC}/v1`
  if (rules) sandbox.put({ apiVersion, kind: 'Role', metadata, rules })
  const roleRef = { apiGroup: RBAC, kind: 'Role', name: 'bucket-operator' }
  const subjects = [{ kind: 'ServiceAccount', namespace: place, name: 'bucket-operator' }]
  sandbox.put({ apiVersion, kind: 'RoleBinding', metadata, roleRef, subjects })
}

test('the operator of another namespace alone lost no right here and is given none; it may have where a binding names it', async () => {
  const confined = setup()
  confinedOperator(confined, 'team-a')
  assert.equal((await explained(confined)).codes, ['ControllerUnknown logs'])

  const forbidden = ['ControllerForbidden bucket-operator']
  const ways: readonly ((sandbox: Sandbox) => void)[] = [
    sandbox => bindIn(sandbox, 'shop', 'team-a'),
    sandbox => bindIn(sandbox, 'shop', 'team-a', [{ apiGroups: [''], resources: ['events'], verbs: ['create'] }]),
    sandbox => bindIn(sandbox, 'team-b', 'team-a', BUCKETS),
  ]
  for (const [index, arrange] of ways.entries()) {
    const sandbox = setup()
    confinedOperator(sandbox, 'team-a')
    arrange(sandbox)
    assert.equal((await explained(sandbox)).codes, forbidden, String(index))
  }
})

test('a ready operator that reports an error since the deletion fails; an error from before does not count', async () => {
  const reported = (first: number, last: number) => {
    const sandbox = setup()
    operator(sandbox, bucketOperator)
    const object = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
    event(sandbox, object, {
      reason: 'DeleteFailed',
      message: 'BucketNotEmpty',
      component: 'bucket-operator',
      first,
      last,
    })
    return explained(sandbox)
  }
  const failing = await reported(50 * MINUTE, MINUTE)
  assert.equal(failing.codes, ['CleanupFailing logs'])
  assert.ok(failing.causes[0]!.evidence[0]!.fact.includes('BucketNotEmpty'))
  assert.equal((await reported(3 * DAY, 2 * DAY)).codes, ['CleanupInProgress logs'])
})

test('a Normal Event that says which deletion is waited for is quoted, whoever reports it (kubermatic/kubermatic#15500)', async () => {
  for (const [message, isQuoted] of [
    ['Volumes have been deleted, waiting for them to be destroyed', true],
    ['still pending approval', false],
  ] as const) {
    const sandbox = setup()
    operator(sandbox, bucketOperator)
    const object = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
    const said = { reason: 'Approval', message, component: 'kkp-kube', type: 'Normal' as const }
    event(sandbox, object, { ...said, first: HOUR / 2, last: MINUTE })
    const [cause] = (await explained(sandbox)).causes
    assert.is(cause!.evidence.filter(({ fact }) => fact.includes(message)).length, Number(isQuoted))
    assert.match(cause!.summary, /why it has not removed/)
    assert.is(cause!.verdict, 'unknown')
  }
})

test('an operator that failed and was then uninstalled is missing, once it would have tried again', async () => {
  const heard = async (last: number) => {
    const sandbox = setup({
      deleted: DAY,
      annotations: { 'meta.helm.sh/release-name': 'store', 'meta.helm.sh/release-namespace': 'shop' },
    })
    const object = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
    event(sandbox, object, {
      reason: 'Failed',
      message: 'denied',
      component: 'bucket-operator',
      first: 50 * MINUTE,
      last,
    })
    return (await explained(sandbox)).codes
  }
  assert.equal(await heard(2 * MINUTE), ['CleanupFailing logs'])
  assert.equal(await heard(40 * MINUTE), ['ControllerMissing buckets.objectstore.example.com'])
})

test('events without errors are signs of life too: their reporter is not missing', async () => {
  const heard = async (last: number) => {
    const sandbox = setup({ deleted: DAY })
    const object = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
    const said = { reason: 'Deleting', message: 'step 3 of 7', component: 'bucket-operator', type: 'Normal' as const }
    event(sandbox, object, { ...said, first: 5 * HOUR, last })
    return (await explained(sandbox)).codes
  }
  assert.equal(await heard(10 * MINUTE), ['ControllerUnknown logs'])
  assert.equal(await heard(4 * HOUR), ['ControllerMissing buckets.objectstore.example.com'])
})

test('a controller that is only slow is not blamed: seen to work, it progresses; silent, nobody knows, and youth is no work', async () => {
  for (const deleted of [10, MINUTE, 5 * HOUR]) {
    const silent = setup({ deleted })
    operator(silent, bucketOperator)
    const { codes, object, causes } = await explained(silent)
    assert.equal(codes, ['CleanupInProgress logs'])
    assert.is(object('Bucket', 'logs').verdict, 'unknown')
    assert.is(causes[0]!.remedies[0]!.kind, deleted < 30 ? 'wait' : 'inspect')
  }
  const working = setup({ deleted: 5 * HOUR })
  operator(working, bucketOperator)
  const bucketObject = working.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
  event(working, bucketObject, {
    type: 'Normal',
    reason: 'Emptying',
    message: '900 objects left',
    component: 'bucket-operator',
    first: HOUR,
    last: MINUTE,
  })
  assert.is((await explained(working)).object('Bucket', 'logs').verdict, 'progressing')
})

test('a write since the deletion of what put the finalizer there is work; one from before, or of somebody else, is none', async () => {
  const verdictAfter = async (entry: object) => {
    const sandbox = setup({ deleted: 2 * MINUTE })
    operator(sandbox, bucketOperator)
    const found = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
    const managedFields = [...(found.metadata.managedFields ?? []), { operation: 'Update', ...entry }]
    sandbox.put({ ...found, metadata: { ...found.metadata, managedFields } })
    return (await explained(sandbox)).object('Bucket', 'logs').verdict
  }
  const fieldsV1 = { 'f:metadata': { 'f:annotations': { 'f:example.com/step': {} } } }
  const [before, since] = ['2026-01-15T11:57:00Z', '2026-01-15T11:59:00Z']
  assert.is(await verdictAfter({ manager: 'bucket-operator', time: since, fieldsV1 }), 'progressing')
  assert.is(await verdictAfter({ manager: 'bucket-operator', time: before, fieldsV1 }), 'unknown')
  assert.is(await verdictAfter({ manager: 'kubectl-annotate', time: since, fieldsV1 }), 'unknown')
  assert.is(await verdictAfter({ manager: 'cost-labeler', time: since, fieldsV1 }), 'unknown')
  // It took another finalizer off (kubernetes-sigs/security-profiles-operator#1152).
  const finalizers = { 'f:metadata': { 'f:finalizers': { '.': {}, 'v:"objectstore.example.com/bucket"': {} } } }
  assert.is(await verdictAfter({ manager: 'bucket-operator', time: since, fieldsV1: finalizers }), 'unknown')
  const status = { subresource: 'status', fieldsV1: { 'f:status': {} } }
  assert.is(await verdictAfter({ manager: 'bucket-operator', time: since, ...status }), 'progressing')
})

test('a living controller whose removal is rejected is not blamed, whatever it reports', async () => {
  const sandbox = setup()
  operator(sandbox, bucketOperator)
  const object = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
  const report = { reason: 'UpdateFailed', message: 'failed calling webhook', component: 'bucket-operator' }
  event(sandbox, object, { ...report, first: HOUR - MINUTE, last: MINUTE })
  sandbox.put({
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingWebhookConfiguration',
    metadata: { name: 'guard' },
    webhooks: [
      {
        name: 'guard.example.com',
        failurePolicy: 'Fail',
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
        clientConfig: { service: { name: 'guard', namespace: 'nowhere', path: '/' } },
        rules: [{ apiGroups: [GROUP], apiVersions: ['*'], operations: ['UPDATE'], resources: ['*'] }],
      },
    ],
  })
  assert.equal((await explained(sandbox)).codes, ['WebhookUnavailable guard'])
})

/** A role for Buckets as a controller has it, bound to these subjects. */
function bucketRole(sandbox: Sandbox, subjects: readonly object[], role: object = {}): void {
  const verbs = ['get', 'update', 'patch']
  const resources = ['buckets', 'buckets/status', 'buckets/finalizers']
  const metadata = { name: 'bucket-role' }
  const apiVersion = `${RBAC}/v1`
  sandbox.put({ apiVersion, kind: 'ClusterRole', metadata, rules: [{ apiGroups: [GROUP], resources, verbs }], ...role })
  sandbox.put({
    apiVersion,
    kind: 'ClusterRoleBinding',
    metadata,
    roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: 'bucket-role' },
    subjects,
  })
}

const WORKER = { kind: 'ServiceAccount', name: 'worker', namespace: 'work' }

/** A cluster with a bucket whose finalizer's manager tells nothing, and the namespace `work`. */
function anonymous(): Sandbox {
  const sandbox = setup({ manager: 'manager' })
  namespace(sandbox, 'work')
  return sandbox
}

test('a controller is found by an aggregated role, or the names of its account and their group', async () => {
  const selectors = [{ matchLabels: { 'example.com/aggregate-to-worker': 'true' } }]
  const user = { kind: 'User', apiGroup: RBAC, name: 'system:serviceaccount:work:worker' }
  const group = { kind: 'Group', apiGroup: RBAC, name: 'system:serviceaccounts:work' }
  const ways: [object, object][] = [
    [WORKER, { aggregationRule: { clusterRoleSelectors: selectors } }],
    [user, {}],
    [group, {}],
  ]
  for (const [subject, role] of ways) {
    const sandbox = anonymous()
    deployment(sandbox, 'work', 'worker', { serviceAccount: 'worker' })
    bucketRole(sandbox, [subject], role)
    // It may neither list nor watch them.
    assert.equal((await explained(sandbox)).codes, ['ControllerForbidden worker'], JSON.stringify([subject, role]))
  }
})

test('a right to objects of some names alone makes no controller, and leaves none behind', async () => {
  for (const name of ['logs', 'another']) {
    const rule = {
      apiGroups: [GROUP],
      resources: ['buckets', 'buckets/status'],
      resourceNames: [name],
      verbs: ['patch'],
    }
    const running = anonymous()
    deployment(running, 'work', 'worker', { serviceAccount: 'worker' })
    bucketRole(running, [WORKER], { rules: [rule] })
    const codes = name === 'logs' ? ['ControllerUnknown logs'] : [`ControllerMissing buckets.${GROUP}`]
    assert.equal((await explained(running)).codes, codes, name)
    const idle = anonymous()
    bucketRole(idle, [WORKER], { rules: [rule] })
    const { evidence } = (await explained(idle)).causes[0]!
    assert.ok(
      evidence.every(({ fact }) => !fact.includes('work/worker')),
      JSON.stringify(evidence),
    )
  }
})

test('a right to one object alone is not taken for one to its like, whichever is explained first', async () => {
  for (const name of ['logs', 'other']) {
    const sandbox = anonymous()
    customResource(sandbox, {
      apiVersion: `${GROUP}/v1`,
      kind: 'Bucket',
      namespace: 'shop',
      name: 'other',
      manager: 'manager',
      finalizers: [FINALIZER],
      deleted: HOUR,
    })
    deployment(sandbox, 'work', 'worker', { serviceAccount: 'worker' })
    const rule = { apiGroups: [GROUP], resources: ['buckets'], resourceNames: [name], verbs: ['patch'] }
    bucketRole(sandbox, [WORKER], { rules: [rule] })
    const { causes } = await explained(sandbox)
    const held = causes.filter(({ code }) => code === 'ControllerUnknown').flatMap(({ blocks }) => blocks)
    assert.equal(
      held.map(each => each.name),
      [name],
    )
  }
})

test('a product of which another controller runs is not called uninstalled', async () => {
  const group = 'storage.cnrm.cloud.google.com'
  const sandbox = createSandbox({ clock: manualClock() })
  definition(sandbox, { group, plural: 'storagebuckets', kind: 'StorageBucket' })
  namespace(sandbox, 'shop')
  customResource(sandbox, {
    apiVersion: `${group}/v1`,
    kind: 'StorageBucket',
    namespace: 'shop',
    name: 'logs',
    manager: 'cnrm-controller-manager',
    finalizers: ['cnrm.cloud.google.com/finalizer'],
    deleted: HOUR,
  })
  deployment(sandbox, 'configconnector-operator-system', 'configconnector-operator')
  const [cause] = (await explained(sandbox)).causes
  assert.is(cause!.code, 'ControllerMissing')
  assert.match(cause!.summary, 'deployment configconnector-operator-system/configconnector-operator')
  assert.not.match(cause!.remedies[0]!.summary, /^install /)
})

test('an operand without a right is no operator whose name the catalogue gives (fluent/fluent-operator#282)', async () => {
  const codeBeside = async (name: string, kind = 'DaemonSet') => {
    const group = 'fluentbit.fluent.io'
    const sandbox = createSandbox({ clock: manualClock() })
    definition(sandbox, { group, plural: 'fluentbits', kind: 'FluentBit' })
    for (const each of ['shop', 'logging']) namespace(sandbox, each)
    const at = { apiVersion: `${group}/v1`, kind: 'FluentBit', namespace: 'shop', name: 'logs' }
    customResource(sandbox, { ...at, manager: 'manager', finalizers: [group], deleted: HOUR })
    const template = { spec: { containers: [{ name, image: 'none' }] } }
    const status = { numberReady: 1, desiredNumberScheduled: 1, currentNumberScheduled: 1, numberMisscheduled: 0 }
    const agent = { apiVersion: 'apps/v1', kind, metadata: { name, namespace: 'logging' }, spec: { template }, status }
    if (kind === 'DaemonSet') sandbox.put(agent)
    else deployment(sandbox, 'logging', name)
    return (await explained(sandbox)).causes.map(({ code }) => code).join()
  }
  assert.is(await codeBeside('fluent-bit-native'), 'ControllerMissing')
  // It may be the operator under another name, whose right is gone.
  assert.is(await codeBeside('fluent-bit-native', 'Deployment'), 'ControllerUnknown')
  assert.is(await codeBeside('fluent-bit-operator'), 'ControllerUnknown')
})

test('Pods of a ReplicaSet without a Deployment are a controller; those of a Job that is done are not', async () => {
  const pod = (phase: string, kind: string) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: 'worker-1',
      namespace: 'work',
      labels: { 'pod-template-hash': '5d8f' },
      ownerReferences: [{ apiVersion: 'apps/v1', kind, name: 'worker-5d8f', uid: 'u', controller: true }],
    },
    spec: { serviceAccountName: 'worker', containers: [{ name: 'app', image: 'x' }] },
    status: { phase, conditions: [{ type: 'Ready', status: phase === 'Running' ? 'True' : 'False' }] },
  })
  const running = anonymous()
  bucketRole(running, [WORKER])
  running.put(pod('Running', 'ReplicaSet'))
  assert.equal((await explained(running)).codes, ['ControllerForbidden worker'])
  const done = anonymous()
  bucketRole(done, [WORKER])
  done.put(pod('Succeeded', 'Job'))
  assert.equal((await explained(done)).codes, [`ControllerMissing buckets.${GROUP}`])
})

test('a controller that runs as a CronJob is not missing between its runs', async () => {
  const sandbox = anonymous()
  bucketRole(sandbox, [WORKER])
  const spec = { serviceAccountName: 'worker', restartPolicy: 'Never', containers: [{ name: 'app', image: 'x' }] }
  sandbox.put({
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { name: 'sweeper', namespace: 'work' },
    spec: { schedule: '@hourly', jobTemplate: { spec: { template: { spec } } } },
  })
  const { causes } = await explained(sandbox)
  assert.is(causes[0]!.code, 'ControllerUnknown')
  assert.ok(causes[0]!.evidence.some(({ fact }) => fact.includes('cronjob work/sweeper')))
})

test('a Job that was to clean up and failed is told, and its operator is not proven to be missing', async () => {
  for (const [type, code] of [
    ['Failed', 'ControllerUnknown'],
    ['Complete', 'ControllerMissing'],
  ] as const) {
    const sandbox = anonymous()
    bucketRole(sandbox, [WORKER])
    const spec = { serviceAccountName: 'worker', restartPolicy: 'Never', containers: [{ name: 'app', image: 'x' }] }
    sandbox.put({
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { name: 'wipe', namespace: 'work' },
      spec: { template: { spec } },
      status: { conditions: [{ type, status: 'True', reason: 'BackoffLimitExceeded' }] },
    })
    const { causes } = await explained(sandbox)
    assert.is(causes[0]!.code, code)
    assert.is(
      causes[0]!.evidence.some(({ fact }) => fact.includes('job work/wipe failed')),
      type === 'Failed',
    )
  }
})

test('a finalizer of a foreign domain that a person put on is not laid at the door of the type’s operator', async () => {
  const HOLD = 'governance.corp.net/two-person-rule'
  for (const replicas of [0, 1]) {
    for (const manager of ['kubectl-edit', 'helm', 'argocd-controller']) {
      const sandbox = setup({ manager })
      bucket(sandbox, 'logs', { manager, finalizers: [HOLD] })
      bucket(sandbox, 'alive', { deleted: undefined as never })
      operator(sandbox, { ...bucketOperator, replicas })
      assert.equal(
        (await explained(sandbox)).codes.filter(each => each.endsWith('logs')),
        ['ControllerUnknown logs'],
      )
    }
  }
  const own = setup({ manager: 'helm' })
  bucket(own, 'logs', { manager: 'helm', finalizers: ['objectstore.io/bucket'] })
  operator(own, { ...bucketOperator, replicas: 0 })
  assert.equal((await explained(own)).codes, ['ControllerUnhealthy bucket-operator'])
})

test('another product’s controller of the same name has not lost a right on these objects', async () => {
  const other = setup()
  operator(other, { name: 'bucket-operator', group: 'monitoring.othervendor.net', plural: 'agents' })
  const { causes } = await explained(other)
  assert.equal(
    causes.map(({ code }) => code),
    ['ControllerUnknown'],
  )
  assert.ok(causes[0]!.evidence.some(({ fact }) => fact.includes('and is granted neither update nor patch')))
  // Who may not read the bindings does not know that.
  other.authorize = (user, _verb, resource) => user.name !== 'reader' || !resource.startsWith('rolebindings')
  const hidden = (await explained(other, { user: 'reader' })).causes[0]!.evidence.map(({ fact }) => fact)
  assert.ok(
    hidden.some(fact => fact.endsWith('whether it is granted update or patch on these objects could not be read')),
  )
  assert.not.ok(hidden.some(fact => fact.includes('is granted neither')))
  const own = setup()
  operator(own, { name: 'bucket-operator', group: 'policy.example.com', plural: 'agents' })
  assert.equal((await explained(own)).codes, ['ControllerForbidden bucket-operator'])
})

test('what keeps a controller at zero is told, and held back in place of a scale that it would undo', async () => {
  const place = 'bucket-operator-system'
  const keda = (sandbox: Sandbox) => {
    definition(sandbox, { group: 'keda.sh', plural: 'scaledobjects', kind: 'ScaledObject' })
    const spec = { scaleTargetRef: { name: 'bucket-operator' }, minReplicaCount: 0 }
    sandbox.put({ apiVersion: 'keda.sh/v1', kind: 'ScaledObject', metadata: { name: 'night', namespace: place }, spec })
  }
  const annotated = (sandbox: Sandbox) => {
    const found = sandbox.get('apps/v1', 'Deployment', 'bucket-operator', place)!
    sandbox.put({ ...found, metadata: { ...found.metadata, annotations: { 'downscaler/original-replicas': '1' } } })
  }
  const writtenBy = (manager: string) => (sandbox: Sandbox) => {
    const found = sandbox.get('apps/v1', 'Deployment', 'bucket-operator', place)!
    const { managedFields: _, ...metadata } = found.metadata
    sandbox.put({ ...found, metadata }, { manager })
  }
  for (const [keep, words, command] of [
    [keda, /ScaledObject .*night/, /annotate scaledobjects.keda.sh night .*paused-replicas=1/],
    [annotated, /kube-downscaler/, /downscaler\/exclude=true/],
    [writtenBy('night-watch'), /set to 0 by manager "night-watch"/, /scale deployment/],
    [writtenBy('kubectl-scale'), undefined, /scale deployment/],
  ] as const) {
    const sandbox = setup()
    operator(sandbox, { ...bucketOperator, replicas: 0 })
    keep(sandbox)
    const { causes, codes } = await explained(sandbox)
    assert.equal(codes, ['ControllerUnhealthy bucket-operator'])
    const facts = causes[0]!.evidence.map(({ fact }) => fact).join()
    if (words === undefined) assert.not.match(facts, /back to zero/)
    else assert.match(facts, words)
    assert.match(causes[0]!.remedies[0]!.commands.join(), command)
  }
})

test('a Deployment at zero whose successor runs under its account is not to be scaled up', async () => {
  for (const [name, codes] of [
    ['bucket-operator-primary', ['CleanupInProgress logs']],
    ['bucket-operator-v2', ['CleanupInProgress logs']],
    ['bucket-operator-webhook', ['ControllerUnhealthy bucket-operator']],
  ] as const) {
    const sandbox = setup()
    operator(sandbox, { ...bucketOperator, replicas: 0 })
    deployment(sandbox, 'bucket-operator-system', name, { serviceAccount: 'bucket-operator' })
    assert.equal((await explained(sandbox)).codes, codes)
  }
})

test('a Pod without a service account of its own may act by a kubeconfig: no right is asked for the default one', async () => {
  const sandbox = setup()
  namespace(sandbox, 'kube-system')
  sandbox.put({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: 'bucket-operator-node-1',
      namespace: 'kube-system',
      annotations: { 'kubernetes.io/config.mirror': 'x' },
    },
    spec: { containers: [{ name: 'bucket-operator', image: 'x' }] },
    status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
  })
  assert.equal((await explained(sandbox)).codes, ['CleanupInProgress logs'])
})

test('a Deployment that is itself on its way out is not to be repaired: its operator is missing', async () => {
  const sandbox = anonymous()
  bucketRole(sandbox, [WORKER])
  deployment(sandbox, 'work', 'worker', { serviceAccount: 'worker', replicas: 0 })
  const found = sandbox.get('apps/v1', 'Deployment', 'worker', 'work')!
  const leaving = { finalizers: ['foregroundDeletion'], deletionTimestamp: '2026-01-15T11:00:00Z' }
  sandbox.put({ ...found, metadata: { ...found.metadata, ...leaving } })
  const { causes } = await explained(sandbox)
  const missing = causes.find(({ code }) => code === 'ControllerMissing')!
  assert.ok(missing.evidence.some(({ fact }) => fact.includes('work/worker is being deleted itself')))
  assert.not(causes.some(({ code }) => code === 'ControllerUnhealthy'))
})

test('who may do everything may be the controller, where nothing gives it a name', async () => {
  const sandbox = anonymous()
  deployment(sandbox, 'work', 'engine', { serviceAccount: 'engine' })
  wildcardRole(sandbox, 'engine', 'work')
  const { causes } = await explained(sandbox)
  assert.is(causes[0]!.code, 'ControllerUnknown')
  assert.ok(causes[0]!.evidence.some(({ fact }) => fact.includes('deployment work/engine')))
})

test('an operator that runs under its name and lost its right is not called missing', async () => {
  const sandbox = setup({ manager: 'manager' })
  operator(sandbox, { ...bucketOperator, bound: false })
  const { causes } = await explained(sandbox)
  assert.is(causes[0]!.code, 'ControllerUnknown')
  assert.ok(
    causes[0]!.evidence.some(({ fact }) =>
      fact.includes(
        'bucket-operator-system/bucket-operator has a word of its name in common with it, and is granted neither update nor patch',
      ),
    ),
  )
})

test("a vendor's word makes the operator of another product no suspect (opendatahub-io/distributed-workloads#105)", async () => {
  const codesBeside = async (name: string) => {
    const group = 'nfd.vendor.test'
    const sandbox = createSandbox({ clock: manualClock() })
    definition(sandbox, { group, plural: 'features', kind: 'Feature' })
    for (const each of ['shop', 'ops']) namespace(sandbox, each)
    const at = { apiVersion: `${group}/v1`, kind: 'Feature', namespace: 'shop', name: 'f' }
    customResource(sandbox, { ...at, manager: 'manager', finalizers: [`${group}/cleanup`], deleted: HOUR })
    deployment(sandbox, 'ops', name)
    return (await explained(sandbox)).causes.map(({ code }) => code).join()
  }
  assert.is(await codesBeside('vendor-apiserver-operator'), 'ControllerMissing')
  assert.is(await codesBeside('vendor-operator'), 'ControllerUnknown')
  assert.is(await codesBeside('nfd-master'), 'ControllerUnknown')
})

test('the Pod of a Job without the right, as of a hook that uninstalls the product, is no controller', async () => {
  const codesWith = async (kind: string) => {
    const sandbox = setup({ manager: 'manager' })
    namespace(sandbox, 'ops')
    const ownerReferences = [{ apiVersion: 'batch/v1', kind, name: 'bucket-operator', uid: 'u', controller: true }]
    const spec = { containers: [{ name: 'delete', image: 'kubectl' }] }
    const metadata = { name: 'bucket-operator-x', namespace: 'ops', ownerReferences }
    sandbox.put({ apiVersion: 'v1', kind: 'Pod', metadata, spec, status: { phase: 'Pending' } })
    return (await explained(sandbox)).codes
  }
  assert.equal(await codesWith('Job'), [`ControllerMissing buckets.${GROUP}`])
  assert.equal(await codesWith('OddSet'), ['ControllerUnknown logs'])
})

test('a manager or a container whose name many programs have is no sign: a neighbour is not blamed', async () => {
  const sandbox = setup({ manager: 'controller' })
  namespace(sandbox, 'ingress')
  deployment(sandbox, 'ingress', 'ingress-nginx', {})
  const found = sandbox.get('apps/v1', 'Deployment', 'ingress-nginx', 'ingress')!
  const template = { spec: { containers: [{ name: 'controller', image: 'ingress-nginx' }] } }
  sandbox.put({ ...found, spec: { ...(found.spec as object), template } })
  assert.equal((await explained(sandbox)).codes, [`ControllerMissing buckets.${GROUP}`])
})

test('of several with the right, the one that wrote the finalizer is its controller', async () => {
  const sandbox = setup()
  operator(sandbox, { ...bucketOperator, replicas: 0 })
  operator(sandbox, { name: 'auditor', group: GROUP, plural: 'buckets' })
  assert.equal((await explained(sandbox)).codes, ['ControllerUnhealthy bucket-operator'])
})

test("a second finalizer of another operator is not taken for one of the type's own", async () => {
  const sandbox = setup()
  operator(sandbox, bucketOperator)
  customResource(sandbox, {
    apiVersion: `${GROUP}/v1`,
    kind: 'Bucket',
    namespace: 'shop',
    name: 'logs',
    manager: 'deadcorp-agent',
    finalizers: [FINALIZER, 'hold.deadcorp.io/audit'],
    deleted: HOUR,
  })
  const { causes } = await explained(sandbox)
  const cause = causes.find(({ finalizer }) => finalizer === 'hold.deadcorp.io/audit')!
  assert.is(cause.code, 'ControllerUnknown')
})

test('an idle account that has nothing to do with a Service is no proof that the controller of its finalizer is gone', async () => {
  const sandbox = createSandbox({ clock: manualClock() })
  namespace(sandbox, 'shop')
  const names = { apiGroups: [''], resources: ['services', 'services/status'], verbs: ['patch'] }
  bucketRole(sandbox, [{ kind: 'ServiceAccount', name: 'speaker', namespace: 'gone' }], { rules: [names] })
  sandbox.put({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: {
      name: 'web',
      namespace: 'shop',
      finalizers: ['service.kubernetes.io/load-balancer-cleanup'],
      deletionTimestamp: '2026-01-15T10:00:00Z',
    },
    spec: { type: 'LoadBalancer', ports: [{ port: 80 }] },
  })
  assert.equal((await explained(sandbox)).codes, ['ControllerUnknown web'])
})

test("what Kubernetes itself says of a Pod is no report of a finalizer's controller", async () => {
  const sandbox = createSandbox({ clock: manualClock() })
  namespace(sandbox, 'shop')
  const failed = { type: 'Ready', status: 'False', reason: 'PodFailed', lastTransitionTime: '2026-01-15T11:59:00Z' }
  const pod = sandbox.put({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: 'web',
      namespace: 'shop',
      finalizers: ['mango.io/hold'],
      deletionTimestamp: '2026-01-15T10:00:00Z',
    },
    spec: { containers: [{ name: 'app', image: 'x' }] },
    status: { phase: 'Failed', conditions: [failed] },
  })
  const report = { reason: 'FailedKillPod', message: 'no', component: 'kubelet', first: HOUR, last: MINUTE }
  event(sandbox, pod, report)
  assert.equal((await explained(sandbox)).codesOf('Pod', 'web'), ['ControllerUnknown'])
})

test('an operator that left its role is missing for a Namespace too, though Kubernetes writes the status of that', async () => {
  const sandbox = createSandbox({ clock: manualClock() })
  const rule = { apiGroups: [''], resources: ['namespaces', 'namespaces/finalizers'], verbs: ['update'] }
  bucketRole(sandbox, [{ kind: 'ServiceAccount', name: 'oak', namespace: 'oak' }], { rules: [rule] })
  const status = { manager: 'kube-controller-manager', operation: 'Update', subresource: 'status' }
  sandbox.put({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: {
      name: 'tenant',
      finalizers: ['tenants.oak.io/cleanup'],
      deletionTimestamp: '2026-01-15T10:00:00Z',
      managedFields: [{ ...status, time: '2026-01-15T11:59:00Z', fieldsV1: { 'f:status': {} } }],
    },
  })
  const { codesOf } = await explained(sandbox)
  assert.ok(codesOf('Namespace', 'tenant').includes('ControllerMissing'))
})

test("another load balancer's controller is not taken for that of the cloud", async () => {
  const sandbox = createSandbox({ clock: manualClock() })
  namespace(sandbox, 'shop')
  const rule = { apiGroups: [''], resources: ['services', 'services/status'], verbs: ['patch'] }
  namespace(sandbox, 'work')
  deployment(sandbox, 'work', 'aws-load-balancer-controller', { serviceAccount: 'worker' })
  bucketRole(sandbox, [WORKER], { rules: [rule] })
  sandbox.put({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: {
      name: 'web',
      namespace: 'shop',
      finalizers: ['service.kubernetes.io/load-balancer-cleanup'],
      deletionTimestamp: '2026-01-15T10:00:00Z',
    },
  })
  assert.equal((await explained(sandbox)).codes, ['ControllerUnknown web'])
})

test('an object that waits in vain is not told to wait because another is young', async () => {
  const sandbox = setup({ deleted: 5 * HOUR })
  operator(sandbox, bucketOperator)
  bucket(sandbox, 'young', { deleted: 10 })
  const { causes } = await explained(sandbox)
  assert.equal(causes.map(({ remedies }) => remedies[0]!.kind).toSorted(), ['inspect', 'wait'])
})

test('a removal names its objects where others, whose controller lives, are held by the same finalizer', async () => {
  const sandbox = setup()
  bucket(sandbox, 'more')
  definition(sandbox, { group: 'sync.example.org', plural: 'syncs', kind: 'Sync' })
  const same = { namespace: 'shop', name: 'one', manager: 'sync-operator', finalizers: [FINALIZER], deleted: HOUR }
  customResource(sandbox, { apiVersion: 'sync.example.org/v1', kind: 'Sync', ...same })
  operator(sandbox, { name: 'sync-operator', group: 'sync.example.org', plural: 'syncs' })
  const { causes } = await explained(sandbox)
  const missing = causes.find(({ code }) => code === 'ControllerMissing')!
  assert.equal(ownRemedies(missing)[1]!.commands, [
    `kubectl finalize remove buckets.${GROUP}/logs buckets.${GROUP}/more -n shop --finalizer ${FINALIZER}`,
  ])
})

test('a finalizer on a ConfigMap that nobody knows is unknown; its removal is the last resort, and names the guard to be passed', async () => {
  const sandbox = createSandbox({ clock: manualClock() })
  namespace(sandbox, 'shop')
  sandbox.put({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name: 'settings',
      namespace: 'shop',
      finalizers: ['odd "name"/$(reboot)'],
      deletionTimestamp: '2026-01-15T10:00:00Z',
    },
  })
  const { codes, causes } = await explained(sandbox)
  assert.equal(codes, ['ControllerUnknown settings'])
  assert.equal(
    causes[0]!.remedies.map(({ kind }) => kind),
    ['inspect', 'remove'],
  )
  assert.match(causes[0]!.remedies[1]!.commands[0]!, / --override ControllerUnknown$/)
})

test('a core object that tells no writer: what alone serves the API group of its finalizer, and may patch it, is its controller', async () => {
  const cases: readonly [object, string][] = [
    [{}, 'ControllerUnhealthy bucket-operator'],
    [{ replicas: 1 }, 'ControllerForbidden bucket-operator'],
    // Another program has a role for the group too, it may not patch ConfigMaps, or the finalizer is of another group.
    [{ other: true }, 'ControllerUnknown settings'],
    [{ grants: [] }, 'ControllerUnknown settings'],
    [{ finalizer: 'elsewhere.example.com/bucket' }, 'ControllerUnknown settings'],
    [
      {
        managedFields: [
          {
            manager: 'kubectl-edit',
            time: '2026-01-15T09:00:00Z',
            operation: 'Update',
            fieldsV1: { 'f:metadata': { 'f:finalizers': { '.': {}, [`v:"${FINALIZER}"`]: {} } } },
          },
        ],
      },
      'ControllerUnknown settings',
    ],
  ]
  for (const [given, expected] of cases) {
    const {
      replicas = 0,
      other = false,
      grants = ['configmaps'],
      finalizer = FINALIZER,
      managedFields = [],
    } = given as { replicas?: number; other?: boolean; grants?: string[]; finalizer?: string; managedFields?: object[] }
    const sandbox = createSandbox({ clock: manualClock() })
    definition(sandbox, { group: GROUP, plural: 'buckets', kind: 'Bucket' })
    namespace(sandbox, 'shop')
    // By its name it is no kin of the group.
    operator(sandbox, { ...bucketOperator, name: 'mason', replicas })
    if (other) operator(sandbox, { ...bucketOperator, name: 'tiler' })
    const rules = [{ apiGroups: [''], resources: grants, verbs: ['patch'] }]
    const metadata = { name: 'mason-settings' }
    sandbox.put({ apiVersion: `${RBAC}/v1`, kind: 'ClusterRole', metadata, rules })
    const roleRef = { apiGroup: RBAC, kind: 'ClusterRole', name: metadata.name }
    const subjects = [{ kind: 'ServiceAccount', name: 'mason', namespace: 'mason-system' }]
    sandbox.put({ apiVersion: `${RBAC}/v1`, kind: 'ClusterRoleBinding', metadata, roleRef, subjects })
    sandbox.put({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: {
        name: 'settings',
        namespace: 'shop',
        finalizers: [finalizer],
        deletionTimestamp: '2026-01-15T10:00:00Z',
        managedFields,
      },
    } as never)
    const { codes, causes } = await explained(sandbox)
    assert.equal(codes, [expected.replace('bucket-operator', 'mason')], JSON.stringify(given))
    // It may not list them either: to read every ConfigMap is granted to no one on a suspicion.
    const granting = causes[0]!.remedies.flatMap(({ commands }) => commands).filter(each => each.includes('create'))
    assert.not.ok(granting.some(command => /list|watch/.test(command)))
    assert.is(granting.length, expected.startsWith('ControllerForbidden') ? 2 : 0)
  }
})

test('a finalizer named after a node that does not exist is told as that', async () => {
  const told = async (finalizer: string, ...others: string[]) => {
    const sandbox = setup()
    operator(sandbox, bucketOperator)
    node(sandbox, 'worker-1')
    bucket(sandbox, 'logs', { finalizers: [finalizer] })
    if (others.length > 0) bucket(sandbox, 'other', { finalizers: others })
    const { causes } = await explained(sandbox)
    const own = causes.filter(each => each.finalizer === finalizer)
    assert.equal(
      own.map(({ code, verdict }) => `${code} ${verdict}`),
      ['CleanupInProgress unknown'],
    )
    return own.flatMap(({ evidence }) => evidence).filter(({ source }) => source === 'nodes').length
  }
  assert.is(await told('worker-2-deleted'), 1)
  assert.is(await told('thor-deleted', 'worker-1-deleted'), 1)
  for (const finalizer of ['worker-1-deleted', 'volume-deleted', `${GROUP}/worker-2`, 'worker-2'])
    assert.is(await told(finalizer), 0, finalizer)
})

test('hostile names are quoted in every command', async () => {
  const sandbox = setup()
  customResource(sandbox, {
    apiVersion: `${GROUP}/v1`,
    kind: 'Bucket',
    namespace: 'shop',
    name: 'logs2',
    manager: 'bucket-operator',
    finalizers: ["x.example.com/it's$(reboot)"],
    deleted: HOUR,
  })
  const { causes } = await explained(sandbox)
  const commands = causes.flatMap(({ remedies }) => remedies.flatMap(remedy => remedy.commands))
  assert.ok(commands.some(command => command.includes(String.raw`'x.example.com/it'\''s$(reboot)'`)))
})

test('a controller that is silent is asked by its log before anything is removed, and not restarted', async () => {
  for (const deleted of [HOUR, 2 * MINUTE]) {
    const sandbox = setup({ deleted })
    operator(sandbox, bucketOperator)
    const [cause] = (await explained(sandbox)).causes
    assert.is(cause!.code, 'CleanupInProgress')
    assert.equal(
      cause!.remedies.map(({ kind }) => kind),
      // Before the removal it offers to rescue the object.
      ['inspect', 'inspect', 'remove'],
    )
    assert.match(cause!.remedies[2]!.commands[0]!, / --override ControllerAlive$/)
  }
})

test('a controller that only just became ready is to be waited for, and nothing else, whatever keeps its Pods', async () => {
  for (const kind of ['Deployment', 'StatefulSet', 'DaemonSet']) {
    for (const [ready, kinds] of [
      [MINUTE, ['wait']],
      [HOUR, ['inspect', 'inspect', 'remove']],
    ] as const) {
      const sandbox = setup()
      operator(sandbox, bucketOperator)
      const known = sandbox.get('apps/v1', 'Deployment', 'bucket-operator', 'bucket-operator-system')!
      const condition = { type: 'Available', status: 'True', lastTransitionTime: ago(sandbox, ready) }
      if (kind === 'Deployment') {
        sandbox.put({ ...known, status: { ...(known.status as object), conditions: [condition] } })
      } else {
        sandbox.put({ ...known, status: {} })
        const counts = { readyReplicas: 1, numberReady: 1, desiredNumberScheduled: 1 }
        const metadata = { name: 'bucket-operator', namespace: 'bucket-operator-system' }
        const keeper = sandbox.put({ apiVersion: 'apps/v1', kind, metadata, spec: known.spec, status: counts })
        const { template } = known.spec as { template: { spec: object } }
        sandbox.put({
          apiVersion: 'v1',
          kind: 'Pod',
          metadata: { ...metadata, name: 'bucket-operator-0', ownerReferences: [controllerOf(keeper)] },
          spec: template.spec,
          status: { phase: 'Running', conditions: [{ ...condition, type: 'Ready' }] },
        })
      }
      bucket(sandbox, 'quiet', { deleted: 3 * HOUR })
      const [cause] = (await explained(sandbox)).causes
      assert.equal(
        [cause!.code, ...cause!.remedies.map(remedy => remedy.kind)],
        ['CleanupInProgress', ...kinds],
        `${kind} ${ready}`,
      )
    }
  }
})

test('what was put on by hand under a name of its own is told', async () => {
  const HOLD = `${GROUP}/manual-hold`
  const alive =
    (...finalizers: string[]) =>
    (sandbox: Sandbox) => {
      const type = { apiVersion: `${GROUP}/v1`, kind: 'Bucket', namespace: 'shop', manager: 'bucket-operator' }
      customResource(sandbox, { ...type, name: 'alive', finalizers })
    }
  const cases: readonly [string, (sandbox: Sandbox) => void, boolean][] = [
    ['the controller puts another on', alive(FINALIZER), true],
    ['nothing tells what it puts on', () => {}, false],
    ['it puts the same on others', alive(FINALIZER, HOLD), false],
  ]
  for (const [name, arrange, isTold] of cases) {
    const sandbox = createSandbox({ clock: manualClock() })
    definition(sandbox, { group: GROUP, plural: 'buckets', kind: 'Bucket' })
    namespace(sandbox, 'shop')
    operator(sandbox, bucketOperator)
    bucket(sandbox, 'held', { manager: 'kubectl-edit', finalizers: [HOLD] })
    arrange(sandbox)
    const [cause] = (await explained(sandbox)).causes
    assert.equal([cause!.code, cause!.verdict], ['CleanupInProgress', 'unknown'], name)
    assert.is(
      cause!.evidence.some(({ fact }) => fact.includes('added manually')),
      isTold,
      name,
    )
  }
})

test('a finalizer of Kubernetes is of no workload with a right and a word of it, nor was it put on by hand', async () => {
  for (const [manager, isTold] of [
    ['kube-controller-manager', false],
    ['kubectl-edit', true],
  ] as const) {
    const sandbox = createSandbox({ clock: manualClock() })
    operator(sandbox, { name: 'kube-operator', group: '', plural: 'persistentvolumes' })
    const metadata = {
      name: 'data',
      finalizers: ['kubernetes.io/pv-controller'],
      deletionTimestamp: ago(sandbox, HOUR),
    }
    sandbox.put({ apiVersion: 'v1', kind: 'PersistentVolume', metadata }, { manager })
    const [cause] = (await explained(sandbox)).causes
    assert.is(cause!.code, 'ControllerUnknown', manager)
    assert.is(/added manually/.test(JSON.stringify(cause!.evidence)), isTold, manager)
  }
})

test.run()
