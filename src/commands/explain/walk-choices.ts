import { printable } from '../../api/printable.ts'
import type { CommandContext } from '../../commandline/command.ts'
import { commandFor } from '../../plan/aim.ts'
import { causeChoice, objectChoice } from '../../render/walk-lines.ts'
import type { Cause, ExplainedObject, Explanation } from '../../render/words/explanation.ts'
import type { ChoiceGroup } from '../../terminal.ts'

/** Where in an explanation somebody stands, and what they do there. */
export type Step =
  | { readonly to: 'causes' | 'objects' | 'refresh' | 'back' | 'leave' }
  | { readonly to: 'cause'; readonly cause: Cause }
  | { readonly to: 'held'; readonly cause: Cause }
  | { readonly to: 'object'; readonly object: ExplainedObject }
  | { readonly to: 'copy'; readonly command: string }
  | { readonly to: 'remove'; readonly object: ExplainedObject }

/** Below this a line cannot say anything. */
const MIN_COLUMNS = 40
/** inquirer's mark before each choice. */
const MARK_COLUMNS = 4

export function questionAt(at: Step, { causes }: Explanation): string {
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

/** What can be done there, in groups. */
export function choicesAt(at: Step, explanation: Explanation, context: CommandContext): readonly Group[] {
  const width = Math.max(context.terminal.stderr.columns ?? 80, MIN_COLUMNS) - MARK_COLUMNS
  const end: Group = { title: ' ', choices: [choice('Back', { to: 'back' }), choice('Leave', { to: 'leave' })] }
  switch (at.to) {
    case 'causes': {
      const { causes, objects } = explanation
      const all = objects.length === 0 ? [] : [choice(`All objects (${objects.length})`, { to: 'objects' })]
      return [
        { title: '', choices: causeChoices(causes, width) },
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
      const objects = explanation.objects.filter(({ ref }) => held.has(ref.uid))
      return [{ title: '', choices: objectChoices(objects, width) }, end]
    }
    case 'object':
      return [...choicesAtObject(at.object, explanation, width, context), end]
    default:
      return [{ title: '', choices: objectChoices(explanation.objects, width) }, end]
  }
}

function choicesAtObject(
  object: ExplainedObject,
  { objects, causes }: Explanation,
  width: number,
  { aim }: CommandContext,
): readonly Group[] {
  const { ref, waitingFor, deletionTimestamp, finalizers } = object
  const known = new Map(objects.map(each => [each.ref.uid, each]))
  const waits = waitingFor.map(({ ref: other }) => known.get(other.uid)).filter(each => each !== undefined)
  const waiters = objects.filter(other => other.waitingFor.some(wait => wait.ref.uid === ref.uid))
  const holding = causeChoices(causes, width).filter(({ value }) => object.causes.includes(value.cause.id))
  const inspect = commandFor(aim, 'kubectl', 'get', `${ref.resource}/${ref.name}`, ...inNamespace(ref), '-o', 'yaml')
  const isRemovable = deletionTimestamp !== undefined && finalizers.some(({ field }) => field === 'metadata')
  const removal = choice('Remove its finalizers: the plan first, then a question', { to: 'remove', object })
  return [
    { title: 'It waits for', choices: objectChoices(waits, width) },
    { title: 'What waits for it', choices: objectChoices(waiters, width) },
    { title: 'Held by', choices: holding },
    { title: 'Copy a command', choices: [choice(inspect, { to: 'copy', command: inspect })] },
    { title: 'Change', choices: isRemovable ? [removal] : [] },
  ].filter(({ choices }) => choices.length > 0)
}

function objectChoices(objects: readonly ExplainedObject[], width: number): Group['choices'] {
  return objects.map(object => ({ name: objectChoice(object, width), value: { to: 'object', object } }))
}

function causeChoices(causes: readonly Cause[], width: number) {
  return causes.map((cause, index) => ({
    name: causeChoice(cause, index + 1, width),
    value: { to: 'cause', cause } as const,
  }))
}

const choice = (name: string, value: Step): Group['choices'][number] => ({ name, value })

export const inNamespace = ({ namespace }: ExplainedObject['ref']): readonly string[] =>
  namespace === undefined ? [] : ['-n', namespace]
