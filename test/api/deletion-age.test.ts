import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { deletionAgeSeconds } from '../../src/api/deletion-age.ts'

const test = suite('deletion age')
const now = new Date('2026-01-01T00:10:00Z')

test('it counts from deletionTimestamp', () => {
  assert.is(deletionAgeSeconds({ deletionTimestamp: '2026-01-01T00:00:00Z' }, now), 600)
})

test('a Pod in grace has its timestamp in the future and counts from when it was asked', () => {
  const pod = { deletionTimestamp: '2026-01-01T00:14:00Z', deletionGracePeriodSeconds: 300 }
  assert.is(deletionAgeSeconds(pod, now), 60)
})

test('it is never negative when clocks differ', () => {
  assert.is(deletionAgeSeconds({ deletionTimestamp: '2026-01-01T00:11:00Z' }, now), 0)
})

test.run()
