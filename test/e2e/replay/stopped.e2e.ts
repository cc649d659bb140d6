import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { installOperator, stuckObject } from '../explain/operator.ts'
import { untilAllowed } from '../rig/allowed.ts'
import { api, crd, namespace, run, target, unique } from '../rig/rig.ts'
import { configMap, createAll, release, secret } from './apps.ts'
import { groupsFile, stuckResource } from './native.ts'
import { replayed } from './replayed.ts'

const test = suite('replay that does not come to its end')
const QUICK = ['--poll-interval', '200ms'] as const

test('a group object that is itself stuck is explained as explain does', async () => {
  const { place, words, resource } = await stuckResource()
  const buckets = await crd({ kind: 'Bucket' })
  await installOperator({ type: buckets, namespace: place, name: 'acme', state: 'scaledDown' })
  const bucket = await api.create(
    buckets.draft('one', place, { metadata: { finalizers: [`${buckets.group}/cleanup`] } }),
  )
  const path = groupsFile([{ apiVersion: buckets.apiVersion, kind: 'Bucket', names: ['one'] }])
  const plan = await run(['replay', ...words, '-f', path, '--dry-run=client'])
  assert.match(plan.stdout, 'would get stuck')
  const answer = await replayed([...words, '--yes', '-f', path, '--timeout', '5s', ...QUICK])
  assert.is(answer.code, 3, answer.account)
  assert.match(answer.steps[0]!.message!, /ControllerUnhealthy/)
  assert.match(answer.steps[0]!.message!, 'acme')
  assert.equal((await api.get(resource))!.metadata.finalizers, resource.metadata.finalizers)
  await release((await api.get(bucket))!)
})

test('a missing permission in a group: what was asked for stands, later groups are untouched, the group is named', async () => {
  const { type, place, words, resource } = await stuckResource()
  const [conf, cred, later] = await createAll([
    configMap('conf', place),
    secret('cred', place),
    configMap('later', place),
  ])
  const user = unique('user')
  const rbac = 'rbac.authorization.k8s.io'
  await api.create({
    apiVersion: `${rbac}/v1`,
    kind: 'Role',
    metadata: { name: user, namespace: place },
    rules: [
      { apiGroups: [''], resources: ['secrets', 'configmaps'], verbs: ['get', 'list'] },
      { apiGroups: [''], resources: ['configmaps'], verbs: ['delete'] },
      { apiGroups: [type.group], resources: ['*'], verbs: ['get', 'list', 'patch'] },
    ],
  })
  await api.create({
    apiVersion: `${rbac}/v1`,
    kind: 'RoleBinding',
    metadata: { name: user, namespace: place },
    roleRef: { apiGroup: rbac, kind: 'Role', name: user },
    subjects: [{ apiGroup: rbac, kind: 'User', name: user }],
  })
  await untilAllowed(user, { verb: 'delete', resource: 'configmaps', namespace: place })
  const path = groupsFile(
    [
      { kind: 'ConfigMap', names: ['conf'] },
      { kind: 'Secret', names: ['cred'] },
    ],
    [{ kind: 'ConfigMap', names: ['later'] }],
  )
  const answer = await replayed([...words, '--yes', '-f', path, '--as', user, ...QUICK])
  assert.is(answer.code, 1, answer.account)
  const [asked, ...others] = answer.told.filter(line => line.includes('Delete'))
  // After a refusal it is looked at for 3 s more: a busy garbage collector may take longer to let it go.
  const ends = target().name === 'sandbox' ? ['done'] : ['done', 'timeout']
  assert.ok(ends.map(end => `1 Delete ConfigMap/conf ${end}`).includes(asked!), answer.account)
  assert.equal(others, ['1 Delete Secret/cred failed', '2 Delete ConfigMap/later skipped'])
  assert.match(answer.steps.find(({ result }) => result === 'failed')!.message!, 'forbidden')
  assert.match(answer.steps.find(({ result }) => result === 'skipped')!.message!, 'group 1')
  await api.waitGone(conf!)
  for (const same of [cred!, later!, resource]) {
    assert.is((await api.get(same))!.metadata.resourceVersion, same.metadata.resourceVersion)
  }
})

test('an interrupt ends it with an account, 130, and another run goes on from there', async () => {
  const { place, words, resource, finalizer } = await stuckResource()
  const [, held, later] = await createAll([
    configMap('first', place),
    configMap('held', place, { finalizers: ['acme.test/f'] }),
    configMap('later', place),
  ])
  const path = groupsFile(
    [{ kind: 'ConfigMap', names: ['first'] }],
    [{ kind: 'ConfigMap', names: ['held'] }],
    [{ kind: 'ConfigMap', names: ['later'] }],
  )
  const signalAfterOutput = { text: 'group 2 of 3: waiting', signal: 'SIGINT' } as const
  const answer = await replayed([...words, '--yes', '-f', path, ...QUICK], { signalAfterOutput })
  assert.is(answer.code, 130, answer.account)
  assert.not(answer.complete)
  assert.equal(answer.told, [
    '1 Delete ConfigMap/first done',
    '2 Delete ConfigMap/held timeout',
    '3 Delete ConfigMap/later skipped',
    `RemoveFinalizer App/c1 ${finalizer} skipped`,
  ])
  assert.is((await api.get(later!))!.metadata.resourceVersion, later!.metadata.resourceVersion)
  await release((await api.get(held!))!)
  const again = await replayed([...words, '--yes', '-f', path, ...QUICK])
  assert.is(again.code, 0, again.account)
  assert.equal(again.told, ['3 Delete ConfigMap/later done', `RemoveFinalizer App/c1 ${finalizer} done`])
  assert.is(await api.get(resource), undefined)
})

test('an object that somebody makes anew is noticed, and not deleted again', async () => {
  const { place, words, resource, finalizer } = await stuckResource()
  const [conf, held] = await createAll([
    configMap('conf', place),
    configMap('held', place, { finalizers: ['acme.test/f'] }),
    configMap('later', place),
  ])
  const path = groupsFile([{ kind: 'ConfigMap', names: ['conf', 'held'] }], [{ kind: 'ConfigMap', names: ['later'] }])
  const running = replayed([...words, '--yes', '-f', path, ...QUICK])
  await api.waitGone(conf!)
  const anew = await api.create(configMap('conf', place))
  await api.waitFor(held!, now => now.metadata.deletionTimestamp)
  await release((await api.get(held!))!)
  const answer = await running
  assert.is(answer.code, 3, answer.account)
  assert.equal(answer.told, [
    '1 Delete ConfigMap/conf changed',
    '1 Delete ConfigMap/held done',
    '2 Delete ConfigMap/later skipped',
    `RemoveFinalizer App/c1 ${finalizer} skipped`,
  ])
  assert.is((await api.get(anew))!.metadata.resourceVersion, anew.metadata.resourceVersion)
  assert.equal((await api.get(resource))!.metadata.finalizers, [finalizer])
})

test('more objects of the same label, made meanwhile under other names, keep the finalizer on', async () => {
  const { place, words, resource, finalizer } = await stuckResource()
  const labels = { app: 'c1' }
  const [held] = await createAll([configMap('held', place, { labels, finalizers: ['acme.test/f'] })])
  const path = groupsFile([{ kind: 'ConfigMap', labelSelector: 'app=c1' }])
  const running = replayed([...words, '--yes', '-f', path, ...QUICK])
  await api.waitFor(held!, now => now.metadata.deletionTimestamp)
  const late = await api.create(configMap('late', place, { labels }))
  await release((await api.get(held!))!)
  const answer = await running
  assert.is(answer.code, 3, answer.account)
  assert.equal(answer.told, [
    '1 Delete ConfigMap/held done',
    'Delete ConfigMap/late changed',
    `RemoveFinalizer App/c1 ${finalizer} skipped`,
  ])
  assert.is((await api.get(late))!.metadata.resourceVersion, late.metadata.resourceVersion)
  assert.ok(await api.get(resource))
})

test('in a terminating namespace the Event about the timeout stands in default', async () => {
  const { place, words, resource } = await stuckResource()
  const held = await api.create(configMap('held', place, { finalizers: ['acme.test/f'] }))
  await api.delete({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: place } })
  const path = groupsFile([{ kind: 'ConfigMap', names: ['held'] }])
  const answer = await replayed([...words, '--yes', '-f', path, '--timeout', '1s'])
  assert.is(answer.code, 3, answer.account)
  const events = await api.list({ apiVersion: 'events.k8s.io/v1', kind: 'Event', namespace: 'default' })
  const event = events.find(({ regarding }) => regarding?.uid === resource.metadata.uid)
  assert.equal([event?.reason, event?.type], ['AppDeleteError', 'Warning'])
  await release((await api.get(held))!)
  await release((await api.get(resource))!)
})

test('a live resource is never touched, nor are its groups', async () => {
  const type = await crd({ kind: 'App' })
  const place = await namespace()
  await api.create(type.draft('c1', place))
  const conf = await api.create(configMap('conf', place))
  const path = groupsFile([{ kind: 'ConfigMap', names: ['conf'] }])
  const answer = await replayed([`${type.resource}/c1`, '-n', place, '--yes', '-f', path])
  assert.is(answer.code, 3, answer.account)
  assert.equal(
    answer.steps.map(({ result, guard }) => [result, guard]),
    [['refused', 'NotTerminating']],
  )
  assert.ok(await api.get(conf))
  const missing = await run(['replay', `${type.resource}/none`, '-n', place, '--yes', '-f', path])
  assert.is(missing.code, 1)
  assert.match(missing.stderr, 'NotFound')
})

test('an operator that works is left to its work, unless it is overridden', async () => {
  const type = await crd({ kind: 'App' })
  const place = await namespace()
  await installOperator({ type, namespace: place, name: unique('operator'), state: 'running' })
  const resource = await stuckObject(type, place, 'c1')
  const conf = await api.create(configMap('conf', place))
  const words = [
    `${type.resource}/c1`,
    '-n',
    place,
    '--yes',
    '-f',
    groupsFile([{ kind: 'ConfigMap', names: ['conf'] }]),
  ]
  const refused = await replayed(words)
  assert.is(refused.code, 3, refused.account)
  assert.ok(refused.steps.every(({ result, guard }) => result === 'refused' && guard === 'ControllerAlive'))
  assert.is((await api.get(conf))!.metadata.resourceVersion, conf.metadata.resourceVersion)
  const passed = await replayed([...words, '--override', 'ControllerAlive'])
  assert.is(passed.code, 0, passed.account)
  assert.is(await api.get(resource), undefined)
})

test('a controller that an earlier group deletes: the plan says that the order is wrong', async () => {
  const { place, words } = await stuckResource()
  const buckets = await crd({ kind: 'Bucket' })
  const name = unique('operator')
  await installOperator({ type: buckets, namespace: place, name, state: 'running' })
  await api.create(buckets.draft('one', place, { metadata: { finalizers: [`${buckets.group}/cleanup`] } }))
  const bucket = { apiVersion: buckets.apiVersion, kind: 'Bucket', names: ['one'] }
  const pod = { kind: 'Pod', names: [name] }
  const wrong = await run(['replay', ...words, '--dry-run=client', '-f', groupsFile([pod], [bucket])])
  assert.match(wrong.stdout, /group 1 deletes pod [^ ]+, which has to remove it; the order is wrong/)
  const right = await run(['replay', ...words, '--dry-run=client', '-f', groupsFile([bucket], [pod])])
  assert.not.match(right.stdout, 'order is wrong')
})

test('what a user may not read is no proof that nothing is owned', async () => {
  const { type, place, words, resource } = await stuckResource()
  const user = unique('user')
  const rbac = 'rbac.authorization.k8s.io'
  const rules = [
    { apiGroups: [''], resources: ['configmaps'], verbs: ['*'] },
    { apiGroups: [type.group], resources: ['*'], verbs: ['*'] },
  ]
  await api.create({ apiVersion: `${rbac}/v1`, kind: 'Role', metadata: { name: user, namespace: place }, rules })
  await api.create({
    apiVersion: `${rbac}/v1`,
    kind: 'RoleBinding',
    metadata: { name: user, namespace: place },
    roleRef: { apiGroup: rbac, kind: 'Role', name: user },
    subjects: [{ apiGroup: rbac, kind: 'User', name: user }],
  })
  await untilAllowed(user, { verb: 'delete', resource: 'configmaps', namespace: place })
  const conf = await api.create(configMap('conf', place, { ownerReferences: [{ ...ownerOf(resource) }] }))
  const refused = await replayed([...words, '--yes', '--as', user])
  assert.is(refused.code, 3, refused.account)
  assert.ok(refused.steps.every(({ result, guard }) => result === 'refused' && guard === 'IncompleteRead'))
  assert.is((await api.get(conf))!.metadata.resourceVersion, conf.metadata.resourceVersion)
  const passed = await replayed([...words, '--yes', '--as', user, '--override', 'IncompleteRead', '--no-finalizer'])
  assert.is(passed.code, 0, passed.account)
  assert.is(await api.get(conf), undefined)
})

function ownerOf({ apiVersion, kind, metadata: { name, uid } }: Awaited<ReturnType<typeof stuckObject>>) {
  return { apiVersion, kind, name, uid }
}

test.run()
