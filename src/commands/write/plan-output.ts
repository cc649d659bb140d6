import type { Output, Terminal } from '../../terminal.ts'
import type { WriteOptions } from './write-flags.ts'

/** Where a plan is shown: it is the answer of a dry run. Else stderr: stdout is for what came of it. */
export function planOutput(
  { dryRun, format }: Pick<WriteOptions, 'dryRun' | 'format'>,
  { stdout, stderr }: Terminal,
): Output {
  return dryRun !== 'none' && format === undefined ? stdout : stderr
}
