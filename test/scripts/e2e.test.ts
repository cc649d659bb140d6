import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { runAgainst } from '../../scripts/test/e2e.ts'

const test = suite('the targets of end-to-end files')

const passes = join(import.meta.dirname, 'fixtures', 'passes.fixture.ts')

test('are started one after the other, each for 24 files, and all stopped', async () => {
  let started = 0
  const stopped = new Set<number>()
  const start = async () => {
    started += 1
    const own = started
    const target = { name: 'sandbox', kubeconfig: '', server: '', admin: { server: '' }, program: '' } as const
    return { target, tail: () => '', logFiles: [], stop: async () => void stopped.add(own) }
  }
  const tally = await runAgainst(start, Array(25).fill(passes))
  assert.equal([tally.failed, started, [...stopped].toSorted()], [0, 2, [1, 2]])
})

test('are one failure where one does not start', async () => {
  const start = async () => {
    throw new Error('no port is free')
  }
  assert.is((await runAgainst(start, [passes])).failed, 1)
})

test.run()
