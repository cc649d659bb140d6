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
const version = (resourceVersion: string): ScriptedAnswer => ({
  body: { apiVersion: 'v1', kind: 'PodList', metadata: { resourceVersion }, items: [] },
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
  await awaitGone(transport, {
    type: pods,
    namespace: 'shop',
    objects: names.map(name => meta(name)),
    signal: end.signal,
    sleep: async seconds => void pauses.push(seconds),
    onGone: ({ name }) => gone.push(name),
    onTrouble: ({ fault }) => troubles.push(fault.kind),
  })
  return { gone, troubles, pauses, asked: transport.requests.map(kindOf), requests: transport.requests }
}

test('an object is looked at, watched from before that look, and told when it goes', async () => {
  const { gone, asked, requests } = await awaited(
    ['a'],
    [version('7'), pod('a'), { body: told('MODIFIED', 'a') + told('DELETED', 'a') }],
  )
  assert.equal(gone, ['a'])
  assert.equal(asked, ['list', 'get a', 'watch 7'])
  assert.is(requests[2]!.query!.fieldSelector, 'metadata.name=a')
})

test('several objects of a type and namespace share one watch, which has no field selector', async () => {
  const { gone, requests } = await awaited(
    ['a', 'b'],
    [version('7'), pod('a'), pod('b'), { body: told('DELETED', 'b') + told('DELETED', 'a') }],
  )
  assert.equal(gone, ['b', 'a'])
  assert.is(requests[3]!.query!.fieldSelector, undefined)
})

test('an object of the same name that was made since is another one: the first is gone', async () => {
  const { gone } = await awaited(['a'], [version('7'), pod('a', 'another')])
  assert.equal(gone, ['a'])
})

test('the end of another object is not that of the one that is waited for', async () => {
  const { gone } = await awaited(['a'], [version('7'), pod('a'), { body: told('DELETED', 'a', 'another') }])
  assert.equal(gone, [])
})

test('a watch that the server ends goes on where it was', async () => {
  const { gone, asked } = await awaited(
    ['a'],
    [version('7'), pod('a'), { body: told('MODIFIED', 'a') }, { body: told('DELETED', 'a') }],
  )
  assert.equal(gone, ['a'])
  assert.equal(asked.slice(2), ['watch 7', 'watch 5'])
})

test('a watch that is too old begins with a new look, and is no trouble', async () => {
  const { gone, asked, troubles } = await awaited(
    ['a'],
    [version('7'), pod('a'), refused(410, 'Expired'), version('9'), absent('a')],
  )
  assert.equal(gone, ['a'])
  assert.equal(troubles, [])
  assert.equal(asked.slice(2), ['watch 7', 'list', 'get a'])
})

test('a server that cannot answer is asked again, ever later, and nothing is gone by that', async () => {
  const { gone, troubles, pauses } = await awaited(
    ['a'],
    [
      version('7'),
      pod('a'),
      refused(500, 'InternalError'),
      refused(503, 'ServiceUnavailable'),
      version('9'),
      pod('a'),
      {},
    ],
  )
  assert.equal(gone, [])
  assert.equal(troubles, ['status', 'status'])
  assert.equal(pauses.slice(0, 2), [1, 2])
})

test('who may not watch looks instead', async () => {
  const { gone, asked } = await awaited(
    ['a'],
    [version('7'), pod('a'), refused(403, 'Forbidden'), pod('a'), absent('a')],
  )
  assert.equal(gone, ['a'])
  assert.equal(asked, ['list', 'get a', 'watch 7', 'get a', 'get a'])
})

test('who may not look either is told so', async () => {
  const answers = [refused(403, 'Forbidden'), refused(403, 'Forbidden'), {}, {}]
  const failure = await awaited(['a'], answers).catch((error: unknown) => error)
  assert.is(codeOf(failure), 403)
})

test.run()
