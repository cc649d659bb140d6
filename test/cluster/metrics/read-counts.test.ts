import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ApiFailure } from '../../../src/api/failure.ts'
import { readCounts } from '../../../src/cluster/metrics/server-counts.ts'
import type { ApiResponse, Transport } from '../../../src/cluster/transport/transport.ts'

const test = suite('the metrics of an API server')

const watch = (labels: string, count: number) =>
  `apiserver_longrunning_requests{component="apiserver",${labels},verb="WATCH"} ${count}`
const ended = (labels: string, count: number) => `apiserver_request_total{component="apiserver",${labels}} ${count}`

const WIDGETS = 'group="example.com",resource="widgets",subresource=""'

const LINES = [
  '# HELP apiserver_longrunning_requests [STABLE] Gauge of all active long-running apiserver requests',
  '# TYPE apiserver_longrunning_requests gauge',
  watch(`${WIDGETS},scope="cluster",version="v1"`, 1),
  watch(`${WIDGETS},scope="cluster",version="v1beta1"`, 1),
  watch(`${WIDGETS},scope="namespace",version="v1"`, 2),
  watch('group="",resource="pods",scope="cluster",subresource="",version="v1"', 7),
  watch('group="",resource="podtemplates",scope="cluster",subresource="",version="v1"', 1),
  'apiserver_longrunning_requests_more{group="example.com",resource="widgets",verb="WATCH"} 9',
  '# TYPE apiserver_request_total counter',
  ended(`code="200",dry_run="",${WIDGETS},scope="resource",verb="PATCH",version="v1"`, 3),
  ended(`code="422",dry_run="",${WIDGETS},scope="resource",verb="PATCH",version="v1"`, 1.5e2),
  ended(`code="200",dry_run="All",${WIDGETS},scope="resource",verb="PATCH",version="v1"`, 40),
  '# TYPE process_start_time_seconds gauge',
  'process_start_time_seconds 1.7e+09',
]
const TEXT = `${LINES.join('\n')}\n`

/** A server that answers so, in chunks of this many bytes, and tells whether its body was left. */
function serving(text: string, { size = text.length, status = 200, breaks = false } = {}) {
  const seen = { bytes: 0 }
  const bytes = Buffer.from(text)
  const transport: Transport = {
    server: 'https://scripted',
    async send(): Promise<ApiResponse> {
      const body = (async function* () {
        for (let at = 0; at < bytes.length; at += size) {
          seen.bytes += size
          yield bytes.subarray(at, at + size)
        }
        if (breaks) throw new ApiFailure({ kind: 'cut', message: 'unexpected EOF' })
      })()
      return { status, headers: { 'content-type': 'text/plain' }, body }
    },
    close() {},
  }
  return { transport, seen }
}

async function faultOf(transport: Transport, limitSeconds?: number): Promise<string | undefined> {
  const error = await readCounts(transport, limitSeconds === undefined ? {} : { limitSeconds }).catch(
    (thrown: unknown) => thrown,
  )
  return error instanceof ApiFailure ? error.fault.kind : undefined
}

test('watches are added up over versions and scopes, requests by verb and code, without dry runs', async () => {
  const { open, ended, startedAt, podTemplates } = await readCounts(serving(TEXT).transport, {})
  assert.equal([...open], [['widgets.example.com', 4]])
  assert.equal([...ended], [['widgets.example.com', { 'PATCH 200': 3, 'PATCH 422': 150 }]])
  assert.is(startedAt, 1_700_000_000)
  assert.is(podTemplates, 1)
})

test('the deletion of a collection, which the server counts as a DELETE, is told from that of an object', async () => {
  const deleted = ['namespace', 'cluster', 'resource'].map((scope, index) =>
    ended(`code="200",dry_run="",${WIDGETS},scope="${scope}",verb="DELETE",version="v1"`, index + 1),
  )
  const text = TEXT.replace('# TYPE process_start', `${deleted.join('\n')}\n# TYPE process_start`)
  const { ended: counts } = await readCounts(serving(text).transport, {})
  const { 'DELETECOLLECTION 200': collections, 'DELETE 200': objects } = counts.get('widgets.example.com')!
  assert.equal([collections, objects], [3, 3])
})

test('lines that are cut anywhere between two chunks are read as they are', async () => {
  const whole = await readCounts(serving(TEXT).transport, {})
  for (const size of [1, 7, 64, 333]) assert.equal(await readCounts(serving(TEXT, { size }).transport, {}), whole)
})

test('what follows the last family is not read', async () => {
  const { transport, seen } = serving(TEXT + 'workqueue_depth{name="x"} 1\n'.repeat(100_000), { size: 4096 })
  await readCounts(transport, {})
  assert.ok(seen.bytes <= Math.ceil(TEXT.length / 4096) * 4096, `${seen.bytes} bytes were read`)
})

test('a type that nobody watches any more has a count of nought', async () => {
  const { open } = await readCounts(serving(TEXT.replaceAll(/(} )[12]\n/g, '$10\n')).transport, {})
  assert.is(open.get('widgets.example.com'), 0)
})

test('what is no whole text of an API server is unreadable, never a count of nought', async () => {
  const cases: readonly [string, string, Parameters<typeof serving>[1]?][] = [
    ['a sign-in page', '<!doctype html><title>Sign in</title>\n'],
    ['the metrics of something else', 'nginx_connections 3\nprocess_start_time_seconds 1\n'],
    ['one family short', TEXT.replaceAll('apiserver_request_total', 'apiserver_other_total')],
    ['without its start', TEXT.replace(/process_start.*\n/g, '')],
    ['not text', Buffer.alloc(1 << 20, 0).toString()],
    ['empty', ''],
  ]
  for (const [what, text, options] of cases) assert.is(await faultOf(serving(text, options).transport), 'garbled', what)
  const half = TEXT.slice(0, TEXT.indexOf('process_start'))
  assert.is(await faultOf(serving(half, { breaks: true }).transport), 'cut', 'broken off')
  assert.is(await faultOf(serving('no', { status: 403 }).transport), 'status', 'forbidden')
  assert.is(await faultOf(serving('x'.repeat(1 << 20), { size: 4096 }).transport), 'garbled', 'a line without an end')
})

test('a text without an end is left at 256 MiB', async () => {
  const line = `etcd_request_duration_seconds_bucket{operation="list",type="x",le="0.1"} 1\n`.repeat(10_000)
  const seen = { bytes: 0 }
  const transport: Transport = {
    server: 'https://endless',
    async send() {
      const body = (async function* () {
        for (;;) {
          seen.bytes += line.length
          yield Buffer.from(line)
        }
      })()
      return { status: 200, headers: {}, body }
    },
    close() {},
  }
  assert.is(await faultOf(transport), 'oversized')
  assert.ok(seen.bytes < 257 << 20)
})

test('an answer that stalls is given up in time, and is no interrupt', async () => {
  const transport: Transport = {
    server: 'https://stalls',
    async send({ signal }) {
      const body = (async function* () {
        yield Buffer.from(TEXT.slice(0, 100))
        await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason), { once: true }))
      })()
      return { status: 200, headers: {}, body }
    },
    close() {},
  }
  // The limit's timer does not keep a process alive.
  const alive = setInterval(() => {}, 1000)
  assert.is(await faultOf(transport, 0.05), 'cut')
  clearInterval(alive)
})

test.run()
