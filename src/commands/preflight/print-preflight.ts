import { withheldNote } from '../../commandline/aim.ts'
import type { CommandContext } from '../../commandline/command.ts'
import { printStructured } from '../../commandline/print-structured.ts'
import type { Preflown } from '../../operations/preflight/preflight-cluster.ts'
import type { PreflightOptions } from './options.ts'

/** Writes the answer to stdout in the form that was asked for. */
export async function printPreflight(
  flown: Preflown,
  words: readonly string[],
  { format }: PreflightOptions,
  { terminal: { stdout, stderr, colour }, aim }: CommandContext,
): Promise<void> {
  const { preflight } = flown
  if (format !== undefined) {
    const { preflightObject } = await import('../../render/preflight-json.ts')
    return printStructured(stdout, format, preflightObject(preflight))
  }
  // A selector may have found nothing.
  if (preflight.targets.length === 0) return
  const { preflightText } = await import('../../operations/preflight/preflight-text.ts')
  const note = withheldNote(aim)
  if (note !== undefined) stderr.write(`${note}\n`)
  stdout.write(preflightText(flown, words, { columns: stdout.columns, colour }, aim))
}
