import { isFinished, type Outcome, type Result, type Step } from '../../change/outcome.ts'
import { ExitCode } from '../../exit-code.ts'
import { formatOutcome, outcomeObject } from '../../render/outcome.ts'
import { withheldNote } from '../aim.ts'
import type { CommandContext } from '../command.ts'
import { printStructured } from '../print-structured.ts'
import type { WriteOptions } from './write-flags.ts'

export interface Finished {
  readonly command: string
  readonly steps: readonly Step[]
  /** Something that might belong to what was asked for could not be read: an error. */
  readonly unread?: boolean
  /** The same where the user merely has no permission: no error, and not complete either (contract section 2). */
  readonly partial?: boolean
  readonly interrupted?: boolean
}

/** Shows what came of a command that writes, and gives its exit code. */
export async function finish(
  { command, steps, unread = false, partial = false, interrupted = false }: Finished,
  { dryRun, format }: Pick<WriteOptions, 'dryRun' | 'format'>,
  { aim, terminal: { stdout, stderr } }: CommandContext,
): Promise<ExitCode> {
  const complete = steps.every(isFinished) && !unread && !partial && !interrupted
  const outcome: Outcome = { command, dryRun, complete, steps }
  if (format === undefined) stdout.write(formatOutcome(outcome))
  else await printStructured(stdout, format, outcomeObject(outcome))
  const note = withheldNote(aim)
  if (note !== undefined && (!complete || dryRun !== 'none')) stderr.write(`${note}\n`)
  if (interrupted) stderr.write(`${interruptedText(steps)}\n`)
  return exitCodeOf(outcome, unread, interrupted)
}

function exitCodeOf({ steps }: Outcome, unread: boolean, interrupted: boolean): ExitCode {
  if (interrupted) return ExitCode.interrupted
  // Somebody who lives put a finalizer back: that is not finished, and no error of the server.
  if (steps.some(({ result, cause }) => result === 'failed' && cause === undefined)) return ExitCode.error
  if (!steps.every(isFinished)) return ExitCode.refused
  return unread ? ExitCode.error : ExitCode.done
}

function interruptedText(steps: readonly Step[]): string {
  const count = (...results: readonly Result[]): number => steps.filter(({ result }) => results.includes(result)).length
  // A finalizer that was removed is off, whatever its object waits for; a deletion that was asked for is no end.
  const waiting = steps.filter(({ action, result }) => action === 'Delete' && result === 'timeout').length
  const [done, left] = [count('done', 'timeout') - waiting, count('skipped')]
  if (done + waiting + count('failed') === 0) return 'interrupted: nothing was changed'
  const rest = [waiting > 0 && `, ${waiting} asked for and still there`, left > 0 && `, ${left} not begun`]
  return `interrupted: ${done} done${rest.filter(text => text !== false).join('')}; run it again to go on`
}
