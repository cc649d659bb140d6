import type { Output, Terminal } from '../../terminal.ts'
import type { CommandContext } from '../command.ts'
import type { WriteOptions } from './write-flags.ts'

/** Where a plan is shown: it is the answer of a dry run. Else stderr: stdout is for what came of it. */
export function planOutput(
  { dryRun, format }: Pick<WriteOptions, 'dryRun' | 'format'>,
  { stdout, stderr }: Terminal,
): Output {
  return dryRun !== 'none' && format === undefined ? stdout : stderr
}

/** The first line of every plan: which cluster it is about. */
export function showPlace(
  options: Pick<WriteOptions, 'dryRun' | 'format'>,
  { place, terminal }: Pick<CommandContext, 'place' | 'terminal'>,
): void {
  const where = place()
  if (where !== undefined) planOutput(options, terminal).write(`Plan for ${where}:\n\n`)
}
