import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ApiFailure } from '../../../src/api/failure.ts'
import type { FactSource } from '../../../src/cluster/facts/fact-source.ts'
import { readWatchers } from '../../../src/cluster/facts/read-watchers.ts'
import type { ApiRequest, ApiResponse, Transport } from '../../../src/cluster/transport/transport.ts'

const test = suite('what the API servers count')

interface CountingServer {
  readonly start: number
  open?: number
  /** PATCHes refused with 409 so far. */
  refused?: number
  lost?: boolean
}

/** A load balancer before these: what is sent over the common connection reaches the first, what is sent apart each in turn. */
function balanced(servers: readonly CountingServer[]) {
  const asked: ApiRequest[] = []
  let turn = 0
  const transport: Transport = {
    server: 'https://balanced',
    async send(request): Promise<ApiResponse> {
      const headers = { 'content-type': 'application/json' }
      if (request.path !== '/metrics') {
        const items = servers.map((_, index) => leaseOf(`apiserver-${index}`))
        return answer(JSON.stringify({ kind: 'LeaseList', metadata: {}, items }), headers)
      }
      asked.push(request)
      const server = servers[request.apart ? ++turn % servers.length : 0]!
      if (server.lost) throw new ApiFailure({ kind: 'cut', message: 'unexpected EOF' })
      return answer(textOf(server), {})
    },
    close() {},
  }
  return { transport, asked }
}

function answer(text: string, headers: Record<string, string>): ApiResponse {
  const body = (async function* () {
    yield Buffer.from(text)
  })()
  return { status: 200, headers, body }
}

const leaseOf = (name: string) => ({
  metadata: { name, namespace: 'kube-system', uid: name, resourceVersion: '1' },
  spec: { renewTime: '2026-01-15T12:00:00Z', leaseDurationSeconds: 3600 },
})

const textOf = ({ start, open = 0, refused = 0 }: CountingServer) =>
  [
    '',
    'apiserver_longrunning_requests{group="",resource="podtemplates",verb="WATCH"} 2',
    `apiserver_longrunning_requests{group="example.com",resource="widgets",verb="WATCH"} ${open}`,
    `apiserver_request_total{code="409",dry_run="",group="example.com",resource="widgets",verb="PATCH"} ${refused}`,
    `process_start_time_seconds ${start}`,
    '',
  ].join('\n')

const sourceOf = (transport: Transport, more: Partial<FactSource> = {}): FactSource => ({
  transport,
  discovery: { types: [], unreadable: [] } as unknown as FactSource['discovery'],
  pageSize: 500,
  sleep: async () => {},
  ...more,
})

const WIDGETS = 'widgets.example.com'

test('every API server that lives is asked, over connections of their own, and their counts are added up', async () => {
  const { transport, asked } = balanced([{ start: 100, open: 1 }, { start: 200 }, { start: 300, open: 2 }])
  const { looks } = await readWatchers(sourceOf(transport), WIDGETS)
  assert.equal(
    looks.map(({ servers, open }) => [servers.toSorted(), open]),
    [
      [[100, 200, 300], 3],
      [[100, 200, 300], 3],
    ],
  )
  assert.ok(asked.some(({ apart }) => apart))
})

test('one server is asked over the connection that there is, twice', async () => {
  const { transport, asked } = balanced([{ start: 100, open: 1 }])
  const { looks } = await readWatchers(sourceOf(transport), WIDGETS)
  assert.is(looks.length, 2)
  assert.equal(
    asked.map(({ apart }) => apart),
    [undefined, undefined],
  )
})

test('a server that cannot be reached is missing from the look, and the others are told', async () => {
  const { transport } = balanced([
    { start: 100, open: 2 },
    { start: 200, lost: true },
  ])
  const { looks, identities } = await readWatchers(sourceOf(transport), WIDGETS)
  assert.equal(looks[0]!.servers, [100])
  assert.is(looks[0]!.open, 2)
  assert.is(identities?.length, 2)
})

test('a server whose host set its clock is no other server', async () => {
  const { transport } = balanced([
    { start: 100, open: 1 },
    { start: 101, open: 1 },
  ])
  const { looks } = await readWatchers(sourceOf(transport), WIDGETS)
  assert.is(looks[0]!.servers.length, 1)
  assert.is(looks[0]!.open, 1)
})

test('where requests ended between the first two looks there is a third, once for all types', async () => {
  const server: CountingServer = { start: 100, open: 1 }
  const { transport, asked } = balanced([server])
  let pauses = 0
  const sleep = async () => {
    if (pauses++ === 0) server.refused = 1
  }
  const source = sourceOf(transport, { sleep })
  const [widgets, gadgets] = await Promise.all([
    readWatchers(source, WIDGETS),
    readWatchers(source, 'gadgets.example.com'),
  ])
  assert.equal(
    widgets.looks.map(({ ended }) => ended['PATCH 409']),
    [0, 1, 1],
  )
  assert.is(gadgets.looks.length, 2)
  await readWatchers(source, WIDGETS)
  assert.is(asked.length, 3)
})

test('a later look at the cluster knows what the earlier one counted', async () => {
  const server: CountingServer = { start: 100, open: 1 }
  const { transport } = balanced([server])
  const watched = {}
  assert.is((await readWatchers(sourceOf(transport, { watched }), WIDGETS)).earlier, undefined)
  server.refused = 4
  const { earlier, looks } = await readWatchers(sourceOf(transport, { watched }), WIDGETS)
  assert.is(earlier?.look.ended['PATCH 409'], 0)
  assert.is(looks.at(-1)!.ended['PATCH 409'], 4)
  assert.ok(earlier!.seconds >= 0)
})

test('a watch of the same run is left out of the counts, of PodTemplates as well', async () => {
  const { transport } = balanced([{ start: 100, open: 2 }])
  const own = new Map([
    [WIDGETS, 1],
    ['podtemplates', 1],
  ])
  const { looks } = await readWatchers(sourceOf(transport, { watched: { own } }), WIDGETS)
  assert.equal(
    looks.map(({ open, podTemplates }) => [open, podTemplates]),
    [
      [1, 1],
      [1, 1],
    ],
  )
})

for (const name of [WIDGETS, 'podtemplates']) {
  test(`nothing is told while the same run opens or ends its watch of ${name}: it may be counted or not`, async () => {
    for (const moves of [
      (own: Map<string, number>) => own.delete(name),
      (own: Map<string, number>) => own.set(name, 2),
    ]) {
      const own = new Map([[name, 1]])
      const { transport } = balanced([{ start: 100, open: 2 }])
      const sleep = async () => void moves(own)
      const told = await readWatchers(sourceOf(transport, { watched: { own }, sleep }), WIDGETS).catch(error => error)
      assert.instance(told, ApiFailure)
    }
  })
}

test.run()
