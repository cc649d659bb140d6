import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { KubeObject } from '../../../src/api/object.ts'
import { accountsOf } from '../../../src/execute/account.ts'
import { inWords } from '../../../src/render/words/in-words.ts'
import type { Sandbox } from '../../../src/sandbox/sandbox.ts'
import { journalOfTest } from '../journals.ts'
import { trial } from './trial.ts'

const test = suite('groups that are run')
const HELD = { finalizers: ['acme.test/hold'] }

test('go one after the other, each when the one before is gone by uid', async () => {
  const { put, find, run, has, meanwhile, release } = await trial()
  for (const name of ['a', 'b', 'd']) put(name)
  put('c', HELD)
  let later: unknown
  meanwhile.push(
    () => (later = has('d')),
    () => release('c'),
  )
  const groups = await find(['a', 'none'], ['b', 'c'], ['d'])
  const ran = await run(groups)
  assert.is(ran.stopped, undefined)
  assert.equal(ran.told, ['a done', 'b done', 'c done', 'd done'])
  assert.equal(ran.writes, ['DELETE a', 'DELETE b', 'DELETE c', 'DELETE d'])
  assert.ok(later, 'd was there while c was waited for')
  assert.equal(groups[0]!.absent, ['configmap/none in namespace default'])
  assert.ok(ran.steps.every(({ backup, ref }) => backup === `/backups/${ref.name}`))
})

test('are known to be gone before the next one is begun: a run that is killed then has told of them', async () => {
  const { put, find, run } = await trial()
  for (const name of ['a', 'b']) put(name)
  const journal = journalOfTest()
  await run(await find(['a'], ['b']), { journal })
  const second = journal.events.findIndex(each => each.event === 'sent' && each.changes[0]!.ref.name === 'b')
  assert.equal(
    accountsOf(journal.events.slice(0, second)).map(({ step }) => `${step.ref.name} ${step.result}`),
    ['a done'],
  )
})

test('are noted once when their deletion is accepted, and once when they are gone', async () => {
  const { put, find, run } = await trial()
  put('a')
  const journal = journalOfTest()
  await run(await find(['a']), { journal })
  assert.equal(
    journal.events.flatMap(each => (each.event === 'known' ? each.steps.map(({ result }) => result) : each.event)),
    ['sent', 'timeout', 'done'],
  )
})

test('are interrupted where that is why the look before them failed, and nothing has changed', async () => {
  const { put, find, run, has } = await trial()
  put('a')
  const interruption = new AbortController()
  const cameSince = async () => {
    interruption.abort()
    return 'pods could not be read'
  }
  const ran = await run(await find(['a']), { signal: interruption.signal, cameSince })
  assert.equal([ran.stopped, ran.told], [{ group: 1, reason: 'interrupted' }, ['a skipped']])
  assert.ok(has('a'))
})

test('end when the resource went and another of its name is there, which may use what the later groups name', async () => {
  const { put, find, run, has } = await trial()
  for (const name of ['a', 'b']) put(name)
  let looks = 0
  const ran = await run(await find(['a'], ['b']), { subject: async () => (++looks === 1 ? 'same' : 'another') })
  assert.equal(ran.stopped, { group: 2, reason: 'another' })
  assert.equal(ran.told, ['a done', 'b skipped'])
  assert.ok(has('b'))
  const gone = await run(await find(['b']), { subject: async () => 'gone' })
  assert.equal(gone.told, ['b done'])
})

test('end at the deadline: nothing of a later group is touched, and what is left is explained', async () => {
  const { put, find, run, has, sandbox } = await trial()
  put('a', HELD)
  const [b] = [put('b')]
  const groups = await find(['a'], ['b'])
  const deadline = sandbox.clock.now().getTime() / 1000 + 5
  const ran = await run(groups, { deadline })
  assert.equal(ran.stopped, { group: 1, reason: 'timeout' })
  assert.equal(ran.told, ['a timeout', 'b skipped'])
  assert.is(ran.steps[0]!.message, 'held: a')
  assert.is(has('b')!.metadata.resourceVersion, b!.metadata.resourceVersion)
  assert.ok(sandbox.clock.now().getTime() / 1000 >= deadline)
})

test('say of what could not be read at the deadline that it is not known, and not that it still exists', async () => {
  const { put, find, run, sandbox } = await trial()
  put('a', HELD)
  const deadline = sandbox.clock.now().getTime() / 1000 + 5
  const { steps } = await run(await find(['a']), { deadline, explain: async () => new Map() })
  assert.match(inWords(steps[0]!.message!), /^deletion accepted; whether the object is gone is not known/)
})

test('have a time of their own each, where that is wished, in place of one for all', async () => {
  const { put, find, run, meanwhile, release, sandbox } = await trial()
  for (const name of ['a', 'b', 'c']) put(name, HELD)
  const nothing = () => {}
  // It sleeps a second at a time, and a quarter more when something goes: 3.25 s for each of the first two groups.
  meanwhile.push(
    nothing,
    nothing,
    () => release('a'),
    nothing,
    nothing,
    nothing,
    () => release('b'),
  )
  const deadline = sandbox.clock.now().getTime() / 1000 + 4
  const ran = await run(await find(['a'], ['b'], ['c']), { deadline, secondsPerGroup: 4 })
  assert.equal(ran.stopped, { group: 3, reason: 'timeout' })
  assert.equal(ran.told, ['a done', 'b done', 'c timeout'])
})

test('read many objects of one type by the pages of its list; one that changed since is read by itself, and what it then is is backed up', async () => {
  const { put, find, run, sandbox } = await trial()
  const names = Array.from({ length: 30 }, (_, index) => `o${index}`)
  for (const name of names) put(name)
  const groups = await find(names)
  const paths: string[] = []
  const { onRequest } = sandbox
  sandbox.onRequest = async request => {
    const isWatch = request.query?.watch !== undefined
    const name = request.path.split('/').at(-1)!
    if (request.method === 'GET' && !isWatch) paths.push(name)
    // Just after the list.
    if (request.method === 'DELETE' && name === 'o7' && !paths.includes('o7'))
      await sandbox.handle({
        method: 'PATCH',
        path: request.path,
        headers: { 'content-type': 'application/merge-patch+json' },
        body: JSON.stringify({ metadata: { labels: { late: 'yes' } } }),
      })
    return onRequest?.(request)
  }
  const kept: KubeObject[] = []
  const keep = async ({ name }: { name: string }, object: KubeObject) => {
    kept.push(object)
    return `/backups/${name}`
  }
  const ran = await run(groups, { backups: { keep, keepList: async name => name } })
  assert.equal(
    ran.told,
    names.map(name => `${name} done`),
  )
  assert.equal(paths.slice(0, 2), ['configmaps', 'o7'])
  assert.equal(
    kept.filter(({ metadata }) => metadata.name === 'o7').map(({ metadata }) => metadata.labels),
    [undefined, { late: 'yes' }],
  )
})

/** The GETs of a run, as `list`, `watch` or the name, and the second of each. */
function readsOf(sandbox: Sandbox) {
  const reads: { readonly what: string; readonly at: number }[] = []
  const { onRequest } = sandbox
  sandbox.onRequest = request => {
    const what = request.query?.watch ? 'watch' : request.path.endsWith('/configmaps') ? 'list' : 'get'
    if (request.method === 'GET') reads.push({ what, at: sandbox.clock.now().getTime() / 1000 })
    return onRequest?.(request)
  }
  return reads
}

test('are waited for by one list and one watch, however long it takes', async () => {
  const { put, find, run, sandbox, meanwhile, release } = await trial()
  const names = Array.from({ length: 12 }, (_, index) => `many-${index}`)
  for (const name of names) put(name, HELD)
  const groups = await find(names)
  const reads = readsOf(sandbox)
  const nothing = Array.from({ length: 30 }, () => () => {})
  meanwhile.push(
    ...nothing,
    () => names.slice(1).map(release),
    ...nothing,
    () => release('many-0'),
  )
  const ran = await run(groups, { deadline: Number.POSITIVE_INFINITY })
  assert.is(ran.stopped, undefined)
  assert.ok(ran.told.every(told => told.endsWith('done')))
  const asked = reads.map(({ what }) => what).filter(what => what !== 'get')
  // The list at the end is for what was made anew.
  assert.equal(asked, ['list', 'watch', 'list'])
})

test('are looked at every few seconds where they may not be watched', async () => {
  const { put, find, run, sandbox, meanwhile, release } = await trial()
  const names = Array.from({ length: 12 }, (_, index) => `many-${index}`)
  for (const name of names) put(name, HELD)
  const groups = await find(names)
  const reads = readsOf(sandbox)
  const { onRequest } = sandbox
  sandbox.onRequest = request => {
    const answer = onRequest?.(request)
    return request.query?.watch ? FORBIDDEN() : answer
  }
  meanwhile.push(...Array.from({ length: 40 }, () => () => {}), () => names.map(release))
  const ran = await run(groups, { deadline: Number.POSITIVE_INFINITY, pollSeconds: 5 })
  assert.is(ran.stopped, undefined)
  const [watches, lists] = ['watch', 'list'].map(what => reads.filter(each => each.what === what))
  assert.is(watches!.length, 1)
  assert.ok(lists!.length > 3)
  for (const [index, { at }] of lists!.slice(2, -1).entries()) assert.ok(at - lists![index + 1]!.at >= 5)
})

test('look at the deadline before a group is asked for, where Orkestra asks first', async () => {
  const { put, find, run, sandbox } = await trial()
  put('a')
  const ran = await run(await find(['a']), { deadline: sandbox.clock.now().getTime() / 1000 })
  assert.equal(ran.told, ['a skipped'])
  assert.equal(ran.writes, [])
})

test('stop at a refusal: what was asked for stands, later groups are untouched', async () => {
  const { put, find, run, has, sandbox } = await trial()
  for (const name of ['a', 'b', 'c']) put(name)
  const groups = await find(['a', 'b'], ['c'])
  sandbox.onRequest = ({ method, path }) => (method === 'DELETE' && path.endsWith('/b') ? FORBIDDEN() : undefined)
  const ran = await run(groups)
  assert.equal(ran.stopped, { group: 1, reason: 'refused' })
  assert.equal(ran.told, ['a done', 'b failed', 'c skipped'])
  assert.ok(has('c'))
})

const FORBIDDEN = () => {
  const [kind, status] = ['Status', 'Failure']
  const answer = { kind, apiVersion: 'v1', metadata: {}, status, reason: 'Forbidden', message: 'no', code: 403 }
  return { status: 403, headers: { 'content-type': 'application/json' }, body: body(answer) }
}

async function* body(status: object): AsyncGenerator<Uint8Array> {
  yield Buffer.from(JSON.stringify(status))
}

test('leave alone what is being deleted already, and wait for it', async () => {
  const { put, find, run, meanwhile, release } = await trial()
  put('a', { ...HELD, deletionTimestamp: '2026-01-15T11:00:00Z' })
  meanwhile.push(() => release('a'))
  const ran = await run(await find(['a']), {}, { propagation: 'Foreground' })
  assert.equal(ran.writes, [])
  assert.equal(ran.told, ['a done'])
})

test('do not touch another object of the name that was shown', async () => {
  const { put, find, run, has } = await trial()
  put('a')
  const groups = await find(['a'], ['b'])
  put('a', { uid: 'another' })
  const ran = await run(groups)
  assert.equal(ran.told, ['a changed'])
  assert.is(ran.steps[0]!.guard, 'Changed')
  assert.is(has('a')!.metadata.uid, 'another')
})

test('notice what is made anew after it was gone', async () => {
  const { put, find, run, meanwhile, release } = await trial()
  put('a')
  put('b', HELD)
  put('c')
  const groups = await find(['a', 'b'], ['c'])
  meanwhile.push(
    () => void put('a', { uid: 'another' }),
    () => release('b'),
  )
  const ran = await run(groups)
  assert.equal(ran.stopped, { group: 1, reason: 'recreated' })
  assert.equal(ran.told, ['a changed', 'b done', 'c skipped'])
})

test('begin nothing more after an interrupt, and say what was asked for', async () => {
  const { put, find, run, meanwhile } = await trial()
  put('a', HELD)
  put('b')
  const interrupt = new AbortController()
  meanwhile.push(() => interrupt.abort())
  const ran = await run(await find(['a'], ['b']), { signal: interrupt.signal })
  assert.equal(ran.stopped, { group: 1, reason: 'interrupted' })
  assert.equal(ran.told, ['a timeout', 'b skipped'])
})

test('ask in a dry run for every group, and change nothing', async () => {
  const { put, find, run, has } = await trial()
  const [a] = [put('a'), put('b')]
  const ran = await run(await find(['a'], ['b']), { dryRun: true })
  assert.equal(ran.told, ['a planned', 'b planned'])
  assert.is(has('a')!.metadata.resourceVersion, a!.metadata.resourceVersion)
})

test('force only what did not go by itself, and tell no refusal of what went all the same', async () => {
  const { put, find, run, meanwhile, release } = await trial()
  put('a', HELD)
  put('b')
  const items = [{ apiVersion: 'v1', kind: 'ConfigMap', names: ['a', 'b'], namespaces: ['default'] }]
  const asked: string[] = []
  const ran = await run(await find({ items, forceDelete: true }), {
    force: async (objects, group) => {
      asked.push(...objects.map(({ ref }) => ref.name))
      meanwhile.push(() => release('a'))
      return objects.map(({ ref }) => ({ ref, action: 'RemoveFinalizer', group, result: 'refused' }))
    },
  })
  assert.equal(asked, ['a'])
  assert.equal(ran.told, ['a done', 'b done'])
})

test('tell what is waited for from the start, each that goes, and the reason once nothing moves', async () => {
  const { put, find, run, sandbox } = await trial()
  put('a', HELD)
  put('b')
  const deadline = sandbox.clock.now().getTime() / 1000 + 15
  const { progress } = await run(await find(['a', 'b']), { deadline })
  const news = progress.map(each => each.news).filter(each => each !== 'nothing')
  assert.equal(news, ['asked', 'went', 'explained', 'over'])
  const explained = progress.find(each => each.news === 'explained')!
  assert.equal([...explained.why.values()], ['held: a'])
  assert.equal([explained.gone, explained.objects, explained.left.length], [1, 2, 1])
})

test.run()
