import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ApiFailure } from '../../src/api/failure.ts'
import type { CommandContext } from '../../src/commandline/command.ts'
import { runToEnd } from '../../src/commandline/finish.ts'
import { speechOn } from '../../src/commandline/speech.ts'
import type { Journal } from '../../src/execute/journal.ts'
import type { Finished } from '../../src/operations/write/perform.ts'
import type { Step } from '../../src/plan/outcome.ts'
import { temporaryFolder } from '../cluster/temporary-folder.ts'
import { invoked, journalOfTest, LOOK } from '../execute/journals.ts'
import { NO_AIM, refOf, terminating } from '../execute/removals.ts'

const test = suite('the end of a run that writes')

const DONE: Step = {
  ref: refOf(terminating()),
  action: 'RemoveFinalizer',
  finalizer: 'example.com/hold',
  result: 'done',
}

interface End {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs it with a terminal whose stdout refuses so many writes, as a renderer that throws would. */
async function end(
  run: (journal: Journal, interrupt: () => void) => Promise<Finished>,
  { format, refuses = 0 }: { format?: 'json'; refuses?: number } = {},
): Promise<End> {
  using folder = temporaryFolder()
  const journal = journalOfTest()
  const interruption = new AbortController()
  const written = { stdout: '', stderr: '' }
  let left = refuses
  const output = (stream: keyof typeof written) => ({
    write(text: string) {
      if (stream === 'stdout' && left-- > 0) throw new TypeError('a fault of ours')
      written[stream] += text
    },
    columns: undefined,
    closed: new AbortController().signal,
  })
  const terminal = { stdout: output('stdout'), stderr: output('stderr'), colour: false, prompt: undefined }
  const context = {
    journal,
    terminal,
    ...speechOn(terminal, journal),
    signal: interruption.signal,
    aim: NO_AIM,
    ...invoked,
  } as unknown as CommandContext
  const options = { dryRun: 'none', format, backupDirectory: folder.path } as const
  const code = await runToEnd('remove', options, context, () => run(journal, () => interruption.abort()))
  return { code, ...written }
}

const LOST = new ApiFailure({ kind: 'cut', message: 'the connection broke' })

test('an error after the first change shows the Outcome with what was sent, then the error: exit 1', async () => {
  for (const format of [undefined, 'json'] as const) {
    const { code, stdout, stderr } = await end(
      async journal => {
        await journal.sent([DONE], LOOK)
        throw LOST
      },
      { ...(format && { format }) },
    )
    assert.is(code, 1)
    assert.match(stdout, 'sent, outcome unknown')
    assert.match(stderr, 'the connection broke')
    if (format) assert.equal([JSON.parse(stdout).kind, JSON.parse(stdout).complete], ['Outcome', false])
  }
})

test('an interrupt after the first change never says that nothing was changed: exit 130', async () => {
  const { code, stdout, stderr } = await end(async (journal, interrupt) => {
    await journal.sent([DONE], LOOK)
    journal.note([DONE])
    interrupt()
    throw LOST
  })
  assert.is(code, 130)
  assert.match(stdout, 'removed')
  assert.equal(stderr, 'interrupted: 1 done; run it again to continue\n')
})

test('an interrupt before anything was sent says that nothing was changed: exit 130', async () => {
  const { code, stdout, stderr } = await end(async (_, interrupt) => {
    interrupt()
    throw LOST
  })
  assert.equal([code, stdout, stderr], [130, '', 'interrupted: nothing was changed\n'])
})

test('an error before anything was sent is the caller’s', async () => {
  const thrown = await end(async () => {
    throw LOST
  }).catch((error: unknown) => error)
  assert.is(thrown, LOST)
})

test('an Outcome that cannot be written well is written all the same', async () => {
  const { code, stdout } = await end(
    async journal => {
      await journal.sent([DONE], LOOK)
      journal.note([DONE])
      return { steps: [DONE] }
    },
    { refuses: 1 },
  )
  assert.equal([code, JSON.parse(stdout).steps[0].result], [0, 'done'])
})

test('a change that the command did not answer with is told after those that it did', async () => {
  const other: Step = { ...DONE, finalizer: 'example.com/other' }
  const { code, stdout } = await end(
    async journal => {
      await journal.sent([DONE, other], LOOK)
      journal.note([DONE])
      return { steps: [DONE] }
    },
    { format: 'json' },
  )
  const { steps } = JSON.parse(stdout) as { steps: readonly Step[] }
  assert.equal(
    [code, steps.map(({ finalizer, result }) => `${finalizer} ${result}`)],
    [1, ['example.com/hold done', 'example.com/other failed']],
  )
})

test.run()
