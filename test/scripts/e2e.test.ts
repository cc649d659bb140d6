import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { runAgainst } from '../../scripts/test/e2e.ts'
import { temporaryFolder } from '../cluster/temporary-folder.ts'

const test = suite('the targets of end-to-end files')

const passes = join(import.meta.dirname, 'fixtures', 'passes.fixture.ts')

const alone = join(import.meta.dirname, 'fixtures', 'passes.alone.fixture.ts')

const failsOnce = join(import.meta.dirname, 'fixtures', 'fails-once.fixture.ts')

/** Counts those that are started, and which of them are stopped. */
function countedTargets() {
  const counted = { started: 0, stopped: new Set<number>() }
  const start = async () => {
    counted.started += 1
    const own = counted.started
    const target = { name: 'sandbox', kubeconfig: '', server: '', admin: { server: '' }, program: '' } as const
    return { target, tail: () => '', logFiles: [], stop: async () => void counted.stopped.add(own) }
  }
  return { start, counted }
}

test('are started one after the other, each for 8 files, and all stopped', async () => {
  const { start, counted } = countedTargets()
  const tally = await runAgainst([{ name: 'sandbox', files: Array(9).fill(passes), start }])
  assert.equal([tally.failed, counted.started, [...counted.stopped].toSorted()], [0, 2, [1, 2]])
})

test('are others for files that are to be alone, unless there is one cluster only', async () => {
  for (const [isOneCluster, started] of [
    [false, 2],
    [true, 1],
  ] as const) {
    const { start, counted } = countedTargets()
    const tally = await runAgainst([{ name: 'sandbox', files: [passes, alone], start, isOneCluster }])
    assert.equal([tally.failed, counted.started, counted.stopped.size], [0, started, started])
  }
})

test('are of several kinds at once, and what fails is named with the one that it failed on', async () => {
  const { start, counted } = countedTargets()
  using folder = temporaryFolder()
  const all = ['sandbox', 'control-plane'].map(name => ({ name, files: [failsOnce], start }))
  const { failed, passed, flaky } = await runAgainst(all, { env: { MARKER: join(folder.path, 'ran') } })
  assert.equal([failed, passed, counted.stopped.size], [0, 2, 2])
  assert.ok(flaky.length > 0)
  for (const each of flaky) assert.match(each, /fails-once\.fixture\.ts \((sandbox|control-plane)\)$/)
})

test('are not started for what needs none of them', async () => {
  const { start, counted } = countedTargets()
  const { passed } = await runAgainst([{ name: 'sandbox', files: [], start }], { beside: [{ file: passes }] })
  assert.equal([passed > 0, counted.started], [true, 0])
})

test('are one failure where one does not start', async () => {
  const start = async () => {
    throw new Error('no port is free')
  }
  assert.is((await runAgainst([{ name: 'sandbox', files: [passes], start }])).failed, 1)
})

test.run()
