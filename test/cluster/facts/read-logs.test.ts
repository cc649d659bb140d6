import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Fact, queryKey } from '../../../src/api/fact.ts'
import type { PodLog } from '../../../src/api/pod-log.ts'
import type { FactSource } from '../../../src/cluster/facts/fact-source.ts'
import { type LogLimits, LogRun } from '../../../src/cluster/facts/log-run.ts'
import { readFacts } from '../../../src/cluster/facts/read-facts.ts'
import { abortedFailure } from '../../../src/cluster/transport/aborted.ts'
import type { ApiRequest, ApiResponse, Transport } from '../../../src/cluster/transport/transport.ts'
import { cutAfter, garbled, plainText, statusResponse } from '../../sandbox/fault-answers.ts'

const test = suite('logs that are read')

const SINCE = new Date('2026-03-01T12:00:00Z')
const BEFORE = '2026-03-01T11:59:00.5Z started'
const AFTER = '2026-03-01T12:00:03.000000001Z cannot delete the bucket'
const LOG = `${BEFORE}\n${AFTER}\n`

const ofPod = (pod: string) => ({ about: 'log', namespace: 'ops', pod, container: 'manager' }) as const

type Answer = (request: ApiRequest) => ApiResponse | Promise<ApiResponse>

/** A server of logs alone, and what it was asked. */
function setup(answer: Answer, limits: Partial<LogLimits> = {}) {
  const asked: ApiRequest[] = []
  const transport: Transport = {
    server: 'https://logs',
    close() {},
    async send(request) {
      asked.push(request)
      return answer(request)
    },
  }
  const source: FactSource = {
    transport,
    discovery: { types: [], unreadable: [] },
    pageSize: 500,
    logs: { run: new LogRun(limits), since: SINCE },
  }
  const read = async (...pods: readonly string[]): Promise<readonly Fact<PodLog>[]> => {
    const facts = await readFacts(source, pods.map(ofPod))
    return pods.map(pod => facts.get(queryKey(ofPod(pod))) as Fact<PodLog>)
  }
  return { read, source, asked }
}

async function whyNot(answer: Answer, limits?: Partial<LogLimits>): Promise<readonly [string, number]> {
  const [fact] = await setup(answer, limits).read('a')
  if (fact?.state !== 'unreadable') throw new Error(`it is ${fact?.state}`)
  return [fact.why.reason, fact.part?.lines.length ?? 0]
}

/** A connection that the server keeps open: its socket keeps the process alive. */
function openUntil(signal: AbortSignal): Promise<never> {
  const socket = setInterval(() => {}, 60_000)
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      clearInterval(socket)
      reject(abortedFailure(signal))
    })
  })
}

const stalled: Answer = ({ signal }) => openUntil(signal!)

async function* stalledAfter(text: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text)
  await openUntil(signal)
}

async function* endless(): AsyncGenerator<Uint8Array> {
  for (;;) yield new Uint8Array(65_536).fill(97)
}

test('are the last lines of a container from an hour before the first deletion on, with their times', async () => {
  const { read, asked } = setup(() => plainText(200, LOG))
  const [fact] = await read('a')
  assert.equal(fact, {
    state: 'known',
    value: {
      pod: 'a',
      container: 'manager',
      previous: false,
      since: SINCE.toISOString(),
      lines: [BEFORE, AFTER],
      whole: true,
    },
  })
  const [{ path, query }] = asked as [ApiRequest]
  assert.is(path, '/api/v1/namespaces/ops/pods/a/log')
  assert.equal(query, {
    container: 'manager',
    sinceTime: '2026-03-01T11:00:00Z',
    tailLines: '2000',
    limitBytes: '1048576',
    timestamps: 'true',
  })
})

test('are whole only where a line from before the deletion is there', async () => {
  const [fact] = await setup(() => plainText(200, `${AFTER}\n`)).read('a')
  assert.is(fact?.state === 'known' && fact.value.whole, false)
})

test('may be known to have no line', async () => {
  const [fact] = await setup(() => plainText(200, '')).read('a')
  assert.equal(fact?.state === 'known' && [fact.value.lines, fact.value.whole], [[], false])
})

test('of a Pod without a node are unreadable, and not empty', async () => {
  assert.equal(await whyNot(() => plainText(204, '')), ['Garbled', 0])
})

test('that the server refuses, does not have or fails to get are unreadable with its reason', async () => {
  for (const [code, reason] of [
    [403, 'Forbidden'],
    [404, 'NotFound'],
    [400, 'BadRequest'],
    [500, 'InternalError'],
  ] as const)
    assert.equal(await whyNot(() => statusResponse(code, { reason, message: 'no' })), [reason, 0])
})

test('that stall before or in the answer are waited for only so long, and what came counts', async () => {
  assert.equal(await whyNot(stalled, { secondsOfPod: 0.02 }), ['ResponseCut', 0])
  const inBody: Answer = ({ signal }) => ({ ...plainText(200, ''), body: stalledAfter(`${LOG}2026-03`, signal!) })
  assert.equal(await whyNot(inBody, { secondsOfPod: 0.02 }), ['ResponseCut', 2])
})

test('that break off keep their whole lines as a part', async () => {
  assert.equal(await whyNot(() => cutAfter(plainText(200, LOG), BEFORE.length + 20)), ['ResponseCut', 1])
})

test('that never end are left at the limit of bytes', async () => {
  assert.equal(await whyNot(() => ({ ...plainText(200, ''), body: endless() })), ['TooLarge', 0])
  const long = `${LOG}2026-03-01T12:00:04Z ${'x'.repeat(9000)}`
  assert.equal(await whyNot(() => plainText(200, long), { bytesOfPod: 8192 }), ['TooLarge', 2])
})

test('that are no text, or the page of a proxy, are unreadable', async () => {
  assert.equal(await whyNot(() => plainText(200, `${BEFORE}\0\n`)), ['Garbled', 0])
  assert.equal(await whyNot(() => garbled()), ['Garbled', 0])
  assert.equal(await whyNot(() => plainText(200, `${LOG}unable to retrieve container logs\n`)), ['Garbled', 2])
})

test('are asked for once in a run, however often they are in question', async () => {
  const { read, asked } = setup(() => plainText(200, LOG))
  const [first] = await read('a', 'b')
  const [second] = await read('a')
  assert.is(second, first)
  assert.is(asked.length, 2)
})

test('of more Pods, bytes or seconds than a run may read are not asked for', async () => {
  const ofMany = setup(() => plainText(200, LOG), { pods: 2 })
  assert.equal(
    (await ofMany.read('a', 'b', 'c')).map(({ state }) => state),
    ['known', 'known', 'unreadable'],
  )
  const long = setup(() => plainText(200, LOG.repeat(100)), { bytes: 10_000 })
  assert.equal(
    (await long.read('a', 'b')).map(({ state }) => state),
    ['known', 'unreadable'],
  )
  assert.is(long.asked.length, 1)
  const slow = setup(stalled, { secondsOfPod: 0.02, seconds: 0.035 })
  await slow.read('a', 'b', 'c', 'd')
  assert.is(slow.asked.length, 2)
})

test('are not asked for in a run that reads none', async () => {
  const { source, asked } = setup(() => plainText(200, LOG))
  const [fact] = (await readFacts({ ...source, logs: undefined }, [ofPod('a')])).values()
  assert.is(fact?.state, 'unreadable')
  assert.is(asked.length, 0)
})

test('hold no secret, nor does the reason why they are unreadable', async () => {
  const secret = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhZG1pbiJ9.c2lnbmF0dXJl'
  const [known] = await setup(() => plainText(200, `${AFTER} token ${secret}\n`)).read('a')
  const [failed] = await setup(() => statusResponse(500, { message: `Internal error: ${secret}` })).read('a')
  assert.is(known?.state, 'known')
  assert.is(failed?.state, 'unreadable')
  assert.not.match(JSON.stringify([known, failed]), secret)
})

test.run()
