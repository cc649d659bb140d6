import { commandFor } from '../../commandline/aim.ts'
import type { CommandContext } from '../../commandline/command.ts'
import type { Cause, ExplainedObject, Explanation } from '../../diagnosis/explanation.ts'
import { graphOfObjects } from '../../diagnosis/graph.ts'
import { ExitCode } from '../../exit-code.ts'
import type { Answer } from '../../operations/explain/answer.ts'
import { causeLines } from '../../render/cause-text.ts'
import { headOf } from '../../render/explanation-head.ts'
import { CLOSE_UP, type ExplanationStyle } from '../../render/explanation-style.ts'
import { createPaint } from '../../render/paint.ts'
import { printable } from '../../render/printable.ts'
import { causeChoice, objectChoice, objectLines } from '../../render/walk-lines.ts'
import type { ChoiceGroup } from '../../terminal.ts'

/** Where in an explanation somebody stands, and what they do there. */
type Step =
  | { readonly to: 'causes' | 'objects' | 'refresh' | 'back' | 'leave' }
  | { readonly to: 'cause'; readonly cause: Cause }
  | { readonly to: 'held'; readonly cause: Cause }
  | { readonly to: 'object'; readonly object: ExplainedObject }
  | { readonly to: 'copy'; readonly command: string }
  | { readonly to: 'remove'; readonly object: ExplainedObject }

/** What a new look at the cluster came to, with the lines that belong beside it. */
export interface Look {
  readonly answer: Answer
  readonly notes: readonly string[]
  readonly interrupted: boolean
}

/** Lines of a cause's trees and objects of it that are shown before the rest is counted: a screen, not two. */
const LIMITS = { ...CLOSE_UP, alike: 3, roots: 5, siblings: 8, lines: 16 }
/** Below this a line cannot say anything. */
const MIN_COLUMNS = 40
/** inquirer's mark before each choice. */
const MARK_COLUMNS = 4

/**
 * Lets somebody go through an explanation with the arrow keys: from causes to what they hold and on along the chains, copy
 * commands, start `remove`, and look again. It ends with 0 when they leave, with 130 when they interrupt; what was
 * shown stays on the terminal, whose settings are as they were.
 */
export async function walk(look: () => Promise<Look>, context: CommandContext): Promise<ExitCode> {
  const { stderr, prompt } = context.terminal
  if (prompt === undefined) throw new Error('--interactive needs a terminal')
  const say = (lines: readonly string[]): void => stderr.write(`${lines.join('\n')}\n`)
  let seen = await look()
  const way: Step[] = [{ to: 'causes' }]
  let isNew = true
  while (!context.signal.aborted && !seen.interrupted) {
    const at = way.at(-1)!
    if (isNew) say(['', ...linesAt(at, seen, context)])
    const answer = await prompt.pick(
      questionAt(at, seen.answer.explanation),
      choicesAt(at, seen.answer.explanation, context),
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
        seen = await look()
        way.splice(1)
        break
      default:
        way.push(step)
    }
  }
  return ExitCode.interrupted
}

function linesAt(at: Step, { answer, notes }: Look, context: CommandContext): readonly string[] {
  const { explanation, reading } = answer
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

function questionAt(at: Step, { causes }: Explanation): string {
  switch (at.to) {
    case 'causes':
      return causes.length === 0 ? 'What now?' : 'Which cause?'
    case 'held':
    case 'objects':
      return 'Which object?'
    default:
      return 'What now?'
  }
}

type Group = ChoiceGroup<Step>

function choicesAt(at: Step, explanation: Explanation, context: CommandContext): readonly Group[] {
  const width = Math.max(context.terminal.stderr.columns ?? 80, MIN_COLUMNS) - MARK_COLUMNS
  const objectChoices = (objects: readonly ExplainedObject[]): Group['choices'] =>
    objects.map(object => ({ name: objectChoice(object, width), value: { to: 'object', object } }))
  const end: Group = { title: ' ', choices: [choice('Back', { to: 'back' }), choice('Leave', { to: 'leave' })] }
  switch (at.to) {
    case 'causes': {
      const { causes, objects } = explanation
      const first = causes.map((cause, index) => ({
        name: causeChoice(cause, index + 1, width),
        value: { to: 'cause', cause } as const,
      }))
      const all = objects.length === 0 ? [] : [choice(`All objects (${objects.length})`, { to: 'objects' })]
      return [
        { title: '', choices: first },
        { title: ' ', choices: [...all, choice('Scan again', { to: 'refresh' }), choice('Leave', { to: 'leave' })] },
      ]
    }
    case 'cause': {
      const { blocks, remedies } = at.cause
      const commands = [...new Set(remedies.flatMap(({ commands }) => commands))]
      return [
        { title: '', choices: [choice(`What it holds (${blocks.length})`, { to: 'held', cause: at.cause })] },
        {
          title: 'Copy a command',
          choices: commands.map(command => choice(printable(command), { to: 'copy', command })),
        },
        end,
      ].filter(({ choices }) => choices.length > 0)
    }
    case 'held': {
      const held = new Set(at.cause.blocks.map(({ uid }) => uid))
      return [{ title: '', choices: objectChoices(explanation.objects.filter(({ ref }) => held.has(ref.uid))) }, end]
    }
    case 'object': {
      const { ref, waitingFor, causes, deletionTimestamp, finalizers } = at.object
      const known = new Map(explanation.objects.map(object => [object.ref.uid, object]))
      const waits = waitingFor.map(({ ref: other }) => known.get(other.uid)).filter(object => object !== undefined)
      const waiters = explanation.objects.filter(other => other.waitingFor.some(wait => wait.ref.uid === ref.uid))
      const inspect = commandFor(
        context.aim,
        'kubectl',
        'get',
        `${ref.resource}/${ref.name}`,
        ...inNamespace(ref),
        '-o',
        'yaml',
      )
      const isRemovable = deletionTimestamp !== undefined && finalizers.some(({ field }) => field === 'metadata')
      return [
        { title: 'It waits for', choices: objectChoices(waits) },
        { title: 'What waits for it', choices: objectChoices(waiters) },
        {
          title: 'Held by',
          choices: explanation.causes
            .map((cause, index) => ({
              name: causeChoice(cause, index + 1, width),
              value: { to: 'cause', cause } as const,
            }))
            .filter(({ value }) => causes.includes(value.cause.id)),
        },
        { title: 'Copy a command', choices: [choice(inspect, { to: 'copy', command: inspect })] },
        {
          title: 'Change',
          choices: isRemovable
            ? [choice('Remove its finalizers: the plan first, then a question', { to: 'remove', object: at.object })]
            : [],
        },
        end,
      ].filter(({ choices }) => choices.length > 0)
    }
    default:
      return [{ title: '', choices: objectChoices(explanation.objects) }, end]
  }
}

const choice = (name: string, value: Step): Group['choices'][number] => ({ name, value })

const inNamespace = ({ namespace }: ExplainedObject['ref']): readonly string[] =>
  namespace === undefined ? [] : ['-n', namespace]

/** `remove` for one object; its guards, its plan and its question are its own. */
function removal({ ref }: ExplainedObject): readonly string[] {
  return ['remove', `${ref.resource}/${ref.name}`, ...inNamespace(ref)]
}

/** Asks the terminal to take the command to the clipboard (OSC 52); not every terminal does, so it also stands there. */
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
