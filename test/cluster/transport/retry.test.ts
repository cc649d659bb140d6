import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ApiFailure } from '../../../src/api/failure.ts'
import { collect } from '../../../src/cluster/transport/collect.ts'
import { retrying } from '../../../src/cluster/transport/retry.ts'
import { faultOf } from '../fault.ts'
import { type Step, scripted } from './scripted.ts'
import { get } from './through.ts'

const test = suite('sending again')

const BUSY = { status: 429, headers: { 'retry-after': '2' }, body: 'Too many requests, please try again later.' }
const RESET = new ApiFailure({ kind: 'cut', message: 'EOF' })

function setup(...steps: Step[]) {
  const inner = scripted(...steps)
  const slept: number[] = []
  const transport = retrying(inner, { sleep: async seconds => void slept.push(seconds) })
  return { inner, slept, transport }
}

test('429 and 5xx are sent again after the seconds that Retry-After names', async () => {
  const { transport, slept } = setup(BUSY, { status: 503, headers: { 'retry-after': '5' } }, { status: 200 })
  assert.is((await transport.send(get())).status, 200)
  assert.equal(slept, [2, 5])
})

test('a change is sent once, whatever its answer: a gateway may say 503 or 429 of what it passed on', async () => {
  const gone = { status: 503, headers: { 'retry-after': '1' } }
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    for (const answer of [BUSY, gone, { ...gone, status: 500 }]) {
      const { transport, inner } = setup(answer, { status: 200 })
      assert.is((await transport.send({ method, path: '/api/v1/x', body: '{}' })).status, answer.status)
      assert.is(inner.sent.length, 1)
    }
  }
})

test('what changes nothing is sent again: dry runs, and questions to the authorizer', async () => {
  const review = '/apis/authorization.k8s.io/v1/subjectaccessreviews'
  for (const request of [
    { method: 'PATCH', path: '/x', query: { dryRun: 'All' } },
    { method: 'DELETE', path: '/x', body: '{"dryRun":["All"]}' },
    { method: 'POST', path: review, body: '{}' },
  ] as const) {
    const { transport, inner } = setup(BUSY, { status: 200 })
    assert.is((await transport.send(request)).status, 200)
    assert.is(inner.sent.length, 2)
  }
})

for (const headers of [{}, { 'retry-after': 'Fri, 31 Dec 1999 23:59:59 GMT' }] as Record<string, string>[]) {
  test(`without seconds to wait (${JSON.stringify(headers)}) the answer stands`, async () => {
    const { transport, inner } = setup({ status: 503, headers })
    assert.is((await transport.send(get())).status, 503)
    assert.is(inner.sent.length, 1)
  })
}

test('a server that refuses everything is waited for a minute in all, and not for each request', async () => {
  const inner = scripted({ ...BUSY, headers: { 'retry-after': '5' } })
  let seconds = 0
  const transport = retrying(inner, {
    sleep: async wait => {
      seconds += wait
    },
    now: () => seconds,
  })
  for (let request = 0; request < 30; request++) assert.is((await transport.send(get())).status, 429)
  assert.is(seconds, 60)
  assert.is(inner.sent.length, 12 + 30)
})

test('and for another minute once it has answered one of them', async () => {
  let seconds = 0
  let isBusy = true
  const busy = scripted(BUSY)
  const well = scripted({ status: 200 })
  const inner = { ...busy, send: (request: Parameters<typeof busy.send>[0]) => (isBusy ? busy : well).send(request) }
  const transport = retrying(inner, {
    sleep: async wait => {
      seconds += wait
    },
    now: () => seconds,
  })
  for (let request = 0; request < 10; request++) await transport.send(get())
  assert.is(seconds, 60)
  isBusy = false
  await transport.send(get())
  isBusy = true
  await transport.send(get())
  assert.is(seconds, 80)
})

test('other codes stand, Retry-After or not', async () => {
  const { transport, inner } = setup({ status: 403, headers: { 'retry-after': '1' } })
  assert.is((await transport.send(get())).status, 403)
  assert.is(inner.sent.length, 1)
})

test('after ten more attempts the refusal is the answer', async () => {
  const { transport, inner } = setup(BUSY)
  assert.is((await transport.send(get())).status, 429)
  assert.is(inner.sent.length, 11)
})

test('a list that fails on what is stored is sent again twice, and its refusal is whole', async () => {
  const message = 'storage is (re)initializing: failed to list widgets: conversion webhook failed'
  const { transport, inner } = setup({
    status: 429,
    headers: { 'retry-after': '1' },
    body: JSON.stringify({ message }),
  })
  const answer = await transport.send(get())
  assert.is(inner.sent.length, 3)
  assert.equal(JSON.parse(Buffer.from(await collect(answer.body)).toString()), { message })
})

test('a wait beyond the total is not begun', async () => {
  const { transport, slept } = setup({ status: 429, headers: { 'retry-after': '32' } })
  assert.is((await transport.send(get())).status, 429)
  assert.equal(slept, [32])
})

test('a GET whose connection broke is sent again at once, then after a second', async () => {
  const { transport, slept } = setup(RESET, RESET, RESET, { status: 200 })
  assert.is((await transport.send(get())).status, 200)
  assert.equal(slept, [0, 1, 1])
})

test('once all connections of a GET broke, the next is sent again once, until a server answers', async () => {
  const { transport, inner } = setup(...Array.from({ length: 13 }, () => RESET), { status: 200 }, RESET, RESET, {
    status: 200,
  })
  const failed = async () => assert.is((await faultOf(transport.send(get()))).kind, 'cut')
  await failed()
  assert.is(inner.sent.length, 11)
  await failed()
  assert.is(inner.sent.length, 13)
  assert.is((await transport.send(get())).status, 200)
  assert.is((await transport.send(get())).status, 200)
  assert.is(inner.sent.length, 17)
})

test('a write whose connection broke is not: it may have been done', async () => {
  const { transport, inner } = setup(RESET, { status: 200 })
  assert.is((await faultOf(transport.send({ method: 'DELETE', path: '/x' }))).kind, 'cut')
  assert.is(inner.sent.length, 1)
})

test('a server that refuses connections is not asked again', async () => {
  const { transport, inner } = setup(new ApiFailure({ kind: 'refused', host: 'a:1' }))
  assert.is((await faultOf(transport.send(get()))).kind, 'refused')
  assert.is(inner.sent.length, 1)
})

test('the signal ends the waiting', async () => {
  const controller = new AbortController()
  const inner = scripted(BUSY)
  const transport = retrying(inner, { sleep: async () => controller.abort() })
  assert.is((await faultOf(transport.send({ ...get(), signal: controller.signal }))).kind, 'aborted')
  assert.is(inner.sent.length, 1)
})

test.run()
