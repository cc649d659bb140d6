import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ApiFailure, codeOf } from '../../../src/api/failure.ts'
import type { Scan } from '../../../src/cluster/scan/scan.ts'
import { type Change, follow } from '../../../src/cluster/watch/follow.ts'
import { pods } from '../pods.ts'
import { type ScriptedAnswer, scriptedTransport, statusBody } from '../scripted-transport.ts'

const test = suite('follow')

function pod(name: string, resourceVersion: string, finalizers: readonly string[], terminating = true) {
  const deletion = terminating ? { deletionTimestamp: '2026-01-01T00:00:00Z' } : {}
  return { name, uid: `uid-${name}`, resourceVersion, finalizers, ...deletion }
}

function stream(...events: readonly object[]): ScriptedAnswer {
  return { body: events.map(event => `${JSON.stringify(event)}\n`).join('') }
}

const event = (type: string, metadata: object): object => ({
  type,
  object: { kind: 'PartialObjectMetadata', metadata },
})

const scanOf = (...metas: ReturnType<typeof pod>[]): Scan => ({
  findings: metas.map(meta => ({ type: pods, meta })),
  unreadable: [],
  fellBack: [],
  objectsRead: 0,
  typesRead: 1,
  resourceVersions: new Map([['pods', { resourceVersion: '1' }]]),
})

/** Follows until the answers run out, and says what was told and asked. */
async function followed(scan: Scan, answers: readonly ScriptedAnswer[]) {
  const end = new AbortController()
  const changes: string[] = []
  const troubles: string[] = []
  const pauses: number[] = []
  const expired: unknown[] = []
  const transport = scriptedTransport((_request, asked) => {
    if (asked >= answers.length) end.abort()
    return answers[asked - 1] ?? {}
  })
  const words: string[] = []
  const touched: string[] = []
  const ended = await follow(transport, scan, {
    types: [pods],
    pageSize: 10,
    signal: end.signal,
    sleep: async seconds => void pauses.push(seconds),
    onChange: ({ event, meta }: Change) => changes.push(`${event} ${meta.name}`),
    onTouch: ({ meta }) => touched.push(`${meta.name} ${meta.resourceVersion}`),
    onExpired: (_type, failure) => void expired.push(codeOf(failure)),
    onTrouble: (_type, failure) => {
      troubles.push(failure.fault.kind)
      words.push(failure.message)
    },
  })
  const versions = transport.requests.map(({ query }) => query?.resourceVersion)
  return { changes, touched, troubles, expired, words, pauses, versions, end: ended }
}

test('an object that begins to terminate, changes and goes is told once each', async () => {
  const { changes, touched } = await followed(scanOf(), [
    stream(
      event('ADDED', pod('a', '2', ['x'], false)),
      event('MODIFIED', pod('a', '3', ['x'])),
      event('MODIFIED', pod('a', '4', ['x'])),
      event('MODIFIED', pod('a', '5', [])),
      event('DELETED', pod('a', '6', [])),
    ),
  ])
  assert.equal(changes, ['ADDED a', 'MODIFIED a', 'DELETED a'])
  assert.equal(touched, ['a 4'], 'what is told of it is as before, and the rest of it is new')
})

test('an object that goes at once, without ever having been terminating, is not told', async () => {
  const { changes } = await followed(scanOf(), [stream(event('DELETED', pod('a', '2', [], false)))])
  assert.equal(changes, [])
})

test('a watch that the server ends goes on where it was, bookmarks included', async () => {
  const { versions } = await followed(scanOf(), [
    stream(event('MODIFIED', pod('a', '7', ['x']))),
    stream(event('BOOKMARK', { resourceVersion: '42' })),
    stream(),
  ])
  assert.equal(versions, ['1', '7', '42'])
})

test('after 410 the type is listed anew, and what went meanwhile is told', async () => {
  const gone = { type: 'ERROR', object: statusBody(410, 'Expired', 'too old resource version') }
  const list = { body: { metadata: { resourceVersion: '50' }, items: [{ metadata: pod('b', '49', ['x']) }] } }
  const { changes, versions, expired } = await followed(scanOf(pod('a', '1', ['x'])), [stream(gone), list, stream()])
  assert.equal(changes, ['DELETED a', 'ADDED b'])
  assert.equal(versions, ['1', undefined, '50'])
  assert.equal(expired, [410])
})

test('a watch that breaks off within a bookmark goes on from what was whole before it', async () => {
  const whole = `${JSON.stringify(event('MODIFIED', pod('a', '7', ['x'])))}\n`
  const half = JSON.stringify(event('BOOKMARK', { resourceVersion: '4200' })).slice(0, -6)
  const breaksWith = new ApiFailure({ kind: 'cut', message: 'unexpected EOF' })
  const { changes, troubles, versions } = await followed(scanOf(pod('a', '1', ['x'])), [
    { body: whole + half, breaksWith },
    stream(),
  ])
  assert.match(half, /"resourceVersion":"42/)
  assert.equal(changes, [])
  assert.equal(troubles, ['cut'])
  assert.equal(versions, ['1', '7'])
})

test('a watch that fails is tried again after pauses that grow', async () => {
  const sick = { status: 503, body: statusBody(503, 'ServiceUnavailable', 'no') }
  const { troubles, pauses } = await followed(scanOf(), [sick, sick, sick, stream()])
  assert.equal(troubles, ['status', 'status', 'status'])
  assert.equal(pauses.slice(0, 3), [1, 2, 4])
})

test('a watch that is forbidden is given up', async () => {
  const { versions, end } = await followed(scanOf(), [
    { status: 403, body: statusBody(403, 'Forbidden', 'no') },
    stream(),
  ])
  assert.is(versions.length, 1)
  assert.equal(end, { followed: 1, givenUp: 1 })
})

// What a watch can send in place of an event.
for (const [what, body] of [
  ['half a line', '{"type":"MODIFIED","object":{"metadata":{"name":"a\n'],
  ['no object', '{"type":"MODIFIED"}\n'],
  ['null', 'null\n'],
  ['an object without a uid', '{"type":"DELETED","object":{"metadata":{"name":"a"}}}\n'],
  ['no type', '{"object":{}}\n'],
  ['a bookmark of nothing', '{"type":"BOOKMARK","object":{}}\n'],
  ['HTML', '<html>\n'],
] as const) {
  test(`a watch that sends ${what} is told so in words, and tried again`, async () => {
    const { words, changes, versions } = await followed(scanOf(pod('a', '1', ['x'])), [{ body }, stream()])
    assert.equal(changes, [])
    assert.equal(versions, ['1', '1'])
    assert.is(words.length, 1)
    assert.match(words[0]!, /^unexpected event in the watch of pods: /)
    assert.not.match(words[0]!, /undefined|position|Unterminated|Unexpected token/)
  })
}

test('an error without a Status in a watch is one of the server', async () => {
  const { troubles } = await followed(scanOf(), [{ body: '{"type":"ERROR","object":"oops"}\n' }, stream()])
  assert.equal(troubles, ['status'])
})

test('a route that is lost, or a list that fails after 410, ends no watch', async () => {
  const lost = { status: 404, body: '404 page not found\n' }
  const gone = { type: 'ERROR', object: statusBody(410, 'Expired', 'too old resource version') }
  const sick = { status: 503, body: statusBody(503, 'ServiceUnavailable', 'no') }
  const list = { body: { metadata: { resourceVersion: '50' }, items: [{ metadata: pod('b', '49', ['x']) }] } }
  const { troubles, changes } = await followed(scanOf(), [lost, stream(gone), sick, list, stream()])
  assert.equal(troubles, ['status', 'status'])
  assert.equal(changes, ['ADDED b'])
})

test.run()
