import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { parse } from 'yaml'
import { leaveTraces, writtenBefore } from '../explain/operator.ts'
import { createCrd } from '../rig/crd.ts'
import { api, crd, namespace, run, target, unique } from '../rig/rig.ts'
import { clusterRole, configMap, createAll, deployment, release } from './apps.ts'
import { createTarget, FINALIZER, manage, secondCluster, stuckItem } from './landscaper.ts'
import { assertOrder, record } from './record.ts'
import { replayed } from './replayed.ts'

const test = suite('replay of a Landscaper DeployItem')
const LABEL = 'manifest.deployer.landscaper.gardener.cloud/deployitem'

test('L1: the default order, policies kept, in the cluster that --target names; then the finalizer', async () => {
  const app = await namespace()
  const role = unique('app-r')
  const foos = await crd({ kind: 'Foo' })
  const [appRole, web, shared] = await createAll([
    clusterRole(role),
    deployment('web', app, 0),
    configMap('shared', app, { labels: { [LABEL]: 'app-y' } }),
  ])
  const place = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: app } }
  const { words, item } = await stuckItem({
    managed: [
      manage(foos.definition),
      manage(place, 'keep'),
      manage(appRole!),
      manage(web!),
      manage(shared!, 'fallback'),
    ],
  })
  using recording = await record([
    '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
    '/apis/rbac.authorization.k8s.io/v1/clusterroles',
    `/apis/apps/v1/namespaces/${app}/deployments`,
  ])
  const answer = await replayed([...words, '--yes', '--target', `t1=${target().kubeconfig}`])
  assert.is(answer.code, 0, answer.account)
  assert.equal(answer.told, [
    '1 Delete Deployment/web done',
    `2 Delete ClusterRole/${role} done`,
    `3 Delete CustomResourceDefinition/${foos.resource} done`,
    `RemoveFinalizer DeployItem/app-x ${FINALIZER} done`,
  ])
  const groups = [['Deployment web'], [`ClusterRole ${role}`], [`CustomResourceDefinition ${foos.resource}`]]
  await recording.told(groups.flat())
  assertOrder(recording, groups)
  assert.is(await api.get(item), undefined)
  assert.is((await api.get(place))!.metadata.deletionTimestamp, undefined)
  assert.is((await api.get(shared!))!.metadata.deletionTimestamp, undefined)
  assert.match(answer.stderr, 'its policy is "keep"')
})

/** What L2 starts from, in a second cluster, with objects of the same names at home. */
async function operatorIn(second: Awaited<ReturnType<typeof secondCluster>>) {
  const foos = await createCrd(second.api, { kind: 'Foo' })
  await leaveTraces(foos, { on: second.api })
  for (const name of ['app', 'other']) {
    await second.api.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
  }
  const held = { metadata: { finalizers: ['acme.test/f'] } }
  const f1 = await second.api.create(foos.draft('f1', 'app', held))
  const f2 = await second.api.create(foos.draft('f2', 'other', held))
  const op = await second.api.create(deployment('op', 'app', 0))
  return { foos, f1, f2, op, managed: [manage(f1), manage(op), manage(foos.definition)] }
}

const groupsOf = (apiVersion: string, rest: object = {}): object[] => [
  { customResourceGroup: { resources: [{ apiVersion, kind: 'Foo' }], deleteAllResources: true, ...rest } },
  { predefinedResourceGroup: { type: 'namespaced-resources' } },
]

test('L2: forced through the guards, what nobody deployed is spared, and only the Target’s cluster is touched', async () => {
  await using second = await secondCluster()
  const { foos, f1, f2, op, managed } = await operatorIn(second)
  const { words, item, place } = await stuckItem({
    managed,
    deletionGroups: groupsOf(foos.apiVersion, { forceDelete: true }),
  })
  await createTarget(place, { config: { kubeconfig: second.text } })
  // The same names in the cluster of the DeployItem.
  const homeFoos = await crd({ kind: 'Foo', group: foos.group })
  const home = await api
    .create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'app' } })
    .catch(() => undefined)
  const [homeOp, homeF1] = [await api.create(deployment('op', 'app', 0)), await api.create(homeFoos.draft('f1', 'app'))]

  const plan = await run(['replay', ...words, '--dry-run=client'])
  assert.is(plan.code, 0, plan.stderr)
  assert.match(plan.stdout, 'foo/f2 in namespace other: stays: not deployed by it')
  assert.match(plan.stdout, /^Plan for context /)
  assert.match(plan.stdout, /^1\. .*in the cluster of Target \S+ \(http:\/\/127\.0\.0\.1:\d+\)/m)
  assert.match(plan.stdout, 'forceDelete')
  assert.match(plan.stdout, /stays +customresourcedefinition/)
  const answer = await replayed([...words, '--yes', '--poll-interval', '200ms'])
  assert.is(answer.code, 0, answer.account)
  assert.equal(answer.told, [
    '1 Delete Foo/f1 done',
    '1 RemoveFinalizer Foo/f1 acme.test/f done',
    '2 Delete Deployment/op done',
    `RemoveFinalizer DeployItem/app-x ${FINALIZER} done`,
  ])
  assert.equal([await second.api.get(f1), await second.api.get(op)], [undefined, undefined])
  assert.is((await second.api.get(f2))!.metadata.deletionTimestamp, undefined)
  assert.ok(await second.api.get(foos.definition))
  assert.is(await api.get(item), undefined)
  for (const mine of [homeOp, homeF1]) {
    const { uid, deletionTimestamp } = (await api.get(mine))!.metadata
    assert.equal([uid, deletionTimestamp], [mine.metadata.uid, undefined])
  }
  await api.delete(homeFoos.definition)
  if (home) await api.delete(home)
})

test('L2 with --delete-all-resources: what nobody deployed goes too', async () => {
  await using second = await secondCluster()
  const { foos, f2, managed } = await operatorIn(second)
  const { words, place } = await stuckItem({
    managed,
    deletionGroups: groupsOf(foos.apiVersion, { forceDelete: true }),
  })
  // A kubeconfig as an object, in a Secret under a key of its own, with the word that a Target's config has for it.
  const data = { where: Buffer.from(JSON.stringify({ kubeconfig: parse(second.text) })).toString('base64') }
  await api.create({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'access', namespace: place }, data })
  await createTarget(place, { secretRef: { name: 'access', key: 'where' } })
  const answer = await replayed([...words, '--yes', '--delete-all-resources', '--poll-interval', '200ms'])
  assert.is(answer.code, 0, answer.account)
  assert.equal(answer.told.slice(0, 4), [
    '1 Delete Foo/f1 done',
    '1 Delete Foo/f2 done',
    '1 RemoveFinalizer Foo/f1 acme.test/f done',
    '1 RemoveFinalizer Foo/f2 acme.test/f done',
  ])
  assert.is(await second.api.get(f2), undefined)
})

test('L2 without force: at the timeout the next group and the finalizer are untouched, and what holds is named', async () => {
  await using second = await secondCluster()
  const { foos, f1, op, managed } = await operatorIn(second)
  const { words, item, place } = await stuckItem({ managed, deletionGroups: groupsOf(foos.apiVersion) })
  const data = { kubeconfig: Buffer.from(second.text).toString('base64') }
  await api.create({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'access', namespace: place }, data })
  await createTarget(place, { secretRef: { name: 'access' } })
  const answer = await replayed([...words, '--yes', '--timeout', '5s'])
  assert.is(answer.code, 3, answer.account)
  assert.equal(answer.told, [
    '1 Delete Foo/f1 timeout',
    '2 Delete Deployment/op skipped',
    `RemoveFinalizer DeployItem/app-x ${FINALIZER} skipped`,
  ])
  assert.match(answer.steps[0]!.message!, 'acme.test/f')
  assert.ok((await second.api.get(f1))!.metadata.deletionTimestamp)
  assert.is((await second.api.get(op))!.metadata.resourceVersion, op.metadata.resourceVersion)
  assert.equal((await api.get(item))!.metadata.finalizers, [FINALIZER])
  await release((await api.get(item))!)
})

test('forceDelete stops at a guard: a controller that is only scaled down is repaired first, or overridden', async () => {
  await using second = await secondCluster()
  const { foos, f1, managed } = await operatorIn(second)
  const rbac = 'rbac.authorization.k8s.io'
  await second.api.create({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'ctl', namespace: 'other' } })
  await second.api.create({
    ...clusterRole('ctl'),
    rules: [
      {
        apiGroups: [foos.group],
        resources: ['foos', 'foos/finalizers'],
        verbs: ['get', 'list', 'watch', 'update', 'patch'],
      },
    ],
  })
  await second.api.create({
    apiVersion: `${rbac}/v1`,
    kind: 'ClusterRoleBinding',
    metadata: { name: 'ctl' },
    roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: 'ctl' },
    subjects: [{ kind: 'ServiceAccount', name: 'ctl', namespace: 'other' }],
  })
  await second.api.create(deployment('ctl', 'other', 0, { serviceAccountName: 'ctl' }))
  const { words, item } = await stuckItem({ managed, deletionGroups: groupsOf(foos.apiVersion, { forceDelete: true }) })
  const where = ['--target', `t1=${second.kubeconfig}:sandbox`, '--poll-interval', '200ms'] as const
  const plan = await run(['replay', ...words, ...where, '--dry-run=client'])
  assert.match(plan.stdout, 'forceDelete: refused by RepairFirst')
  const refused = await replayed([...words, '--yes', ...where, '--timeout', '5s'])
  assert.is(refused.code, 3, refused.account)
  const force = refused.steps.find(({ action, group }) => action === 'RemoveFinalizer' && group === 1)!
  assert.equal([force.result, force.guard], ['refused', 'RepairFirst'])
  // The command would reach another cluster without these.
  assert.match(force.message!, `--kubeconfig ${second.kubeconfig} --context sandbox`)
  assert.ok(await second.api.get(f1))
  const forced = await replayed([...words, '--yes', ...where, '--override', 'RepairFirst'])
  assert.is(forced.code, 0, forced.account)
  assert.is(await second.api.get(f1), undefined)
  assert.is(await api.get(item), undefined)
})

test('the plan says what Landscaper would end first, and what the deployer met', async () => {
  const app = await namespace()
  const web = await api.create(deployment('web', app, 0))
  const { words, item, place } = await stuckItem({ managed: [manage(web)] })
  const lastError = { reason: 'ProgressingTimeout', message: 'web did not go' }
  await api.patch(item, { status: { lastError } }, { subresource: '/status' })
  // Long ago: a deployer that says so now is alive.
  await writtenBefore(item, 2 * 3600)
  await api.create({
    apiVersion: item.apiVersion,
    kind: 'DeployItem',
    metadata: {
      name: 'app-y',
      namespace: place,
      annotations: { 'execution.landscaper.gardener.cloud/dependsOn': 'app-x' },
    },
    spec: { type: 'landscaper.gardener.cloud/mock' },
  })
  const plan = await run(['replay', ...words, '--dry-run=client', '--target', `t1=${target().kubeconfig}`])
  assert.is(plan.code, 0, plan.stderr)
  assert.match(plan.stdout, 'DeployItem app-y depends on this one and still exists')
  assert.match(plan.stdout, 'ProgressingTimeout: web did not go')
})

test('L3: one bad group, or a targetName without deleteAllResources, and nothing is deleted', async () => {
  const app = await namespace()
  const web = await api.create(deployment('web', app, 0))
  const predefined = { type: 'namespaced-resources' }
  const custom = { resources: [{ apiVersion: 'v1', kind: 'Secret' }] }
  const bad: [object, string][] = [
    [{ predefinedResourceGroup: { type: 'crds' }, customResourceGroup: custom }, 'must not both be set'],
    [{}, 'must be set'],
    [{ customResourceGroup: { ...custom, targetName: 't2' } }, 'deleteAllResources'],
    [{ customResourceGroup: { resources: [{ apiVersion: 'v1', kind: 'Sekret' }] } }, 'Sekret'],
  ]
  for (const [group, words] of bad) {
    const { words: item } = await stuckItem({
      managed: [manage(web)],
      deletionGroups: [{ predefinedResourceGroup: predefined }, group],
    })
    const ran = await run(['replay', ...item, '--yes', '--target', `t1=${target().kubeconfig}`])
    assert.is(ran.code, 1, ran.stderr)
    assert.match(ran.stderr.toLowerCase(), words.toLowerCase())
    assert.match(ran.stderr, 'deletionGroups[1]')
    assert.is(ran.stdout, '')
  }
  const { uid, deletionTimestamp } = (await api.get(web))!.metadata
  assert.equal([uid, deletionTimestamp], [web.metadata.uid, undefined])
})

test('a Target that is not there, or cannot be used, is an error that says how to go on: nothing is sought at home', async () => {
  const app = await namespace()
  const web = await api.create(deployment('web', app, 0))
  const { words, place } = await stuckItem({ managed: [manage(web)] })
  const missing = await run(['replay', ...words, '--yes'])
  assert.is(missing.code, 1)
  assert.match(missing.stderr, '--target t1=KUBECONFIG')
  const exec = {
    apiVersion: 'client.authentication.k8s.io/v1',
    command: 'touch',
    args: ['/tmp/x'],
    interactiveMode: 'Never',
  }
  const kubeconfig = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'x',
    clusters: [{ name: 'x', cluster: { server: 'https://127.0.0.1:1' } }],
    contexts: [{ name: 'x', context: { cluster: 'x', user: 'x' } }],
    users: [{ name: 'x', user: { exec } }],
  }
  await createTarget(place, { config: { kubeconfig } })
  const running = await run(['replay', ...words, '--yes'])
  assert.is(running.code, 1)
  assert.match(running.stderr, 'run a program')
  const other = await run(['replay', ...words, '--yes', '--target', `t2=${target().kubeconfig}`])
  assert.is(other.code, 2)
  assert.ok(await api.get(web))
})

test.run()
