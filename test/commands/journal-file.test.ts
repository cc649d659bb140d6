import { readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { accountsOf } from '../../src/execute/account.ts'
import type { Recorded } from '../../src/execute/journal.ts'
import { journalFile } from '../../src/execute/journal-file.ts'
import { sentenceOf } from '../../src/messages/sentence.ts'
import type { Change } from '../../src/plan/outcome.ts'
import { inWords } from '../../src/render/words/in-words.ts'
import { temporaryFolder } from '../cluster/temporary-folder.ts'
import { journalOfTest, LOOK } from '../execute/journals.ts'
import { refOf, terminating } from '../execute/removals.ts'
import { headless } from '../headless.ts'

const test = suite('the journal of a run on disk')

const CHANGE: Change = { ref: refOf(terminating()), action: 'RemoveFinalizer', finalizer: 'example.com/hold' }
const OTHER: Change = { ...CHANGE, finalizer: 'example.com/other' }

function read(path: string): readonly Recorded[] {
  const lines = readFileSync(path, 'utf8').split('\n')
  assert.is(lines.pop(), '')
  return lines.map(line => JSON.parse(line))
}

test('begins with the first change, with what came before it; a run without one leaves nothing', async () => {
  using folder = temporaryFolder()
  const journal = journalOfTest()
  journal.keepIn(journalFile(join(folder.path, 'made'), journal.run))
  journal.record({ event: 'shown', text: 'a plan' })
  journal.note([{ ...OTHER, result: 'refused' }])
  assert.equal(readdirSync(folder.path), [])
  await journal.sent([CHANGE], LOOK)
  const path = join(folder.path, 'made', `${journal.run}_journal.jsonl`)
  assert.equal(
    read(path).map(({ event }) => event),
    ['shown', 'known', 'sent'],
  )
  assert.equal([statSync(path).mode & 0o777, statSync(join(path, '..')).mode & 0o777], [0o600, 0o700])
  await journal.close()
})

test('has each change before it is sent, also of many at once, and what came of it at the end', async () => {
  using folder = temporaryFolder()
  const journal = journalOfTest()
  journal.keepIn(journalFile(folder.path, journal.run))
  const path = join(folder.path, `${journal.run}_journal.jsonl`)
  const changes = Array.from({ length: 50 }, (_, index) => ({ ...CHANGE, finalizer: `example.com/${index}` }))
  await Promise.all(
    changes.map(async change => {
      await journal.sent([change], LOOK)
      assert.match(readFileSync(path, 'utf8'), change.finalizer)
      journal.note([{ ...change, result: 'done' }])
    }),
  )
  await journal.close()
  const accounts = accountsOf(read(path))
  assert.equal([accounts.length, accounts.filter(({ isOpen }) => isOpen).length], [50, 0])
  assert.equal(accounts, accountsOf(journal.events))
})

test('that cannot be written lets nothing be sent: no home, a file in place of the folder, one of its name there', async () => {
  using folder = temporaryFolder()
  const run = journalOfTest().run
  const file = folder.write('file', '')
  symlinkSync(file, join(folder.path, `${run}_journal.jsonl`))
  for (const directory of [undefined, file, '/proc/kubectl-finalize', folder.path]) {
    const journal = journalOfTest()
    journal.keepIn(journalFile(directory, run))
    const failure = await journal.sent([CHANGE], LOOK).catch((error: unknown) => inWords(sentenceOf(error)))
    assert.match(String(failure), /^the journal of this run cannot be written, so it is not changed: /)
    assert.is(journal.wrote, false)
    assert.equal(
      accountsOf(journal.events).map(({ sends, isOpen }) => [sends, isOpen]),
      [[0, false]],
    )
    await journal.close()
  }
  assert.is(readFileSync(file, 'utf8'), '')
})

test('of a change that was withheld has no change that was sent', async () => {
  const journal = journalOfTest()
  await journal.sent([CHANGE], LOOK)
  journal.record({ event: 'withheld', changes: [CHANGE] })
  assert.is(journal.wrote, false)
  assert.is(accountsOf(journal.events)[0]!.isOpen, false)
})

test('has no secret, whatever the flags, and of the user’s words all', async () => {
  using folder = temporaryFolder()
  const words = ['bucket/ledger', '--finalizer', 'objectstore.example.com/bucket', '-n', 'reports', '--yes']
  const secrets = ['--token', 'hunter2', '--username', 'hunter2', '--password', 'hunter2']
  const { code } = await headless(
    ['remove', ...words, ...secrets, '--sandbox=operator-uninstalled', '--backup-dir', folder.path],
    { env: { TOKEN: 'hunter2' } },
  )
  const path = readdirSync(folder.path).find(name => name.endsWith('_journal.jsonl'))!
  const events = read(join(folder.path, path))
  const begun = events.find(each => each.event === 'begun')!
  assert.is(code, 0)
  assert.match(
    begun.commandLine,
    /^kubectl finalize remove bucket\/ledger --namespace reports .*--yes .*--sandbox=operator-uninstalled$/,
  )
  assert.is(JSON.stringify(events).includes('hunter2'), false)
  assert.equal(
    [...new Set(events.map(({ event }) => event))],
    ['begun', 'connected', 'shown', 'planned', 'agreed', 'sent', 'known', 'settled', 'ended'],
  )
})

test('goes on after a write that failed, on a line of its own', async () => {
  using folder = temporaryFolder()
  const journal = journalOfTest()
  let isFull = false
  const real = journalFile(folder.path, journal.run)
  journal.keepIn({
    ...real,
    append: (lines, onDisk) => (isFull ? Promise.reject(new Error('no space left')) : real.append(lines, onDisk)),
  })
  await journal.sent([CHANGE], LOOK)
  isFull = true
  journal.note([{ ...CHANGE, result: 'done' }])
  const failure = await journal.sent([OTHER], LOOK).catch((error: unknown) => inWords(sentenceOf(error)))
  assert.match(String(failure), 'no space left')
  isFull = false
  await journal.close()
  const accounts = accountsOf(read(join(folder.path, `${journal.run}_journal.jsonl`)))
  assert.equal(
    accounts.map(({ step, isOpen, sends }) => [step.finalizer, isOpen, sends]),
    [
      [CHANGE.finalizer, false, 1],
      [OTHER.finalizer, false, 0],
    ],
  )
})

test('of a run that a second interrupt ends at once has its end, with what was not written yet', async () => {
  using folder = temporaryFolder()
  const journal = journalOfTest()
  journal.keepIn(journalFile(folder.path, journal.run))
  await journal.sent([CHANGE], LOOK)
  journal.note([{ ...CHANGE, result: 'done' }])
  journal.endNow(130)
  const events = readFileSync(join(folder.path, `${journal.run}_journal.jsonl`), 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line).event)
  assert.equal(events, ['sent', 'known', 'interrupted', 'ended'])
  await journal.close()
})

test.run()
