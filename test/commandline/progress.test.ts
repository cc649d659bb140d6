import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { startProgress } from '../../src/commandline/progress.ts'

const test = suite('progress')

/** What is written while two states are shown and taken away again. */
function written(output: { columns: number | undefined; isDumb?: boolean }): string {
  let text = ''
  const write = (more: string) => {
    text += more
  }
  const closed = new AbortController().signal
  const progress = startProgress({ ...output, write, closed }, { now: () => new Date(0), sleep: async () => {} })
  progress.showNow(['reading 1 type'])
  progress.showNow(['reading 2 types'])
  progress.clear()
  return text
}

test('is written over on a terminal, and taken away at the end', () => {
  assert.is(written({ columns: 80 }), 'reading 1 type\n\x1b[1A\x1b[Jreading 2 types\n\x1b[1A\x1b[J')
})

test('is silent in a file, and on a terminal whose cursor cannot be moved', () => {
  assert.is(written({ columns: undefined }), '')
  assert.is(written({ columns: 80, isDumb: true }), '')
})

test.run()
