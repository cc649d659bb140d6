import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ApiFailure } from '../../../src/api/failure.ts'
import type { Steps } from '../../../src/diagnosis/steps.ts'
import { inSteps } from '../../../src/operations/inspect/ask-until-known.ts'

const test = suite('work in steps')

/** As long as anybody lets it run; tells how many steps were made. */
function* endless(made: { steps: number }): Steps<never> {
  for (;;) {
    made.steps++
    yield
  }
}

test('hears an interrupt, and is given up soon after it', async () => {
  const interrupt = new AbortController()
  setImmediate(() => interrupt.abort())
  const made = { steps: 0 }
  const begun = performance.now()
  const failure = await inSteps(endless(made), interrupt.signal).catch((error: unknown) => error)
  assert.ok(failure instanceof ApiFailure && failure.fault.kind === 'aborted')
  assert.ok(made.steps > 1000 && performance.now() - begun < 5000)
})

test('that ends is done, also where an interrupt came', async () => {
  const interrupt = new AbortController()
  interrupt.abort()
  function* short(): Steps<string> {
    yield
    return 'done'
  }
  assert.is(await inSteps(short(), interrupt.signal), 'done')
})

test.run()
