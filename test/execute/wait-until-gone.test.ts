import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { waitWhile } from '../../src/execute/rescue/rescue-tools.ts'
import { waitUntilGone } from '../../src/execute/wait-until-gone.ts'
import { removal } from './removals.ts'
import { setup } from './stuck-in-sandbox.ts'

const test = suite('waiting, where servers disagree about the time')

/** A clock by which it is an hour later, and an hour earlier, in turn: two API servers behind one address. */
function jumping() {
  const it = setup()
  let looks = 0
  const { clock } = it.tools
  const now = () => new Date(clock.now().getTime() + (looks++ % 2) * 3_600_000)
  return { it, tools: { ...it.tools, clock: { ...clock, now } } }
}

test('takes as long as was said, for an object to go', async () => {
  const { it, tools } = jumping()
  const { ref, type } = removal(it.object, [])
  const begun = tools.clock.elapsed()
  assert.is((await waitUntilGone(ref, type, tools)).state, 'there')
  assert.is(Math.round(tools.clock.elapsed() - begun), 10)
})

test('takes as long as was said, for anything that a rescue waits for', async () => {
  const { tools } = jumping()
  const begun = tools.clock.elapsed()
  const late = await waitWhile(async () => 'not yet', 'it is not Bound', tools)
  assert.is(late!.result, 'timeout')
  assert.ok(tools.clock.elapsed() - begun >= 10)
})

test.run()
