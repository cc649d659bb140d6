import { readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { parse } from 'yaml'
import { installOperator, leaveAccount, ownManager, stuckObject, writtenBefore } from '../explain/operator.ts'
import type { Thing } from '../rig/api.ts'
import { api, crd, namespace, run, unique } from '../rig/rig.ts'
import { isRemoved, removed, stuckConfigMap, told } from './removed.ts'

const test = suite('remove chooses finalizers')

/** A deleted object with these finalizers, each written by its own manager hours ago. */
async function stuckWith(draft: Thing, finalizers: readonly (readonly [name: string, manager: string])[]) {
  const path = await api.pathOf(draft)
  const [[first, creator]] = finalizers as [[string, string]]
  const body = { ...draft, metadata: { ...draft.metadata, finalizers: [first] } }
  await api.send('POST', `${path.slice(0, path.lastIndexOf('/'))}?fieldManager=${creator}`, body)
  for (const [name, manager] of finalizers.slice(1)) {
    const add = [{ op: 'add', path: '/metadata/finalizers/-', value: name }]
    await api.send('PATCH', `${path}?fieldManager=${manager}`, add, { 'content-type': 'application/json-patch+json' })
  }
  await writtenBefore(draft, 2 * 3600)
  await api.delete(draft)
  return api.waitFor(draft, now => now.metadata.deletionTimestamp)
}

test('of three, the one whose controller is missing; the others stay, and it is a success', async () => {
  const place = await namespace()
  const buckets = await crd({ kind: 'Bucket' })
  await leaveAccount(buckets)
  const dead = `${buckets.group}/cleanup`
  const living: [name: string, manager: string][] = []
  for (const kind of ['Queue', 'Topic']) {
    const type = await crd({ kind })
    const name = unique(`${kind.toLowerCase()}-operator`)
    await installOperator({ type, namespace: place, name, state: 'running' })
    living.push([`${type.group}/cleanup`, name])
  }
  const [first, last] = living as [[string, string], [string, string]]
  await stuckWith(buckets.draft('one', place), [first, [dead, ownManager(buckets)], last])
  const words = [`${buckets.resource}/one`, '-n', place]
  const answer = await removed(words)
  assert.equal(told(answer), [`one ${dead} done`])
  assert.equal([answer.code, answer.complete], [0, true])
  assert.match(answer.steps[0]!.message!, `held by ${first[0]}, ${last[0]}`)
  assert.equal((await api.get(buckets.draft('one', place)))!.metadata.finalizers, [first[0], last[0]])
  // None without a controller is left: now all are judged; these run, and may not change Buckets.
  const again = await removed(words)
  assert.equal(told(again), living.map(([name]) => `one ${name} refused RepairFirst`).toSorted())
  assert.is(again.code, 3)
})

test('every duplicate of it, and what stands between them stays in its order', async () => {
  const place = await namespace()
  const list = ['example.com/b', 'example.com/a', 'example.com/c', 'example.com/a', 'example.com/a']
  const one = await stuckConfigMap(place, 'one', list)
  const words = ['cm/one', '-n', place, '--finalizer', 'example.com/a', '--override=ControllerUnknown']
  const answer = await removed(words)
  assert.equal(told(answer), ['one example.com/a done'])
  assert.equal((await api.get(one))!.metadata.finalizers, ['example.com/b', 'example.com/c'])
})

test('those that are named; one that is not on the object is said to be gone', async () => {
  const place = await namespace()
  const one = await stuckConfigMap(place, 'one', ['example.com/a', 'example.com/b'])
  const words = ['cm/one', '-n', place, '--override=ControllerUnknown']
  const answer = await removed([...words, '--finalizer', 'example.com/a', '--finalizer', 'example.com/none'])
  assert.equal(told(answer), ['one example.com/a done', 'one example.com/none gone'])
  assert.is(answer.code, 0)
  assert.equal((await api.get(one))!.metadata.finalizers, ['example.com/b'])
})

test('of a cluster-scoped custom resource, and of a built-in one', async () => {
  const things = await crd({ kind: 'Thing', scope: 'Cluster' })
  const name = unique('one')
  await leaveAccount(things)
  const thing = await stuckWith(things.draft(name), [[`${things.group}/cleanup`, 'thing-operator']])
  await isRemoved(thing, [`${things.resource}/${name}`])
  const apiVersion = 'rbac.authorization.k8s.io/v1'
  const role = { apiVersion, kind: 'ClusterRole', metadata: { name }, rules: [] }
  const stuck = await stuckWith(role, [['example.com/hold', 'somebody']])
  await isRemoved(stuck, [`clusterrole/${name}`, '--override=ControllerUnknown'])
})

test('the backup is the object as it was, for its owner alone, and is there before anything is removed', async () => {
  const place = await namespace()
  const buckets = await crd({ kind: 'Bucket' })
  const [one, two] = [await stuckObject(buckets, place, 'one'), await stuckObject(buckets, place, 'two')]
  const folder = await mkdtemp(join(tmpdir(), 'kubectl-finalize-backups-'))
  try {
    const words = (name: string) => [`${buckets.resource}/${name}`, '-n', place]
    const { steps, stderr } = await isRemoved(one, [...words('one'), '--backup-dir', join(folder, 'of', 'mine')])
    const path = steps[0]!.backup!
    assert.match(stderr, `backup: ${path}`)
    assert.equal(parse(readFileSync(path, 'utf8')), one)
    assert.is(statSync(path).mode & 0o777, 0o600)
    // Where it cannot be written nothing is removed.
    const { code, stderr: said } = await run(['remove', ...words('two'), '--yes', '--backup-dir', path])
    assert.is(code, 1)
    assert.match(said, 'nothing is changed')
    assert.equal(await api.get(two), two)
  } finally {
    await rm(folder, { recursive: true })
  }
})

test.run()
