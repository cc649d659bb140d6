import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { serverClock } from '../src/server-clock.ts'
import { scriptedTransport } from './cluster/scripted-transport.ts'

const test = suite('server clock')

const local = { now: () => new Date('2026-01-01T12:00:00Z'), elapsed: () => 7, sleep: async () => {} }

const told: string[] = []

async function afterHearing(...dates: (string | undefined)[]): Promise<string> {
  const clock = serverClock(local, warning => told.push(warning))
  const transport = clock.listeningTo(
    scriptedTransport((_request, asked) => {
      const date = dates[asked - 1]
      return { headers: date === undefined ? {} : { date } }
    }),
  )
  for (const _ of dates) await transport.send({ method: 'GET', path: '/' })
  return clock.now().toISOString()
}

test('it is the local time until a server says otherwise', async () => {
  assert.is(await afterHearing(), '2026-01-01T12:00:00.000Z')
  assert.is(await afterHearing(undefined, 'nonsense'), '2026-01-01T12:00:00.000Z')
})

test('it follows a server whose time is another', async () => {
  assert.is(await afterHearing('Thu, 01 Jan 2026 13:30:00 GMT'), '2026-01-01T13:30:00.000Z')
  assert.is(await afterHearing('Thu, 01 Jan 2026 11:00:00 GMT', undefined), '2026-01-01T11:00:00.000Z')
})

test('seconds of difference are the network’s and change nothing', async () => {
  assert.is(await afterHearing('Thu, 01 Jan 2026 12:00:04 GMT'), '2026-01-01T12:00:00.000Z')
})

test('servers that disagree: the earliest time counts, until it was not heard for long, and it is said once', async () => {
  const [early, late] = ['Thu, 01 Jan 2026 12:00:00 GMT', 'Thu, 01 Jan 2026 13:00:00 GMT']
  told.length = 0
  assert.is(await afterHearing(late, early, late, early, late), '2026-01-01T12:00:00.000Z')
  assert.equal([told.length, told[0]!.includes('3600 s')], [1, true])
  assert.is(await afterHearing(early, ...Array(16).fill(late)), '2026-01-01T13:00:00.000Z')
  told.length = 0
  await afterHearing(late, late, late)
  assert.equal(told, [])
})

test('an answer that comes late is of no other time, and of no other server', async () => {
  told.length = 0
  let [now, elapsed] = [Date.parse('2026-01-01T12:00:00Z'), 0]
  const slow = { ...local, now: () => new Date(now), elapsed: () => elapsed }
  const clock = serverClock(slow, warning => told.push(warning))
  const takes = [0, 20, 0]
  const transport = clock.listeningTo(
    scriptedTransport((_request, asked) => {
      const date = new Date(now).toUTCString()
      now += takes[asked - 1]! * 1000
      elapsed += takes[asked - 1]!
      return { headers: { date } }
    }),
  )
  for (const _ of takes) {
    await transport.send({ method: 'GET', path: '/' })
    assert.equal([clock.now().getTime(), told], [now, []])
  }
})

test('what a server says of the time does not change how long something took', async () => {
  const clock = serverClock(local)
  const transport = clock.listeningTo(scriptedTransport(() => ({ headers: { date: 'Thu, 01 Jan 2026 13:00:00 GMT' } })))
  await transport.send({ method: 'GET', path: '/' })
  assert.is(clock.elapsed(), 7)
})

test.run()
