import { stripVTControlCharacters } from 'node:util'
import type { WriteOptions } from '../../plan/write-options.ts'
import type { Output } from '../../terminal.ts'
import type { Ports } from '../ports.ts'

/**
 * Where a plan is shown: it is the answer of a dry run. Else stderr: stdout is for what came of it. The journal has what
 * was shown.
 */
export function planOutput(
  { dryRun, format }: Pick<WriteOptions, 'dryRun' | 'format'>,
  { terminal: { stdout, stderr }, journal }: Pick<Ports, 'terminal' | 'journal'>,
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
  ports: Pick<Ports, 'place' | 'terminal' | 'journal'>,
): void {
  const where = ports.place()
  if (where !== undefined) planOutput(options, ports).write(`Plan for ${where}:\n\n`)
}
