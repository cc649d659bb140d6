import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type FileOptions, runFile } from '../../scripts/test/run-file.ts'

const runner = suite('the runner')

function result(fixture: string, options: FileOptions = { limitSeconds: 60 }) {
  return runFile(join(import.meta.dirname, 'fixtures', `${fixture}.fixture.ts`), options)
}

runner('counts what passes, over all suites of a file', async () => {
  const { passed, skipped, failures } = await result('passes')
  assert.equal({ passed, skipped, failures }, { passed: 3, skipped: 1, failures: [] })
})

/** What each bad file comes to: uvu alone would let most of these pass. */
const bad: Record<string, { passed: number; failures: string[] }> = {
  'one-fails': { passed: 1, failures: ['sums do not add up: failed'] },
  'fails-with-exit-0': { passed: 1, failures: ['sums fail, and the process says 0: failed'] },
  'no-test': { passed: 0, failures: ['registers no test'] },
  'nothing-but-skips': { passed: 0, failures: [] },
  'one-suite-not-run': {
    passed: 1,
    failures: ['forgotten does not count: never ran (is there a .run(), an .only?)'],
  },
  'exits-early': {
    passed: 0,
    failures: ['sums leave early: did not finish', 'sums come after: never ran (is there a .run(), an .only?)'],
  },
  'never-settles': { passed: 0, failures: ['sums never settle: did not finish'] },
  'throws-string': { passed: 0, failures: ['sums throw a string: failed'] },
  hook: { passed: 0, failures: ['registers no test'] },
  'stray-rejection': { passed: 1, failures: ['ended with 1'] },
  only: {
    passed: 1,
    failures: [
      'sums add up: .only leaves other tests out',
      'sums are left out: never ran (is there a .run(), an .only?)',
    ],
  },
  crashes: { passed: 0, failures: ['registers no test'] },
}

for (const [fixture, expected] of Object.entries(bad)) {
  runner(`is not fooled by a file that is called ${fixture}`, async () => {
    const { passed, failures } = await result(fixture)
    assert.equal({ passed, failures }, expected)
  })
}

runner('ends a file that stays alive after its last test, and says what keeps it', async () => {
  const { passed, failures } = await result('hangs')
  assert.is(passed, 1)
  assert.is(failures.length, 1)
  assert.match(failures[0]!, /^kept alive after its last test by .*TCPServerWrap/)
})

runner('ends a file whose Node does not come to its end, and says so', async () => {
  const { passed, failures } = await result('never-exits', { limitSeconds: 60, exitSeconds: 2 })
  const failure = 'did not exit within 2 s of its exit listeners: Node cannot close a handle'
  assert.equal({ passed, failures }, { passed: 1, failures: [failure] })
})

runner('tells the CPU time of a file', async () => {
  assert.ok((await result('passes')).cpuSeconds > 0)
})

runner('ends a file at its time limit', async () => {
  // Long enough for the file to be loaded and its test to begin.
  const { passed, failures } = await result('endless', { limitSeconds: 10 })
  assert.equal(
    { passed, failures },
    { passed: 0, failures: ['sums never end: did not finish', 'still running after 10 s'] },
  )
})

runner('shows what a hook was refused with', async () => {
  assert.match((await result('hook')).output, 'no hooks')
})

runner.run()
