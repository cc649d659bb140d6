import yargs, { type Argv, type Options } from 'yargs'
import { wrapped } from '../render/wrapped.ts'
import type { Command } from './command.ts'
import type { FlagSpecs } from './flag-spec.ts'
import { globalFlags } from './global-flags.ts'
import { PROGRAM } from './parse.ts'

const PURPOSE = 'Finds what is stuck in Terminating, explains what holds it, and ends it safely.'

/** kubectl's words: what all commands take is told once, not below the flags of each. */
const GLOBAL_FLAGS = `Use "${PROGRAM} options" for a list of global command-line options (applies to all commands).`

/** The help of one command, or of the whole program; `columns` is the width to fill, undefined for no bound. */
export async function formatHelp(
  command: Command | undefined,
  commands: readonly Command[],
  columns: number | undefined,
): Promise<string> {
  const builder = emptyBuilder(columns)
  if (command === undefined) {
    builder.usage(`${PURPOSE}\n\nUsage: ${PROGRAM} [command] [flags]`)
    for (const each of commands) builder.command(each.name, each.summary)
  } else {
    builder.options(yargsOptions(command.flags, 'Flags:'))
  }
  const flags = await textOf(builder)
  const forMore = `Use "${PROGRAM} COMMAND --help" for the flags and examples of a command.`
  const parts =
    command === undefined
      ? [flags, `${fill(forMore, columns)}\n${fill(GLOBAL_FLAGS, columns)}`]
      : [...opening(command, columns), flags, fill(GLOBAL_FLAGS, columns)]
  return parts.filter(part => part !== '').join('\n\n')
}

/** The flags that all commands take. */
export async function formatGlobalFlags(columns: number | undefined): Promise<string> {
  const title = 'The following options can be passed to any command:'
  return textOf(emptyBuilder(columns).options(yargsOptions(globalFlags, title)))
}

function emptyBuilder(columns: number | undefined): Argv {
  const builder = yargs([]).scriptName(PROGRAM).locale('en').help(false).version(false).exitProcess(false)
  return builder.wrap(columns ?? null)
}

async function textOf(builder: Argv): Promise<string> {
  return (await builder.getHelp()).replaceAll(/ +$/gm, '').trim()
}

function fill(text: string, columns: number | undefined): string {
  return columns === undefined ? text : wrapped(text, columns).join('\n')
}

/** What it does and how it is called, and examples of it: what is looked for first. */
function opening(command: Command, columns: number | undefined): readonly string[] {
  const words = command.words === undefined ? '' : ` ${command.words}`
  return [
    fill(`${command.summary}.`, columns),
    fill(`Usage: ${PROGRAM} ${command.name}${words} [flags]`, columns),
    examplesText(command),
  ]
}

/** As kubectl writes them: each on a line of its own, whole whatever the width, to be pasted. */
function examplesText({ examples }: Command): string {
  return ['Examples:', ...examples.map(([example, meaning]) => `  # ${meaning}\n  ${example}`)].join('\n')
}

function yargsOptions(specs: FlagSpecs, group: string): Record<string, Options> {
  const entries = Object.entries(specs).map(([name, spec]) => {
    const alias = spec.alias === undefined ? {} : { alias: spec.alias }
    // Without its type, which yargs would write beside it: that is plain from the description, and takes the room of it.
    const option: Options = { describe: spec.describe, group, ...alias }
    return [name, option] as const
  })
  return Object.fromEntries(entries)
}
