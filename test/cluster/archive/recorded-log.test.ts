import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Fact, queryKey } from '../../../src/api/fact.ts'
import type { PodLog } from '../../../src/api/pod-log.ts'
import { playback } from '../../../src/cluster/archive/playback.ts'
import { recordingTransport } from '../../../src/cluster/archive/record-transport.ts'
import { archiveOf } from '../../../src/cluster/archive/recording.ts'
import { LogRun } from '../../../src/cluster/facts/log-run.ts'
import { readFacts } from '../../../src/cluster/facts/read-facts.ts'
import type { ApiResponse, Transport } from '../../../src/cluster/transport/transport.ts'
import { plainText, statusResponse } from '../../sandbox/fault-answers.ts'

const test = suite('logs in a recording')

const SECRET = 'hunter2'
const LINES = ['2026-03-01T11:59:00Z started', `2026-03-01T12:00:00Z cannot connect: password=${SECRET}`]
const query = { about: 'log', namespace: 'ops', pod: 'a', container: 'manager' } as const
const head = {
  apiVersion: 'kubectl-finalize/v1',
  kind: 'Recording',
  takenAt: '2026-03-01T12:00:00Z',
  version: '0',
  namespace: undefined,
  contextNamespace: 'default',
  redacted: false,
} as const

async function read(transport: Transport, since: string): Promise<Fact<PodLog>> {
  const logs = { run: new LogRun(), since: new Date(since) }
  const discovery = { types: [], unreadable: [] }
  const facts = await readFacts({ transport, discovery, pageSize: 500, logs }, [query])
  return facts.get(queryKey(query)) as Fact<PodLog>
}

/** What is read of this answer, and then from the recording of it. */
async function twice(answer: () => ApiResponse) {
  const server: Transport = { server: 'https://logs', close() {}, send: async () => answer() }
  const recording = recordingTransport(server)
  const live = await read(recording, '2026-03-01T12:00:00Z')
  const exchanges = recording.exchanges()
  const played = await read(playback(archiveOf({ head, exchanges })), '2026-03-01T11:59:30Z')
  return { live, played, text: JSON.stringify(exchanges) }
}

test('are its lines without what looks like a secret, and answer whatever lines are asked for', async () => {
  const { live, played, text } = await twice(() => plainText(200, LINES.map(line => `${line}\n`).join('')))
  assert.not.match(text, SECRET)
  assert.is(live.state, 'known')
  assert.equal(played.state === 'known' && played.value.lines, live.state === 'known' && live.value.lines)
})

test('that were refused are refused again, in words without a secret', async () => {
  const { live, played, text } = await twice(() => statusResponse(500, { reason: 'InternalError', message: LINES[1]! }))
  assert.not.match(text, SECRET)
  assert.equal(played, live)
})

test('that were not recorded are unreadable, and not empty', async () => {
  const played = await read(playback(archiveOf({ head, exchanges: [] })), head.takenAt)
  assert.is(played.state === 'unreadable' && played.why.reason, 'NotRecorded')
})

test('that never end are kept as far as they were asked for', async () => {
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (;;) yield Buffer.from(`${LINES[0]}\n`.repeat(1000))
  }
  const { live, text } = await twice(() => ({ ...plainText(200, ''), body: endless() }))
  assert.is(live.state === 'unreadable' && live.why.reason, 'TooLarge')
  assert.ok(text.length < 2 << 20, String(text.length))
})

test.run()
