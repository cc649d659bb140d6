import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { serverClock } from '../src/server-clock.ts'
import { scriptedTransport } from './cluster/scripted-transport.ts'

const test = suite('server clock')

const local = { now: () => new Date('2026-01-01T12:00:00Z'), sleep: async () => {} }

async function afterHearing(...dates: (string | undefined)[]): Promise<string> {
  const clock = serverClock(local)
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

test.run()
