import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { installOperator, ownManager, stuckObject } from '../explain/operator.ts'
import type { Thing } from '../rig/api.ts'
import { api, crd, namespace, run, unique } from '../rig/rig.ts'
import { removed, stuckConfigMap, told } from './removed.ts'

const test = suite('remove a set by --finalizer')

const PASS = '--override=ControllerUnknown'

const isThere = async (thing: Thing): Promise<boolean> => (await api.get(thing)) !== undefined

test('everywhere, in one namespace, of one type, by a label', async () => {
  const [one, two] = [await namespace(), await namespace()]
  const widgets = await crd()
  const finalizer = `${unique('set')}.example.com/hold`
  const labelled = await api.create({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'labelled', namespace: two, finalizers: [finalizer], labels: { team: 'blue' } },
  })
  await api.delete(labelled)
  await stuckConfigMap(two, 'other', ['example.com/other'])
  for (const place of [one, two]) {
    await stuckConfigMap(place, 'a', [finalizer])
    await stuckConfigMap(place, 'b', [finalizer])
    await stuckObject(widgets, place, 'w', { finalizer })
  }
  const names = async (...args: readonly string[]): Promise<readonly string[]> => {
    const answer = await removed(['--finalizer', finalizer, PASS, ...args])
    // Types of other tests come and go meanwhile.
    const unread = answer.stderr.split('\n').filter(line => line.startsWith('warning: not read'))
    const hasVanished = unread.length > 0 && unread.every(line => line.includes('(NotFound)'))
    assert.equal([answer.code, answer.complete], hasVanished ? [1, false] : [0, true], JSON.stringify(answer))
    assert.ok(answer.steps.every(({ result, backup }) => result === 'done' && backup !== undefined))
    return answer.steps.map(({ ref }) => `${ref.namespace === one ? 'one' : 'two'} ${ref.name}`).toSorted()
  }
  assert.equal(await names('-l', 'team=blue', '-A'), ['two labelled'])
  assert.equal(await names(widgets.resource, '-A'), ['one w', 'two w'])
  assert.equal(await names('-n', one), ['one a', 'one b'])
  assert.equal(await names('configmaps', '-n', two), ['two a', 'two b'])
  assert.equal(await names('-A'), [])
  assert.ok(await isThere({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'other', namespace: two } }))
})

test('of several finalizers an object has a step for those that it has, and one that none has is said once', async () => {
  const place = await namespace()
  const [a, b, none] = ['a', 'b', 'none'].map(name => `${unique('set')}.example.com/${name}`) as [
    string,
    string,
    string,
  ]
  await stuckConfigMap(place, 'one', [a])
  await stuckConfigMap(place, 'two', [b])
  await stuckConfigMap(place, 'both', [a, b])
  const each = [a, b, none].flatMap(name => ['--finalizer', name])
  const set = await removed([...each, '-n', place, PASS])
  assert.equal(told(set), [`both ${a} done`, `both ${b} done`, `one ${a} done`, `two ${b} done`].toSorted())
  assert.equal([set.code, set.complete], [0, true])
  assert.is(set.stderr.split('\n').filter(line => line.includes(none)).length, 1)
  await stuckConfigMap(place, 'named', [a])
  const one = await removed(['cm/named', ...each, '-n', place, PASS])
  assert.equal(told(one), [`named ${a} done`, `named ${b} gone`, `named ${none} gone`].toSorted())
})

test('one refusal does not stop the others; running it again goes on, and --all-or-nothing changes nothing', async () => {
  const place = await namespace()
  const finalizer = `${unique('set')}.example.com/hold`
  const [dead, living] = [await crd({ kind: 'Bucket' }), await crd({ kind: 'Queue' })]
  await installOperator({ type: living, namespace: place, name: unique('operator'), state: 'running' })
  const goes = await stuckObject(dead, place, 'goes', { finalizer, manager: ownManager(dead) })
  const stays = await stuckObject(living, place, 'stays', { finalizer })
  const words = ['--finalizer', finalizer, '-n', place, '--override=ControllerUnknown']
  const none = await removed([...words, '--all-or-nothing'])
  assert.equal(told(none), [`goes ${finalizer} skipped`, `stays ${finalizer} refused ControllerAlive`])
  assert.is(none.code, 3)
  assert.equal([await api.get(goes), await api.get(stays)], [goes, stays])
  const unread = ['cm/none', `${dead.resource}/goes`, '-n', place, '--all-or-nothing']
  assert.equal(told(await removed(unread)), [`goes ${finalizer} skipped`])
  assert.equal(await api.get(goes), goes)
  const some = await removed(words)
  assert.equal(told(some), [`goes ${finalizer} done`, `stays ${finalizer} refused ControllerAlive`])
  assert.equal([some.code, some.complete], [3, false])
  assert.equal([await isThere(goes), await api.get(stays)], [false, stays])
  const rest = await removed([...words, '--override=ControllerAlive', '--all-or-nothing'])
  assert.equal(told(rest), [`stays ${finalizer} done`])
  assert.is(rest.code, 0)
  assert.is(await isThere(stays), false)
})

test('dependents are changed before their owners, whatever their names', async () => {
  const place = await namespace()
  const finalizer = `${unique('order')}.example.com/hold`
  const owner = await stuckConfigMap(place, 'a-owner', [finalizer])
  let above = owner
  for (const name of ['b-middle', 'c-end']) {
    const { uid } = above.metadata as { uid: string }
    const reference = { apiVersion: 'v1', kind: 'ConfigMap', name: above.metadata.name, uid }
    above = await api.create({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name, namespace: place, finalizers: [finalizer], ownerReferences: [reference] },
    })
    await api.delete(above)
  }
  const folder = mkdtempSync(join(tmpdir(), 'kubectl-finalize-order-'))
  try {
    const answer = await removed(['--finalizer', finalizer, '-n', place, PASS, '--backup-dir', folder])
    assert.equal([answer.code, answer.steps.map(({ ref }) => ref.name)], [0, ['a-owner', 'b-middle', 'c-end']])
    const file = readdirSync(folder).find(name => name.endsWith('_journal.jsonl'))!
    const events = readFileSync(join(folder, file), 'utf8')
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
    const sent = events.filter(({ event }) => event === 'sent').map(({ changes }) => changes[0].ref.name)
    assert.equal(sent, ['c-end', 'b-middle', 'a-owner'])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('without a terminal and without --yes: nobody agreed, and nothing is changed', async () => {
  const place = await namespace()
  const finalizer = `${unique('set')}.example.com/hold`
  const things = [await stuckConfigMap(place, 'a', [finalizer]), await stuckConfigMap(place, 'b', [finalizer])]
  const { code, stdout } = await run(['remove', '--finalizer', finalizer, '-n', place, PASS, '-o', 'json'], {
    input: '2\n',
  })
  assert.is(code, 3)
  assert.equal(told(JSON.parse(stdout)), [`a ${finalizer} refused`, `b ${finalizer} refused`])
  for (const thing of things) assert.equal(await api.get(thing), thing)
})

test('of hundreds is done in a few rounds, each told', async () => {
  const place = await namespace()
  const finalizer = `${unique('set')}.example.com/hold`
  const drafts = Array.from({ length: 120 }, (_, index) => `m${index}`)
  await Promise.all(drafts.map(name => stuckConfigMap(place, name, [finalizer])))
  const answer = await removed(['--finalizer', finalizer, '-n', place, PASS])
  assert.equal([answer.code, answer.steps.length], [0, 120])
  assert.match(answer.stderr, /^Backups of 120 objects, each kept before its object is changed: .*_\*\.yaml$/m)
  assert.not.match(answer.stderr, /^\S* ?backup: /m)
  assert.match(answer.stderr, '… and 100 more objects')
  assert.equal(await api.list({ apiVersion: 'v1', kind: 'ConfigMap', namespace: place }, '?labelSelector=x'), [])
  assert.equal(
    (await api.list({ apiVersion: 'v1', kind: 'ConfigMap', namespace: place })).filter(
      ({ metadata }) => metadata.deletionTimestamp,
    ),
    [],
  )
})

test.run()
