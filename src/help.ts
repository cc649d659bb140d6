import yargs, { type Options } from 'yargs'
import type { Command } from './commands/command.ts'
import type { FlagSpecs } from './commands/flag-spec.ts'
import { globalFlags } from './commands/global-flags.ts'
import { PROGRAM } from './parse.ts'
import { wrapped } from './render/wrapped.ts'

const PURPOSE = 'Finds what is stuck in Terminating, explains what holds it, and ends it safely.'

/** The help of one command, or of the whole program, with the flags that all of them take last; `columns` is the width to fill, undefined for no bound. */
export async function formatHelp(
  command: Command | undefined,
  commands: readonly Command[],
  columns: number | undefined,
): Promise<string> {
  const builder = yargs([])
    .scriptName(PROGRAM)
    .locale('en')
    .help(false)
    .version(false)
    .exitProcess(false)
    .wrap(columns ?? null)
  if (command === undefined) {
    builder.usage(`${PURPOSE}\n\nUsage: ${PROGRAM} [command] [flags]`)
    for (const each of commands) builder.command(each.name, each.summary)
    builder.epilogue(`Use "${PROGRAM} COMMAND --help" for the flags and examples of a command.`)
  } else {
    builder.options(yargsOptions(command.flags, 'Flags:'))
  }
  builder.options(yargsOptions(globalFlags, 'Connection flags, of every command:'))
  const flags = (await builder.getHelp()).replaceAll(/ +$/gm, '').trim()
  return command === undefined ? flags : [...opening(command, columns), flags].join('\n\n')
}

/** What it does and how it is called, and examples of it: what is looked for first. */
function opening(command: Command, columns: number | undefined): readonly string[] {
  const fill = (text: string): string => (columns === undefined ? text : wrapped(text, columns).join('\n'))
  const words = command.words === undefined ? '' : ` ${command.words}`
  return [fill(`${command.summary}.`), fill(`Usage: ${PROGRAM} ${command.name}${words} [flags]`), examplesText(command)]
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
