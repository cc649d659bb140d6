import { outcomeOf } from '../execute/account.ts'
import { journalFile } from '../execute/journal-file.ts'
import { ExitCode } from '../exit-code.ts'
import { message, type Sentence, sentenceOf } from '../messages/sentence.ts'
import type { Ports } from '../operations/ports.ts'
import type { Finished } from '../operations/write/perform.ts'
import { isFinished, type Outcome, type Result, type Step } from '../plan/outcome.ts'
import type { WriteOptions } from '../plan/write-options.ts'
import { briefMessage } from '../render/brief.ts'
import { formatFailure } from '../render/failure.ts'
import { formatOutcome, outcomeObject, totalText } from '../render/outcome.ts'
import { withheldNote } from '../render/withheld-note.ts'
import { inWords } from '../render/words/in-words.ts'
import { printStructured } from './print-structured.ts'

type Options = Pick<WriteOptions, 'dryRun' | 'format' | 'backupDirectory'>

/**
 * Runs a command that writes, shows what came of it, and gives its exit code. If it fails once a change was sent, the
 * Outcome is shown with every change of the journal. Rejects as `run` does where nothing was sent.
 */
export async function runToEnd(
  command: string,
  options: Options,
  ports: Ports,
  run: () => Promise<Finished>,
): Promise<ExitCode> {
  const { journal, signal } = ports
  journal.keepIn(journalFile(options.backupDirectory, journal.run))
  journal.tellAs = outcomeObject
  journal.record({ event: 'begun', run: journal.run, command, dryRun: options.dryRun, ...ports.invocation() })
  let unread = false
  let interrupted = false
  let failure: unknown
  try {
    const finished = await run()
    unread = finished.unread ?? false
    interrupted = finished.interrupted ?? false
    journal.record({ event: 'settled', steps: finished.steps, whole: !unread && !finished.partial })
  } catch (error) {
    if (!journal.wrote && !signal.aborted) throw error
    failure = error
  }
  interrupted ||= signal.aborted || journal.events.some(each => each.event === 'declined' && each.why === 'interrupted')
  if (interrupted) journal.record({ event: 'interrupted' })
  const code = await tell(options, ports, { unread, interrupted, failure })
  const why = failure === undefined || interrupted ? undefined : sentenceOf(failure)
  journal.record({ event: 'ended', exitCode: code, message: why })
  await journal
    .close()
    .catch(error => ports.terminal.stderr.write(`warning: ${briefMessage(inWords(sentenceOf(error)))}\n`))
  return code
}

interface End {
  readonly unread: boolean
  readonly interrupted: boolean
  readonly failure: unknown
}

/** Shows the Outcome and what there is to say beside it, and gives the exit code. */
async function tell(options: Options, ports: Ports, { unread, interrupted, failure }: End): Promise<ExitCode> {
  const { journal, terminal } = ports
  const outcome: Outcome = outcomeOf(journal.events)
  const { steps } = outcome
  if (failure === undefined || journal.wrote) await print(outcome, options, ports)
  journal.isTold = true
  const total = options.format === undefined ? totalText(outcome) : undefined
  if (total !== undefined) terminal.stderr.write(`${total}\n`)
  const note = withheldNote(ports.aim)
  if (note !== undefined && (!outcome.complete || options.dryRun !== 'none')) terminal.stderr.write(`${note}\n`)
  if (interrupted) {
    await ports.say(interruptedOf(steps, journal.wrote))
    return ExitCode.interrupted
  }
  if (failure !== undefined) terminal.stderr.write(`${formatFailure(failure)}\n`)
  return failure === undefined ? exitCodeOf(outcome, unread) : ExitCode.error
}

/** What was done is told even where it cannot be told well. */
async function print(outcome: Outcome, { format }: Options, { terminal: { stdout } }: Ports): Promise<void> {
  try {
    if (format === undefined) stdout.write(formatOutcome(outcome, stdout.columns))
    else await printStructured(stdout, format, outcomeObject(outcome))
  } catch {
    stdout.write(`${JSON.stringify(outcomeObject(outcome), null, 2)}\n`)
  }
}

function exitCodeOf({ steps }: Outcome, unread: boolean): ExitCode {
  // A controller that is alive put a finalizer back: that is not finished, and no error of the server.
  if (steps.some(({ result, cause }) => result === 'failed' && cause === undefined)) return ExitCode.error
  if (!steps.every(isFinished)) return ExitCode.refused
  return unread ? ExitCode.error : ExitCode.done
}

function interruptedOf(steps: readonly Step[], wrote: boolean): Sentence {
  if (!wrote) return message('InterruptedRun')
  const count = (...results: readonly Result[]): number => steps.filter(({ result }) => results.includes(result)).length
  // A finalizer that was removed is off, whatever its object waits for; a deletion that was asked for is no end.
  const waiting = steps.filter(({ action, result }) => action === 'Delete' && result === 'timeout').length
  const done = count('done', 'timeout') - waiting
  return message('InterruptedAfter', { done, waiting, failed: count('failed'), left: count('skipped') })
}
