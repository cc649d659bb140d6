import { printable } from '../../api/printable.ts'
import type { CommandContext } from '../../commandline/command.ts'
import { graphOfObjects } from '../../diagnosis/graph.ts'
import { ExitCode } from '../../exit-code.ts'
import type { Explained } from '../../operations/explain/explain-cluster.ts'
import { commandFor } from '../../plan/aim.ts'
import { causeLines } from '../../render/cause-text.ts'
import { headOf } from '../../render/explanation-head.ts'
import { CLOSE_UP, type ExplanationStyle } from '../../render/explanation-style.ts'
import { createPaint } from '../../render/paint.ts'
import { objectLines } from '../../render/walk-lines.ts'
import { type ExplainedObject, type Explanation, worded } from '../../render/words/explanation.ts'
import { choicesAt, inNamespace, questionAt, type Step } from './walk-choices.ts'

/** What a new look at the cluster came to, with the lines that belong beside it. */
export interface Look extends Pick<Explained, 'explanation' | 'reading' | 'interrupted'> {
  readonly notes: readonly string[]
}

interface Shown extends Omit<Look, 'explanation'> {
  readonly explanation: Explanation
}

function inWords(look: Look): Shown {
  return { ...look, explanation: worded(look.explanation) }
}

/** Lines of a cause's trees and objects of it that are shown before the rest is counted: a screen, not two. */
const LIMITS = { ...CLOSE_UP, alike: 3, roots: 5, siblings: 8, lines: 16 }
/**
 * Lets the user walk an explanation with the arrow keys, from causes to what they hold and on along the chains, copy
 * commands, start `remove`, and look again. It ends with 0 when they leave, with 130 when they interrupt; what was
 * shown stays on the terminal, whose settings are as they were.
 */
export async function walk(look: () => Promise<Look>, context: CommandContext): Promise<ExitCode> {
  const { stderr, prompt } = context.terminal
  if (prompt === undefined) throw new Error('--interactive requires a terminal')
  const say = (lines: readonly string[]): void => stderr.write(`${lines.join('\n')}\n`)
  const lookAgain = async (): Promise<Shown> => inWords(await look())
  let seen = await lookAgain()
  const way: Step[] = [{ to: 'causes' }]
  let isNew = true
  while (!context.signal.aborted && !seen.interrupted) {
    const at = way.at(-1)!
    if (isNew) say(['', ...linesAt(at, seen, context)])
    const answer = await prompt.pick(
      questionAt(at, seen.explanation),
      choicesAt(at, seen.explanation, context),
      { to: 'back' },
      context.signal,
    )
    if (answer === undefined) return ExitCode.interrupted
    const { picked: step } = answer
    isNew = step.to !== 'copy'
    switch (step.to) {
      case 'leave':
        return ExitCode.done
      case 'back':
        if (way.length === 1) return ExitCode.done
        way.pop()
        break
      case 'copy':
        copy(step.command, context)
        break
      case 'remove':
      case 'refresh':
        if (step.to === 'remove') await context.runAnother(removal(step.object))
        seen = await lookAgain()
        way.splice(1)
        break
      default:
        way.push(step)
    }
  }
  return ExitCode.interrupted
}

function linesAt(at: Step, { explanation, reading, notes }: Shown, context: CommandContext): readonly string[] {
  const style = styleOf(context)
  switch (at.to) {
    case 'cause': {
      const numberOf = (id: string): string | undefined => numberIn(explanation, id)
      return causeLines(
        at.cause,
        numberOf(at.cause.id) ?? '',
        '   ',
        graphOfObjects(explanation.objects),
        numberOf,
        style,
      )
    }
    case 'object':
      return objectLines(at.object, id => numberIn(explanation, id), style)
    case 'causes':
      return [...(explanation.objects.length === 0 ? [] : headOf(explanation, reading, style)), ...notes]
    default:
      return []
  }
}

/** `remove` for one object; its guards, its plan and its question are its own. */
function removal({ ref }: ExplainedObject): readonly string[] {
  return ['remove', `${ref.resource}/${ref.name}`, ...inNamespace(ref)]
}

/** Asks the terminal to copy the command to the clipboard (OSC 52); not every terminal does, so it is also printed. */
function copy(command: string, { terminal: { stderr } }: CommandContext): void {
  const request = stderr.isDumb ? '' : `\u001b]52;c;${Buffer.from(command).toString('base64')}\u0007`
  stderr.write(`${request}\n  ${printable(command)}\n\nCopied, if this terminal lets programs copy.\n`)
}

function numberIn({ causes }: Explanation, id: string): string | undefined {
  const index = causes.findIndex(cause => cause.id === id)
  return index < 0 ? undefined : String(index + 1)
}

function styleOf({ terminal, aim }: CommandContext): ExplanationStyle {
  const command = (...more: readonly string[]): string => commandFor(aim, 'kubectl', 'finalize', 'explain', ...more)
  return {
    columns: terminal.stderr.columns,
    paint: createPaint(terminal.colour),
    limits: LIMITS,
    everything: command('-o', 'json'),
    namespaceCommand: namespace => command('-n', namespace),
  }
}
