import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { FOREGROUND } from '../../src/api/builtin-finalizers.ts'
import { NAMESPACE_TYPE } from '../../src/api/namespace-type.ts'
import type { Transport } from '../../src/cluster/transport/transport.ts'
import { carryOut, carryOutTask } from '../../src/execute/carry-out.ts'
import type { LeftBehind, Tools } from '../../src/execute/tools.ts'
import { NO_AIM } from '../../src/plan/aim.ts'
import { isFinished } from '../../src/plan/outcome.ts'
import { removalTasks, type Waves } from '../../src/plan/plan.ts'
import { type Removal, removalWaves } from '../../src/plan/removal.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { statusResponse } from '../sandbox/fault-answers.ts'
import { journalOfTest } from './journals.ts'
import { CONFIG_MAPS, HOLD, removal, terminating } from './removals.ts'
import { results, setup } from './stuck-in-sandbox.ts'

const test = suite('carry out')

/** So many stuck ConfigMaps, and an interrupt while the patch of that many is under way. */
function setOf(count: number, interruptAt = 0, more: Partial<Tools> = {}) {
  const sandbox = createSandbox()
  sandbox.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } })
  const removals = Array.from({ length: count }, (_, index) => {
    const { uid: _uid, resourceVersion: _version, ...metadata } = terminating({ name: `m${index}` }).metadata
    return removal(
      sandbox.put({ apiVersion: 'v1', kind: 'ConfigMap', metadata, status: { bucketURL: `s3://b${index}` } }),
      [HOLD],
    )
  })
  const interruption = new AbortController()
  const done: string[] = []
  sandbox.onRequest = ({ method }) => {
    if (method !== 'PATCH') return undefined
    done.push(method)
    if (done.filter(each => each === method).length === interruptAt) interruption.abort()
    return undefined
  }
  const lists: (readonly LeftBehind[])[] = []
  const keepList = async (name: string, items: readonly LeftBehind[]) => {
    done.push(name)
    lists.push(items)
    return `/backups/${name}`
  }
  const tools: Tools = {
    transport: sandbox.transport(),
    clock: { now: () => new Date(), elapsed: () => performance.now() / 1000, sleep: async () => {} },
    backups: { keep: async ref => `/backups/${ref.name}`, keepList },
    journal: journalOfTest(),
    reach: NO_AIM,
    signal: interruption.signal,
    dryRun: false,
    waitSeconds: 10,
    ...more,
  }
  const left = () => removals.filter(({ ref }) => sandbox.get('v1', 'ConfigMap', ref.name, 'shop') !== undefined)
  return { removals, tools, left, done, lists }
}

test('what was begun is finished, the rest is skipped, and each step tells the truth', async () => {
  const { removals, tools, left } = setOf(20, 3)
  const steps = await carryOut(removalTasks(removals), tools)
  assert.equal(
    steps.map(({ ref }) => ref.name),
    removals.map(({ ref }) => ref.name),
  )
  const skipped = steps.filter(({ result }) => result === 'skipped')
  assert.ok(skipped.length >= 10 && skipped.length < 20, `${skipped.length} are skipped`)
  assert.equal(
    skipped.map(({ ref }) => ref.name),
    left().map(({ ref }) => ref.name),
  )
  assert.ok(steps.filter(step => !skipped.includes(step)).every(isFinished))
})

test('of a set, the state that was shown is tried first; one that has another by then is read, and left alone', async () => {
  const { removals, tools, left } = setOf(3)
  const [first, second, third] = removals as [Removal, Removal, Removal]
  const metadata = { ...second.object.metadata, resourceVersion: '1', finalizers: [HOLD, 'example.com/other'] }
  const before = { ...second, object: { ...second.object, metadata } }
  const requests = new Map<string, string[]>()
  const transport: Transport = {
    ...tools.transport,
    send(request) {
      const name = request.path.split('/').at(-1)!
      requests.set(name, [...(requests.get(name) ?? []), request.method])
      return tools.transport.send(request)
    },
  }
  const steps = await carryOut(removalTasks([first, before, third]), { ...tools, transport })
  assert.equal(results(steps), ['done', 'changed Changed', 'done'])
  assert.equal(
    [requests.get('m0'), requests.get('m1')],
    [
      ['PATCH', 'GET'],
      ['PATCH', 'GET'],
    ],
  )
  assert.equal(
    left().map(({ ref }) => ref.name),
    ['m1'],
  )
})

test('run again it goes on where it was left', async () => {
  const { removals, tools, left } = setOf(20, 3)
  await carryOut(removalTasks(removals), tools)
  const signal = new AbortController().signal
  const steps = await carryOut(removalTasks(left()), { ...tools, signal })
  assert.ok(steps.every(({ result }) => result === 'done'))
  assert.equal(left(), [])
})

const urls = (count: number) => Array.from({ length: count }, (_, index) => `s3://b${index} (status.bucketURL)`)

test('of a set, the ids of all that it leaves behind are kept before the first change, and stand in the steps', async () => {
  const { removals, tools, done, lists } = setOf(12)
  const steps = await carryOut(removalTasks(removals), tools)
  assert.equal(done, ['leaks', ...Array(12).fill('PATCH')])
  assert.equal(
    lists[0]!.map(({ ref, leaks }) => [ref.name, ...leaks!]),
    urls(12).map((url, index) => [`m${index}`, url]),
  )
  assert.equal(
    steps.flatMap(({ leaks }) => leaks),
    urls(12),
  )
})

test('a Namespace comes after everything in it, and not at all where that was not done', async () => {
  for (const refuses of [false, true]) {
    const { removals, tools } = setOf(6)
    const shop = terminating({ name: 'shop', finalizers: [HOLD] })
    const { namespace: _, ...metadata } = shop.metadata
    const plan = removal({ ...shop, kind: 'Namespace', metadata }, [HOLD])
    const own = { ...plan, ref: { ...plan.ref, kind: 'Namespace', resource: 'namespaces' }, type: NAMESPACE_TYPE }
    const patched: string[] = []
    const { transport } = tools
    const watched: Transport = {
      ...transport,
      send: async request => {
        if (request.method === 'PATCH') patched.push(request.path.split('/').at(-1)!)
        const isLast = request.method === 'PATCH' && request.path.endsWith('/m5')
        return isLast && refuses ? statusResponse(403, { reason: 'Forbidden', message: 'no' }) : transport.send(request)
      },
    }
    const steps = await carryOut(removalTasks([own, ...removals]), { ...tools, transport: watched })
    assert.is(steps[0]!.ref.resource, 'namespaces')
    assert.is(steps[0]!.result === 'skipped', refuses, JSON.stringify(steps[0]))
    assert.is(patched.indexOf('shop') > patched.indexOf('m5') || !patched.includes('shop'), true)
  }
})

test('dependents come before their owners, and what an object waits for before it; a circle goes all the same', () => {
  const { removals } = setOf(5)
  const [a, b, c, d, e] = removals as [Removal, Removal, Removal, Removal, Removal]
  const owner = (each: Removal) => ({ apiVersion: 'v1', kind: 'ConfigMap', name: each.ref.name, uid: each.ref.uid })
  const owned = (each: Removal, ...owners: readonly Removal[]): Removal => {
    const metadata = { ...each.object.metadata, ownerReferences: owners.map(owner) }
    return { ...each, object: { ...each.object, metadata } }
  }
  const waitingFor = [{ ref: d.ref, reason: 'Consumer' as const }]
  const waiting = { ...a, explained: { ...a.explained, waitingFor } }
  const order = (...set: readonly Removal[]) =>
    removalWaves(set).map(wave => wave.map(({ ref }) => ref.name).toSorted())
  assert.equal(order(waiting, owned(b, a), owned(c, b), d, e), [['m2', 'm3', 'm4'], ['m1'], ['m0']])
  assert.equal(order(owned(a, b), owned(b, a), owned(c, a)), [['m2'], ['m0', 'm1']])
})

test('an owner of which the garbage collector took foregroundDeletion when its dependent went has not changed', async () => {
  for (const after of [true, false]) {
    const it = setup([HOLD, FOREGROUND])
    const owner = removal(it.object, [HOLD, FOREGROUND])
    it.change({ finalizers: [HOLD] })
    const steps = await carryOutTask(
      { action: 'RemoveFinalizer', removal: owner, among: { afterDependents: after } },
      it.tools,
    )
    assert.equal(results(steps), after ? ['done', 'gone'] : ['changed Changed'])
  }
})

test('a Namespace is not ended by force where a finalizer of its own could not be removed before', async () => {
  const it = setup()
  const changed = removal({ ...it.object, spec: { other: true } }, [HOLD])
  const end = { ...changed, content: { objects: [], unreadable: [] } } as never
  const steps = await carryOut([...removalTasks([changed]), [{ action: 'FinalizeNamespace', end }]], it.tools)
  assert.equal(results(steps), ['changed Changed', 'skipped'])
  assert.equal(it.writes, [])
})

test('nothing that needs a task which failed is begun, or told', async () => {
  const it = setup()
  const saved = (name: string, uid: string) => ({ type: CONFIG_MAPS, object: terminating({ name, uid }) })
  const tasks = (first: string): Waves => [
    [{ action: 'Recreate', saved: saved('settings', first), required: true }],
    [{ action: 'Keep', saved: saved('b', 'b') }],
  ]
  const discovery = { types: [], unreadable: [] } as never
  const steps = await carryOut(tasks(it.object.metadata.uid), { ...it.tools, discovery })
  assert.equal(results(steps), ['failed'])
})

test('a list that cannot be kept: failed, nothing is changed, and nothing is said to be left behind', async () => {
  const full = () => Promise.reject(new Error('no space left on device'))
  const { removals, tools, left, done } = setOf(3, 0, { backups: { keep: full, keepList: full } })
  const steps = await carryOut(removalTasks(removals), tools)
  assert.equal(
    steps.map(({ result, message, leaks }) => [result, message, leaks]),
    Array(3).fill(['failed', 'no space left on device', undefined]),
  )
  assert.equal([left().length, done], [3, []])
})

test('a dry run keeps no list, and its steps have the ids; one object has them in its backup', async () => {
  const dry = setOf(2, 0, { dryRun: true })
  const steps = await carryOut(removalTasks(dry.removals), dry.tools)
  assert.equal([steps.flatMap(({ leaks }) => leaks), dry.lists], [urls(2), []])
  const one = setOf(1)
  const [step] = await carryOut(removalTasks(one.removals), one.tools)
  assert.equal([step!.leaks, one.lists], [urls(1), []])
})

test('what was not begun, or needed nothing, leaves nothing behind', async () => {
  const { removals, tools } = setOf(12, 1)
  const steps = await carryOut(removalTasks(removals), tools)
  const skipped = steps.filter(({ result }) => result === 'skipped')
  assert.ok(skipped.length > 0)
  assert.ok(skipped.every(({ leaks }) => leaks === undefined))
})

test.run()
