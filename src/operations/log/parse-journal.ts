import { type Fields, isFields } from '../../api/shape.ts'
import type { Recorded } from '../../execute/journal.ts'
import type { Sentence } from '../../messages/sentence.ts'
import { ACTIONS } from '../../plan/outcome.ts'

/** What a journal tells: its events, as far as their lines can be read. */
export interface Parsed {
  readonly events: readonly Recorded[]
  readonly unreadableLines: number
}

type InWords = (sentence: Sentence) => string

/**
 * Reads the lines of a journal; messages must have what `inWords` needs. Skips a last line without an end (a killed
 * process) and unknown events (of a later version); counts other lines that are no events.
 */
export function parseJournal(text: string, inWords: InWords): Parsed {
  const lines = text.split('\n')
  lines.pop()
  const filled = lines.filter(line => line !== '')
  const parsed = filled.map(line => read(line, inWords))
  return {
    events: parsed.filter(each => each !== undefined && isKnown(each)) as unknown as readonly Recorded[],
    unreadableLines: parsed.filter(each => each === undefined).length,
  }
}

function read(line: string, inWords: InWords): Fields | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return isFields(value) && isText(value.at) && isText(value.event) && isShaped(value, inWords) ? value : undefined
  } catch {
    return undefined
  }
}

/** Of each event what is read of it: a file can have been written by anybody. */
const SHAPES: Readonly<Record<Recorded['event'], (event: Fields, inWords: InWords) => boolean>> = {
  begun: ({ command, commandLine, process: mark }) =>
    isText(command) && isText(commandLine) && isFields(mark) && isText(mark.machine) && isNumber(mark.pid),
  connected: ({ place }) => isText(place),
  shown: ({ text }) => isText(text),
  agreed: ({ to, by }) => isText(to) && isText(by),
  declined: ({ to, why }) => isText(to) && isText(why),
  sent: ({ changes, look }, inWords) => isListOf(changes, isChange) && isAdvice(look, inWords),
  withheld: ({ changes }) => isListOf(changes, isChange),
  known: ({ steps }, inWords) => isListOf(steps, each => isStep(each, inWords)),
  settled: ({ steps }, inWords) => isListOf(steps, each => isStep(each, inWords)),
  rescue: ({ state }) => isText(state),
  rescued: () => true,
  suspending: ({ uid, object }) => isText(uid) && isText(object),
  interrupted: () => true,
  ended: ({ exitCode }) => isNumber(exitCode),
}

function isKnown({ event }: Fields): boolean {
  return Object.hasOwn(SHAPES, event as string)
}

function isShaped(event: Fields, inWords: InWords): boolean {
  return !isKnown(event) || SHAPES[event.event as Recorded['event']](event, inWords)
}

function isChange(value: unknown): boolean {
  if (!isFields(value) || !isFields(value.ref)) return false
  const { apiVersion, kind, resource, name, uid, namespace } = value.ref
  const isRef = [apiVersion, kind, resource, name, uid].every(isText) && isOptional(namespace, isText)
  const { action, finalizer, group, backup, leaks, stranded } = value
  return (
    isRef &&
    ACTIONS.some(known => known === action) &&
    [finalizer, backup].every(each => isOptional(each, isText)) &&
    isOptional(group, isNumber) &&
    isOptional(leaks, each => isListOf(each, isText)) &&
    isOptional(stranded, each => isListOf(each, isFields))
  )
}

function isStep(value: unknown, inWords: InWords): boolean {
  if (!isChange(value)) return false
  const { result, guard, message, advice } = value as Fields
  return (
    isText(result) &&
    isOptional(guard, isText) &&
    isOptional(message, each => isSentence(each, inWords)) &&
    isOptional(advice, each => isListOf(each, one => isAdvice(one, inWords)))
  )
}

function isAdvice(value: unknown, inWords: InWords): boolean {
  return isFields(value) && isSentence(value.what, inWords) && isListOf(value.commands, isText)
}

/** Words, or a message with the arguments that its words need. */
function isSentence(value: unknown, inWords: InWords): boolean {
  if (isText(value)) return true
  if (!isFields(value) || !isText(value.code) || !isFields(value.args)) return false
  try {
    return isText(inWords(value as unknown as Sentence))
  } catch {
    return false
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number'
}

function isListOf(value: unknown, is: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(is)
}

function isOptional(value: unknown, is: (value: unknown) => boolean): boolean {
  return value === undefined || is(value)
}
