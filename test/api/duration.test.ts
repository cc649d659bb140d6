import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { parseDuration, parseTimeout } from '../../src/api/duration.ts'

const test = suite('duration')

test('Go durations are read in seconds, days are an addition', () => {
  assert.is(parseDuration('1h30m'), 5400)
  assert.is(parseDuration('500ms'), 0.5)
  assert.is(parseDuration('1.5h'), 5400)
  assert.is(parseDuration('3d'), 259_200)
  assert.is(parseDuration('-5s'), -5)
  assert.is(parseDuration('0'), 0)
})

test('a number without unit, or anything else, is no duration', () => {
  for (const text of ['5', '', 's', '5 s', '1h30', 'soon', '1w', '5s5']) assert.is(parseDuration(text), undefined)
})

test('a time limit may be a whole number of seconds', () => {
  assert.is(parseTimeout('30'), 30)
  assert.is(parseTimeout('1m'), 60)
  assert.is(parseTimeout('-1'), undefined)
})

test.run()
