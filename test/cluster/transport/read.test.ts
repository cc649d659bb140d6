import protobuf from 'protobufjs/minimal.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ApiFailure, codeOf, reasonOf } from '../../../src/api/failure.ts'
import { collectText } from '../../../src/cluster/transport/collect.ts'
import { expectOk, readJson, readText } from '../../../src/cluster/transport/read.ts'
import { faultOf } from '../fault.ts'
import { answer, scripted } from './scripted.ts'
import { get } from './through.ts'

const test = suite('reading answers')

const JSON_TYPE = { 'content-type': 'application/json' }
const FORBIDDEN = {
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  message: 'pods is forbidden: User "eve" cannot list resource "pods"',
  reason: 'Forbidden',
  code: 403,
}

test('an object is the answer, with its code and headers', async () => {
  const transport = scripted({ status: 200, headers: JSON_TYPE, body: '{"kind":"PodList"}' })
  assert.equal(await readJson(transport, get()), { status: 200, headers: JSON_TYPE, body: { kind: 'PodList' } })
  assert.is(transport.sent[0]?.headers?.accept, 'application/json')
})

test('a text is the same in whichever pieces it comes', async () => {
  const text = '\ufeff{"a": "é日本語🚀"}\ufeff\0end'
  const bytes = Buffer.concat([Buffer.from(text), Buffer.from([0xe6, 0x97, 0x41, 0xf0, 0x9f])])
  const whole = new TextDecoder().decode(bytes)
  async function* pieces(...ends: readonly number[]) {
    for (const [index, end] of [...ends, bytes.length].entries()) yield bytes.subarray(ends[index - 1] ?? 0, end)
  }
  for (let one = 0; one <= bytes.length; one++) {
    for (let other = one; other <= bytes.length; other++) {
      assert.is(await collectText(pieces(one, other), bytes.length), whole, `${one} ${other}`)
    }
  }
  await collectText(pieces(1), bytes.length - 1).then(assert.unreachable, error =>
    assert.is(error.fault.kind, 'oversized'),
  )
})

test('the Status of the server is kept whole', async () => {
  const failing = readJson(scripted({ status: 403, headers: JSON_TYPE, body: JSON.stringify(FORBIDDEN) }), get())
  const { message } = FORBIDDEN
  const said = { kind: 'status', code: 403, status: FORBIDDEN, retryAfterSeconds: undefined, message }
  assert.equal(await faultOf(failing), said)
})

test('the seconds to wait come from the header, else from the Status', async () => {
  const body = JSON.stringify({ ...FORBIDDEN, details: { retryAfterSeconds: 7 } })
  const seconds = async (headers: Record<string, string>) => {
    const fault = await faultOf(readText(scripted({ status: 500, headers, body }), get()))
    return fault.kind === 'status' && fault.retryAfterSeconds
  }
  assert.is(await seconds({ ...JSON_TYPE, 'retry-after': '3' }), 3)
  assert.is(await seconds(JSON_TYPE), 7)
})

for (const [status, body, reason, message] of [
  [503, 'service unavailable\n', 'ServiceUnavailable', 'the server is currently unable to handle the request'],
  [
    429,
    'Too many requests, please try again later.',
    'TooManyRequests',
    'the server has received too many requests and has asked us to try again later',
  ],
  [401, 'Unauthorized', 'Unauthorized', 'the server has asked for the client to provide credentials'],
  [404, '404 page not found\n', 'NotFound', 'the server could not find the requested resource'],
  [403, 'not you', 'Forbidden', 'not you'],
  [
    500,
    'oops "x"',
    'InternalError',
    'an error on the server ("oops \\"x\\"") has prevented the request from succeeding',
  ],
  [418, '', 'Unknown', 'the server responded with the status code 418 but did not return more information'],
] as const) {
  test(`plain text with ${status} reads as ${reason}, in client-go's words`, async () => {
    const error = await expectOk(
      answer({ status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body }),
    ).catch((e: unknown) => e)
    assert.equal(
      [codeOf(error), reasonOf(error), error instanceof ApiFailure && error.message],
      [status, reason, message],
    )
    const fault = error instanceof ApiFailure && error.fault.kind === 'status' && error.fault.status.details?.causes
    assert.equal(fault, [{ reason: 'UnexpectedServerResponse', message: body.trim() }])
  })
}

test('HTML of a load balancer keeps its code', async () => {
  const html = { status: 503, headers: { 'content-type': 'text/html' }, body: '<html>' }
  assert.is((await faultOf(readText(scripted(html), get()))).kind, 'status')
})

for (const [status, contentType, body] of [
  [200, 'text/html', '<html>Sign in</html>'],
  [200, 'application/json', '[1,2]'],
  [200, 'application/json', '{"items":'],
  [200, 'text/plain', ''],
  [404, 'text/html; charset=utf-8', '<html>404 Not Found</html>'],
  [302, 'text/html', ''],
] as const) {
  test(`${status} ${contentType} ${body} is no answer of an API server, and no NotFound`, async () => {
    const transport = scripted({
      status,
      headers: { 'content-type': contentType, location: 'https://login?next=x' },
      body,
    })
    const fault = await faultOf(readJson(transport, get()))
    assert.is(fault.kind, 'garbled')
    assert.match(fault.message, 'a Kubernetes API server')
  })
}

test('a Status that tells a failure inside a 200 is a failure', async () => {
  const transport = scripted({ status: 200, headers: JSON_TYPE, body: JSON.stringify(FORBIDDEN) })
  const fault = await faultOf(readJson(transport, get()))
  assert.equal([fault.kind, fault.kind === 'status' && fault.code], ['status', 403])
})

test('a Status in protobuf is read, with the token to go on with an expired list', async () => {
  const string = (writer: protobuf.Writer, field: number, value: string) => writer.uint32(field * 8 + 2).string(value)
  const nested = (writer: protobuf.Writer, field: number, inner: protobuf.Writer) =>
    writer.uint32(field * 8 + 2).bytes(inner.finish())
  const start = () => protobuf.Writer.create()
  const cause = string(string(start(), 1, 'ResourceVersionTooOld'), 2, 'why')
  const details = nested(string(start(), 1, 'x'), 4, cause)
    .uint32(5 * 8)
    .int32(2)
  const status = start()
  nested(status, 1, string(start(), 3, 'go-on'))
  string(string(string(status, 2, 'Failure'), 3, 'too old'), 4, 'Expired')
  nested(status, 5, details)
    .uint32(6 * 8)
    .int32(410)
  const envelope = nested(nested(start(), 1, string(string(start(), 1, 'v1'), 2, 'Status')), 2, status)
  async function* body() {
    yield Buffer.concat([Buffer.from('k8s\0'), envelope.finish()])
  }
  const headers = { 'content-type': 'application/vnd.kubernetes.protobuf' }
  const fault = await faultOf(expectOk({ status: 410, headers, body: body() }))
  assert.equal(fault, {
    kind: 'status',
    code: 410,
    retryAfterSeconds: 2,
    message: 'too old',
    status: {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: { continue: 'go-on' },
      status: 'Failure',
      message: 'too old',
      reason: 'Expired',
      details: { name: 'x', causes: [{ reason: 'ResourceVersionTooOld', message: 'why' }], retryAfterSeconds: 2 },
      code: 410,
    },
  })
})

test('an error page without end is not read to its end', async () => {
  let chunks = 0
  async function* endless() {
    for (;;) {
      chunks += 1
      yield Buffer.alloc(1 << 16, 'x')
    }
  }
  const fault = await faultOf(expectOk({ status: 500, headers: { 'content-type': 'text/plain' }, body: endless() }))
  assert.is(fault.kind, 'status')
  assert.ok(chunks < 100)
})

test.run()
