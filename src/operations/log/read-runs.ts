import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { messageOf } from '../../api/failure.ts'
import { type Fields, isFields, isListOf, isOptional, isText } from '../../api/shape.ts'
import { mapConcurrently } from '../../cluster/map-concurrently.ts'
import type { Recorded } from '../../execute/journal.ts'
import { JOURNAL_SUFFIX } from '../../execute/journal-file.ts'
import { type PastRun, pastRun } from '../../execute/past-run.ts'
import { message, type Sentence, Trouble } from '../../messages/sentence.ts'
import { ACTIONS } from '../../plan/outcome.ts'
import type { Ports } from '../ports.ts'

const CONCURRENT_READS = 16

/** Names of the runs whose journals are in a directory, the newest first; none where there is no such directory yet. */
export async function runNames(directory: string): Promise<readonly string[]> {
  const found = await readdir(resolve(directory), { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new Trouble(message('JournalsUnreadable', { directory, why: error.message }))
  })
  // A journal is a file of ours: links and pipes of its name are no run.
  const files = found.filter(each => each.isFile() && each.name.endsWith(JOURNAL_SUFFIX))
  return files
    .map(({ name }) => name.slice(0, -JOURNAL_SUFFIX.length))
    .toSorted()
    .toReversed()
}

export interface ReadRuns {
  /** In the order of the names. */
  readonly runs: readonly PastRun[]
  /** A sentence for each journal that could not be read at all. */
  readonly failures: readonly string[]
}

/** Reads the journals of these runs. Never rejects. */
export async function readRuns(
  directory: string,
  names: readonly string[],
  { isAlive, words }: Pick<Ports, 'isAlive' | 'words'>,
): Promise<ReadRuns> {
  const inWords = await words()
  const runs = new Map<string, PastRun>()
  const failures: string[] = []
  await mapConcurrently(CONCURRENT_READS, names, async name => {
    const path = join(resolve(directory), `${name}${JOURNAL_SUFFIX}`)
    try {
      const { events, unreadableLines } = parseJournal(await readFile(path, 'utf8'), inWords)
      runs.set(name, pastRun(name, path, events, unreadableLines, isAlive))
    } catch (error) {
      failures.push(`${path}: ${messageOf(error)}`)
    }
  })
  return { runs: names.flatMap(name => runs.get(name) ?? []), failures }
}

/** What a journal tells: its events, as far as their lines can be read. */
interface Parsed {
  readonly events: readonly Recorded[]
  readonly unreadableLines: number
}

/**
 * Reads the lines of a journal; messages must have what `inWords` needs. Skips a last line without an end (a killed
 * process) and unknown events (of a later version); counts other lines that are no events.
 */
function parseJournal(text: string, inWords: (sentence: Sentence) => string): Parsed {
  const shapes = shapesFor(inWords)
  const lines = text.split('\n')
  lines.pop()
  const filled = lines.filter(line => line !== '')
  const parsed = filled.map(line => read(line, shapes))
  return {
    events: parsed.filter(each => each !== undefined && isKnown(each, shapes)) as unknown as readonly Recorded[],
    unreadableLines: parsed.filter(each => each === undefined).length,
  }
}

type Shapes = Readonly<Record<Recorded['event'], (event: Fields) => boolean>>

function read(line: string, shapes: Shapes): Fields | undefined {
  try {
    const value: unknown = JSON.parse(line)
    if (!isFields(value) || !isText(value.at) || !isText(value.event)) return undefined
    return !isKnown(value, shapes) || shapes[value.event as Recorded['event']](value) ? value : undefined
  } catch {
    return undefined
  }
}

function isKnown({ event }: Fields, shapes: Shapes): boolean {
  return Object.hasOwn(shapes, event as string)
}

/** Of each event what is read of it: a file can have been written by anybody. */
function shapesFor(inWords: (sentence: Sentence) => string): Shapes {
  /** Words, or a message with the arguments that its words need. */
  const isSentence = (value: unknown): boolean => {
    if (isText(value)) return true
    if (!isFields(value) || !isText(value.code) || !isFields(value.args)) return false
    try {
      return isText(inWords(value as unknown as Sentence))
    } catch {
      return false
    }
  }
  const isAdvice = (value: unknown): boolean =>
    isFields(value) && isSentence(value.what) && isListOf(value.commands, isText)
  const isStep = (value: unknown): boolean => {
    if (!isChange(value)) return false
    const { result, guard, message, advice } = value as Fields
    return (
      isText(result) &&
      isOptional(guard, isText) &&
      isOptional(message, isSentence) &&
      isOptional(advice, each => isListOf(each, isAdvice))
    )
  }
  return {
    begun: ({ command, commandLine, process: mark }) =>
      isText(command) && isText(commandLine) && isFields(mark) && isText(mark.machine) && isNumber(mark.pid),
    connected: ({ place }) => isText(place),
    shown: ({ text }) => isText(text),
    planned: ({ waves }) => isListOf(waves, wave => isListOf(wave, isChange)),
    agreed: ({ to, by }) => isText(to) && isText(by),
    declined: ({ to, why }) => isText(to) && isText(why),
    sent: ({ changes, look }) => isListOf(changes, isChange) && isAdvice(look),
    withheld: ({ changes }) => isListOf(changes, isChange),
    known: ({ steps }) => isListOf(steps, isStep),
    settled: ({ steps }) => isListOf(steps, isStep),
    rescue: ({ state }) => isText(state),
    rescued: () => true,
    suspending: ({ uid, object }) => isText(uid) && isText(object),
    interrupted: () => true,
    ended: ({ exitCode }) => isNumber(exitCode),
  }
}

function isChange(value: unknown): boolean {
  if (!isFields(value) || !isFields(value.ref)) return false
  const { apiVersion, kind, resource, name, uid, namespace } = value.ref
  const isRef = [apiVersion, kind, resource, name, uid].every(isText) && isOptional(namespace, isText)
  const { action, finalizer, group, backup, resourceVersion, propagation, leaks, stranded } = value
  return (
    isRef &&
    ACTIONS.some(known => known === action) &&
    [finalizer, backup, resourceVersion, propagation].every(each => isOptional(each, isText)) &&
    isOptional(group, isNumber) &&
    isOptional(leaks, each => isListOf(each, isText)) &&
    isOptional(stranded, each => isListOf(each, isFields))
  )
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number'
}
