import { gzipSync } from 'node:zlib'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { collect } from '../../../src/cluster/transport/collect.ts'
import { readText } from '../../../src/cluster/transport/read.ts'
import { faultOf } from '../fault.ts'
import { type Loopback, serveTcp } from '../loopback.ts'
import { get, transportTo } from './through.ts'

const test = suite('answers that break off')

/** Answers every request with these bytes and closes the connection. */
function answering(...parts: (string | Buffer)[]): Promise<Loopback> {
  return serveTcp(socket => {
    socket.once('data', () => {
      for (const part of parts) socket.write(part)
      socket.end()
    })
  })
}

const CHUNKED = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'

test('an answer shorter than its length is cut', async () => {
  await using server = await answering('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"items":[]}')
  using transport = await transportTo(server.url)
  assert.is((await faultOf(readText(transport, get()))).kind, 'cut')
})

test('chunks without the last one are cut, between chunks and within one', async () => {
  for (const body of ['5\r\nhello\r\n', '50\r\nhello']) {
    await using server = await answering(CHUNKED, body)
    using transport = await transportTo(server.url)
    assert.is((await faultOf(readText(transport, get()))).kind, 'cut', body)
  }
})

test('a body that nobody had looked at when it broke off is cut all the same', async () => {
  const over = Promise.withResolvers<void>()
  await using server = await serveTcp(socket => {
    socket.once('data', () => socket.end(`${CHUNKED}5\r\nhello\r\n`))
    socket.once('close', () => over.resolve())
  })
  using transport = await transportTo(server.url)
  const response = await transport.send(get())
  await over.promise
  assert.is((await faultOf(collect(response.body))).kind, 'cut')
})

test('a compressed answer that ends early is cut, even when HTTP says that it is whole', async () => {
  const whole = gzipSync(JSON.stringify({ items: Array.from({ length: 1000 }, (_, i) => i * 7919) }))
  const half = whole.subarray(0, whole.length / 2)
  const head = `HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${half.length}\r\n\r\n`
  await using server = await answering(head, half)
  using transport = await transportTo(server.url)
  assert.is((await faultOf(readText(transport, get()))).kind, 'cut')
})

test('a compressed answer whose connection breaks is cut', async () => {
  const whole = gzipSync('x'.repeat(10_000))
  const head = `HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${whole.length}\r\n\r\n`
  await using server = await answering(head, whole.subarray(0, 20))
  using transport = await transportTo(server.url)
  assert.is((await faultOf(readText(transport, get()))).kind, 'cut')
})

test('a connection that breaks before the answer is cut for a write, which may have been done', async () => {
  await using server = await answering('')
  using transport = await transportTo(server.url)
  assert.equal(await faultOf(transport.send({ method: 'PATCH', path: '/x', body: '[]' })), {
    kind: 'cut',
    message: 'the connection was closed before the server answered: EOF',
  })
  assert.is(server.connections(), 1)
})

test('what is no HTTP is garbled', async () => {
  await using server = await answering('SSH-2.0-OpenSSH_9.9\r\n')
  using transport = await transportTo(server.url)
  assert.is((await faultOf(transport.send(get()))).kind, 'garbled')
})

test.run()
