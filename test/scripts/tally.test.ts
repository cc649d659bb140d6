import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { closingLine, count, exitCode, sum } from '../../scripts/test/tally.ts'

const tally = suite('a tally')

tally('closes with one line that says what passed and failed', () => {
  const files = [
    { passed: 2, skipped: 1, failures: [] },
    { passed: 1, skipped: 0, failures: ['a: failed', 'b: failed'] },
  ]
  assert.is(closingLine(count(files)), '3 passed, 2 failed')
})

tally('is a success only when something passed and nothing failed', () => {
  const one = { passed: 1, failed: 0, skipped: 0, flaky: [] }
  const failure = { passed: 0, failed: 1, skipped: 0, flaky: [] }
  assert.is(exitCode(one), 0)
  assert.is(exitCode(sum([one, failure])), 1)
  assert.is(exitCode(sum([])), 1)
})

tally.run()
