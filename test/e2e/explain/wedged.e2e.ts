import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ownRemedies } from '../../diagnosis/own-remedies.ts'
import { ageDeletion } from '../rig/age.ts'
import type { Api, Thing } from '../rig/api.ts'
import { createCrd, type OwnType } from '../rig/crd.ts'
import { createNamespace } from '../rig/namespace.ts'
import { ownControlPlane, ownControlPlaneAvailable } from '../rig/own-control-plane.ts'
import { kubectlAvailable, run } from '../rig/rig.ts'
import { carryOut } from './carry-out.ts'
import { explained } from './explained-e2e.ts'

const test = suite('explain of a wedged controller')
// Minutes of silence are written into etcd, which the sandbox has not.
const realTest = ownControlPlaneAvailable() && kubectlAvailable() ? test : test.skip

interface Condition {
  readonly type: string
  readonly status: string
  readonly reason?: string
}

function isAvailable({ type, status }: Condition): boolean {
  return type === 'Available' && status === 'True'
}

function isRolledOut({ type, reason }: Condition): boolean {
  return type === 'Progressing' && reason === 'NewReplicaSetAvailable'
}

/** A ready Deployment that may change the type: of the controller there is only this, and it never says a word. */
async function silentOperator(api: Api, place: string, { group, plural }: OwnType): Promise<Thing> {
  const metadata = { name: 'operator', namespace: place }
  await api.create({ apiVersion: 'v1', kind: 'ServiceAccount', metadata })
  const resources = [plural, `${plural}/status`]
  const rules = [{ apiGroups: [group], resources, verbs: ['get', 'list', 'watch', 'update', 'patch'] }]
  await api.create({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: { name: group },
    rules,
  })
  await api.create({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name: group },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: group },
    subjects: [{ kind: 'ServiceAccount', ...metadata }],
  })
  const labels = { app: 'operator' }
  const spec = { serviceAccountName: 'operator', containers: [{ name: 'manager', image: 'example.com/operator:v1' }] }
  const deployment = await api.create({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata,
    spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
  })
  await api.waitFor(deployment, ({ status }) => status?.replicas === 1)
  const [pod] = await api.list({ apiVersion: 'v1', kind: 'Pod', namespace: place })
  // What only just came up is not to be restarted.
  const before = new Date(Date.now() - 3600_000).toISOString().replace(/\.\d+/, '')
  const conditions = [{ type: 'Ready', status: 'True', lastTransitionTime: before }]
  await api.patch(
    { ...pod!, apiVersion: 'v1', kind: 'Pod' },
    { status: { phase: 'Running', conditions } },
    { subresource: '/status' },
  )
  const ready = await api.waitFor(deployment, ({ status }) =>
    [isAvailable, isRolledOut].every(is => status?.conditions?.some(is) === true),
  )
  const aged = (ready.status?.conditions ?? []).map((each: Condition) => ({
    ...each,
    lastTransitionTime: before,
    lastUpdateTime: before,
  }))
  return api.patch(deployment, { status: { conditions: aged } }, { subresource: '/status' })
}

realTest(
  'CleanupInProgress, unknown: no restart, which nothing shows to help, and a removal only with its override',
  async () => {
    await using plane = await ownControlPlane()
    const { api, kubeconfig, etcd } = plane
    const env = { KUBECONFIG: kubeconfig }
    const [place, home] = [await createNamespace(api), await createNamespace(api)]
    const type = await createCrd(api, { kind: 'Gear' })
    await silentOperator(api, home, type)
    const finalizer = `${type.group}/cleanup`
    const gear = await api.create(type.draft('held', place, { metadata: { finalizers: [finalizer] } }))
    await api.delete(gear)
    await ageDeletion(etcd, gear, type.resource, 900)
    const answer = await explained([`${type.resource}/held`, '-n', place], { env })
    const [cause, ...others] = answer.causes
    assert.equal([others.length, cause!.code, cause!.subject.name], [0, 'CleanupInProgress', 'held'])
    assert.is(answer.object('Gear', 'held').verdict, 'unknown')
    assert.equal(
      ownRemedies(cause!).map(({ kind, risk }) => [kind, risk]),
      [
        ['inspect', 'none'],
        ['remove', 'medium'],
      ],
    )
    const refused = await run(
      ['remove', `${type.resource}/held`, '-n', place, '--finalizer', finalizer, '--yes', '-o', 'json'],
      {
        env,
      },
    )
    assert.equal([refused.code, JSON.parse(refused.stdout).steps[0].guard], [3, 'ControllerAlive'])
    await carryOut(`${ownRemedies(cause!)[1]!.commands[0]} --yes`, env)
    await api.waitGone(gear)
  },
)

realTest(
  'a database whose Pods were never scheduled is told with them, and its operator is not restarted',
  async () => {
    await using plane = await ownControlPlane()
    const { api, kubeconfig, etcd } = plane
    const env = { KUBECONFIG: kubeconfig }
    const [place, home] = [await createNamespace(api), await createNamespace(api)]
    // As in percona/percona-server-mongodb-operator#2137.
    const type = await createCrd(api, { group: 'psmdb.percona.com', kind: 'PerconaServerMongoDB' })
    await silentOperator(api, home, type)
    const finalizers = ['percona.com/delete-psmdb-pods-in-order']
    const database = await api.create(type.draft('orders', place, { metadata: { finalizers } }))
    const { apiVersion, kind, metadata } = database
    const labels = { app: 'mongod' }
    const set = await api.create({
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: {
        name: 'orders-rs0',
        namespace: place,
        ownerReferences: [{ apiVersion, kind, name: metadata.name, uid: metadata.uid, controller: true }],
      },
      spec: {
        serviceName: 'orders-rs0',
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [{ name: 'mongod', image: 'example.com/mongod:v1' }] } },
      },
    })
    await api.waitFor(set, ({ status }) => status?.replicas === 1)
    await api.delete(database)
    await ageDeletion(etcd, database, type.resource, 900)
    const answer = await explained([`${type.resource}/orders`, '-n', place], { env })
    const [cause, ...others] = answer.causes
    assert.equal([others.length, cause!.code, cause!.subject.name], [0, 'CleanupInProgress', 'orders'])
    assert.is(answer.object(kind, 'orders').verdict, 'unknown')
    assert.match(cause!.summary, `statefulset ${place}/orders-rs0, which ${kind} orders owns, has no ready Pod`)
    const commands = ownRemedies(cause!).flatMap(remedy => remedy.commands)
    assert.ok(commands.includes(`kubectl describe statefulset orders-rs0 -n ${place}`))
    assert.not.ok(commands.join().includes('restart'))
    await api.patch(database, { metadata: { finalizers: null } })
    await api.waitGone(database)
  },
)

test.run()
