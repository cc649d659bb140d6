import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { speechOn } from '../../src/commandline/speech.ts'
import { message } from '../../src/messages/sentence.ts'
import type { Section } from '../../src/plan/sections.ts'
import { journalOfTest } from '../execute/journals.ts'

const test = suite('what operations say')

const PLAN: readonly Section[] = [
  { part: 'title', sentence: message('PlanFor', { place: 'the test' }) },
  // Nothing is lost: nothing is said, and nothing recorded.
  { part: 'losses', losses: [], unread: [] },
  { part: 'paragraph', sentence: message('BackupOfEach', { directory: '/backups' }) },
]

function terminal(columns?: number) {
  const written = { stdout: '', stderr: '' }
  const output = (stream: keyof typeof written) => ({
    write: (text: string) => {
      written[stream] += text
    },
    columns,
    closed: new AbortController().signal,
  })
  const { stdout, stderr } = { stdout: output('stdout'), stderr: output('stderr') }
  return { written, terminal: { stdout, stderr, colour: true, prompt: undefined } }
}

const TEXT = 'Plan for the test:\n\n\nA backup of each object is kept in /backups before it is changed.\n'

test('of a plan stands on stderr, and on stdout where it is the answer of a dry run in words', async () => {
  for (const [options, stream] of [
    [{ dryRun: 'none', format: undefined }, 'stderr'],
    [{ dryRun: 'client', format: undefined }, 'stdout'],
    [{ dryRun: 'client', format: 'json' }, 'stderr'],
  ] as const) {
    const { written, terminal: on } = terminal()
    const journal = journalOfTest()
    await speechOn(on, journal).show(PLAN, options)
    assert.equal(written, { stdout: '', stderr: '', [stream]: TEXT })
    const shown = journal.events.flatMap(each => (each.event === 'shown' ? [each.text] : []))
    assert.is(shown.join(''), TEXT)
    assert.is(shown.length, 2)
  }
})

test('is in the journal without the colours of the terminal', async () => {
  const { written, terminal: on } = terminal(80)
  const journal = journalOfTest()
  const unread = [{ resource: 'secrets', reason: 'Forbidden', message: 'no' }] as const
  await speechOn(on, journal).show([{ part: 'losses', losses: [], unread }], { dryRun: 'none', format: undefined })
  assert.match(written.stderr, '\x1b[1mWhat goes with it')
  assert.match(JSON.stringify(journal.events), 'What goes with it')
  assert.not.match(JSON.stringify(journal.events), 'u001b')
})

test('beside a plan is a line for each sentence, safe for a terminal, and no part of the journal', async () => {
  const { written, terminal: on } = terminal()
  const journal = journalOfTest()
  const advice = { what: message('SeeStateNow'), commands: ['kubectl get x'] }
  await speechOn(on, journal).say('one\x1b\ntwo', { part: 'unreadable', entries: [] }, { part: 'advice', advice })
  assert.is(written.stderr, 'one<U+001B> two\nsee its state now:\n  kubectl get x\n')
  assert.equal(journal.events, [])
})

test.run()
