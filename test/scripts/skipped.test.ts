import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { skipped } from '../../scripts/test/skipped.ts'

const skip = suite('a suite that cannot run')

skip('is skipped with one loud line on a developer’s machine', () => {
  const { line, tally } = skipped('e2e', 'no Go', false)
  assert.is(tally.failed, 0)
  assert.match(line, /^!!!!.*e2e SKIPPED: no Go$/)
})

skip('is a failure where it was asked for', () => {
  const { line, tally } = skipped('e2e', 'no Go', true)
  assert.is(tally.failed, 1)
  assert.match(line, /e2e FAILED, it cannot run: no Go$/)
})

skip.run()
