import type { Explanation } from '../../diagnosis/explanation.ts'
import { graphOfObjects } from '../../diagnosis/graph.ts'
import type { HeldIfDeleted } from '../../diagnosis/held-if-deleted.ts'
import type { Reading } from '../../render/explanation-head.ts'
import { CLOSE_UP, type ExplanationStyle, OVERVIEW } from '../../render/explanation-style.ts'
import { commandFor, withheldNote } from '../aim.ts'
import type { CommandContext } from '../command.ts'
import { printStructured } from '../print-structured.ts'
import type { ExplainOptions } from './options.ts'

export interface Answer {
  readonly explanation: Explanation
  readonly reading: Reading
  readonly notTerminating: readonly HeldIfDeleted[]
}

/** Writes the answer to stdout in the form that was asked for. */
export async function printExplanation(
  { explanation, reading, notTerminating }: Answer,
  words: readonly string[],
  options: ExplainOptions,
  { terminal, aim }: CommandContext,
): Promise<void> {
  const { stdout } = terminal
  const note = withheldNote(aim)
  const anyCommand = explanation.causes.some(({ remedies }) => remedies.some(({ commands }) => commands.length > 0))
  if (note !== undefined && anyCommand) terminal.stderr.write(`${note}\n`)
  if (options.format !== undefined) {
    const { explanationObject } = await import('../../render/explanation-json.ts')
    return printStructured(stdout, options.format, explanationObject(explanation))
  }
  const { formatCauses, formatExplanation } = await import('../../render/explanation.ts')
  if (options.quiet) return stdout.write(formatCauses(explanation))
  const { createPaint } = await import('../../render/paint.ts')
  const close = options.namespace !== undefined || options.asked.kind === 'names'
  const command = (...more: readonly string[]): string => commandFor(aim, 'kubectl', 'finalize', 'explain', ...more)
  const style: ExplanationStyle = {
    columns: stdout.columns,
    paint: createPaint(terminal.colour),
    limits: close ? CLOSE_UP : OVERVIEW,
    everything: command(...words, ...(options.namespace === undefined ? [] : ['-n', options.namespace]), '-o', 'json'),
    namespaceCommand: close ? undefined : namespace => command('-n', namespace),
  }
  stdout.write(formatExplanation(explanation, graphOfObjects(explanation.objects), reading, notTerminating, style))
}
