import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { stuckObject } from '../explain/operator.ts'
import { untilAllowed } from '../rig/allowed.ts'
import { api, crd, namespace, unique } from '../rig/rig.ts'
import { EVERY_OVERRIDE, isRefused, isRemoved, removed, stuckConfigMap } from './removed.ts'

const test = suite('remove by somebody who may not do everything')

const GROUP = 'rbac.authorization.k8s.io'

/** A user who may do this with the objects of one type, read Namespaces and Events, and what else is said. */
async function userWho(
  verbs: readonly string[],
  group: string,
  plural: string,
  more: readonly object[] = [],
): Promise<string> {
  const name = unique('user')
  const apiVersion = `${GROUP}/v1`
  const rules = [
    { apiGroups: [group], resources: [plural], verbs },
    { apiGroups: [''], resources: ['namespaces', 'events'], verbs: ['get', 'list'] },
    ...more,
  ]
  await api.create({ apiVersion, kind: 'ClusterRole', metadata: { name }, rules })
  await api.create({
    apiVersion,
    kind: 'ClusterRoleBinding',
    metadata: { name },
    roleRef: { apiGroup: GROUP, kind: 'ClusterRole', name },
    subjects: [{ apiGroup: GROUP, kind: 'User', name }],
  })
  await untilAllowed(name, { verb: verbs.at(-1)!, group, resource: plural })
  return name
}

/** What it takes to see the traces of an uninstall; of workloads nothing. */
const TRACES = [
  { apiGroups: [GROUP], resources: ['*'], verbs: ['list'] },
  { apiGroups: ['apiextensions.k8s.io'], resources: ['customresourcedefinitions'], verbs: ['get'] },
  { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['list'] },
  { apiGroups: [''], resources: ['secrets'], verbs: ['list'] },
]

test('who cannot read workloads, but what an uninstall left: IncompleteRead, which can be overridden', async () => {
  const place = await namespace()
  const buckets = await crd({ kind: 'Bucket' })
  const one = await stuckObject(buckets, place, 'one')
  const user = await userWho(['get', 'list', 'patch'], buckets.group, buckets.plural, TRACES)
  await untilAllowed(user, { verb: 'list', group: 'coordination.k8s.io', resource: 'leases' })
  const words = [`${buckets.resource}/one`, '-n', place, '--as', user]
  const { steps } = await isRefused(one, 'IncompleteRead', words)
  assert.match(steps[0]!.message!, '--override IncompleteRead')
  await isRefused(one, 'IncompleteRead', [...words, '--override=ControllerUnknown'])
  await isRemoved(one, [...words, '--override=IncompleteRead'])
})

test('who cannot read Leases: IncompleteRead, for one that is renewed may be its operator’s', async () => {
  const place = await namespace()
  const buckets = await crd({ kind: 'Bucket' })
  const one = await stuckObject(buckets, place, 'one')
  const all = { apiGroups: ['', 'apps', 'batch'], resources: ['*'], verbs: ['list'] }
  const more = [all, ...TRACES.filter(({ resources }) => !resources.includes('leases'))]
  const user = await userWho(['get', 'list', 'patch'], buckets.group, buckets.plural, more)
  const words = [`${buckets.resource}/one`, '-n', place, '--as', user]
  const { steps } = await isRefused(one, 'IncompleteRead', words)
  assert.match(steps[0]!.message!, 'leases.coordination.k8s.io')
  await isRemoved(one, [...words, '--override=IncompleteRead'])
})

test('who can read no roles either: IncompleteRead does not pass ControllerUnknown, for what could be read proves nothing', async () => {
  const place = await namespace()
  const buckets = await crd({ kind: 'Bucket' })
  const one = await stuckObject(buckets, place, 'one')
  const user = await userWho(['get', 'list', 'patch'], buckets.group, buckets.plural)
  const words = [`${buckets.resource}/one`, '-n', place, '--as', user]
  const { steps } = await isRefused(one, 'IncompleteRead', words)
  assert.match(steps[0]!.message!, '--override IncompleteRead,ControllerUnknown')
  await isRefused(one, 'ControllerUnknown', [...words, '--override=IncompleteRead'])
  await isRemoved(one, [...words, '--override=IncompleteRead,ControllerUnknown'])
})

test('what would be unknown to whoever can read everything, too: IncompleteRead does not pass ControllerUnknown', async () => {
  const place = await namespace()
  const held = await stuckConfigMap(place, 'held')
  const user = await userWho(['get', 'list', 'patch'], '', 'configmaps')
  const words = ['cm/held', '-n', place, '--as', user]
  await isRefused(held, 'ControllerUnknown', ['cm/held', '-n', place])
  const { steps } = await isRefused(held, 'IncompleteRead', words)
  assert.match(steps[0]!.message!, '--override IncompleteRead,ControllerUnknown')
  await isRefused(held, 'ControllerUnknown', [...words, '--override=IncompleteRead'])
  await isRefused(held, 'IncompleteRead', [...words, '--override=ControllerUnknown'])
  await isRemoved(held, [...words, '--override=IncompleteRead,ControllerUnknown'])
})

test('who may not patch: WouldBeRejected, which nothing passes, and what would', async () => {
  const place = await namespace()
  const buckets = await crd({ kind: 'Bucket' })
  const one = await stuckObject(buckets, place, 'one')
  const user = await userWho(['get', 'list'], buckets.group, buckets.plural)
  const words = [`${buckets.resource}/one`, '-n', place, '--as', user, EVERY_OVERRIDE]
  const { steps } = await isRefused(one, 'WouldBeRejected', words)
  assert.match(steps[0]!.message!, `run it as a user with permission to patch ${buckets.resource}`)
})

test('who may not read every type: a set that is not found is none in what could be read, and not complete', async () => {
  const place = await namespace()
  const buckets = await crd({ kind: 'Bucket' })
  const user = await userWho(['get', 'list'], buckets.group, buckets.plural)
  const finalizer = `example.com/${unique('none')}`
  const answer = await removed(['--finalizer', finalizer, '-n', place, '--as', user])
  assert.equal([answer.code, answer.complete, answer.steps], [0, false, []])
  assert.match(answer.stderr, `No terminating object has ${finalizer}, in namespace ${place}, in what could be read.`)
})

test.run()
