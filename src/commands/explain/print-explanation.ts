import type { Explanation } from '../../diagnosis/explanation.ts'
import type { HeldIfDeleted } from '../../diagnosis/held-if-deleted.ts'
import { commandLine } from '../../diagnosis/shell-quote.ts'
import type { Reading } from '../../render/explanation-head.ts'
import { CLOSE_UP, type ExplanationStyle, OVERVIEW } from '../../render/explanation-style.ts'
import { type Aim, aimed } from '../aim.ts'
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
  const aimedAt = withAim(explanation, aim)
  if (options.format !== undefined) {
    const { explanationObject } = await import('../../render/explanation-json.ts')
    return printStructured(stdout, options.format, explanationObject(aimedAt))
  }
  const { formatCauses, formatExplanation } = await import('../../render/explanation.ts')
  if (options.quiet) return stdout.write(formatCauses(aimedAt))
  const { createPaint } = await import('../../render/paint.ts')
  const close = options.namespace !== undefined || options.asked.kind === 'names'
  const command = (...more: readonly string[]): string =>
    aimed(commandLine('kubectl', 'finalize', 'explain', ...more), aim)
  const style: ExplanationStyle = {
    columns: stdout.columns,
    paint: createPaint(terminal.colour),
    limits: close ? CLOSE_UP : OVERVIEW,
    everything: command(...words, ...(options.namespace === undefined ? [] : ['-n', options.namespace]), '-o', 'json'),
    namespaceCommand: close ? undefined : namespace => command('-n', namespace),
  }
  stdout.write(formatExplanation(aimedAt, reading, notTerminating, style))
}

function withAim(explanation: Explanation, aim: Aim): Explanation {
  const causes = explanation.causes.map(cause => ({
    ...cause,
    remedies: cause.remedies.map(remedy => ({
      ...remedy,
      commands: remedy.commands.map(command => aimed(command, aim)),
    })),
  }))
  return { ...explanation, causes }
}
