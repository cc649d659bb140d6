import { createGzip } from 'node:zlib'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { listAll, MAX_PAGE_BYTES } from '../../../src/cluster/list-pages.ts'
import { scan } from '../../../src/cluster/scan/scan.ts'
import { readJson } from '../../../src/cluster/transport/read.ts'
import type { ApiRequest } from '../../../src/cluster/transport/transport.ts'
import { watchType } from '../../../src/cluster/watch/watch-type.ts'
import { faultOf } from '../fault.ts'
import { serveHttp } from '../loopback.ts'
import { pods } from '../pods.ts'
import { get, transportTo } from './through.ts'

const test = suite('answers that are too long')

const MIB = 1 << 20
const SPACES = Buffer.alloc(MIB, ' ')

/** Sends JSON for ever; `sent` tells how much of it, in MiB, until the client left. */
async function endless(headers: Readonly<Record<string, string>>, compressed = false) {
  const sent = { mib: 0 }
  const server = await serveHttp((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers })
    const out = compressed ? createGzip({ level: 1 }) : response
    if (compressed) (out as ReturnType<typeof createGzip>).pipe(response)
    const more = (): void => {
      while (!response.destroyed && out.write(SPACES)) sent.mib++
      if (!response.destroyed) out.once('drain', more)
    }
    more()
  })
  return { server, sent }
}

for (const [what, headers, compressed] of [
  ['without a length', {}, false],
  ['of a length that says so', { 'content-length': String(2 ** 40) }, false],
  ['compressed', { 'content-encoding': 'gzip' }, true],
] as const) {
  test(`are left, ${what}: an object, a list, a scan and a watch`, async () => {
    const { server, sent } = await endless(headers, compressed)
    await using _ = server
    using transport = await transportTo(server.url)
    assert.is((await faultOf(readJson(transport, get()))).kind, 'oversized')
    assert.is((await faultOf(listAll(transport, { path: '/api/v1/pods', pageSize: 1 }))).kind, 'oversized')
    const { unreadable } = await scan(transport, { types: [pods], pageSize: 1 })
    assert.equal(
      unreadable.map(({ resource, reason }) => [resource, reason]),
      [['pods', 'TooLarge']],
    )
    const watching = (async () => {
      for await (const _event of watchType(transport, { type: pods, resourceVersion: '1' })) break
    })()
    assert.is((await faultOf(watching)).kind, 'oversized')
    // What the client took, and what was on the way.
    assert.ok(sent.mib < 250, `${sent.mib} MiB were sent`)
  })
}

test('are asked for again with fewer objects, when they are pages of a list', async () => {
  const limits: string[] = []
  const item = { metadata: { name: 'a', uid: '1', creationTimestamp: '2026-01-01T00:00:00Z' } }
  const transport = {
    server: 'https://scripted',
    close() {},
    async send({ query = {} }: ApiRequest) {
      limits.push(query.limit!)
      const whole = JSON.stringify({ kind: 'PodList', metadata: { resourceVersion: '7' }, items: [item] })
      const count = Number(query.limit) > 50 ? MAX_PAGE_BYTES / MIB + 1 : 0
      async function* body() {
        for (let sent = 0; sent < count; sent++) yield SPACES
        yield Buffer.from(whole)
      }
      return { status: 200, headers: { 'content-type': 'application/json' }, body: body() }
    },
  }
  assert.is((await listAll(transport, { path: '/api/v1/pods', pageSize: 500 })).length, 1)
  const { unreadable, objectsRead } = await scan(transport, { types: [pods], pageSize: 2000 })
  assert.equal([unreadable, objectsRead], [[], 1])
  assert.equal(limits, ['500', '50', '2000', '200', '20'])
})

test('are left as well where a list is asked for in one page', async () => {
  const transport = {
    server: 'https://scripted',
    close() {},
    async send() {
      async function* body() {
        for (;;) yield SPACES
      }
      return { status: 200, headers: { 'content-type': 'application/json' }, body: body() }
    },
  }
  const { unreadable } = await scan(transport, { types: [pods], pageSize: 0 })
  assert.is(unreadable[0]!.message, "the server's answer is longer than 64 MiB")
})

test.run()
