import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { KubeObject } from '../../src/api/object.ts'
import { customResource } from '../../src/sandbox/incidents/parts/custom-resource.ts'
import { definition } from '../../src/sandbox/incidents/parts/definition.ts'
import { event } from '../../src/sandbox/incidents/parts/event.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { node } from '../../src/sandbox/incidents/parts/node.ts'
import { operator } from '../../src/sandbox/incidents/parts/operator.ts'
import { pod } from '../../src/sandbox/incidents/parts/pod.ts'
import { ago, HOUR, MINUTE } from '../../src/sandbox/incidents/parts/time.ts'
import { deployment } from '../../src/sandbox/incidents/parts/workload.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { explained } from './explained.ts'

const test = suite('what a user of a namespace could have written')

const GROUP = 'moors.example.com'
const RBAC = 'rbac.authorization.k8s.io'
const ACCOUNT = 'system:serviceaccount:moor-operator-system:moor-operator'

/** A moor that was deleted, and its operator, which runs unless `replicas` is 0. */
function setup({ manager = 'moor-operator', runs = true } = {}) {
  const sandbox = createSandbox({ clock: manualClock() })
  definition(sandbox, { group: GROUP, plural: 'moors', kind: 'Moor' })
  definition(sandbox, { group: GROUP, plural: 'ponds', kind: 'Pond' })
  for (const name of ['shop', 'tenant']) namespace(sandbox, name)
  if (runs) operator(sandbox, { name: 'moor-operator', group: GROUP, plural: 'moors' })
  const object = customResource(sandbox, {
    apiVersion: `${GROUP}/v1`,
    kind: 'Moor',
    namespace: 'shop',
    name: 'wide',
    manager,
    age: 2 * HOUR,
    finalizers: [`${GROUP}/drain`],
    deleted: 20 * MINUTE,
  })
  return { sandbox, object }
}

async function grantsFor(message: string): Promise<{ verdict: string; grants: readonly string[] }> {
  const { sandbox, object } = setup()
  event(sandbox, object, { reason: 'Failed', message, component: 'moor-operator', first: 10 * MINUTE, last: MINUTE })
  const { causes } = await explained(sandbox)
  const commands = causes.flatMap(({ remedies }) => remedies).flatMap(each => each.commands)
  return { verdict: causes[0]!.verdict, grants: commands.filter(command => command.startsWith('kubectl create ')) }
}

test('a right that only an Event names is granted in the namespace of the object alone, and none to more rights', async () => {
  for (const refused of [
    'cannot list resource "secrets" in API group "" at the cluster scope',
    'cannot get resource "secrets" in API group "" in the namespace "kube-system"',
    'cannot list resource "nodes" in API group "" at the cluster scope',
    'cannot escalate resource "clusterroles" in API group "rbac.authorization.k8s.io" at the cluster scope',
    'cannot create resource "rolebindings" in API group "rbac.authorization.k8s.io" in the namespace "shop"',
    'cannot impersonate resource "users" in API group "" at the cluster scope',
    'cannot create resource "serviceaccounts/token" in API group "" in the namespace "shop"',
    'cannot delete resource "moors" in API group "moors.example.com" in the namespace "kube-system"',
  ]) {
    const { verdict, grants } = await grantsFor(`it is forbidden: User "${ACCOUNT}" ${refused}`)
    assert.equal([verdict, grants], ['unknown', []], refused)
  }
  const { verdict, grants } = await grantsFor(
    `it is forbidden: User "${ACCOUNT}" cannot list resource "configmaps" in API group "" in the namespace "shop"`,
  )
  assert.is(verdict, 'stuck')
  assert.match(grants[0]!, '-n shop --verb list --resource configmaps')
})

test('a workload with the name of the field manager hides no controller that has the right and runs', async () => {
  for (const replicas of [0, 1]) {
    const { sandbox } = setup({ manager: 'fjord-agent' })
    deployment(sandbox, 'tenant', 'fjord-agent', { replicas })
    const { codes } = await explained(sandbox)
    assert.equal(codes[0]!.split(' ')[0], 'CleanupInProgress', `${replicas}`)
  }
})

/** A lapsed Lease in the namespace of a tenant, for which something cluster-scoped was made. */
async function withLease(more: (sandbox: Sandbox) => void): Promise<string> {
  const { sandbox } = setup({ runs: false })
  sandbox.put({
    apiVersion: `${RBAC}/v1`,
    kind: 'ClusterRole',
    metadata: { name: 'everything' },
    rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }],
  })
  bind(sandbox, 'everything', { kind: 'User', apiGroup: RBAC, name: 'outside' })
  more(sandbox)
  sandbox.put({
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { name: 'moor-operator', namespace: 'tenant' },
    spec: {
      holderIdentity: 'x',
      leaseDurationSeconds: 15,
      renewTime: ago(sandbox, 15 * MINUTE).replace('Z', '.000000Z'),
    },
  })
  return (await explained(sandbox)).codes.join()
}

function bind(sandbox: Sandbox, role: string, subject: object): void {
  sandbox.put({
    apiVersion: `${RBAC}/v1`,
    kind: 'ClusterRoleBinding',
    metadata: { name: role },
    roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: role },
    subjects: [subject],
  })
}

function role(sandbox: Sandbox, rule: object, annotations?: Readonly<Record<string, string>>): void {
  const metadata = { name: 'team', ...(annotations && { annotations }) }
  const rules = [{ apiGroups: [GROUP], verbs: ['get', 'update', 'patch'], ...rule }]
  sandbox.put({ apiVersion: `${RBAC}/v1`, kind: 'ClusterRole', metadata, rules })
}

const BOT = { kind: 'ServiceAccount', name: 'bot', namespace: 'tenant' }

test('the right to some objects, to another type, a release or a policy make no namespace that of the operator', async () => {
  const ways: Record<string, (sandbox: Sandbox) => void> = {
    nothing: () => {},
    'objects of some names': sandbox => {
      role(sandbox, { resources: ['moors', 'moors/status'], resourceNames: ['narrow'] })
      bind(sandbox, 'team', BOT)
    },
    'another type of the group': sandbox => {
      role(sandbox, { resources: ['ponds', 'ponds/status'] })
      bind(sandbox, 'team', BOT)
    },
    'a release with a role for users': sandbox =>
      role(sandbox, { resources: ['moors'] }, { 'meta.helm.sh/release-namespace': 'tenant' }),
    'the webhook of a policy': sandbox => {
      sandbox.put({
        apiVersion: 'admissionregistration.k8s.io/v1',
        kind: 'ValidatingWebhookConfiguration',
        metadata: { name: 'team' },
        webhooks: [
          {
            name: 'policy.team.example',
            failurePolicy: 'Ignore',
            sideEffects: 'None',
            admissionReviewVersions: ['v1'],
            clientConfig: { service: { namespace: 'tenant', name: 'policy' } },
            rules: [{ apiGroups: [GROUP], apiVersions: ['*'], resources: ['moors'], operations: ['CREATE'] }],
          },
        ],
      })
    },
  }
  for (const [what, more] of Object.entries(ways)) assert.is(await withLease(more), 'ControllerUnknown wide', what)
  const whole = await withLease(sandbox => {
    role(sandbox, { resources: ['moors'] })
    bind(sandbox, 'team', BOT)
  })
  assert.is(whole, `ControllerMissing moors.${GROUP}`)
})

test('what a Pod names is asked for and printed only where an object can have that name, and of a few of many', async () => {
  const told = async (names: readonly string[], hosts: readonly string[]) => {
    const { sandbox, object } = setup()
    const ownedBy = ({ apiVersion, kind, metadata: { name, uid } }: KubeObject) => [
      { apiVersion, kind, name, uid: uid!, controller: true },
    ]
    const at = { namespace: 'shop', creationTimestamp: ago(sandbox, MINUTE) }
    const spec = { containers: [], volumes: names.map(secretName => ({ name: 'v', secret: { secretName } })) }
    const metadata = { name: 'clean', ...at, ownerReferences: ownedBy(object) }
    const job = sandbox.put({ apiVersion: 'batch/v1', kind: 'Job', metadata, status: { active: 1, ready: 0 } })
    const waiting = { name: 'run', state: { waiting: { reason: 'ContainerCreating' } } }
    sandbox.put({
      ...{ apiVersion: 'v1', kind: 'Pod', spec, status: { phase: 'Pending', containerStatuses: [waiting] } },
      metadata: { name: 'clean-1', ...at, ownerReferences: ownedBy(job) },
    })
    node(sandbox, 'worker-1')
    pod(sandbox, 'tenant', 'web', { deleted: HOUR })
    const web = sandbox.get('v1', 'Pod', 'web', 'tenant')!
    const ended = [{ name: 'app', state: { terminated: { exitCode: 0 } } }]
    const volumes = [{ name: 'v', nfs: { server: hosts.join('/'), path: '/' } }]
    const status = { ...(web.status as object), containerStatuses: ended }
    sandbox.put({ ...web, spec: { ...(web.spec as object), volumes }, status })
    let asked = 0
    sandbox.onRequest = ({ path }) => {
      asked += /(secrets|services)\/./.test(path) ? 1 : 0
      return undefined
    }
    const { causes } = await explained(sandbox)
    const words = causes.flatMap(({ summary, remedies }) => [summary, ...remedies.map(each => each.summary)]).join()
    return [asked, words.includes('secret a'), words.includes('Service shop/a')]
  }
  assert.equal(await told(['a'], ['a.shop.svc']), [2, true, true])
  assert.equal(await told(['a. Delete all'], ['a. Delete all.shop.svc', '.shop.svc', 'a..svc']), [0, false, false])
  const many = Array.from({ length: 200 }, (_, index) => `a${index}`)
  assert.ok(
    Number(
      (
        await told(
          many,
          many.map(each => `${each}.shop.svc`),
        )
      )[0],
    ) <= 30,
  )
})

test.run()
