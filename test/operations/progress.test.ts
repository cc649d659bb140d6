import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { startCount, startProgress } from '../../src/operations/scan-progress.ts'
import { inWords } from '../../src/render/words/in-words.ts'

const test = suite('progress')

/** What is written while two states are shown and taken away again. */
function written(output: { columns: number | undefined; isDumb?: boolean }): string {
  let text = ''
  const write = (more: string) => {
    text += more
  }
  const closed = new AbortController().signal
  const progress = startProgress(
    { ...output, write, closed },
    { now: () => new Date(0), elapsed: () => 0, sleep: async () => {} },
  )
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

/** A terminal that somebody looks at. */
function watched(lines: string[], elapsed: () => number) {
  const stderr = { columns: 80, write: (text: string) => lines.push(text), closed: new AbortController().signal }
  const clock = { now: () => new Date(0), elapsed, sleep: async () => {} }
  return { terminal: { stdout: stderr, stderr, colour: false, prompt: undefined }, clock, words: async () => inWords }
}

test('of a set says how many are done, and from two seconds on how long the rest takes at that pace', async () => {
  const lines: string[] = []
  let seconds = 0
  const count = await startCount(
    watched(lines, () => seconds),
    'removing',
    2000,
  )
  for (seconds = 1; seconds <= 10; seconds++) for (let each = 0; each < 50; each++) count.next()
  const shown = lines.map(line => line.split('\n').at(-2)!.replace('\x1b[1A\x1b[J', ''))
  assert.is(shown[0], 'removing: 1 of 2,000')
  assert.is(shown.at(-1), 'removing: 451 of 2,000, about 35s left')
})

test('of a set never says more than there are', async () => {
  const lines: string[] = []
  let seconds = 0
  const count = await startCount(
    watched(lines, () => seconds),
    'removing',
    12,
  )
  for (seconds = 1; seconds <= 13; seconds++) count.next()
  assert.match(lines.at(-1)!, 'removing: 12 of 12')
})

test.run()
