import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { formatAge } from '../../src/render/age.ts'

const test = suite('age')

test('ages are written as kubectl writes them', () => {
  const minute = 60
  const hour = 3600
  const day = 86_400
  const cases: readonly (readonly [number, string])[] = [
    [0, '0s'],
    [119, '119s'],
    [2 * minute, '2m'],
    [5 * minute + 30, '5m30s'],
    [10 * minute + 59, '10m'],
    [179 * minute, '179m'],
    [3 * hour, '3h'],
    [3 * hour + 5 * minute, '3h5m'],
    [8 * hour + minute, '8h'],
    [47 * hour, '47h'],
    [5 * day + 3 * hour, '5d3h'],
    [8 * day + hour, '8d'],
    [300 * day, '300d'],
    [2 * 365 * day + 20 * day, '2y20d'],
    [9 * 365 * day, '9y'],
  ]
  for (const [seconds, text] of cases) assert.is(formatAge(seconds), text)
})

test.run()
