import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { runFiles } from '../../scripts/test/run-files.ts'

const test = suite('a run of files')

const fixture = (name: string) => join(import.meta.dirname, 'fixtures', `${name}.fixture.ts`)

async function run(...names: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'kubectl-finalize-flaky-'))
  try {
    return await runFiles(names.map(fixture), { limitSeconds: 60, env: { MARKER: join(folder, 'ran') } })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('lists a file as flaky that fails among others and passes by itself', async () => {
  const { failed, passed, flaky } = await run('fails-once', 'passes')
  assert.equal([failed, passed, flaky], [0, 4, [relative(process.cwd(), fixture('fails-once'))]])
})

test('fails of a file that fails both times, and counts it once', async () => {
  const { failed, flaky } = await run('one-fails', 'passes')
  assert.equal([failed, flaky], [1, []])
})

test('of one file is that one alone already', async () => {
  const { failed, flaky } = await run('fails-once')
  assert.equal([failed, flaky], [1, []])
})

test.run()
