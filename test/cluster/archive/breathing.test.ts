import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { breathing } from '../../../src/cluster/archive/breathing.ts'
import type { Transport } from '../../../src/cluster/transport/transport.ts'

const test = suite('an archive that answers for long')

/** Takes a while of the processor for each answer, and never waits for anything. */
const busy: Transport = {
  server: 'archive',
  close() {},
  async send() {
    const until = performance.now() + 30
    while (performance.now() < until);
    return { status: 200, headers: {}, body: (async function* () {})() }
  },
}

async function isHeard(transport: Transport): Promise<boolean> {
  const interrupt = new AbortController()
  setImmediate(() => interrupt.abort())
  for (let request = 0; request < 5; request++) await transport.send({ method: 'GET', path: '/' })
  return interrupt.signal.aborted
}

test('lets an interrupt be heard between its answers', async () => {
  assert.is(await isHeard(busy), false)
  assert.is(await isHeard(breathing(busy)), true)
})

test.run()
