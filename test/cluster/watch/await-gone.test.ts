import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { codeOf } from '../../../src/api/failure.ts'
import type { ApiRequest } from '../../../src/cluster/transport/transport.ts'
import { awaitGone } from '../../../src/cluster/watch/await-gone.ts'
import { pods } from '../pods.ts'
import { type ScriptedAnswer, scriptedTransport, statusBody } from '../scripted-transport.ts'

const test = suite('waiting until objects are gone')

const meta = (name: string, uid = `uid-${name}`) => ({ name, namespace: 'shop', uid, resourceVersion: '5' })
const pod = (name: string, uid?: string): ScriptedAnswer => ({
  body: { apiVersion: 'v1', kind: 'Pod', metadata: meta(name, uid) },
})
const list = (resourceVersion: string, ...items: readonly ReturnType<typeof meta>[]): ScriptedAnswer => ({
  body: { kind: 'PodList', metadata: { resourceVersion }, items: items.map(metadata => ({ metadata })) },
})
const absent = (name: string): ScriptedAnswer => ({
  status: 404,
  body: { ...statusBody(404, 'NotFound', `pods "${name}" not found`), details: { name, kind: 'pods' } },
})
const told = (type: string, name: string, uid?: string) =>
  `${JSON.stringify({ type, object: { kind: 'PartialObjectMetadata', metadata: meta(name, uid) } })}\n`
const refused = (code: number, reason: string): ScriptedAnswer => ({
  status: code,
  body: statusBody(code, reason, reason),
})

const kindOf = ({ path, query = {} }: ApiRequest): string =>
  query.watch ? `watch ${query.resourceVersion}` : path.endsWith('/pods') ? 'list' : `get ${path.split('/').at(-1)}`

/** Waits for Pods of these names until the answers run out, and says what was asked and told. */
async function awaited(names: readonly string[], answers: readonly ScriptedAnswer[]) {
  const end = new AbortController()
  const transport = scriptedTransport((_request, asked) => {
    if (asked >= answers.length) end.abort()
    return answers[asked - 1] ?? {}
  })
  const gone: string[] = []
  const troubles: string[] = []
  const pauses: number[] = []
  /** Before which request a turn was waited for. */
  const turns: number[] = []
  await awaitGone(transport, {
    type: pods,
    namespace: 'shop',
    objects: names.map(name => meta(name)),
    signal: end.signal,
    sleep: async seconds => void pauses.push(seconds),
    pollSeconds: 5,
    turn: async () => void turns.push(transport.requests.length),
    onGone: ({ name }, state) => gone.push(`${name} ${state}`),
    onTrouble: ({ fault }) => troubles.push(fault.kind),
  })
  return { gone, troubles, pauses, turns, asked: transport.requests.map(kindOf), requests: transport.requests }
}

test('an object is looked at, watched from that look on, and told when it goes', async () => {
  const { gone, asked, requests } = await awaited(
    ['a'],
    [list('7', meta('a')), { body: told('MODIFIED', 'a') + told('DELETED', 'a') }],
  )
  assert.equal(gone, ['a gone'])
  assert.equal(asked, ['list', 'watch 7'])
  assert.equal(
    requests.map(({ query }) => query!.fieldSelector),
    ['metadata.name=a', 'metadata.name=a'],
  )
})

test('several objects of a type and namespace share one list and one watch, which have no field selector', async () => {
  const { gone, asked, requests } = await awaited(
    ['a', 'b', 'c'],
    [list('7', meta('a'), meta('b')), { body: told('DELETED', 'b') + told('DELETED', 'a') }],
  )
  assert.equal(gone, ['c gone', 'b gone', 'a gone'])
  assert.equal(asked, ['list', 'watch 7'])
  assert.ok(requests.every(({ query }) => query!.fieldSelector === undefined))
})

test('an object of the same name that was made since is another one: the first is gone', async () => {
  const { gone } = await awaited(['a'], [list('7', meta('a', 'another'))])
  assert.equal(gone, ['a recreated'])
})

test('the end of another object is not that of the one that is waited for', async () => {
  const { gone } = await awaited(['a'], [list('7', meta('a')), { body: told('DELETED', 'a', 'another') }])
  assert.equal(gone, [])
})

test('what a page does not show is asked for by name: a list that goes on proves nothing', async () => {
  const page = {
    kind: 'PodList',
    metadata: { resourceVersion: '7', continue: 'more' },
    items: [{ metadata: meta('a') }],
  }
  const answers = [{ body: page }, pod('b'), absent('c'), { body: told('DELETED', 'a') + told('DELETED', 'b') }]
  const { gone, asked } = await awaited(['a', 'b', 'c'], answers)
  assert.equal(gone, ['c gone', 'a gone', 'b gone'])
  assert.equal(asked, ['list', 'get b', 'get c', 'watch 7'])
})

test('a watch that the server ends goes on where it was', async () => {
  const { gone, asked } = await awaited(
    ['a'],
    [list('7', meta('a')), { body: told('MODIFIED', 'a') }, { body: told('DELETED', 'a') }],
  )
  assert.equal(gone, ['a gone'])
  assert.equal(asked, ['list', 'watch 7', 'watch 5'])
})

test('a watch that is too old begins with a new look, and is no trouble', async () => {
  const { gone, asked, troubles } = await awaited(['a'], [list('7', meta('a')), refused(410, 'Expired'), list('9')])
  assert.equal(gone, ['a gone'])
  assert.equal(troubles, [])
  assert.equal(asked, ['list', 'watch 7', 'list'])
})

test('a server that cannot answer is asked again, ever later, and nothing is gone by that', async () => {
  const { gone, troubles, pauses } = await awaited(
    ['a'],
    [list('7', meta('a')), refused(500, 'InternalError'), refused(503, 'ServiceUnavailable'), list('9', meta('a')), {}],
  )
  assert.equal(gone, [])
  assert.equal(troubles, ['status', 'status'])
  assert.equal(pauses.slice(0, 2), [1, 2])
})

test('the first list and the first watch go out at once, every other request waits for its turn', async () => {
  const answers = [list('7', meta('a')), { body: '' }, refused(410, 'Expired'), list('9', meta('a')), { body: '' }]
  const { turns, asked } = await awaited(['a'], answers)
  assert.equal(asked.slice(0, 5), ['list', 'watch 7', 'watch 7', 'list', 'watch 9'])
  assert.equal(turns.slice(0, 3), [2, 3, 4])
})

test('who may not watch lists instead, with a pause between', async () => {
  const { gone, asked, pauses } = await awaited(
    ['a'],
    [list('7', meta('a')), refused(403, 'Forbidden'), list('9', meta('a')), list('11')],
  )
  assert.equal(gone, ['a gone'])
  assert.equal(asked, ['list', 'watch 7', 'list', 'list'])
  assert.equal(pauses, [5])
})

test('who may not list looks by name instead', async () => {
  const { gone, asked } = await awaited(['a'], [refused(403, 'Forbidden'), pod('a'), absent('a')])
  assert.equal(gone, ['a gone'])
  assert.equal(asked, ['list', 'get a', 'get a'])
})

test('who may not look either is told so', async () => {
  const answers = [refused(403, 'Forbidden'), refused(403, 'Forbidden'), {}, {}]
  const failure = await awaited(['a'], answers).catch((error: unknown) => error)
  assert.is(codeOf(failure), 403)
})

test.run()
