import { stripVTControlCharacters } from 'node:util'
import type { CommandContext } from '../../commandline/command.ts'
import type { WriteOptions } from '../../commandline/write-flags.ts'
import type { Output } from '../../terminal.ts'

/**
 * Where a plan is shown: it is the answer of a dry run. Else stderr: stdout is for what came of it. The journal has what
 * was shown.
 */
export function planOutput(
  { dryRun, format }: Pick<WriteOptions, 'dryRun' | 'format'>,
  { terminal: { stdout, stderr }, journal }: Pick<CommandContext, 'terminal' | 'journal'>,
): Output {
  const output = dryRun !== 'none' && format === undefined ? stdout : stderr
  return {
    columns: output.columns,
    closed: output.closed,
    write(text) {
      output.write(text)
      journal.record({ event: 'shown', text: stripVTControlCharacters(text) })
    },
  }
}

/** The first line of every plan: which cluster it is about. */
export function showPlace(
  options: Pick<WriteOptions, 'dryRun' | 'format'>,
  context: Pick<CommandContext, 'place' | 'terminal' | 'journal'>,
): void {
  const where = context.place()
  if (where !== undefined) planOutput(options, context).write(`Plan for ${where}:\n\n`)
}
