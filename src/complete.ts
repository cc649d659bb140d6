import { formatAnswer } from './commandline/complete/answer.ts'
import { type Choice, type Choices, NONE } from './commandline/complete/choice.ts'
import { lookUp } from './commandline/complete/names.ts'
import type { Completes } from './commandline/completes.ts'
import type { FlagSpecs } from './commandline/flag-spec.ts'
import { readTyped, type Typed } from './commandline/typed.ts'
import { commands, entryCommand } from './commands/index.ts'
import type { Host } from './host.ts'
import { loadCatalogue } from './load-catalogue.ts'
import type { Session } from './operations/ports.ts'
import { openQuietSession } from './session.ts'

/** Seconds of this process before names are given up: kubectl, which began before, makes it half a second. */
const PATIENCE = 0.3

/** A machine that is slow to start is slow to ask: it gets so many times its start, and at most a second. */
const TIMES_START = 3
const MOST = 1

/** After that, for what was found to be put together. */
const GRACE = 0.05

/**
 * Writes what could end a command line, whose last word may be "", in cobra's completion protocol. On any failure it is
 * silent and offers nothing: a shell that asks at the press of a key has no place for errors.
 */
export async function complete(
  argv: readonly string[],
  host: Host,
  runningFor = performance.now() / 1000,
): Promise<void> {
  const ended = new AbortController()
  const opened: Session[] = []
  try {
    const typed = readTyped(argv, commands, entryCommand)
    const found = await Promise.race([
      choicesFor(typed, { ...host, signal: AbortSignal.any([host.signal, ended.signal]) }, opened),
      patience(patienceAfter(runningFor), host, ended),
    ])
    host.terminal.stdout.write(formatAnswer(found, typed.partial, typed.prefix))
  } catch {
    host.terminal.stdout.write(formatAnswer(NONE, ''))
  } finally {
    ended.abort()
    for (const { transport } of opened) transport.close()
  }
}

/** How long names are waited for, in seconds, by a process that took so long to begin. */
export function patienceAfter(runningFor: number): number {
  return Math.max(PATIENCE - runningFor, Math.min(TIMES_START * runningFor, MOST))
}

async function patience(seconds: number, { clock, signal }: Host, ended: AbortController): Promise<Choices> {
  await clock.sleep(seconds, AbortSignal.any([signal, ended.signal]))
  ended.abort()
  await clock.sleep(GRACE)
  return NONE
}

async function choicesFor({ asks, words, flags, partial }: Typed, host: Host, opened: Session[]): Promise<Choices> {
  if (asks.for === 'command') return { choices: commands.map(({ name, summary }) => ({ text: name, about: summary })) }
  if (asks.for === 'flag') return { choices: flagChoices(asks.specs, partial) }
  if (asks.completes === undefined || (asks.for === 'word' && words.length >= most(asks.completes))) return NONE
  if (typeof asks.completes !== 'string') return { choices: asks.completes.map(text => ({ text })) }
  return lookUp(asks.completes, {
    words: asks.for === 'word' ? words : [],
    flags,
    partial,
    env: host.env,
    stateDirectory: host.stateDirectory,
    signal: host.signal,
    now: () => host.clock.now(),
    catalogue: () => loadCatalogue((flags.catalogue as readonly string[] | undefined) ?? [], host.configDirectory),
    connect: async () => {
      const session = await openQuietSession(flags, host)
      opened.push(session)
      return session
    },
  })
}

/** How many words of a command are completed alike. */
function most(completes: Completes): number {
  return completes === 'types' || completes === 'objects' ? Number.POSITIVE_INFINITY : 1
}

/** Flags by their long names, and by their letters where only a dash or the letter is written. */
export function flagChoices(specs: FlagSpecs, partial: string): readonly Choice[] {
  return Object.entries(specs).flatMap(([name, { alias, describe }]) => {
    const written = name.length === 1 ? `-${name}` : `--${name}`
    const choice = { text: written, about: describe }
    return alias === undefined || partial.startsWith('--') ? [choice] : [choice, { text: `-${alias}`, about: describe }]
  })
}
