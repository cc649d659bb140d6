import type { Duplex } from 'node:stream'
import { createServer } from 'node:tls'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { collect } from '../../../src/cluster/transport/collect.ts'
import { dial } from '../../../src/cluster/transport/http2-session.ts'
import { readText } from '../../../src/cluster/transport/read.ts'
import { routeMaker } from '../../../src/cluster/transport/route.ts'
import { createAuthority } from '../certificates.ts'
import { faultOf } from '../fault.ts'
import { type Loopback, listen, serveTcp } from '../loopback.ts'
import { get, transportTo } from './through.ts'

const test = suite('HTTP/2 that breaks off')

const { certificate: cert, key } = await (await createAuthority()).sign()

const [DATA, HEADERS, RESET, SETTINGS, PING, GOAWAY] = [0, 1, 3, 4, 6, 7]
const [NO_ERROR, INTERNAL_ERROR, REFUSED_STREAM, CANCEL] = [0, 2, 7, 8]
const END = 1
const WHOLE_HEADERS = 4

function frame(type: number, flags: number, stream: number, payload: string | Buffer = ''): Buffer {
  const bytes: Uint8Array = typeof payload === 'string' ? Buffer.from(payload, 'latin1') : payload
  const head = Buffer.alloc(9)
  head.writeUIntBE(bytes.length, 0, 3)
  head[3] = type
  head[4] = flags
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, bytes])
}

function numbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index)
  return bytes
}

/** `:status: 200` of the table that every HPACK has. */
const ok = (stream: number, flags = 0): Buffer => frame(HEADERS, WHOLE_HEADERS | flags, stream, Buffer.from([0x88]))
const data = (stream: number, text: string, flags = 0): Buffer => frame(DATA, flags, stream, text)
const reset = (stream: number, code: number): Buffer => frame(RESET, 0, stream, numbers(code))
const goAway = (last: number, code: number): Buffer => frame(GOAWAY, 0, 0, numbers(last, code))

interface Asked {
  readonly socket: Duplex
  readonly stream: number
  /** How many requests came before this one, over all connections. */
  readonly index: number
}

/** A server that answers the head of each request with frames of the test's own; `answersPings` unless told. */
async function serve(
  onRequest: (asked: Asked) => void,
  { answersPings = true } = {},
): Promise<Loopback & { readonly requests: () => number }> {
  let requests = 0
  const server = createServer({ cert, key, ALPNProtocols: ['h2'] }, socket => {
    socket.on('error', () => {})
    socket.write(frame(SETTINGS, 0, 0))
    let unread: Buffer = Buffer.alloc(0)
    let greeting = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'.length
    socket.on('data', (chunk: Buffer) => {
      unread = Buffer.concat([unread, chunk])
      if (greeting > 0 && unread.length >= greeting) {
        unread = unread.subarray(greeting)
        greeting = 0
      }
      while (greeting === 0 && unread.length >= 9 && unread.length >= 9 + unread.readUIntBE(0, 3)) {
        const length = unread.readUIntBE(0, 3)
        const [type, flags, stream] = [unread[3]!, unread[4]!, unread.readUInt32BE(5)]
        const payload = unread.subarray(9, 9 + length)
        unread = unread.subarray(9 + length)
        if (type === SETTINGS && flags === 0) socket.write(frame(SETTINGS, 1, 0))
        if (type === PING && flags === 0 && answersPings) socket.write(frame(PING, 1, 0, Buffer.from(payload)))
        if (type === HEADERS) onRequest({ socket, stream, index: requests++ })
      }
    })
  })
  return { ...(await listen(server, 'https')), requests: () => requests }
}

const insecure = { tls: { insecure: true } } as const
const PATCH = { method: 'PATCH', path: '/x', body: '[]' } as const

for (const [what, ending] of [
  ['is reset', (stream: number) => [reset(stream, INTERNAL_ERROR)]],
  ['is cancelled', (stream: number) => [reset(stream, CANCEL)]],
  ['ends with its connection', () => []],
  ['ends with an error of the whole connection', (stream: number) => [goAway(stream, INTERNAL_ERROR)]],
] as const) {
  test(`an answer that ${what} in the middle is cut`, async () => {
    await using server = await serve(({ socket, stream }) => {
      socket.write(Buffer.concat([ok(stream), data(stream, '{"items":['), ...ending(stream)]))
      if (what.includes('connection')) socket.end()
    })
    using transport = await transportTo(server.url, insecure)
    const { body } = await transport.send(get())
    assert.is((await faultOf(collect(body))).kind, 'cut')
  })
}

test('an answer shorter than its length is cut', async () => {
  // content-length, the 28th name of the table, with a value of three bytes.
  const head = Buffer.concat([Buffer.from([0x88, 0x0f, 0x0d, 3]), Buffer.from('100')])
  await using server = await serve(({ socket, stream }) => {
    socket.write(Buffer.concat([frame(HEADERS, WHOLE_HEADERS, stream, head), data(stream, '{}', END)]))
  })
  using transport = await transportTo(server.url, insecure)
  assert.is((await faultOf(readText(transport, get()))).kind, 'cut')
})

test('a body that nothing had read when its connection broke off is cut all the same', async () => {
  const over = Promise.withResolvers<void>()
  await using server = await serve(({ socket, stream }) => {
    socket.end(Buffer.concat([ok(stream), data(stream, 'hello')]))
    socket.once('close', () => over.resolve())
  })
  using transport = await transportTo(server.url, insecure)
  const { body } = await transport.send(get())
  await over.promise
  assert.is((await faultOf(collect(body))).kind, 'cut')
})

test('an answer that began before the server goes away is read to its end', async () => {
  await using server = await serve(({ socket, stream }) => {
    socket.write(Buffer.concat([ok(stream), data(stream, 'hello'), goAway(stream, NO_ERROR)]))
    setImmediate(() => socket.write(data(stream, ' world', END)))
  })
  using transport = await transportTo(server.url, insecure)
  assert.is((await readText(transport, get())).body, 'hello world')
})

for (const [what, ending] of [
  ['ends', ({ socket }: Asked) => socket.end()],
  ['breaks', ({ socket }: Asked) => socket.destroy()],
  ['is reset', ({ socket, stream }: Asked) => socket.write(reset(stream, INTERNAL_ERROR))],
  ['is ended in good order', ({ socket, stream }: Asked) => socket.write(reset(stream, NO_ERROR))],
] as const) {
  test(`a write whose exchange ${what} before the answer is cut, since it may have been done, and is sent once`, async () => {
    await using server = await serve(ending)
    using transport = await transportTo(server.url, insecure)
    const fault = await faultOf(transport.send(PATCH))
    assert.is(fault.kind, 'cut')
    assert.match(fault.message, 'the connection was closed before the server answered')
    assert.is(server.requests(), 1)
  })
}

for (const [what, giveBack] of [
  ['refuses', ({ socket, stream }: Asked) => socket.write(reset(stream, REFUSED_STREAM))],
  ['leaves behind as it goes away', ({ socket }: Asked) => socket.write(goAway(0, NO_ERROR))],
] as const) {
  test(`a read that the server ${what} is sent again, and a write once: a proxy may have passed it on`, async () => {
    await using server = await serve(asked => {
      if (asked.index === 0) giveBack(asked)
      else asked.socket.write(Buffer.concat([ok(asked.stream), data(asked.stream, '{}', END)]))
    })
    using transport = await transportTo(server.url, insecure)
    assert.is((await transport.send(get())).status, 200)
    assert.is(server.requests(), 2)
    await using another = await serve(giveBack)
    using other = await transportTo(another.url, insecure)
    assert.is((await faultOf(other.send(PATCH))).kind, 'cut')
    assert.is(another.requests(), 1)
  })
}

test('a server that refuses each time is unreachable', async () => {
  await using server = await serve(({ socket, stream }) => socket.write(reset(stream, REFUSED_STREAM)))
  using transport = await transportTo(server.url, insecure)
  assert.equal(await faultOf(transport.send(get())), {
    kind: 'unreachable',
    message: 'http2: the server refused the stream',
  })
  assert.is(server.requests(), 6)
})

test('what is no HTTP/2 after all is garbled', async () => {
  await using server = await serve(({ socket }) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'))
  using transport = await transportTo(server.url, insecure)
  assert.is((await faultOf(transport.send(PATCH))).kind, 'garbled')
})

for (const answersPings of [true, false]) {
  test(`a silent server that ${answersPings ? 'answers' : 'does not answer'} pings ${answersPings ? 'is waited for' : 'is given up'}`, async () => {
    await using server = await serve(
      ({ socket, stream }) => {
        if (answersPings) setTimeout(() => socket.write(Buffer.concat([ok(stream), data(stream, '{}', END)])), 400)
      },
      { answersPings },
    )
    const route = await routeMaker(server.url, { ...insecure, env: {} })
    const dialed = await dial(route(), new AbortController().signal, { silentSeconds: 0.1, signSeconds: 0.1 })
    assert.ok('session' in dialed)
    const stream = dialed.session.request({ ':path': '/' })
    const ended = Promise.withResolvers<string>()
    stream.on('response', () => ended.resolve('answered'))
    stream.on('error', error => ended.resolve(error.message))
    assert.is(await ended.promise, answersPings ? 'answered' : 'http2: client connection lost')
    dialed.session.destroy()
  })
}

test('closing ends what is still being dialed', async () => {
  const dialed = Promise.withResolvers<void>()
  await using server = await serveTcp(() => dialed.resolve())
  const transport = await transportTo(`https://127.0.0.1:${server.port}`, insecure)
  const pending = faultOf(transport.send(get()))
  await dialed.promise
  transport.close()
  assert.is((await pending).kind, 'aborted')
  assert.is((await faultOf(transport.send(get()))).kind, 'aborted')
})

test.run()
