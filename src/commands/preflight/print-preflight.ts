import { commandFor, withheldNote } from '../../commandline/aim.ts'
import type { CommandContext } from '../../commandline/command.ts'
import { printStructured } from '../../commandline/print-structured.ts'
import { graphOfObjects } from '../../diagnosis/graph.ts'
import type { Preflown } from '../../operations/preflight/preflight-cluster.ts'
import type { PreflightOptions } from './options.ts'

/** Writes the answer to stdout in the form that was asked for. */
export async function printPreflight(
  { preflight, objects }: Preflown,
  words: readonly string[],
  { format }: PreflightOptions,
  { terminal: { stdout, stderr, colour }, aim }: CommandContext,
): Promise<void> {
  if (format !== undefined) {
    const { preflightObject } = await import('../../render/preflight-json.ts')
    return printStructured(stdout, format, preflightObject(preflight))
  }
  // A selector may have found nothing.
  if (preflight.targets.length === 0) return
  const { formatPreflight } = await import('../../render/preflight.ts')
  const { createPaint } = await import('../../render/paint.ts')
  const note = withheldNote(aim)
  if (note !== undefined) stderr.write(`${note}\n`)
  const style = {
    columns: stdout.columns,
    paint: createPaint(colour),
    everything: commandFor(aim, 'kubectl', 'finalize', 'preflight', ...words, '-o', 'json'),
    namespaceCommand: undefined,
  }
  stdout.write(formatPreflight(preflight, graphOfObjects(objects), style))
}
