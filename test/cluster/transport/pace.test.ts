import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { ResourceType } from '../../../src/api/resource-type.ts'
import { scan } from '../../../src/cluster/scan/scan.ts'
import { nextTurn, Pace, paced, timing } from '../../../src/cluster/transport/pace.ts'
import { retrying } from '../../../src/cluster/transport/retry.ts'
import type { ApiResponse, Transport } from '../../../src/cluster/transport/transport.ts'
import { answer } from './scripted.ts'

const test = suite('the pace of requests')

const EMPTY = JSON.stringify({ kind: 'PartialObjectMetadataList', metadata: { resourceVersion: '9' }, items: [] })

function types(count: number): ResourceType[] {
  return Array.from({ length: count }, (_, index) => {
    const names = { plural: `things${index}`, kind: 'Thing', singular: 'thing', shortNames: [], categories: [] }
    return { group: 'x.example', version: 'v1', ...names, namespaced: true, verbs: ['list'] }
  })
}

/** Seconds that pass only when everything waits for them. */
class VirtualTime {
  now = 0
  readonly #timers: { readonly at: number; readonly fire: () => void }[] = []

  after(seconds: number): Promise<void> {
    return new Promise(fire => this.#timers.push({ at: this.now + seconds, fire }))
  }

  async run<T>(work: Promise<T>): Promise<T> {
    let isOver = false
    const over = work.finally(() => {
      isOver = true
    })
    over.catch(() => undefined)
    while (!isOver) {
      await new Promise(setImmediate)
      const next = this.#timers.toSorted((a, b) => a.at - b.at)[0]
      if (isOver || next === undefined) continue
      this.#timers.splice(this.#timers.indexOf(next), 1)
      this.now = next.at
      next.fire()
    }
    return over
  }
}

/** A server with room for so many requests at once, which refuses the rest, and takes longer the more it has. */
class BusyServer implements Transport {
  readonly server = 'https://busy'
  room: number
  seconds: (underWay: number) => number
  refusals: number[] = []
  /** How many were under way when each was begun, and when. */
  readonly load: { readonly at: number; readonly underWay: number }[] = []
  #underWay = 0
  readonly #time: VirtualTime

  constructor(time: VirtualTime, room: number, seconds: (underWay: number) => number = () => 0.05) {
    this.#time = time
    this.room = room
    this.seconds = seconds
  }

  async send(): Promise<ApiResponse> {
    if (this.#underWay >= this.room) {
      this.refusals.push(this.#time.now)
      return answer({ status: 429, headers: { 'retry-after': '1' }, body: 'Too many requests' })
    }
    this.#underWay++
    this.load.push({ at: this.#time.now, underWay: this.#underWay })
    await this.#time.after(this.seconds(this.#underWay))
    this.#underWay--
    return answer({ status: 200, headers: { 'content-type': 'application/json' }, body: EMPTY })
  }

  close(): void {}

  most(from: number, to = Number.POSITIVE_INFINITY): number {
    return Math.max(...this.load.filter(({ at }) => at >= from && at < to).map(({ underWay }) => underWay))
  }
}

function through(server: Transport, time: VirtualTime, pace = new Pace()): Transport {
  const sleep = (seconds: number) => time.after(seconds)
  return paced(
    retrying(
      timing(server, pace, () => time.now),
      { sleep, turn: request => nextTurn(request, pace) },
    ),
    pace,
  )
}

async function scanned(server: Transport, time: VirtualTime, count: number) {
  return time.run(scan(through(server, time), { types: types(count), pageSize: 500 }))
}

test('a server with room is asked for 16 things at once, and for no more', async () => {
  const time = new VirtualTime()
  const server = new BusyServer(time, 1000)
  const { typesRead } = await scanned(server, time, 200)
  assert.is(typesRead, 200)
  assert.is(server.most(0), 16)
})

test('a server that refuses is asked for ever less at once, and everything is read', async () => {
  const time = new VirtualTime()
  const server = new BusyServer(time, 3)
  const { typesRead, unreadable } = await scanned(server, time, 600)
  assert.is(typesRead, 600)
  assert.equal(unreadable, [])
  assert.is(refusedAt(server, 0), 13)
  // What was refused is sent again after the second that it asked for, no more of it than may be under way by then.
  assert.ok(refusedAt(server, 1) <= 8 - 3)
  const later = server.refusals.filter(at => at > 3)
  assert.ok(later.length * 30 < server.load.length, `${later.length} of ${server.load.length} refused`)
})

function refusedAt({ refusals }: BusyServer, second: number): number {
  return refusals.filter(at => Math.floor(at) === second).length
}

test('a server that refuses everything is asked for one thing a second in the end', async () => {
  const time = new VirtualTime()
  const server = new BusyServer(time, 0)
  void time.after(9).then(() => {
    server.room = 1000
  })
  await scanned(server, time, 200)
  assert.equal(
    [0, 1, 2, 3, 4, 5, 6, 7, 8].map(second => refusedAt(server, second)),
    [16, 1, 1, 1, 1, 1, 1, 1, 1],
  )
})

test('when there is room again it is asked for one more a second, up to 16', async () => {
  const time = new VirtualTime()
  const server = new BusyServer(time, 2)
  const transport = through(server, time)
  const reading = scan(transport, { types: types(5000), pageSize: 500 })
  void time.after(10).then(() => {
    server.room = 1000
  })
  await time.run(reading)
  const most = server.most(11, 12)
  assert.ok(most <= 4, `${most} a second later`)
  assert.ok(server.most(14, 15) > most)
  assert.is(server.most(30), 16)
})

test('slow answers halve it too, to four at once: a server that is slow for anybody is still read', async () => {
  const time = new VirtualTime()
  const server = new BusyServer(time, 1000, underWay => underWay * 0.5)
  const { typesRead } = await scanned(server, time, 200)
  assert.is(typesRead, 200)
  assert.is(server.most(0, 1), 16)
  assert.ok(server.most(20) <= 8, `${server.most(20)} at once`)
})

test('answers that were sent for before it was halved do not halve it again', () => {
  const pace = new Pace()
  for (let count = 0; count < 16; count++) pace.answered(0, 0.1, true)
  assert.is(pace.limit, 8)
  pace.answered(0.2, 0.3, true)
  assert.is(pace.limit, 4)
})

test('a change that waits for webhooks, and a watch, tell nothing of the server by their time', async () => {
  const time = new VirtualTime()
  const pace = new Pace()
  const transport = through(new BusyServer(time, 1000, () => 30), time, pace)
  await time.run(transport.send({ method: 'PATCH', path: '/x', body: '[]' }))
  await time.run(transport.send({ method: 'GET', path: '/x', query: { watch: '1' } }))
  assert.is(pace.limit, 16)
  await time.run(transport.send({ method: 'GET', path: '/x' }))
  assert.is(pace.limit, 8)
})

test('a watch holds nothing up, and neither does a page that is left unread in the middle', async () => {
  const time = new VirtualTime()
  const transport = through(new BusyServer(time, 1000), time)
  const watches = Array.from({ length: 20 }, () => transport.send({ method: 'GET', path: '/w', query: { watch: '1' } }))
  await time.run(Promise.all(watches))
  for (let count = 0; count < 20; count++) {
    const { body } = await time.run(transport.send({ method: 'GET', path: '/l', query: { limit: '1' } }))
    for await (const _ of body) break
  }
})

test('a request that waits for its turn ends with its signal, and gives its turn on', async () => {
  const pace = new Pace()
  for (let count = 0; count < 16; count++) await pace.enter()
  const interrupt = new AbortController()
  const left = pace.enter(interrupt.signal)
  let isIn = false
  const next = pace.enter().then(() => {
    isIn = true
  })
  interrupt.abort()
  await left
  pace.leave()
  await new Promise(setImmediate)
  assert.not(isIn)
  pace.leave()
  await next
  assert.ok(isIn)
})

test.run()
